// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/policy/keras_policy.h"
#include "app/io/runs/run_files.h"
#include "app/io/runs/run_key.h"
#include "app/io/runs/run_summary_text.h"
#include "app/io/session/session_file.h"
#include "engine/base/number_text.h"
#include "engine/file/whole_file.h"
#include "engine/session/same_training.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <limits>

#include <sys/resource.h>

using namespace ulpscope;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

SessionSpec shortCircle(std::int64_t steps)
{
    SessionSpec session
        = *loadSession(std::filesystem::path(ULPSCOPE_SOURCE_DIR) / "resources/scenes/circle.ulps");
    session.training.steps = steps;
    return session;
}

QString textOf(const QTemporaryDir& folder, const char* name)
{
    const auto bytes = readWholeFile(folder.filePath(name).toStdString(), std::size_t{1} << 26);
    return QString::fromStdString(bytes ? *bytes : bytes.error().text());
}

QStringList linesOf(const QTemporaryDir& folder, const char* name)
{
    return textOf(folder, name).split('\n', Qt::SkipEmptyParts);
}

nlohmann::ordered_json summaryOf(const QTemporaryDir& folder, const char* name = "summary.json")
{
    return nlohmann::ordered_json::parse(textOf(folder, name).toStdString());
}

} // namespace

class TestRunFiles : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void writesRowsOfExactlyTheStableNames();
    void notesOfStepsWithoutARowAreInTheNext();
    void nonFiniteNumbersAreWordsAndAbsentOnesNull();
    void aRunLeavesFourWholeFiles();
    void aStoppedRunIsAResult();
    void aDivergedRunKeepsGoingAndSaysSo();
    void everyOverridesTheSession();
    void theNumbersDoNotDependOnThreadsAndOtherCandidates();
    void aRunStopsWhereAConditionIsFirstMet();
    void stepWatchLeavesWhatNeedsAReferenceEmpty();
    void foldersThatCannotBeWrittenAreNamed();
    void aFullDiskLeavesTheEarlierRun();
    void aNameThatCannotBeWrittenIsFoundBeforeTraining();
    void runsOfSeveralCandidatesTakeTheirPlaceTogether();
    void tablesNeverShowTheAccuracyOfADivergedRun();
    void theKeyIsOfWhatTrains();
    void notesGoWithTheFilesOfAKeptRun();

private:
    std::optional<Kernels> m_kernels;
};

void TestRunFiles::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels ? "" : kernels.error().text().c_str());
    m_kernels = *kernels;
}

void TestRunFiles::writesRowsOfExactlyTheStableNames()
{
    const QTemporaryDir folder;
    Result<RunFileWriter> writer
        = RunFileWriter::create(folder.path().toStdString(), {"sequential/dense", "a,\"b\""},
            {{"", 8, "", "first,\nsecond"}, {"", 8, "dense_2", "here"},
                {"", 9, "", "of a step that was not taken"}, {"", 7, "", "=1+1"}});
    QVERIFY(writer.ok());
    StepRecord record;
    record.step = 7;
    record.loss = 0.1;
    record.referenceLoss = kNaN;
    record.skipped = true;
    record.counts = {.isCompared = true, .gradientsNonZero = 8, .gradientsFlushed = 1, .overflows = 3};
    record.errorVsFloat64 = kInfinity;
    record.tensors = {{PathId(0), TensorRole::OutputGradient, Metric::Amax, 1e-30},
        {PathId(1), TensorRole::WeightGradient, Metric::FlushedPercent, -kInfinity}};
    QVERIFY(writer->write(record).ok());
    record.step = 8;
    record.lossScale = 32768;
    record.skipped = false;
    record.tensors.clear();
    QVERIFY(writer->write(record).ok());
    QVERIFY(writer->finish({}, {}, {}).ok());
    QCOMPARE(textOf(folder, "history.csv"),
        QString("step,loss,reference_loss,loss_scale,skipped,gradients_flushed_percent,updates_lost_percent,"
                "overflows,"
                "error_vs_float64,notes\n"
                "7,0.1,NaN,,1,12.5,0,3,Infinity, =1+1\n" // which no spreadsheet takes for a formula
                "8,0.1,NaN,32768,0,12.5,0,3,Infinity,\"first, second; dense_2: here\"\n"));
    QCOMPARE(textOf(folder, "tensors.csv"),
        QString("step,path,role,metric,value\n"
                "7,sequential/dense,output_gradient,amax,1e-30\n"
                "7,\"a,\"\"b\"\"\",weight_gradient,flushed_percent,-Infinity\n"));
}

void TestRunFiles::notesOfStepsWithoutARowAreInTheNext()
{
    NoteCells notes({{"", 40, "", "late"}, {"", 3, "dense", "early"}, {"", 8, "", "at a row"}});
    QCOMPARE(notes.next(0), std::string());
    QCOMPARE(notes.next(8), std::string("step 3: dense: early; at a row"));
    QCOMPARE(notes.next(16), std::string());
    QCOMPARE(notes.next(64), std::string("step 40: late"));
}

void TestRunFiles::nonFiniteNumbersAreWordsAndAbsentOnesNull()
{
    SessionSpec session;
    session.training.seed = 18446744073709551615ULL;
    RunSummary summary;
    summary.totals.steps = 3;
    summary.last.loss = kNaN;
    summary.last.referenceLoss = 0.25;
    summary.last.errorVsFloat64 = kInfinity;
    summary.totals.divergedAt = 2;
    const auto json = nlohmann::ordered_json::parse(summaryJson(summary, session));
    QStringList names;
    for (auto member = json.begin(); member != json.end(); ++member)
        names << QString::fromStdString(member.key());
    QCOMPARE(names,
        (QStringList{"format", "version", "program_version", "kernels", "processor", "seed", "steps", "ended",
            "watch", "arithmetic", "arithmetic_reason", "verdict", "as_written", "loss", "reference_loss",
            "test_accuracy", "reference_test_accuracy", "test_metrics", "reference_test_metrics",
            "gradients_flushed_percent", "updates_lost_percent", "overflows", "error_vs_float64",
            "gradient_error_vs_float64", "loss_scale", "skipped_steps", "diverged_at", "scaler_ended_at",
            "reference_diverged_at", "first_non_finite", "divergence", "first_nan", "steps_per_second",
            "notes"}));
    QVERIFY(json["format"] == "ulpscope-summary");
    QVERIFY(json["version"] == 1);
    QVERIFY(json["seed"] == 18446744073709551615ULL);
    QVERIFY(json["loss"] == "NaN");
    QVERIFY(json["error_vs_float64"] == "Infinity");
    QVERIFY(json["reference_loss"] == 0.25);
    QVERIFY(json["test_accuracy"].is_null() && json["loss_scale"].is_null());
    QVERIFY(json["diverged_at"] == 2);
    QVERIFY(json["verdict"]["rule"] == "diverged" && json["verdict"]["severity"] == "failure");
    QVERIFY(!json["verdict"]["text"].empty());
}

void TestRunFiles::aRunLeavesFourWholeFiles()
{
    const QTemporaryDir folder;
    const SessionSpec session = shortCircle(20);
    const auto run
        = runIntoFolder(session, *m_kernels, {.folder = folder.filePath("made/for/it").toStdString()});
    QVERIFY2(run.ok(), run ? "" : run.error().text().c_str());
    const QTemporaryDir again;
    QVERIFY(runIntoFolder(session, *m_kernels, {.folder = again.path().toStdString()}).ok());
    QCOMPARE(linesOf(again, "history.csv").size(), 21);
    QCOMPARE(linesOf(again, "history.csv").back().section(',', 0, 0), QString("19"));
    QVERIFY(linesOf(again, "tensors.csv").size() > 20);
    const auto json = summaryOf(again);
    QVERIFY(json["steps"] == 20);
    QCOMPARE(json["loss"].get<double>(), run->summary.last.loss); // the same seed, the same bits
    const auto last = linesOf(again, "history.csv").back().split(',');
    QCOMPARE(json["loss"].get<double>(), *parseNumber(last[1].toStdString()));
    QCOMPARE(json["error_vs_float64"].get<double>(), *parseNumber(last[8].toStdString()));
    const auto policy = policyFromText(textOf(again, "policy.json").toStdString());
    QVERIFY(policy.ok());
    QCOMPARE(std::get<DTypePolicyMap>(*policy).defaultPolicy.name, std::string("mixed_float16"));
}

void TestRunFiles::aStoppedRunIsAResult()
{
    const QTemporaryDir folder;
    std::int64_t asked = 0;
    const auto run = runIntoFolder(shortCircle(50), *m_kernels, {.folder = folder.path().toStdString()},
        [&](std::int64_t done, std::int64_t steps) {
            asked = steps;
            return done < 5;
        });
    QVERIFY(run.ok());
    QVERIFY(run->summary.ended == RunEnd::Interrupted);
    QCOMPARE(asked, std::int64_t{50});
    QCOMPARE(run->summary.totals.steps, std::int64_t{5});
    QCOMPARE(linesOf(folder, "history.csv").size(), 6);
    QVERIFY(summaryOf(folder)["steps"] == 5);
    QVERIFY(summaryOf(folder)["ended"] == "interrupted");
    const auto last = runIntoFolder(shortCircle(5), *m_kernels, {.folder = folder.path().toStdString()},
        [](std::int64_t done, std::int64_t steps) { return done < steps; }); // asked for too late to matter
    QVERIFY(last.ok() && last->summary.ended == RunEnd::Complete);
    QVERIFY(summaryOf(folder)["ended"] == "complete");
    QVERIFY(!QString::fromStdString(summaryTable(last->summary, shortCircle(5))).contains("interrupted"));
    QVERIFY(QString::fromStdString(summaryTable(run->summary, shortCircle(50)))
                .contains("  ended                  interrupted\n"));
}

void TestRunFiles::aDivergedRunKeepsGoingAndSaysSo()
{
    const QTemporaryDir folder;
    SessionSpec session = shortCircle(40);
    session.training.optimizer.config.set("learning_rate", 1e30);
    const auto run = runIntoFolder(session, *m_kernels, {.folder = folder.path().toStdString()});
    QVERIFY2(run.ok(), run ? "" : run.error().text().c_str());
    QVERIFY(run->summary.totals.divergedAt.has_value());
    QVERIFY(!run->summary.testAccuracy.has_value());
    QCOMPARE(linesOf(folder, "history.csv").size(), 41);
    QVERIFY(textOf(folder, "history.csv").contains("NaN"));
    const auto json = summaryOf(folder);
    QCOMPARE(json["diverged_at"].get<std::int64_t>(), *run->summary.totals.divergedAt);
    QVERIFY(json["test_accuracy"].is_null());
    QVERIFY(json["loss"].is_string());
}

void TestRunFiles::everyOverridesTheSession()
{
    const QTemporaryDir folder;
    QVERIFY(
        runIntoFolder(shortCircle(10), *m_kernels, {.folder = folder.path().toStdString(), .every = 5}).ok());
    QStringList steps;
    for (const QString& line : linesOf(folder, "tensors.csv"))
        if (!steps.contains(line.section(',', 0, 0)))
            steps << line.section(',', 0, 0);
    QCOMPARE(steps, (QStringList{"step", "0", "5"}));
}

void TestRunFiles::theNumbersDoNotDependOnThreadsAndOtherCandidates()
{
    SessionSpec session = shortCircle(24);
    session.training.batchSize = 512; // heavy enough for threads to be taken
    for (LayerSpec& layer : session.model.layers)
        if (layer.config.find("units") != nullptr && layer.name != "logits")
            layer.config.set("units", std::int64_t{192});
    const QTemporaryDir one;
    QVERIFY(runIntoFolder(session, *m_kernels, {.folder = one.path().toStdString(), .threads = 1}).ok());
    QVERIFY(linesOf(one, "history.csv").size() == 25);
    for (const int threads : {2, 4}) {
        const QTemporaryDir many;
        QVERIFY(runIntoFolder(session, *m_kernels, {.folder = many.path().toStdString(), .threads = threads})
                    .ok());
        QCOMPARE(textOf(many, "history.csv"), textOf(one, "history.csv"));
        QCOMPARE(textOf(many, "tensors.csv"), textOf(one, "tensors.csv"));
    }
    std::vector<NamedCandidate> candidates{{"first", session}, {"second", session}, {"third", session}};
    setGlobalPolicyAsCompile(candidates[0].session, *getPolicy("float32"));
    setGlobalPolicyAsCompile(candidates[2].session, *getPolicy("mixed_bfloat16"));
    const QTemporaryDir three;
    QVERIFY(
        runIntoFolders(candidates, *m_kernels, {.folder = three.path().toStdString(), .threads = 2}).ok());
    QCOMPARE(textOf(three, "second/history.csv"), textOf(one, "history.csv"));
    QCOMPARE(textOf(three, "second/tensors.csv"), textOf(one, "tensors.csv"));
}

void TestRunFiles::aRunStopsWhereAConditionIsFirstMet()
{
    SessionSpec session = shortCircle(40);
    session.training.lossScale = {"dynamic", {{"initial_scale", 0x1p120}}};
    const QTemporaryDir folder;
    const auto run = runIntoFolder(
        session, *m_kernels, {.folder = folder.path().toStdString(), .until = *stopRuleOf("first-skip")});
    QVERIFY(run.ok());
    QCOMPARE(run->metUntil, std::string("First skipped step"));
    QVERIFY(summaryOf(folder)["ended"] == "condition");
    QCOMPARE(run->summary.totals.steps, std::int64_t{1});
    QCOMPARE(linesOf(folder, "history.csv").size(), 2);
    const auto birth = summaryOf(folder)["first_non_finite"];
    QVERIFY(birth["step"] == 0 && birth["operands"].size() >= 1);

    QVERIFY(runIntoFolder(session, *m_kernels, {.folder = folder.path().toStdString(), .untilStep = 3}).ok());
    QVERIFY(summaryOf(folder)["ended"] == "condition" && summaryOf(folder)["steps"] == 4);
    QVERIFY(
        runIntoFolder(session, *m_kernels, {.folder = folder.path().toStdString(), .untilStep = 39}).ok());
    QVERIFY(summaryOf(folder)["ended"] == "complete");
    // An expression over what is recorded, and a watch of the session that stops.
    const auto counted = runIntoFolder(
        session, *m_kernels, {.folder = folder.path().toStdString(), .until = *stopRuleOf("step * 2 >= 11")});
    QVERIFY(counted.ok());
    QCOMPARE(counted->metUntil, std::string("step * 2 >= 11"));
    QVERIFY(summaryOf(folder)["ended"] == "condition" && summaryOf(folder)["steps"] == 7);
    const auto nowhere
        = runIntoFolder(session, *m_kernels, {.folder = {}, .until = *stopRuleOf("amax(nobody.output) > 1")});
    QVERIFY(!nowhere.ok() && nowhere.error().place == "until");
    session.watches = {{"step > 8", false}, {"step > 9", true}};
    session.notes
        = {{"", 3, "dense_1", "here"}, {runKey(session), 4, "", "and here"}, {"0123", 5, "", "elsewhere"}};
    const auto watched = runIntoFolder(session, *m_kernels, {.folder = folder.path().toStdString()});
    QVERIFY(watched.ok());
    QCOMPARE(watched->metUntil, std::string("step > 9"));
    QVERIFY(summaryOf(folder)["steps"] == 11);
    // The notes about this run go with it.
    const auto notes = summaryOf(folder)["notes"];
    QCOMPARE(notes.size(), std::size_t{2});
    QVERIFY(notes[0]["step"] == 3 && notes[0]["layer"] == "dense_1" && notes[0]["text"] == "here");
    QVERIFY(notes[1]["text"] == "and here");
    QVERIFY2(linesOf(folder, "history.csv")[4].endsWith(QStringLiteral(",dense_1: here")),
        qPrintable(linesOf(folder, "history.csv")[4]));
}

void TestRunFiles::stepWatchLeavesWhatNeedsAReferenceEmpty()
{
    SessionSpec session = shortCircle(3);
    session.probes.watch = WatchMode::Step;
    const QTemporaryDir folder;
    QVERIFY(runIntoFolder(session, *m_kernels, {.folder = folder.path().toStdString()}).ok());
    const auto row = linesOf(folder, "history.csv").back().split(',');
    QVERIFY(row[2].isEmpty() && row[5].isEmpty() && row[8].isEmpty());
    const auto json = summaryOf(folder);
    QVERIFY(json["watch"] == "step");
    QVERIFY(json["reference_loss"].is_null() && json["error_vs_float64"].is_null());
    QVERIFY(json["gradients_flushed_percent"].is_number());
}

void TestRunFiles::foldersThatCannotBeWrittenAreNamed()
{
    const QTemporaryDir folder;
    QVERIFY(writeWholeFile(folder.filePath("file").toStdString(), "").ok());
    const auto run
        = runIntoFolder(shortCircle(2), *m_kernels, {.folder = folder.filePath("file/in/it").toStdString()});
    QVERIFY(!run);
    QCOMPARE(run.error().kind, ErrorKind::Output);
    QCOMPARE(QString::fromStdString(run.error().text()),
        folder.filePath("file/in/it") + ": cannot be made: Not a directory");
}

void TestRunFiles::aFullDiskLeavesTheEarlierRun()
{
    const QTemporaryDir folder;
    const std::filesystem::path out = folder.filePath("out").toStdString();
    QVERIFY(runIntoFolder(shortCircle(3), *m_kernels, {.folder = out}).ok());
    const QString before = textOf(folder, "out/history.csv");
    // No file may grow beyond that: writing fails as on a full disk, at whatever file comes first.
    struct rlimit unlimited = {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &unlimited), 0);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    for (const rlim_t bytes : {0UL, 1000UL, 5000UL, 20000UL}) {
        const struct rlimit limit
        {
            bytes, unlimited.rlim_max
        };
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        const auto run = runIntoFolder(shortCircle(400), *m_kernels, {.folder = out});
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &unlimited), 0);
        QVERIFY(!run);
        QCOMPARE(run.error().kind, ErrorKind::Output);
        const QString text = QString::fromStdString(run.error().text());
        QVERIFY2(
            text.startsWith(folder.filePath("out/")) && text.endsWith(": cannot be written: File too large"),
            qPrintable(text));
        QCOMPARE(textOf(folder, "out/history.csv"), before);
        QVERIFY(summaryOf(folder, "out/summary.json")["steps"] == 3);
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
            QStringList{"out"});
    }
    std::signal(SIGXFSZ, handler);
}

void TestRunFiles::aNameThatCannotBeWrittenIsFoundBeforeTraining()
{
    const QTemporaryDir folder;
    QVERIFY(runIntoFolder(shortCircle(3), *m_kernels, {.folder = folder.path().toStdString()}).ok());
    SessionSpec session = shortCircle(3);
    session.model.layers[2].name = "de\x1b[31mnse";
    session.model.layers[2].inputs.clear();
    bool hasTrained = false;
    const auto train = [&](std::int64_t, std::int64_t) { return hasTrained = true; };
    const auto run = runIntoFolder(session, *m_kernels, {.folder = folder.path().toStdString()}, train);
    QVERIFY(!run && !hasTrained);
    QVERIFY2(run.error().place == "layers[2].name", run.error().text().c_str());
    QVERIFY(QString::fromStdString(run.error().message.text()).contains("has a control character"));
    QVERIFY(runIntoFolder(session, *m_kernels, {}).ok()); // no files, no trouble
    session.model.layers[2].name = "dense";
    session.model.name = "se\tquential"; // a zip archive may have that
    QVERIFY(runIntoFolder(session, *m_kernels, {.folder = folder.path().toStdString()}).ok());
}

void TestRunFiles::runsOfSeveralCandidatesTakeTheirPlaceTogether()
{
    const QTemporaryDir folder;
    const std::filesystem::path out = folder.filePath("out").toStdString();
    const std::vector<NamedCandidate> candidates{{"one", shortCircle(4)}, {"two", shortCircle(4)}};
    QVERIFY(runIntoFolders(candidates, *m_kernels, {.folder = out}).ok());
    std::vector<NamedCandidate> longer{{"one", shortCircle(6)}, {"two", shortCircle(6)}};
    const auto run = runIntoFolders(longer, *m_kernels, {.folder = out}, [&](std::int64_t, std::int64_t) {
        return linesOf(folder, "out/one/history.csv").size() == 5
            && linesOf(folder, "out/two/history.csv").size() == 5;
    });
    QVERIFY(run.ok()
        && run->front().summary.ended == RunEnd::Complete); // the earlier ones were there all the time
    for (const char* name : {"out/one/", "out/two/"}) {
        QCOMPARE(linesOf(folder, (std::string(name) + "history.csv").c_str()).size(), 7);
        QVERIFY(summaryOf(folder, (std::string(name) + "summary.json").c_str())["steps"] == 6);
    }
    longer[1].session.model.layers[2].name = "de\x1bnse";
    QVERIFY(!runIntoFolders(longer, *m_kernels, {.folder = out}).ok());
    QCOMPARE(linesOf(folder, "out/one/history.csv").size(), 7);
}

void TestRunFiles::tablesNeverShowTheAccuracyOfADivergedRun()
{
    RunSummary summary;
    summary.totals.steps = 1500;
    summary.last.loss = 0.5;
    summary.last.referenceLoss = 0.25;
    summary.testAccuracy = 0.875;
    summary.referenceTestAccuracy = 0.9;
    summary.totals.counts = {.isCompared = true, .gradientsNonZero = 100'000, .gradientsFlushed = 84'128};
    summary.last.errorVsFloat64 = 0.0;
    summary.nextLossScale = 32768;
    summary.stepsPerSecond = 25362.7;
    summary.totals.weightsMoved = true;
    const SessionSpec session = shortCircle(1500);
    QCOMPARE(QString::fromStdString(summaryTable(summary, session)),
        QString("  84.1 % of the gradients became zero that are not zero in float64.\n"
                "  May help (not tried): Try loss scale 1024.\n"
                "                         candidate  float64\n"
                "  steps                  1500\n"
                "  loss                   0.5        0.25\n"
                "  test accuracy          87.50 %    90.00 %\n"
                "  gradients flushed      84.13 %\n"
                "  updates lost           0 %\n"
                "  overflows              0\n"
                "  error against float64  0\n"
                "  loss scale             32768\n"
                "  overflow rule          ml_dtypes, float8 keras\n"
                "  skipped steps          0\n"
                "  steps per second       25363\n"));
    summary.totals.divergedAt = 312;
    summary.last.loss = kNaN;
    const QString diverged = QString::fromStdString(summaryTable(summary, session));
    QVERIFY(diverged.contains("  result                 diverged at step 312\n"));
    QVERIFY(diverged.contains("  test accuracy          diverged   90.00 %\n"));
    QVERIFY(diverged.contains("  loss                   NaN        0.25\n"));
    QVERIFY(!diverged.contains("87.50"));
}

void TestRunFiles::theKeyIsOfWhatTrains()
{
    const SessionSpec session = shortCircle(40);
    using Change = std::function<void(SessionSpec&)>;
    const std::vector<Change> others{[](SessionSpec& s) { s.title = "Another"; },
        [](SessionSpec& s) { s.description = "Another."; }, [](SessionSpec& s) { s.suggestions.clear(); },
        [](SessionSpec& s) {
            s.suggestions.push_back({"Try", R"({"training": {"steps": 3}})"});
        },
        [](SessionSpec& s) { s.plots = {"loss"}; },
        [](SessionSpec& s) {
            s.watches = {{"loss > 1", true}};
        },
        [](SessionSpec& s) {
            s.notes = {{"", 1, "", "Here"}};
        },
        [](SessionSpec& s) { s.origin.folder = "/elsewhere"; }};
    for (std::size_t i = 0; i < others.size(); ++i) {
        SessionSpec changed = session;
        others[i](changed);
        QVERIFY2(trainsTheSame(session, changed), qPrintable(QString::number(i)));
        QVERIFY2(runKey(changed) == runKey(session), qPrintable(QString::number(i)));
    }
    const std::vector<Change> changes{[](SessionSpec& s) { s.model.layers[1].name = "another"; },
        [](SessionSpec& s) { s.policies.global = *getPolicy("float64"); },
        [](SessionSpec& s) { s.data.config.set("points", std::int64_t{100}); },
        [](SessionSpec& s) { ++s.training.seed; }, [](SessionSpec& s) { ++s.probes.tensorsEvery; }};
    for (std::size_t i = 0; i < changes.size(); ++i) {
        SessionSpec changed = session;
        changes[i](changed);
        QVERIFY2(!trainsTheSame(session, changed), qPrintable(QString::number(i)));
        QVERIFY2(runKey(changed) != runKey(session), qPrintable(QString::number(i)));
    }
}

void TestRunFiles::notesGoWithTheFilesOfAKeptRun()
{
    auto session = std::make_shared<SessionSpec>(shortCircle(40));
    session->notes
        = {{"", 3, "dense_1", "here"}, {runKey(*session), 4, "", "and here"}, {"0123", 5, "", "elsewhere"}};
    RecordedRun run;
    run.session = session;
    run.records.resize(1);
    run.totals.add(run.records.front());
    for (const bool hasEnded : {false, true}) {
        const QTemporaryDir folder;
        if (hasEnded)
            run.summary.emplace().totals = run.totals;
        const Status written = writeRunFiles(folder.path().toStdString(), run);
        QVERIFY2(written.ok(), written ? "" : written.error().text().c_str());
        const auto notes = summaryOf(folder)["notes"];
        QCOMPARE(notes.size(), std::size_t{2});
        QVERIFY(notes[0]["text"] == "here" && notes[1]["text"] == "and here");
    }
}

QTEST_APPLESS_MAIN(TestRunFiles)
#include "tst_run_files.moc"
