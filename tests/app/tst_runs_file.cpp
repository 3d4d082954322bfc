// SPDX-License-Identifier: GPL-3.0-or-later
// Files of kept runs: everything comes back to the bit, and what is wrong with one is said in one sentence.
#include "app/io/runs/runs_file.h"
#include "app/io/session/session_file.h"
#include "engine/file/npz.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cmath>
#include <functional>
#include <limits>

using namespace ulpscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// With the bits of a payload, which only a copy of the bits keeps.
double oddNan()
{
    return std::bit_cast<double>(std::uint64_t{0x7ff8000000000123});
}

SavedRun savedRun()
{
    auto session = std::make_shared<SessionSpec>(
        *loadSession(std::filesystem::path(ULPSCOPE_SOURCE_DIR) / "resources/scenes/circle.ulps"));
    session->title = "Kreis \"1\"";
    session->origin.folder = "/data/scenes";
    RecordedRun run;
    run.session = session;
    run.paths = {"sequential/dense", "sequential/dense/kernel"};
    for (std::int64_t step = 0; step < 5; ++step) {
        StepRecord record;
        record.step = 3 * step;
        record.loss = step == 1 ? oddNan() : step == 2 ? kInfinity : 0.1 * double(step);
        if (step != 3)
            record.referenceLoss = step == 1 ? -0.0 : 0.3;
        record.lossScale = 32768;
        record.skipped = step == 2;
        record.counts = {.isCompared = true,
            .gradientsNonZero = 1234567890123,
            .gradientsFlushed = 7,
            .updatesExpected = 9,
            .updatesLost = step,
            .overflows = 2,
            .scaled = 4096,
            .saturated = 3};
        record.errorVsFloat64 = 5e-324;
        record.gradientAmax = 1e300;
        record.nonFinite = step;
        record.diverged = step == 4;
        record.scalerEnded = step >= 3;
        run.records.push_back(record);
        run.totals.add(record);
    }
    run.totals.steps = 13;
    run.totals.birthplace = std::make_shared<const Birthplace>(Birthplace{.step = 3,
        .pass = Pass::Loss,
        .layer = "sequential/dense",
        .tensor = "kernel gradient",
        .role = TensorRole::WeightGradient,
        .index = "[3, 5]",
        .value = -kInfinity,
        .format = "float16",
        .operation = "cast",
        .operands = {{"value before the cast", -70123.5}},
        .sentence = "It was born."});
    auto divergence = std::make_shared<Birthplace>();
    divergence->step = 7;
    divergence->kind = BirthKind::OfStep;
    divergence->sentence = "So was this.";
    run.totals.divergence = divergence;
    auto nan = std::make_shared<Birthplace>();
    nan->step = 7;
    nan->kind = BirthKind::Nan;
    nan->value = std::numeric_limits<double>::quiet_NaN();
    nan->sentence = "And this.";
    run.totals.firstNan = nan;
    run.metrics = {{PathId(1), TensorRole::Weight, Metric::StepCosine, {0, 12}, {oddNan(), -kInfinity}},
        {PathId(0), TensorRole::Output, Metric::Amax, {4}, {0.1}}};
    run.summary = RunSummary{.totals = run.totals,
        .last = run.records.back(),
        .ended = RunEnd::Condition,
        .watch = WatchMode::Step,
        .arithmetic = ArithmeticKind::KerasJax,
        .arithmeticReason = "asked for",
        .asWritten = {},
        .nextLossScale = 0.5,
        .testAccuracy = std::nullopt,
        .referenceTestAccuracy = 0.75,
        .testMetrics = {{"rmse", kInfinity}},
        .referenceTestMetrics = {},
        .stepsPerSecond = 12.5,
        .kernels = "x86-64-v3",
        .processor = "AMD EPYC",
        .notes = {}};
    run.stepsPerSecond = 12.5;
    return {run,
        {.madeName = "mixed_bfloat16",
            .givenName = "meiner ★",
            .note = "two\nlines",
            .begun = "2026-11-22T19:00:00",
            .isStarred = true,
            .isCompared = true,
            .look = 7,
            .sweep = "loss scale from 2^0 to 2^8"}};
}

bool haveSameBits(const std::vector<double>& a, const std::vector<double>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    });
}

std::vector<double> numbersOf(const StepRecord& record)
{
    const auto& counts = record.counts;
    std::vector<double> numbers{double(record.step), record.loss, record.referenceLoss.value_or(-7),
        record.lossScale.value_or(-7), double(record.skipped), double(counts.isCompared),
        double(counts.gradientsNonZero), double(counts.gradientsFlushed), double(counts.updatesExpected),
        double(counts.updatesLost), double(counts.overflows), record.errorVsFloat64.value_or(-7),
        record.gradientErrorVsFloat64.value_or(-7), record.gradientAmax, double(record.nonFinite),
        double(record.diverged)};
    return numbers;
}

std::string written(const std::vector<SavedRun>& runs = {savedRun()})
{
    const Result<std::string> bytes = writeRuns(runs, "/data/mine");
    return bytes ? *bytes : std::string();
}

/// The archive with one entry changed.
std::string changed(const std::string& name, const std::function<void(std::string&)>& change)
{
    const std::string bytes = written();
    const Result<ZipReader> archive = ZipReader::open(bytes, "");
    std::vector<ZipEntry> entries;
    for (std::size_t i = 0; i < archive->entries().size(); ++i) {
        entries.push_back({archive->entries()[i].name, *archive->read(i)});
        if (entries.back().name == name)
            change(entries.back().bytes);
    }
    return *zipped(entries);
}

std::string replaced(const std::string& name, const std::string& from, const std::string& to)
{
    return changed(name, [&](std::string& text) {
        const std::size_t at = text.find(from);
        if (at == std::string::npos)
            qFatal("no %s in %s", from.c_str(), name.c_str());
        text.replace(at, from.size(), to);
    });
}

/// With one number of a table changed.
std::string withNumber(const std::string& name, std::size_t index, double value)
{
    return changed(name, [&](std::string& bytes) {
        NpyArray array = *readNpy(bytes);
        std::get<std::vector<double>>(array.values).at(index) = value;
        bytes = writeNpy(array);
    });
}

} // namespace

class TestRunsFile : public QObject
{
    Q_OBJECT
private slots:
    void everyNumberComesBackToTheBit();
    void relativePathsLeadToTheSameFiles();
    void theSameRunsGiveTheSameBytes();
    void aRunThatHasNotEndedHasNoSummary();
    void whatIsWrongIsSaidWithItsPlace_data();
    void whatIsWrongIsSaidWithItsPlace();
    void aFileFromBeforeIsRead();
    void everyTruncationIsAnError();
    void constantsCanBeReadBack();
    void orderOfColumnsAndNamesIsTheFiles();
};

void TestRunsFile::everyNumberComesBackToTheBit()
{
    const SavedRun before = savedRun();
    const Result<std::vector<SavedRun>> runs = readRuns(written({before, before}), "/data/mine");
    QVERIFY2(runs.ok(), runs ? "" : runs.error().text().c_str());
    QCOMPARE(runs->size(), std::size_t{2});
    const SavedRun& after = runs->back();
    QVERIFY(after.label == before.label);
    QVERIFY(*after.run.session == *before.run.session);
    QCOMPARE(after.run.paths, before.run.paths);
    QCOMPARE(after.run.stepsPerSecond, 12.5);
    QCOMPARE(after.run.records.size(), before.run.records.size());
    for (std::size_t i = 0; i < before.run.records.size(); ++i)
        QVERIFY(haveSameBits(numbersOf(after.run.records[i]), numbersOf(before.run.records[i])));
    QCOMPARE(after.run.metrics.size(), before.run.metrics.size());
    for (std::size_t i = 0; i < before.run.metrics.size(); ++i) {
        const RecordedMetric& metric = before.run.metrics[i];
        QVERIFY(after.run.metrics[i].path == metric.path && after.run.metrics[i].role == metric.role
            && after.run.metrics[i].metric == metric.metric);
        QCOMPARE(after.run.metrics[i].steps, metric.steps);
        QVERIFY(haveSameBits(after.run.metrics[i].values, metric.values));
    }
    const RunTotals& totals = after.run.totals;
    QCOMPARE(totals.steps, std::int64_t{13});
    QVERIFY(totals.counts == before.run.totals.counts);
    QCOMPARE(totals.skippedSteps, std::int64_t{1});
    QVERIFY(totals.recentSkips == before.run.totals.recentSkips);
    QCOMPARE(totals.divergedAt, before.run.totals.divergedAt);
    QVERIFY(totals.specials == before.run.totals.specials);
    QVERIFY(totals.birthplace);
    QCOMPARE(totals.birthplace->sentence, std::string("It was born."));
    QVERIFY(totals.birthplace->kind == BirthKind::OfRun);
    QVERIFY(totals.divergence);
    QCOMPARE(totals.divergence->step, std::int64_t{7});
    QVERIFY(totals.divergence->kind == BirthKind::OfStep);
    QVERIFY(totals.firstNan && totals.firstNan->kind == BirthKind::Nan);
    QVERIFY(std::isnan(totals.firstNan->value));
    QCOMPARE(totals.firstNan->sentence, std::string("And this."));
    QCOMPARE(totals.birthplace->pass, Pass::Loss);
    QCOMPARE(totals.birthplace->operands.at(0).value, -70123.5);
    QVERIFY(after.run.summary);
    QCOMPARE(after.run.summary->ended, RunEnd::Condition);
    QCOMPARE(after.run.summary->watch, WatchMode::Step);
    QCOMPARE(after.run.summary->arithmetic, ArithmeticKind::KerasJax);
    QCOMPARE(after.run.summary->arithmeticReason, std::string("asked for"));
    QCOMPARE(after.run.summary->kernels, std::string("x86-64-v3"));
    QCOMPARE(after.run.summary->processor, std::string("AMD EPYC"));
    QVERIFY(!after.run.summary->testAccuracy);
    QCOMPARE(after.run.summary->referenceTestAccuracy, std::optional<double>(0.75));
    QVERIFY(after.run.summary->testMetrics == before.run.summary->testMetrics);
    QCOMPARE(after.run.summary->last.step, std::int64_t{12});
}

void TestRunsFile::relativePathsLeadToTheSameFiles()
{
    const std::string bytes = written();
    QCOMPARE(readRuns(bytes, "/data/mine")->at(0).run.session->origin.folder.string(),
        std::string("/data/scenes"));
    // The folders were moved together.
    QCOMPARE(readRuns(bytes, "/home/mine")->at(0).run.session->origin.folder.string(),
        std::string("/home/scenes"));
}

void TestRunsFile::theSameRunsGiveTheSameBytes()
{
    const std::string bytes = written();
    QVERIFY(!bytes.empty());
    QVERIFY(bytes == written());
    QVERIFY(written(*readRuns(bytes, "/data/mine")) == bytes);
    QVERIFY(readRuns(written({}), "/data/mine")->empty());
}

void TestRunsFile::aRunThatHasNotEndedHasNoSummary()
{
    SavedRun run = savedRun();
    run.run.summary.reset();
    run.run.totals.birthplace.reset();
    run.run.totals.divergence.reset();
    const Result<std::vector<SavedRun>> runs = readRuns(written({run}), "/data/mine");
    QVERIFY(runs.ok());
    QVERIFY(!runs->front().run.summary);
    QVERIFY(!runs->front().run.totals.birthplace);
}

void TestRunsFile::whatIsWrongIsSaidWithItsPlace_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, std::string bytes, const char* message) {
        QTest::newRow(name) << std::move(bytes) << QString::fromUtf8(message);
    };
    row("no archive", "hello", "not a file of runs: Not a zip archive");
    row("empty", "", "not a file of runs: it is empty");
    row("an npz", *zipped({{"a.npy", writeNpy({{1}, std::vector<double>{1}})}}), "runs.json: is not in it");
    row("another format", replaced("runs.json", "ulpscope-runs", "ulpscope-rums"),
        "runs.json: format: expected \"ulpscope-runs\", got \"ulpscope-rums\"");
    row("newer", replaced("runs.json", "\"version\": 1", "\"version\": 2"),
        "runs.json: version: this file of kept runs was written by a newer Ulpscope (version 2); this program reads version 1");
    row("a million runs", replaced("runs.json", "\"runs\": 1", "\"runs\": 1000000"),
        "runs.json: runs: expected a whole number from 0 to 1000, got 1000000");
    row("more runs than there are", replaced("runs.json", "\"runs\": 1", "\"runs\": 2"),
        "1/run.json: is not in it");
    row("a column less", replaced("runs.json", "\"skipped\"", "\"stepped\""),
        "runs.json: record_columns: has no \"skipped\"");
    row("an unknown metric", replaced("runs.json", "\"step_sqnr\"", "\"step_sqnl\""),
        "runs.json: metrics: unknown name 'step_sqnl'; did you mean 'step_sqnr'?");
    row("no JSON", changed("0/run.json", [](std::string& text) { text = "{"; }),
        "0/run.json: line 1, column 2: not valid JSON: unexpected end of input; expected string literal");
    row("a star that is none", replaced("0/run.json", "\"starred\": true", "\"starred\": 1"),
        "0/run.json: starred: expected true or false, got 1");
    row("a skip too many", replaced("0/run.json", "\"skipped_steps\": 1", "\"skipped_steps\": 14"),
        "0/run.json: totals.skipped_steps: expected a whole number from 0 to 13, got 14");
    row("a broken session", replaced("0/session.ulps", "\"layers\"", "\"players\""),
        "0/session.ulps: players: unknown key 'players'; did you mean 'layers'?");
    row("a step that is none", withNumber("0/records.npy", 0, 0.5), "0/records.npy: [0]: step cannot be 0.5");
    row("a step again", withNumber("0/records.npy", 23, 0),
        "0/records.npy: [1]: its step does not come after that of the row before");
    row("steps that are not done", replaced("0/run.json", "\"steps\": 13", "\"steps\": 14"),
        "0/records.npy: its last step is not that of a run of 14 steps");
    row("more steps than are done",
        changed("0/records.npy",
            [](std::string& bytes) {
                NpyArray array = *readNpy(bytes);
                array.shape[0] = 1000;
                std::get<std::vector<double>>(array.values).resize(1000 * std::size_t(array.shape[1]));
                bytes = writeNpy(array);
            }),
        "0/records.npy: has more than 13 steps");
    row("a row more than are done",
        changed("0/records.npy",
            [](std::string& bytes) {
                NpyArray array = *readNpy(bytes);
                array.shape[0] = 14;
                std::get<std::vector<double>>(array.values).resize(14 * std::size_t(array.shape[1]));
                bytes = writeNpy(array);
            }),
        "0/records.npy: has more than 13 steps");
    row("a path that is not there", withNumber("0/figures.npy", 0, 2),
        "0/figures.npy: [0]: has a path, a role or a metric that there is not");
    row("a figure twice",
        changed("0/figures.npy",
            [](std::string& bytes) {
                NpyArray array = *readNpy(bytes);
                auto& cells = std::get<std::vector<double>>(array.values);
                std::copy_n(cells.begin(), 3, cells.begin() + 4);
                bytes = writeNpy(array);
            }),
        "0/figures.npy: [1]: is there already");
    row("2^60 points", withNumber("0/figures.npy", 3, 0x1p60),
        "0/figures.npy: [0]: has other points than there are");
    row("a NaN of points", withNumber("0/figures.npy", 3, oddNan()),
        "0/figures.npy: [0]: has other points than there are");
    row("points left over", withNumber("0/figures.npy", 3, 1),
        "0/figures.npy: has fewer points than there are");
    row("a point after the end", withNumber("0/steps.npy", 1, 13),
        "0/figures.npy: [0]: has a point at step 13, out of its order");
    const auto larger = [](std::size_t columns) {
        return [columns](std::string& bytes) {
            const auto rows = static_cast<std::int64_t>(100'000 / columns);
            std::vector<double> zeros(100'000);
            bytes = columns == 1 ? writeNpy({{rows}, std::move(zeros)})
                                 : writeNpy({{rows, static_cast<std::int64_t>(columns)}, std::move(zeros)});
        };
    };
    row("many more steps than points", changed("0/steps.npy", larger(1)),
        "0/steps.npy: has more than the 3 points of its figures");
    row("many more values than points", changed("0/values.npy", larger(1)),
        "0/values.npy: has more than the 3 points of its figures");
    row("many more figures than there can be", changed("0/figures.npy", larger(4)),
        "0/figures.npy: has more figures than there are tensors and metrics");
    row("a table of float32",
        changed("0/values.npy",
            [](std::string& bytes) {
                bytes = writeNpy({{3}, std::vector<float>(3)});
            }),
        "0/figures.npy: expected as many float64 values as steps");
}

/// The column of a scaler that ended the run came later.
void TestRunsFile::aFileFromBeforeIsRead()
{
    const std::string old = changed("runs.json", [](std::string& text) {
        for (const std::string later : {"\"scaler_ended\"", "\"scaled\"", "\"saturated\""})
            text.insert(text.find(later) + 1, "not_");
    });
    const Result<std::vector<SavedRun>> runs = readRuns(old, "/data/mine");
    QVERIFY2(runs.ok(), runs.ok() ? "" : runs.error().text().c_str());
    QVERIFY(!runs->front().run.records.back().scalerEnded);
    QCOMPARE(runs->front().run.records.back().counts.saturated, std::int64_t{0});
}

void TestRunsFile::whatIsWrongIsSaidWithItsPlace()
{
    QFETCH(std::string, bytes);
    QFETCH(QString, message);
    const Result<std::vector<SavedRun>> runs = readRuns(bytes, "/data/mine");
    QVERIFY(!runs.ok());
    QCOMPARE(QString::fromStdString(runs.error().text()), message);
}

void TestRunsFile::everyTruncationIsAnError()
{
    QTemporaryDir folder;
    const std::string bytes = written();
    QVERIFY(bytes.size() > 2000);
    for (std::size_t length = 0; length < bytes.size(); length += 7)
        QVERIFY(!readRuns(std::string_view(bytes).substr(0, length), {}).ok());
    const std::string path = folder.filePath("cut.ulpsruns").toStdString();
    QVERIFY(writeWholeFile(path, std::string_view(bytes).substr(0, 2000)).ok());
    QCOMPARE(loadRuns(path).error().place, path);
}

/// Deflate packs them to a thousandth, more than a reader takes.
void TestRunsFile::constantsCanBeReadBack()
{
    const std::vector<ZipEntry> zeros{{"zeros", std::string(std::size_t{70} << 20, '\0')}};
    const Result<std::string> bytes = zipped(zeros, ZipPacking::Deflated);
    QVERIFY(bytes.ok());
    const Result<ZipReader> archive = ZipReader::open(*bytes, "");
    QVERIFY2(archive.ok(), archive ? "" : archive.error().text().c_str());
    QVERIFY(*archive->read(0) == zeros.front().bytes);
    const std::vector<ZipEntry> less{{"zeros", std::string(std::size_t{1} << 20, '\0')}};
    QVERIFY(zipped(less, ZipPacking::Deflated)->size() < less.front().bytes.size() / 100);
}

/// A later version may have more of each.
void TestRunsFile::orderOfColumnsAndNamesIsTheFiles()
{
    const auto swapped = [](std::string& text) {
        const auto replace = [&](const std::string& from, const std::string& to) {
            const std::size_t at = text.find(from);
            if (at == std::string::npos)
                qFatal("no %s", from.c_str());
            text.replace(at, from.size(), to);
        };
        replace("\"input\"", "\"?\"");
        replace("\"output\"", "\"input\"");
        replace("\"?\"", "\"output\"");
    };
    const Result<std::vector<SavedRun>> runs = readRuns(changed("runs.json", swapped), "/data/mine");
    QVERIFY2(runs.ok(), runs ? "" : runs.error().text().c_str());
    QCOMPARE(runs->front().run.metrics.back().role, TensorRole::Input);
}

QTEST_APPLESS_MAIN(TestRunsFile)
#include "tst_runs_file.moc"
