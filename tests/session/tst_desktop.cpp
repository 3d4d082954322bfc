// SPDX-License-Identifier: GPL-3.0-or-later
// A double click on a session or a lesson starts the program: the desktop knows the files by their names, and the program by the kind.
#include "app/io/session/session_file.h"
#include "app/lesson/answers/answers_file.h"
#include "app/lesson/lesson_file.h"

#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QTemporaryDir>
#include <QTest>

using namespace ulpscope;

class TestDesktop : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QVERIFY(QDir().mkpath(m_data.filePath(QStringLiteral("mime/packages"))));
        QVERIFY(QFile::copy(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/desktop/ulpscope.xml"),
            m_data.filePath(QStringLiteral("mime/packages/ulpscope.xml"))));
        qputenv("XDG_DATA_HOME", m_data.path().toUtf8());
        QFile entry(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/desktop/ulpscope.desktop"));
        QVERIFY(entry.open(QFile::ReadOnly));
        m_entry = QString::fromUtf8(entry.readAll());
    }

    void filesAreKnownByTheirNames_data()
    {
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<QString>("type");
        QTest::addColumn<bool>("isOpened");
        const auto row = [](const char* name, std::string_view suffix, const char* type, bool isOpened) {
            QTest::newRow(name) << QString::fromUtf8(suffix.data(), qsizetype(suffix.size()))
                                << QString::fromUtf8(type) << isOpened;
        };
        row("session", kSessionFileSuffix, "application/x-ulpscope-session+json", true);
        row("lesson", kLessonFileSuffix, "application/x-ulpscope-lesson+json", true);
        row("answers", kAnswersFileSuffix, "application/x-ulpscope-answers+json", false);
    }

    void filesAreKnownByTheirNames()
    {
        QFETCH(QString, suffix);
        QFETCH(QString, type);
        QFETCH(bool, isOpened);
        const QMimeType found = QMimeDatabase().mimeTypeForFile(
            QStringLiteral("mine.") + suffix, QMimeDatabase::MatchExtension);
        QCOMPARE(found.name(), type);
        QVERIFY(found.inherits(QStringLiteral("application/json")));
        QCOMPARE(m_entry.contains(type + QLatin1Char(';')), isOpened);
    }

    void theProgramGetsTheFile() { QVERIFY(m_entry.contains(QStringLiteral("\nExec=ulpscope %f\n"))); }

private:
    QTemporaryDir m_data;
    QString m_entry;
};

QTEST_GUILESS_MAIN(TestDesktop)
#include "tst_desktop.moc"
