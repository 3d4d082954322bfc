// SPDX-License-Identifier: GPL-3.0-or-later
// Asking for a file: the dialog that opens one cannot change what is there, and a test's answer stands in for both.
#include "ui/look/file_dialogs.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QMessageBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace ulpscope::ui;

class TestFileDialogs : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void openingCannotDeleteOrRename();
    void savingAddsTheSuffix_data();
    void savingAddsTheSuffix();
    void anAnswerTakesTheDialogsPlace();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFileDialogs::initTestCase()
{
    QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
}

void TestFileDialogs::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QFile file(m_folder->filePath(QStringLiteral("mine.ulps")));
    QVERIFY(file.open(QIODevice::WriteOnly));
}

void TestFileDialogs::openingCannotDeleteOrRename()
{
    const QString mine = m_folder->filePath(QStringLiteral("mine.ulps"));
    bool wasShown = false;
    QTimer agreeing; // to whatever the dialog may ask
    connect(&agreeing, &QTimer::timeout, this, [] {
        if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
            question->button(QMessageBox::Yes)->click();
    });
    agreeing.start(10);
    QTimer::singleShot(0, this, [&] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        wasShown = true;
        dialog->selectFile(mine);
        for (const char* name : {"qt_delete_action", "qt_rename_action", "qt_new_folder_action"}) {
            auto* action = dialog->findChild<QAction*>(QString::fromLatin1(name));
            QVERIFY2(action, name);
            action->trigger();
        }
        dialog->reject();
    });
    QCOMPARE(fileToOpen(nullptr, {.title = QStringLiteral("Open"), .path = mine}), QString());
    QVERIFY(wasShown);
    QCOMPARE(QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
        QStringList{QStringLiteral("mine.ulps")});
}

void TestFileDialogs::savingAddsTheSuffix_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("saved");
    QTest::newRow("the first") << QString() << QStringLiteral("other.png");
    QTest::newRow("another one") << QStringLiteral("PDF (*.pdf)") << QStringLiteral("other.pdf");
    QTest::newRow("every file") << QStringLiteral("All files (*)") << QStringLiteral("other");
}

void TestFileDialogs::savingAddsTheSuffix()
{
    QFETCH(QString, filter);
    QFETCH(QString, saved);
    QTimer::singleShot(0, this, [&] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        QVERIFY(dialog);
        if (!filter.isEmpty()) {
            dialog->selectNameFilter(filter);
            emit dialog->filterSelected(filter); // as a choice in the dialog does
        }
        dialog->selectFile(m_folder->filePath(QStringLiteral("other")));
        static_cast<QDialog*>(dialog)->accept();
    });
    QCOMPARE(fileToSave(nullptr,
                 {.title = QStringLiteral("Save"),
                     .path = m_folder->path(),
                     .filters = QStringLiteral("PNG (*.png);;PDF (*.pdf);;All files (*)")}),
        m_folder->filePath(saved));
}

void TestFileDialogs::anAnswerTakesTheDialogsPlace()
{
    QStringList asked;
    setFileAnswer([&](const FileQuestion& question) {
        asked
            += question.title + (question.isToSave ? QStringLiteral(" to save") : QStringLiteral(" to open"));
        return QStringLiteral("/answer");
    });
    QCOMPARE(fileToOpen(nullptr, {.title = QStringLiteral("one")}), QStringLiteral("/answer"));
    QCOMPARE(fileToSave(nullptr, {.title = QStringLiteral("two")}), QStringLiteral("/answer"));
    setFileAnswer({});
    QCOMPARE(asked, (QStringList{QStringLiteral("one to open"), QStringLiteral("two to save")}));
}

QTEST_MAIN(TestFileDialogs)
#include "tst_file_dialogs.moc"
