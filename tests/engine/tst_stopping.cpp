// SPDX-License-Identifier: GPL-3.0-or-later
// What takes long before a run begins ends soon when it is asked to: reading, drawing data, drawing weights.
#include "engine/data/dataset_catalog.h"
#include "engine/file/csv.h"
#include "engine/file/idx.h"
#include "engine/file/npz.h"
#include "engine/file/whole_file.h"
#include "tests/engine/small_sessions.h"

#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <fstream>
#include <thread>

using namespace ulpscope;

namespace {

#if defined(__SANITIZE_THREAD__)
constexpr int kSoonMs = 30'000; // clearing a gigabyte is ten times as slow there, and what is not stopped too
#else
constexpr int kSoonMs = 2000; // in which the window has to end, whatever is being read
#endif

std::stop_token stopped()
{
    std::stop_source source;
    source.request_stop();
    return source.get_token();
}

/// Asks to stop a little after work(token) has begun, and gives how long that took to end: of the processor's time, since
/// other programs make it wait, not work.
template <class Work>
qint64 msToStop(Work work)
{
    std::stop_source source;
    std::clock_t asked = 0;
    std::thread asks([&] {
        QTest::qSleep(100);
        asked = std::clock();
        source.request_stop();
    });
    work(source.get_token());
    asks.join();
    return (std::clock() - asked) * 1000 / CLOCKS_PER_SEC;
}

Component component(
    const char* className, std::initializer_list<std::pair<std::string, ParameterValue>> config)
{
    Config given;
    for (const auto& [name, value] : config)
        given.set(name, value);
    return {className, *checkConfig(given, findRow(datasetCatalog(), className)->parameters)};
}

} // namespace

class TestStopping : public QObject
{
    Q_OBJECT
private slots:
    void everyReaderStops();
    void aLargeTableStopsSoon();
    void drawnDataStopSoon();
    void drawnWeightsStopSoon();
};

void TestStopping::everyReaderStops()
{
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("file")).toStdString();
    const NpyArray array{{2}, std::vector<float>{1, 2}};
    QVERIFY(writeWholeFile(file, "x,y\n1,0\n2,1\n").ok());
    QCOMPARE(readWholeFile(file, 100, stopped()).error().kind, ErrorKind::Stopped);
    QCOMPARE(CsvReader::open(file, {}, stopped()).error().kind, ErrorKind::Stopped);
    QCOMPARE(loadDataset(component("csv", {{"file", file}}), 1, stopped()).error().kind, ErrorKind::Stopped);
    QVERIFY(saveNpy(file, array).ok());
    QCOMPARE(loadNpy(file, stopped()).error().kind, ErrorKind::Stopped);
    QVERIFY(saveNpz(file, {{"x", array}}).ok());
    QCOMPARE(loadNpz(file, stopped()).error().kind, ErrorKind::Stopped);
    QVERIFY(writeWholeFile(file, std::string("\0\0\x08\x01\0\0\0\x02\x01\x02", 10)).ok());
    QCOMPARE(readIdx(file)->values.size(), std::size_t{2});
    QCOMPARE(readIdx(file, stopped()).error().kind, ErrorKind::Stopped);
}

void TestStopping::aLargeTableStopsSoon()
{
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("large.csv")).toStdString();
    std::string lines;
    for (int i = 0; i < 1000; ++i)
        lines += "1.25,2.5,3.75,0\n";
    std::ofstream out(file);
    for (int i = 0; i < 6000; ++i)
        out << lines;
    out.close();
    const qint64 ms = msToStop([&](const std::stop_token& stop) {
        const Result<Dataset> data = loadDataset(component("csv", {{"file", file}}), 1, stop);
        QVERIFY(!data.ok());
        QCOMPARE(data.error().kind, ErrorKind::Stopped);
    });
    QVERIFY2(ms < kSoonMs, qPrintable(QString::number(ms)));
}

void TestStopping::drawnDataStopSoon()
{
    const qint64 ms = msToStop([](const std::stop_token& stop) {
        const Result<Dataset> data = loadDataset(
            component("sums", {{"points", std::int64_t{30'000}}, {"terms", std::int64_t{4096}}}), 1, stop);
        QVERIFY(!data.ok());
        QCOMPARE(data.error().kind, ErrorKind::Stopped);
    });
    QVERIFY2(ms < kSoonMs, qPrintable(QString::number(ms)));
}

void TestStopping::drawnWeightsStopSoon()
{
    const Result<Kernels> kernels = Kernels::load();
    QVERIFY(kernels.ok());
    SessionSpec session = circle("mixed_float16"); // orthogonal: minutes of Gram and Schmidt
    session.model.layers[1].config.set("units", std::int64_t{4096});
    session.model.layers[2].config.set("units", std::int64_t{4096});
    session.model.layers[2].config.set("kernel_initializer", std::string("orthogonal"));
    const qint64 ms = msToStop([&](const std::stop_token& stop) {
        const Result<TrainingRun> run
            = TrainingRun::create(session, *kernels, {.memoryBytes = std::uint64_t{1} << 40, .stop = stop});
        QVERIFY(!run.ok());
        QCOMPARE(run.error().kind, ErrorKind::Stopped);
    });
    QVERIFY2(ms < kSoonMs, qPrintable(QString::number(ms)));
}

QTEST_GUILESS_MAIN(TestStopping)
#include "tst_stopping.moc"
