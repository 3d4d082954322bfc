// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/headless_tour.h"

#include "app/io/session/session_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <sstream>

using namespace ulpscope;

namespace {

std::size_t lineCount(const std::filesystem::path& file)
{
    std::ifstream stream(file);
    std::size_t lines = 0;
    for (std::string line; std::getline(stream, line);)
        ++lines;
    return lines;
}

SessionSpec shortCircle()
{
    Result<SessionSpec> circle = loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    circle->training.steps = 40;
    return *circle;
}

/// Fashion-MNIST's data on a machine that has not installed it.
SessionSpec withoutItsData()
{
    SessionSpec session = shortCircle();
    session.title = "Clothes";
    session.model.layers = {
        {"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{28, 28}}}, {}, {}},
        {"flatten", "Flatten", {}, {}, {}},
        {"dense", "Dense", {{"units", std::int64_t{10}}}, {}, {}},
    };
    session.data = {"fashion_mnist", {{"folder", std::string("/nonexistent")}}};
    session.training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    return session;
}

} // namespace

class TestHeadlessTour : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void aStopLeavesItsFilesAndItsTable();
    void aStopThatFailsDoesNotEndTheTour();
    void missingDataNamesThePackageAndTheCommand();
    void progressIsALineAQuarter();
    void aStoppedTourKeepsWhatIsDone();

private:
    TourStop stop(const char* name, const SessionSpec& session) const;
    bool run(const std::vector<TourStop>& stops);

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<QTemporaryDir> m_directory;
    std::filesystem::path m_folder;
    std::ostringstream m_out;
    std::ostringstream m_log;
};

void TestHeadlessTour::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestHeadlessTour::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_folder = m_directory->path().toStdString();
    m_out.str({});
    m_log.str({});
}

TourStop TestHeadlessTour::stop(const char* name, const SessionSpec& session) const
{
    const std::filesystem::path file = m_folder / (std::string(name) + ".ulps");
    const Status saved = saveSession(file, session);
    check(saved.ok(), "a session can be saved into a temporary folder");
    return {name, file};
}

bool TestHeadlessTour::run(const std::vector<TourStop>& stops)
{
    return runTour(
        stops, *m_kernels, {.folder = m_folder / "out", .threads = 2, .isTerminal = false}, m_out, m_log);
}

void TestHeadlessTour::aStopLeavesItsFilesAndItsTable()
{
    QVERIFY(run({stop("circle", shortCircle())}));
    for (const char* file : {"policy.json", "history.csv", "tensors.csv", "summary.json"})
        QVERIFY2(std::filesystem::file_size(m_folder / "out" / "circle" / file) > 0, file);
    QCOMPARE(lineCount(m_folder / "out" / "circle" / "history.csv"), std::size_t{41});
    const QString table = QString::fromStdString(m_out.str());
    QVERIFY2(table.startsWith(QStringLiteral("Circle (mixed_float16)\n")), qPrintable(table));
    QVERIFY(table.contains(QStringLiteral("circle/\n")));
}

void TestHeadlessTour::aStopThatFailsDoesNotEndTheTour()
{
    QVERIFY(!run({{"nothing", m_folder / "nothing.ulps"}, stop("circle", shortCircle())}));
    QVERIFY(std::filesystem::exists(m_folder / "out" / "circle" / "summary.json"));
    QVERIFY(QString::fromStdString(m_log.str()).contains(QStringLiteral("nothing.ulps")));
}

void TestHeadlessTour::missingDataNamesThePackageAndTheCommand()
{
    QVERIFY(!run({stop("clothes", withoutItsData())}));
    const QString log = QString::fromStdString(m_log.str());
    QVERIFY2(log.contains(QStringLiteral("Clothes was not trained")), qPrintable(log));
    QVERIFY2(log.contains(QStringLiteral("apt-get install dataset-fashion-mnist")), qPrintable(log));
    QVERIFY(m_out.str().empty());
}

void TestHeadlessTour::progressIsALineAQuarter()
{
    QVERIFY(run({stop("circle", shortCircle())}));
    const QString log = QString::fromStdString(m_log.str());
    QVERIFY2(log.startsWith(QStringLiteral("Circle: 25 %, step 10 of 40\nCircle: 50 %, step 20 of 40\n"
                                           "Circle: 75 %, step 30 of 40\nCircle: 100 %, step 40 of 40\n")),
        qPrintable(log));
}

void TestHeadlessTour::aStoppedTourKeepsWhatIsDone()
{
    const std::vector<TourStop> stops{stop("first", shortCircle()), stop("second", shortCircle())};
    int asked = 0;
    const TourOptions options{
        .folder = m_folder / "out", .threads = 1, .isTerminal = false, .isStopped = [&] {
            return ++asked > 5;
        }};
    QVERIFY(!runTour(stops, *m_kernels, options, m_out, m_log));
    QVERIFY(lineCount(m_folder / "out" / "first" / "history.csv") < 10);
    std::ifstream summary(m_folder / "out" / "first" / "summary.json");
    const std::string text(std::istreambuf_iterator<char>(summary), {});
    QVERIFY(text.find("\"ended\": \"interrupted\"") != std::string::npos);
    QVERIFY(!std::filesystem::exists(m_folder / "out" / "second"));
}

QTEST_GUILESS_MAIN(TestHeadlessTour)
#include "tst_headless_tour.moc"
