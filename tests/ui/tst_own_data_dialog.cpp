// SPDX-License-Identifier: GPL-3.0-or-later
// From a file to a running session by keys alone; what the page shows of each kind of file; what cannot be used is said and
// changes nothing; a model that does not fit its data is mended by a button, and Undo takes it back.
#include "app/desktop/settings.h"
#include "app/io/session/session_file.h"
#include "engine/file/npz.h"
#include "engine/file/whole_file.h"
#include "tests/ui/window_test.h"
#include "ui/data/models/field_table_model.h"
#include "ui/data/own_data_dialog.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/theme.h"
#include "ui/shell/main_window.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QTextStream>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kWaitMs = 120'000; ///< generous: the sanitizer builds read and train too

} // namespace

class TestOwnDataDialog : public WindowTest
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void aTableBecomesASessionByKeysAlone();
    void undoBringsBackWhatWasOpen();
    void aSavedSessionIsLeftWithoutAWord();
    void escapeChangesNothing();
    void columnsAreLeftOutBySpace();
    void namesInLatin1AreFoundAgain();
    void aTableIsReadOtherwise();
    void twoFilesAreChosen();
    void aTextHasAContext();
    void whatCannotBeUsedIsSaid_data();
    void whatCannotBeUsedIsSaid();
    void aLargeFileDoesNotHoldTheWindow();
    void aFileThatIsDroppedIsShown();
    void everythingHasANameAndATip();
    void aMisfitIsMendedByAButton();
    void dataOfAnotherShapeOfferTheirInput();
    void pictures_data();
    void pictures();

private:
    OwnDataDialog* dialog() const { return m_window->findChild<OwnDataDialog*>(QStringLiteral("ownData")); }
    template <class T>
    T* child(const char* name) const
    {
        return dialog()->findChild<T*>(QString::fromLatin1(name));
    }
    QString file(const char* name, const QByteArray& bytes) const;
    QString flowers() const;
    void choose(const QString& path);
    void read(const QString& path);
    std::shared_ptr<const SessionSpec> session() const { return m_window->document().session(); }
};

void TestOwnDataDialog::init()
{
    startAfresh();
    openWindow();
}

void TestOwnDataDialog::cleanup()
{
    setFileAnswer({});
    m_window.reset();
    applyTheme(Theme::Light);
}

QString TestOwnDataDialog::file(const char* name, const QByteArray& bytes) const
{
    const QString path = inDirectory(name);
    return writeWholeFile(path.toStdString(), bytes.toStdString()) ? path : QString();
}

/// Sorted by kind, with a decimal comma; an empty cell, and a column that counts lines.
QString TestOwnDataDialog::flowers() const
{
    QByteArray text = "id;length;width;colour;species\n";
    const std::array<const char*, 3> names{"setosa", "versicolor", "virginica"};
    for (int i = 0; i < 90; ++i) {
        const int kind = i / 30;
        const QByteArray length = QByteArray::number(4.5 + kind + 0.1 * (i % 7)).replace('.', ',');
        text += QByteArray::number(i) + ';' + (i == 40 ? QByteArray() : length) + ';'
            + QByteArray::number(3 + i % 3) + ';' + (i % 2 ? "red" : "blue") + ';' + names[std::size_t(kind)]
            + '\n';
    }
    return file("flowers.csv", text);
}

/// By the menu's entry, as far as a dialog that has read the file.
void TestOwnDataDialog::choose(const QString& path)
{
    setFileAnswer([path](const FileQuestion&) { return path; });
    m_window->findChild<QAction*>(QStringLiteral("newFromFile"))->trigger();
    QVERIFY(dialog() && dialog()->isVisible());
    QVERIFY(QTest::qWaitForWindowActive(dialog()));
    QTRY_VERIFY_WITH_TIMEOUT(dialog()->data().state() != OwnData::State::Reading, kWaitMs);
}

void TestOwnDataDialog::aTableBecomesASessionByKeysAlone()
{
    const QString path = flowers();
    setFileAnswer([path](const FileQuestion&) { return path; });
    QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(dialog() && dialog()->isVisible());
    QVERIFY(QTest::qWaitForWindowActive(dialog()));
    QTRY_COMPARE_WITH_TIMEOUT(dialog()->data().state(), OwnData::State::Ready, kWaitMs);
    QCOMPARE(QApplication::focusWidget(), child<QComboBox>("ownDataTarget"));
    QCOMPARE(child<QComboBox>("ownDataTarget")->currentText(), QStringLiteral("species"));
    QCOMPARE(child<QComboBox>("ownDataTask")->currentText(),
        QStringLiteral("Classification: 3 classes (setosa, versicolor, virginica)"));
    QVERIFY(child<QLabel>("ownDataFound")->text().startsWith(QStringLiteral("90 lines of 5 columns")));
    QCOMPARE(child<QComboBox>("ownDataSeparator")->currentIndex(), 1);
    QCOMPARE(child<QComboBox>("ownDataDecimal")->currentIndex(), 1);
    QVERIFY(child<QLabel>("ownDataOutcome")->text().contains(QStringLiteral("input 4 → Dense 32 relu")));

    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QTRY_VERIFY(!dialog());
    QCOMPARE(session()->title, std::string("flowers"));
    QCOMPARE(session()->model.layers.back().config.integer("units"), 3);
    QCOMPARE(session()->data.config.text("without"), std::string("id"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isIdle() && m_window->shownRun().run()
            && m_window->shownRun().run()->summary && m_window->shownRun().run()->session() == *session(),
        kWaitMs);
    const RunSummary& summary = *m_window->shownRun().run()->summary;
    QVERIFY(*summary.testAccuracy > 0.8 && *summary.referenceTestAccuracy > 0.8); // by chance a third
    QVERIFY(m_window->document().isModified()); // it was never saved
}

void TestOwnDataDialog::undoBringsBackWhatWasOpen()
{
    const auto before = session();
    choose(flowers());
    QTest::mouseClick(child<QPushButton>("ownDataCreate"), Qt::LeftButton);
    QCOMPARE(session()->title, std::string("flowers"));
    m_window->document().undoStack().undo();
    QCOMPARE(session(), before);
}

/// It is in its file; what is made of the data has none and is asked about later.
void TestOwnDataDialog::aSavedSessionIsLeftWithoutAWord()
{
    Document& document = m_window->document();
    QVERIFY(document.saveAs(inDirectory("mine.ulps")).ok());
    choose(flowers());
    QVERIFY(!child<QPushButton>("ownDataCreate")
                 ->toolTip()
                 .contains(QStringLiteral("Undo"))); // it is in its file
    QTest::mouseClick(child<QPushButton>("ownDataCreate"), Qt::LeftButton);
    QCOMPARE(session()->title, std::string("flowers"));
    QVERIFY(document.filePath().isEmpty());
    QVERIFY(document.isModified());
}

void TestOwnDataDialog::escapeChangesNothing()
{
    const auto before = session();
    choose(flowers());
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!dialog());
    QCOMPARE(session(), before);
    setFileAnswer([](const FileQuestion&) { return QString(); });
    m_window->findChild<QAction*>(QStringLiteral("newFromFile"))->trigger();
    QVERIFY(!dialog()); // nothing was chosen
}

void TestOwnDataDialog::columnsAreLeftOutBySpace()
{
    choose(flowers());
    auto* table = child<QTableView>("ownDataFields");
    const QAbstractItemModel& model = *table->model();
    const QAbstractItemModelTester tester(table->model());
    QCOMPARE(model.rowCount(), 5);
    const auto use = [&](int row) { return model.index(row, FieldTableModel::Use).data().toString(); };
    QCOMPARE(use(0), QStringLiteral("left out"));
    QCOMPARE(use(2), QStringLiteral("feature"));
    QCOMPARE(use(4), QStringLiteral("target"));
    QCOMPARE(model.index(1, FieldTableModel::Missing).data().toString(), QStringLiteral("1"));
    QCOMPARE(model.index(2, FieldTableModel::Mean).data().toString(), QStringLiteral("4"));
    table->setFocus();
    table->setCurrentIndex(model.index(3, FieldTableModel::Mean));
    QTest::keyClick(table, Qt::Key_Space);
    QCOMPARE(use(3), QStringLiteral("left out"));
    QVERIFY(child<QLabel>("ownDataOutcome")->text().contains(QStringLiteral("input 2")));
    QTest::keyClick(table, Qt::Key_Space);
    QCOMPARE(use(3), QStringLiteral("feature"));
    // The target has no box.
    table->setCurrentIndex(model.index(4, 0));
    QTest::keyClick(table, Qt::Key_Space);
    QCOMPARE(use(4), QStringLiteral("target"));
    // Another target, by keys: the one before becomes a feature.
    auto* target = child<QComboBox>("ownDataTarget");
    target->setFocus();
    QTest::keyClick(target, Qt::Key_L); // "length"
    emit target->activated(target->currentIndex());
    QCOMPARE(use(1), QStringLiteral("target"));
    QCOMPARE(use(4), QStringLiteral("feature"));
    QCOMPARE(child<QComboBox>("ownDataTask")->currentIndex(), 1); // a number
    QVERIFY(child<QPushButton>("ownDataCreate")->isEnabled());
}

void TestOwnDataDialog::aTableIsReadOtherwise()
{
    choose(flowers());
    auto* separator = child<QComboBox>("ownDataSeparator");
    separator->setCurrentIndex(0);
    emit separator->activated(0);
    QTRY_COMPARE_WITH_TIMEOUT(dialog()->data().state(), OwnData::State::Failed, kWaitMs);
    QVERIFY(!child<QPushButton>("ownDataCreate")->isEnabled());
    QVERIFY(child<QLabel>("ownDataProblem")->text().contains(QStringLiteral("flowers.csv")));
    QVERIFY(separator->isVisible()); // so that one can go back
    separator->setCurrentIndex(1);
    emit separator->activated(1);
    QTRY_COMPARE_WITH_TIMEOUT(dialog()->data().state(), OwnData::State::Ready, kWaitMs);
    auto* names = child<QCheckBox>("ownDataHasNames");
    QTest::mouseClick(names, Qt::LeftButton, {}, QPoint(8, names->height() / 2));
    QTRY_COMPARE_WITH_TIMEOUT(dialog()->data().state(), OwnData::State::Ready, kWaitMs);
    QVERIFY(child<QLabel>("ownDataFound")->text().startsWith(QStringLiteral("91 lines")));
    auto* kind = child<QComboBox>("ownDataKind");
    kind->setCurrentIndex(1);
    emit kind->activated(1);
    QTRY_COMPARE_WITH_TIMEOUT(dialog()->data().state(), OwnData::State::Ready, kWaitMs);
    QVERIFY(child<QSpinBox>("ownDataContext")->isVisible());
}

void TestOwnDataDialog::twoFilesAreChosen()
{
    const std::string x = inDirectory("one.npy").toStdString();
    const std::string y = inDirectory("two.npy").toStdString();
    QVERIFY(saveNpy(x, {{8, 1}, std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7}}).ok());
    QVERIFY(saveNpy(y, {{8}, std::vector<float>{0, 0, 0, 0, 1, 1, 1, 1}}).ok());
    choose(toQt(x));
    QCOMPARE(dialog()->data().state(), OwnData::State::Ready);
    QVERIFY(!child<QPushButton>("ownDataCreate")->isEnabled());
    QCOMPARE(
        child<QLabel>("ownDataProblem")->text(), QStringLiteral("⚠ target: choose the file of the targets"));
    setFileAnswer([y](const FileQuestion&) { return toQt(y); });
    QTest::mouseClick(child<QPushButton>("ownDataChooseTargets"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>("ownDataCreate")->isEnabled(), kWaitMs);
    QCOMPARE(child<QLineEdit>("ownDataTargetsFile")->text(), toQt(y));
    QTest::mouseClick(child<QPushButton>("ownDataCreate"), Qt::LeftButton);
    QCOMPARE(session()->data.config.text("targets_file"), y);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isIdle(), kWaitMs);
}

void TestOwnDataDialog::aTextHasAContext()
{
    choose(file("shells.txt", QByteArray("she sells sea shells on the sea shore.\n").repeated(40)));
    QCOMPARE(dialog()->data().state(), OwnData::State::Ready);
    QVERIFY(!child<QTableView>("ownDataFields")->isVisible());
    QVERIFY(child<QLabel>("ownDataText")->text().startsWith(QStringLiteral("she sells")));
    auto* context = child<QSpinBox>("ownDataContext");
    QCOMPARE(QApplication::focusWidget(), context);
    context->setValue(12);
    QCOMPARE(dialog()->data().session()->data.config.integer("context"), 12);
    QVERIFY(child<QPushButton>("ownDataCreate")->isEnabled());
}

void TestOwnDataDialog::whatCannotBeUsedIsSaid_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("message");
    QTest::newRow("a short line") << "a.csv" << QByteArray("a,b\n1,2\n3\n")
                                  << "a.csv:3: expected 2 cells, got 1";
    QTest::newRow("nothing") << "a.csv" << QByteArray() << "a.csv: is empty";
    QTest::newRow("a program") << "a.bin"
                               << QByteArray("\x7f"
                                             "ELF\0\1",
                                      6)
                               << "is neither a CSV, NPZ, NPY or IDX file nor a text";
    QTest::newRow("a workbook") << "a.xlsx"
                                << QByteArray("PK\3\4\24\0\6\0[Content_Types].xml ... xl/workbook.xml", 46)
                                << "save its sheet as CSV";
    QTest::newRow("half an archive") << "a.npz" << QByteArray("PK\3\4") << "a.npz: is cut off after 4 bytes";
}

void TestOwnDataDialog::whatCannotBeUsedIsSaid()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, message);
    const auto before = session();
    choose(file(name.toLatin1().constData(), bytes));
    QCOMPARE(dialog()->data().state(), OwnData::State::Failed);
    auto* problem = child<QLabel>("ownDataProblem");
    QVERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(message), qPrintable(problem->text()));
    QVERIFY(!child<QPushButton>("ownDataCreate")->isEnabled());
    // Mended, it is read again.
    const QString path = child<QLineEdit>("ownDataFile")->text();
    QVERIFY(writeWholeFile(path.toStdString(), "a,b\n1,2\n3,4\n5,6\n").ok());
    QTest::mouseClick(child<QPushButton>("ownDataAgain"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(dialog()->data().state() == OwnData::State::Ready, kWaitMs);
    QCOMPARE(session(), before);
}

/// While it is read the window's thread does its own work, and Cancel ends both soon.
void TestOwnDataDialog::aLargeFileDoesNotHoldTheWindow()
{
    QByteArray text = "a,b,c,y\n";
    for (int i = 0; i < 20'000; ++i)
        text += QByteArray::number(i * 0.37) + ",2.5,3.25," + QByteArray::number(i % 2) + '\n';
    text = text.repeated(1) + text.mid(8).repeated(30); // some 14 MB
    const QString path = file("large.csv", text);
    setFileAnswer([path](const FileQuestion&) { return path; });
    QElapsedTimer clock;
    clock.start();
    m_window->findChild<QAction*>(QStringLiteral("newFromFile"))->trigger();
    QVERIFY(QTest::qWaitForWindowActive(dialog()));
    int turns = 0;
    while (dialog()->data().state() == OwnData::State::Reading) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
        ++turns;
    }
    QVERIFY(turns > 3);
    QCOMPARE(dialog()->data().profile().examples, 20'000 * 31);
    // Once more, and away with it while it is being read.
    QTest::mouseClick(child<QPushButton>("ownDataChooseFile"), Qt::LeftButton);
    QCOMPARE(dialog()->data().state(), OwnData::State::Reading);
    QVERIFY(child<QLabel>("ownDataFound")->text().startsWith(QStringLiteral("Reading large.csv")));
    QTest::keyClick(dialog(), Qt::Key_Escape);
    QTRY_VERIFY(!dialog());
}

void TestOwnDataDialog::aFileThatIsDroppedIsShown()
{
    QMimeData dropped;
    dropped.setUrls({QUrl::fromLocalFile(flowers())});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &drop);
    QTRY_VERIFY(dialog());
    QTRY_COMPARE_WITH_TIMEOUT(dialog()->data().state(), OwnData::State::Ready, kWaitMs);
}

void TestOwnDataDialog::everythingHasANameAndATip()
{
    choose(flowers());
    for (const QWidget* widget : dialog()->findChildren<QWidget*>()) {
        const bool isControl = qobject_cast<const QAbstractButton*>(widget)
            || qobject_cast<const QComboBox*>(widget) || qobject_cast<const QSpinBox*>(widget);
        if (!isControl || !widget->isVisible() || widget->objectName().startsWith(QStringLiteral("qt_")))
            continue;
        if (qobject_cast<const QAbstractButton*>(widget) && widget->parentWidget()->inherits("QTableView"))
            continue; // its corner
        QVERIFY2(!widget->accessibleName().isEmpty() && !widget->toolTip().isEmpty(),
            qPrintable(widget->objectName()));
    }
}

/// The empty project on a file of 3 columns and 3 classes: everything has to change, and comes back with Undo.
void TestOwnDataDialog::aMisfitIsMendedByAButton()
{
    const QString path = file("fit.csv",
        QByteArray("a,b,c,y\n1,2,3,0\n2,3,4,1\n3,4,5,2\n")
            .append(QByteArray("1,2,3,0\n2,3,4,1\n3,4,5,2\n").repeated(20)));
    Document& document = m_window->document();
    QVERIFY(document
                .edit(QStringLiteral("Change data"),
                    [&](SessionSpec& spec) {
                        spec.data = {"csv", {{"file", path.toStdString()}}};
                    })
                .ok());
    const auto before = session();
    m_window->findChild<QAction*>(QStringLiteral("train"))->trigger();
    auto* offer = m_window->findChild<QPushButton*>(QStringLiteral("messageOffer"));
    auto* message = m_window->findChild<QLabel*>(QStringLiteral("messageText"));
    QTRY_VERIFY_WITH_TIMEOUT(message->isVisible(), kWaitMs);
    QVERIFY(offer->isVisible());
    QCOMPARE(offer->text(), QStringLiteral("Fit the model to its data"));
    QVERIFY(message->text().startsWith(QStringLiteral("layers[0].shape: ")));
    QVERIFY(message->text().endsWith(QStringLiteral(
        "Set the input to 3, set the last layer to 3 units, use SparseCategoricalCrossentropy.")));
    offer->setFocus();
    QTest::keyClick(offer, Qt::Key_Space);
    QCOMPARE(session()->model.layers[0].config.list("shape"), std::vector<std::int64_t>{3});
    QVERIFY(!offer->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isIdle() && m_window->shownRun().run()
            && m_window->shownRun().run()->session() == *session(),
        kWaitMs);
    document.undoStack().undo();
    QCOMPARE(session(), before);
}

/// Data whose shape is known without reading are refused for a model that does not fit, and the button takes them and sets its input.
void TestOwnDataDialog::dataOfAnotherShapeOfferTheirInput()
{
    auto* chooser = m_window->findChild<QComboBox*>(QStringLiteral("dataChooser"));
    const auto before = session();
    for (const auto& [name, text] : {std::pair("Sums (regression)", "Set the input to 16"),
             std::pair("Fashion-MNIST", "Fit the model to its data")}) {
        const int row = chooser->findText(QString::fromLatin1(name));
        chooser->setCurrentIndex(row);
        emit chooser->activated(row);
        auto* offer = m_window->findChild<QPushButton*>(QStringLiteral("messageOffer"));
        QVERIFY(offer->isVisibleTo(m_window.get()));
        QCOMPARE(offer->text(), QString::fromLatin1(text));
        QCOMPARE(session(), before);
        offer->click();
        QCOMPARE(session()->data.className,
            std::string(
                row == chooser->findText(QStringLiteral("Fashion-MNIST")) ? "fashion_mnist" : "sums"));
        m_window->document().undoStack().undo();
        QCOMPARE(session(), before);
    }
}

void TestOwnDataDialog::pictures_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<double>("textSize");
    QTest::addColumn<QSize>("size");
    const QSize small(920, 680); // what a screen of 1024 x 768 gives
    QTest::newRow("table") << "flowers.csv" << false << 1.0 << QSize(940, 640);
    QTest::newRow("table, dark") << "flowers.csv" << true << 1.0 << small;
    QTest::newRow("table, large text") << "flowers.csv" << false << 1.5 << small;
    QTest::newRow("text") << "shells.txt" << false << 1.0 << small;
    QTest::newRow("archive, large text") << "arrays.npz" << true << 1.5 << small;
    QTest::newRow("broken") << "broken.csv" << false << 1.0 << small;
}

/// Nothing is cut off. With ULPSCOPE_PICTURES naming a folder the pictures are left there to be looked at.
void TestOwnDataDialog::pictures()
{
    QFETCH(QString, name);
    QFETCH(bool, isDark);
    QFETCH(double, textSize);
    QFETCH(QSize, size);
    flowers();
    file("shells.txt", QByteArray("she sells sea shells on the sea shore.\n").repeated(40));
    file("broken.csv", "a,b\n1,2\n3\n");
    const std::string arrays = inDirectory("arrays.npz").toStdString();
    QVERIFY(saveNpz(arrays,
        {{"x_train", {{6, 2, 2}, std::vector<float>(24, 128.0F)}},
            {"y_train", {{6}, std::vector<float>{0, 1, 2, 0, 1, 2}}},
            {"x_test", {{1, 2, 2}, std::vector<float>(4)}}})
                .ok());
    applyTheme(isDark ? Theme::Dark : Theme::Light);
    const QFont font = QApplication::font();
    QFont large = font;
    large.setPointSizeF(font.pointSizeF() * textSize);
    QApplication::setFont(large);
    choose(m_directory->filePath(name));
    dialog()->resize(size);
    QCoreApplication::processEvents();
    QVERIFY2(dialog()->height() <= size.height(), qPrintable(QString::number(dialog()->height())));
    for (const QLabel* label : dialog()->findChildren<QLabel*>())
        if (label->isVisible() && label->wordWrap())
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    for (const QAbstractButton* button : dialog()->findChildren<QPushButton*>())
        if (button->isVisible())
            QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
    auto* table = child<QTableView>("ownDataFields");
    const int least = table->horizontalHeader()->height() + 3 * table->verticalHeader()->defaultSectionSize();
    QVERIFY(!table->isVisible() || table->height() >= least);
    const QString folder = qEnvironmentVariable("ULPSCOPE_PICTURES");
    if (!folder.isEmpty())
        QVERIFY(dialog()->grab().save(
            folder + QStringLiteral("/own %1.png").arg(QLatin1String(QTest::currentDataTag()))));
    QApplication::setFont(font);
}

void TestOwnDataDialog::namesInLatin1AreFoundAgain()
{
    QByteArray text("gr\xf6\xdf"
                    "e,b,c\n");
    for (int i = 0; i < 60; ++i)
        text += QByteArray::number(i * 0.37) + ',' + QByteArray::number(i % 7 * 1.5) + ','
            + QByteArray::number(i % 5 * 0.25) + '\n';
    choose(file("sizes.csv", text));
    QCOMPARE(dialog()->data().state(), OwnData::State::Ready);
    auto* target = child<QComboBox>("ownDataTarget");
    QCOMPARE(target->itemText(0), QStringLiteral("größe"));
    target->setCurrentIndex(0);
    emit target->activated(0);
    const Result<SessionSpec> made = dialog()->data().session();
    QVERIFY2(made.ok(), made.ok() ? "" : made.error().text().c_str());
    QCOMPARE(made->data.config.text("target"), std::string("größe"));
    const Result<SessionSpec> read = readSession(writeSession(*made));
    QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
    QCOMPARE(read->data.config.text("target"), std::string("größe"));
    QTest::mouseClick(child<QPushButton>("ownDataCreate"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->isIdle() && m_window->shownRun().run()
            && m_window->shownRun().run()->session() == *session(),
        kWaitMs);
    QVERIFY(m_window->shownRun().run()->stepsDone() > 0);
}

QTEST_MAIN(TestOwnDataDialog)
#include "tst_own_data_dialog.moc"
