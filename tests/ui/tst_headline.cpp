// SPDX-License-Identifier: GPL-3.0-or-later
// One run, both ways: what the health strip says is what summary.json says, to the bit and in words.
#include "app/io/runs/run_files.h"
#include "app/judge/runs/verdicts.h"
#include "app/session/session_runner.h"
#include "engine/file/whole_file.h"
#include "tests/engine/small_sessions.h"
#include "ui/look/models/display_text.h"
#include "ui/training/metric_tile.h"
#include "ui/training/models/headline.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cmath>
#include <random>

using namespace ulpscope;
using namespace ulpscope::ui;
using Json = nlohmann::json;

namespace {

using State = SessionRunner::State;

constexpr int kTrainingMs = 120'000; ///< generous: the sanitizer builds train too

/// JSON has no NaN and no infinities.
std::optional<double> numberIn(const Json& value)
{
    if (value.is_null())
        return std::nullopt;
    return value.is_string() ? std::stod(value.get<std::string>()) : value.get<double>();
}

/// Bit for bit, but any NaN is a NaN.
bool areSame(const std::optional<double>& a, const std::optional<double>& b)
{
    if (!a || !b)
        return a.has_value() == b.has_value();
    return std::bit_cast<std::uint64_t>(*a) == std::bit_cast<std::uint64_t>(*b)
        || (std::isnan(*a) && std::isnan(*b));
}

/// Two classes, inside and outside of a circle, and one feature that no float16 holds.
std::string pointsWithAnOutlier()
{
    std::mt19937 random(7);
    const auto coordinate = [&] { return static_cast<double>(random()) / std::mt19937::max() * 2 - 1; };
    std::string text = "x,y,is_inside\n";
    for (int i = 0; i < 512; ++i) {
        const double x = coordinate();
        const double y = coordinate();
        text += (i == 100 ? "1e30" : std::to_string(x)) + ',' + std::to_string(y) + ','
            + (x * x + y * y < 0.6 ? '1' : '0') + '\n';
    }
    return text;
}

} // namespace

Q_DECLARE_METATYPE(ulpscope::SessionSpec)

class TestHeadline : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void theStripSaysWhatTheSummarySays_data();
    void theStripSaysWhatTheSummarySays();
    void anOutlierThatIsSkippedIsNoDivergence();
    void noTileIsRedAboveAHealthyVerdict();
    void noTileIsGoodBesideADivergence();
    void theAccuracyIsOfTheRunWhateverIsPinned();
    void aDetailWithoutRoomTakesTwoLines();
    void numbersBesideEachOtherHaveOneSize();

private:
    SessionSpec withAnOutlier() const;
    Json summaryOf(const SessionSpec& session, std::int64_t steps);
    void compare(const RunHistory& run, const Json& summary);

    std::shared_ptr<const Kernels> m_kernels;
    QTemporaryDir m_folder;
};

void TestHeadline::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
    QVERIFY(
        writeWholeFile(m_folder.filePath(QStringLiteral("points.csv")).toStdString(), pointsWithAnOutlier())
            .ok());
}

SessionSpec TestHeadline::withAnOutlier() const
{
    SessionSpec session = circle("mixed_float16");
    session.data = {"csv", {{"file", m_folder.filePath(QStringLiteral("points.csv")).toStdString()}}};
    session.training.optimizer = {"SGD", {{"learning_rate", 0.1}}};
    session.training.lossScale = {"dynamic", {}};
    return session;
}

/// Of the command line's way: trained into a folder and read from its file.
Json TestHeadline::summaryOf(const SessionSpec& session, std::int64_t steps)
{
    const std::filesystem::path folder = m_folder.filePath(QStringLiteral("run")).toStdString();
    const Result<FinishedRun> run
        = runIntoFolder(session, *m_kernels, {.folder = folder, .untilStep = steps - 1});
    if (!run) {
        qWarning("%s", run.error().text().c_str()); // fails the test
        return {};
    }
    return Json::parse(*readWholeFile(folder / "summary.json", 1 << 20));
}

void TestHeadline::compare(const RunHistory& run, const Json& summary)
{
    const RunTotals& totals = run.totals();
    QCOMPARE(totals.steps, summary["steps"].get<std::int64_t>());
    QVERIFY(areSame(totals.counts.gradientsFlushedPercent(), numberIn(summary["gradients_flushed_percent"])));
    QVERIFY(areSame(totals.counts.updatesLostPercent(), numberIn(summary["updates_lost_percent"])));
    QVERIFY(areSame(run.last().errorVsFloat64, numberIn(summary["error_vs_float64"])));
    QCOMPARE(totals.counts.overflows, summary["overflows"].get<std::int64_t>());
    QCOMPARE(totals.skippedSteps, summary["skipped_steps"].get<std::int64_t>());
    QCOMPARE(totals.divergedAt.has_value(), !summary["diverged_at"].is_null());
    if (totals.divergedAt)
        QCOMPARE(*totals.divergedAt, summary["diverged_at"].get<std::int64_t>());
    const Json& birth = summary["first_non_finite"];
    QCOMPARE(totals.birthplace ? totals.birthplace->sentence : std::string(),
        birth.is_null() ? std::string() : birth["sentence"].get<std::string>());

    for (const Headline& headline : headlines(&run)) {
        const Json& given = summary.at(headline.id.toStdString());
        const bool isAccuracy = headline.id == u"test_accuracy"; // known at the end, or of a while ago
        const bool isLost = totals.divergedAt
            && (headline.id == u"loss" || headline.id == u"error_vs_float64" || isAccuracy);
        const QString expected = isLost                       ? QStringLiteral("diverged")
            : isAccuracy && !run.summary                      ? headline.value
            : isAccuracy                                      ? percentText(100 * *numberIn(given))
            : given.is_null()                                 ? QStringLiteral("–")
            : headline.id.endsWith(QStringLiteral("percent")) ? percentText(*numberIn(given))
            : headline.id == u"overflows"                     ? countText(given.get<std::int64_t>())
                                                              : numberText(*numberIn(given));
        QVERIFY2(headline.value == expected,
            qPrintable(
                headline.id + QStringLiteral(": ") + headline.value + QStringLiteral(", not ") + expected));
        if (isAccuracy && totals.divergedAt)
            QVERIFY(headline.detail.startsWith(QStringLiteral("no accuracy")));
        else if (isLost)
            QCOMPARE(headline.detail, QStringLiteral("at step %1").arg(*totals.divergedAt));
        if (headline.id == u"overflows" && totals.skippedSteps > 0)
            QVERIFY(headline.detail.startsWith(countText(totals.skippedSteps)));
    }
}

void TestHeadline::theStripSaysWhatTheSummarySays_data()
{
    QTest::addColumn<SessionSpec>("session");
    QTest::addColumn<QList<int>>("steps"); // after which both are asked; the last is the session's end
    const auto row = [](const char* name, const QList<int>& steps, auto change) {
        SessionSpec session = circle("mixed_float16");
        change(session);
        session.training.steps = steps.back();
        QTest::newRow(name) << session << steps;
    };
    row("gradients are flushed", {1, 200}, [](SessionSpec& s) {
        s.training.lossWeight = 1e-5;
        s.training.optimizer = {"SGD", {{"learning_rate", 1e4}}};
    });
    row("step watch", {1, 8, 9, 60}, [](SessionSpec& s) {
        s.probes.watch = WatchMode::Step;
        s.probes.tensorsEvery = 8;
    });
    row("float32", {50}, [](SessionSpec& s) { s.policies = circle("float32").policies; });
    row("a dynamic scale finds its place", {2, 60}, [](SessionSpec& s) {
        s.training.lossScale = {"dynamic", {{"initial_scale", 0x1p24}}};
    });
    row("weights are lost before the loss", {1, 2, 20}, [](SessionSpec& s) {
        s.training.lossScale = {"fixed", {{"scale", 1e13}}};
    });
    row("an outlier is skipped", {5, 10, 20, 400}, [this](SessionSpec& s) { s = withAnOutlier(); });
    row("an outlier without a scale", {20, 100}, [this](SessionSpec& s) {
        s = withAnOutlier();
        s.training.lossScale = {"none", {}};
    });
}

void TestHeadline::theStripSaysWhatTheSummarySays()
{
    QFETCH(SessionSpec, session);
    QFETCH(QList<int>, steps);
    SessionRunner runner(m_kernels, 1);
    std::vector<Json> summaries;
    runner.start(std::make_shared<const SessionSpec>(session), steps.front());
    for (const int done : steps) {
        QTRY_VERIFY_WITH_TIMEOUT(
            runner.state() == State::Finished || runner.state() == State::Paused, kTrainingMs);
        QCOMPARE(runner.history()->stepsDone(), done);
        summaries.push_back(summaryOf(session, done));
        compare(*runner.history(), summaries.back());
        if (QTest::currentTestFailed())
            return;
        if (done != steps.back())
            runner.resume(steps[qsizetype(summaries.size())] - done);
    }
    // And where it goes back to.
    for (std::size_t i = summaries.size() - 1; i-- > 0;) {
        runner.goTo(steps[qsizetype(i)]);
        QTRY_VERIFY_WITH_TIMEOUT(runner.state() == State::Paused, kTrainingMs);
        compare(*runner.history(), summaries[i]);
    }
}

void TestHeadline::anOutlierThatIsSkippedIsNoDivergence()
{
    SessionSpec session = withAnOutlier();
    session.training.steps = 200;
    session.training.optimizer = {"SGD", {{"learning_rate", 0.5}}};
    SessionRunner runner(m_kernels, 1);
    runner.start(std::make_shared<const SessionSpec>(session));
    QTRY_VERIFY_WITH_TIMEOUT(runner.state() == State::Finished, kTrainingMs);
    const RunHistory& run = *runner.history();
    const auto isOutliers = [](const StepRecord& r) { return r.skipped && !std::isfinite(r.loss); };
    QVERIFY(std::any_of(run.records().begin(), run.records().end(), isOutliers));
    QVERIFY(run.totals().skippedSteps < 20);
    QVERIFY(!run.totals().divergedAt);
    const double accuracy = run.summary->testAccuracy.value_or(0);
    QVERIFY2(accuracy > 0.75, qPrintable(QString::number(accuracy)));
    QVERIFY(judge(session, run.totals(), run.last()).ruleId != "diverged");
    for (const Headline& headline : headlines(&run))
        QVERIFY2(headline.value != QStringLiteral("diverged"), qPrintable(headline.id));
}

void TestHeadline::noTileIsRedAboveAHealthyVerdict()
{
    for (const char* policy : {"mixed_bfloat16", "bfloat16"}) {
        for (const std::int64_t percent : {0, 1, 4, 5, 49, 50, 100}) {
            const SessionSpec session = circle(policy);
            StepRecord record;
            record.counts = {.updatesExpected = 100, .updatesLost = percent};
            RunTotals totals;
            totals.add(record);
            RunHistory run(std::make_shared<const SessionSpec>(session), {});
            run.append({record}, totals);
            const bool isHealthy = judge(session, run.totals(), run.last()).severity == Severity::Good;
            QCOMPARE(isHealthy, percent < (std::string(policy) == "bfloat16" ? 5 : 50));
            bool isRed = false;
            for (const Headline& headline : headlines(&run))
                isRed = isRed || headline.severity == Severity::Warning;
            QCOMPARE(isRed, !isHealthy);
        }
    }
}

/// Whatever was counted, no green tile stands beside "diverged".
void TestHeadline::noTileIsGoodBesideADivergence()
{
    for (const std::int64_t overflows : {0, 1, 7}) {
        StepRecord record;
        record.loss = std::numeric_limits<double>::quiet_NaN();
        record.diverged = true;
        record.counts.overflows = overflows;
        RunTotals totals;
        totals.add(record);
        RunHistory run(std::make_shared<const SessionSpec>(circle("mixed_float16")), {});
        run.append({record}, totals);
        for (const Headline& headline : headlines(&run))
            if (headline.applies && headline.isJudged)
                QVERIFY2(headline.severity == Severity::Failure, qPrintable(headline.id));
        QCOMPARE(headlines(&run)[1].detail, QStringLiteral("up to step 0")); // where the shares end
    }
}

void TestHeadline::theAccuracyIsOfTheRunWhateverIsPinned()
{
    SessionSpec session = withAnOutlier();
    session.training.lossScale = {"none", {}};
    session.training.steps = 100;
    SessionRunner runner(m_kernels, 1);
    runner.start(std::make_shared<const SessionSpec>(session));
    QTRY_VERIFY_WITH_TIMEOUT(runner.state() == State::Finished, kTrainingMs);
    const RunHistory& run = *runner.history();
    QVERIFY(run.totals().divergedAt && *run.totals().divergedAt > 0);
    const auto accuracyAt = [&](std::int64_t step) {
        const std::vector<Headline> all = headlines(&run, StepRange{step, step});
        return *std::ranges::find(all, QStringLiteral("test_accuracy"), &Headline::id);
    };
    const Headline before = accuracyAt(*run.totals().divergedAt - 1);
    QVERIFY2(before.value != QStringLiteral("diverged"), qPrintable(before.value));
    QVERIFY2(!before.definition.contains(QStringLiteral("pinned")), qPrintable(before.definition));
    QVERIFY2(before.detail.contains(QStringLiteral("of the run")), qPrintable(before.detail));
    QCOMPARE(accuracyAt(*run.totals().divergedAt).value, QStringLiteral("diverged"));
    QVERIFY(headlines(&run, StepRange{0, 0}).front().definition.contains(QStringLiteral("pinned")));
}

/// And keeps them until the tile has another width, so that a number that changes moves nothing.
void TestHeadline::aDetailWithoutRoomTakesTwoLines()
{
    const auto headline = [](const char* detail) {
        return Headline{.id = QStringLiteral("loss"),
            .lessonPlace = {},
            .lesson = {},
            .caption = QStringLiteral("Loss"),
            .value = QStringLiteral("0.0123"),
            .detail = QString::fromUtf8(detail),
            .definition = {}};
    };
    MetricTile tile;
    tile.showHeadline(headline("of the run"));
    const int least = tile.minimumSizeHint().width();
    const int oneLine = tile.minimumSizeHint().height();
    tile.resize(least, oneLine);
    tile.show();
    QCOMPARE(tile.minimumSizeHint().height(), oneLine);
    tile.showHeadline(headline("float64: 0.00123456; of the run"));
    const int twoLines = tile.minimumSizeHint().height();
    QVERIFY(twoLines > oneLine);
    tile.resize(least, twoLines);
    const QImage whole = tile.grab().toImage();
    tile.showHeadline(headline("float64: 0.00123456; of the …"));
    QVERIFY(tile.grab().toImage() != whole); // its end is seen
    tile.showHeadline(headline("of the run"));
    QCOMPARE(tile.minimumSizeHint().height(), twoLines);
    tile.resize(4 * least, twoLines);
    QCOMPARE(tile.minimumSizeHint().height(), oneLine);
}

/// One that has less room makes the others' smaller too.
void TestHeadline::numbersBesideEachOtherHaveOneSize()
{
    QWidget strip;
    strip.resize(700, 100);
    MetricTile wide(&strip);
    MetricTile narrow(&strip);
    Headline headline;
    headline.id = QStringLiteral("loss");
    headline.caption = QStringLiteral("Loss");
    headline.value = QStringLiteral("0.0123");
    headline.detail = QStringLiteral("of the run");
    for (MetricTile* tile : {&wide, &narrow}) {
        tile->showHeadline(headline);
        tile->setGeometry(tile == &wide ? 0 : 340, 0, 320, 100);
    }
    strip.show();
    const QImage large = wide.grab().toImage();
    narrow.resize(narrow.minimumSizeHint().width(), 100);
    headline.value = QStringLiteral("99.99 %");
    narrow.showHeadline(headline);
    QVERIFY(wide.grab().toImage() != large);
    narrow.hide();
    QVERIFY(wide.grab().toImage() == large);
}

QTEST_MAIN(TestHeadline)
#include "tst_headline.moc"
