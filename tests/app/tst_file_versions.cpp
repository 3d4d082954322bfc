// SPDX-License-Identifier: GPL-3.0-or-later
// Every file that has a format version is read up to the newest version that the program knows; a newer one is called newer.
#include "app/io/json/json_text.h"
#include "app/io/runs/runs_file.h"
#include "app/io/session/session_file.h"
#include "app/lesson/answers/answers_file.h"
#include "app/lesson/lesson_file.h"
#include "app/search/sweep/sweep_plan.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"

#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace ulpscope;

namespace {

/// A file's text with the version 1 in it, and what its reader says of another text: empty where it is read.
struct VersionedFile
{
    const char* name;
    std::string text;
    std::function<std::string(const std::string&)> read;
};

std::string errorOf(const auto& result)
{
    return result ? std::string() : result.error().text();
}

std::string sessionFile(const std::string& place)
{
    return *readWholeFile(std::string(ULPSCOPE_SOURCE_DIR "/resources/") + place, kLargestJson);
}

} // namespace

class TestFileVersions : public QObject
{
    Q_OBJECT
private slots:
    void versionsUpToTheNewestAreRead_data();
    void versionsUpToTheNewestAreRead();

private:
    std::vector<VersionedFile> files() const
    {
        const std::filesystem::path plan = m_folder.path().toStdString();
        return {{"session", sessionFile("scenes/circle.ulps"),
                    [](const std::string& text) { return errorOf(readSession(text)); }},
            {"lesson", sessionFile("lessons/02-swamping.ulpslesson"),
                [](const std::string& text) { return errorOf(readLesson(text)); }},
            {"answers", writeAnswers({}), [](const std::string& text) { return errorOf(readAnswers(text)); }},
            {"runs", runsHead(),
                [](const std::string& text) {
                    return errorOf(readRuns(*zipped({{"runs.json", text}}), "/"));
                }},
            {"sweep", *readWholeFile(plan / "plan.json", kLargestJson), [plan](const std::string& text) {
                 const Status written = writeWholeFile(plan / "plan.json", text);
                 return written ? errorOf(readSweepPlan(plan)) : written.error().text();
             }}};
    }

    /// The head of a file of no runs.
    static std::string runsHead()
    {
        const std::string bytes = *writeRuns({}, "/");
        return *ZipReader::open(bytes, "")->read(0);
    }

    QTemporaryDir m_folder;
};

void TestFileVersions::versionsUpToTheNewestAreRead_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("error"); ///< what it has; empty: none
    const QString newer = QStringLiteral("was written by a newer Ulpscope (version ");
    for (const char* version : {"2", "2.0", "2147483648", "4294967297", "9223372036854775807",
             "9223372036854775808", "9223372036854775809", "18446744073709551615", "18446744073709551616",
             "18446744073709551617", "1e300"})
        QTest::newRow(version) << version << newer;
    for (const char* version : {"1", "1.0", "10e-1"})
        QTest::newRow(version) << version << QString();
    for (const char* version : {"0", "-1", "1.5", "-9223372036854775808", "0.9999999999999999"})
        QTest::newRow(version) << version << QStringLiteral("version: expected 1, got ") + version;
    for (const char* version : {"\"1\"", "null", "true", "[1]"})
        QTest::newRow(version) << version << QStringLiteral("version: expected 1, got ") + version;
}

void TestFileVersions::versionsUpToTheNewestAreRead()
{
    QFETCH(QString, version);
    QFETCH(QString, error);
    const SweepQuestion asked{
        *readSession(sessionFile("scenes/circle.ulps")), {"float32,bfloat16"}, "loss < 100", {1}};
    Result<Kernels> kernels = Kernels::load();
    QVERIFY(kernels.ok());
    QVERIFY(writeSweepPlan(m_folder.path().toStdString(), asked, *kernels).ok());
    for (const VersionedFile& file : files()) {
        const QString before = QStringLiteral("\"version\": 1");
        QString text = QString::fromStdString(file.text);
        QCOMPARE(text.count(before + QLatin1Char(',')), 1);
        text.replace(before, QStringLiteral("\"version\": ") + version);
        const QString said = QString::fromStdString(file.read(text.toStdString()));
        QVERIFY2(error.isEmpty() ? said.isEmpty() : said.contains(error),
            qPrintable(QLatin1String(file.name) + ": " + said));
    }
}

QTEST_GUILESS_MAIN(TestFileVersions)
#include "tst_file_versions.moc"
