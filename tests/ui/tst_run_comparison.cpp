// SPDX-License-Identifier: GPL-3.0-or-later
// What is made of several runs: where two part, what several seeds have in common, and which are worth their memory.
#include "app/io/runs/seed_runs.h"
#include "engine/session/arithmetic_choice.h"
#include "tests/engine/small_sessions.h"
#include "ui/runs/models/first_difference.h"
#include "ui/runs/models/pareto.h"
#include "ui/runs/models/seed_pairs.h"
#include "ui/runs/seed_band.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct NamedMetric
{
    std::string path;
    TensorRole role;
    Metric metric;
    std::vector<double> steps;
    std::vector<double> values;
};

/// A run with these losses, from step 0 on.
std::shared_ptr<const RunHistory> runOf(
    std::vector<double> losses, const std::vector<NamedMetric>& metrics = {}, std::uint64_t seed = 1)
{
    RecordedRun run;
    auto session = std::make_shared<SessionSpec>(circle("float32"));
    session->training.seed = seed;
    run.session = std::move(session);
    for (const double loss : losses) {
        StepRecord record;
        record.step = std::int64_t(run.records.size());
        record.loss = loss;
        run.totals.add(record);
        run.records.push_back(record);
    }
    for (const NamedMetric& metric : metrics) {
        auto path = std::find(run.paths.begin(), run.paths.end(), metric.path);
        if (path == run.paths.end())
            path = run.paths.insert(path, metric.path);
        run.metrics.push_back({PathId(std::size_t(path - run.paths.begin())), metric.role, metric.metric,
            metric.steps, metric.values});
    }
    return std::make_shared<const RunHistory>(std::move(run));
}

NamedMetric output(const char* path, std::vector<double> values)
{
    return {path, TensorRole::Output, Metric::Amax, {0, 2, 4}, std::move(values)};
}

NamedMetric gradient(const char* path, std::vector<double> values)
{
    return {path, TensorRole::WeightGradient, Metric::Amax, {0, 2, 4}, std::move(values)};
}

SeriesRow lossCurve()
{
    SeriesRow curve;
    curve.metric = StepMetric::Loss;
    return curve;
}

SeriesRow curveOf(const TensorSource& source)
{
    SeriesRow curve;
    curve.tensor = source;
    return curve;
}

} // namespace

class TestRunComparison : public QObject
{
    Q_OBJECT
private slots:
    void theFrontHasWhatNoOtherBeats_data();
    void theFrontHasWhatNoOtherBeats();
    void runsPartAtTheFirstStep();
    void withinAStepTheOrderIsThatOfItsComputation();
    void backwardTheOutputGradientOfTheLastLayerIsFirst();
    void tensorsAreToldByTheirNames();
    void comparisonsWithFloat64AreNoDifference();
    void theSameRunPartsNowhere();
    void onlyStepsThatBothHaveAreCompared();
    void seedsAreGroupedAndTheirMedianIsBetween();
    void aNanAmongSeedsIsTheLargest();
    void runsOfOtherArithmeticAreNoPair();
    void smoothingIsTheMedianOfTheStepsAround();
    void smoothingOfALongRunKeepsWhatIsNotFinite();
    void theWindowIsATwentiethOfTheLongestRun();
};

void TestRunComparison::theFrontHasWhatNoOtherBeats_data()
{
    QTest::addColumn<std::vector<CostAndError>>("points");
    QTest::addColumn<std::vector<std::size_t>>("front");
    using Points = std::vector<CostAndError>;
    using Front = std::vector<std::size_t>;
    QTest::newRow("none") << Points{} << Front{};
    QTest::newRow("one") << Points{{1, 0}} << Front{0};
    QTest::newRow("some") << Points{{4, 1}, {1, 5}, {3, 4}, {2, 3}} << Front{1, 3, 0};
    QTest::newRow("the same twice") << Points{{1, 5}, {1, 5}, {2, 5}} << Front{0, 1};
    QTest::newRow("of one cost the best") << Points{{1, 5}, {1, 4}} << Front{1};
    QTest::newRow("lost ones never") << Points{{1, kNan}, {2, kInfinity}, {3, 7}} << Front{2};
}

void TestRunComparison::theFrontHasWhatNoOtherBeats()
{
    QFETCH(std::vector<CostAndError>, points);
    QFETCH(std::vector<std::size_t>, front);
    QCOMPARE(paretoFront(points), front);
}

void TestRunComparison::runsPartAtTheFirstStep()
{
    const auto first = runOf({1, 2, 3, 4, 5}, {output("sequential/a", {1, 2, 3})});
    const auto second = runOf({1, 2, 3, std::nextafter(4, 5), 6}, {output("sequential/a", {1, 2, 4})});
    const FirstDifference found = firstDifference(*first, *second);
    QVERIFY(found.ofSteps && found.ofTensors);
    QCOMPARE(found.ofSteps->step, std::int64_t{3});
    QCOMPARE(found.ofSteps->what, QStringLiteral("loss"));
    QCOMPARE(found.ofTensors->step, std::int64_t{4});
    QCOMPARE(found.ofTensors->what, QStringLiteral("a / output: largest magnitude"));
    QCOMPARE(found.steps, std::int64_t{5});
    QCOMPARE(found.metrics, std::size_t{1});
    QCOMPARE(found.sampledSteps, std::int64_t{3});
    const QString text = differenceText(found, QStringLiteral("A"), QStringLiteral("B"));
    const QString alike = differenceText(found, QStringLiteral("A"), QStringLiteral("A"));
    QVERIFY2(alike.contains(QStringLiteral("step 3, loss: 4 in the one, 4.000000000000001 in the other")),
        qPrintable(alike));
    QVERIFY2(text.contains(QStringLiteral("step 3, loss: 4 in \"A\", 4.000000000000001 in \"B\"")),
        qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("step 4, a / output: largest magnitude: 3 in \"A\", 4 in \"B\"")),
        qPrintable(text));
    QVERIFY2(
        text.contains(QStringLiteral("5 steps and 1 metric of tensors at 3 of these")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("may part earlier")), qPrintable(text));
}

void TestRunComparison::withinAStepTheOrderIsThatOfItsComputation()
{
    const auto metrics = [](double x) {
        return std::vector<NamedMetric>{gradient("sequential/a", {1, x, 3}),
            gradient("sequential/b", {1, x, 3}),
            {"sequential/a", TensorRole::Weight, Metric::Amax, {0, 2, 4}, {1, x, 3}},
            output("sequential/b", {1, x, 3})};
    };
    const FirstDifference all = firstDifference(*runOf({1, 1}, metrics(2)), *runOf({1, 1}, metrics(9)));
    QCOMPARE(all.ofTensors->what, QStringLiteral("b / output: largest magnitude")); // forward is first
    const auto backward = [&](double x) {
        std::vector<NamedMetric> some = metrics(x);
        some.pop_back();
        return some;
    };
    const FirstDifference later = firstDifference(*runOf({1, 1}, backward(2)), *runOf({1, 1}, backward(9)));
    QCOMPARE(
        later.ofTensors->what, QStringLiteral("b / weight gradient: largest magnitude")); // from the end on
    QVERIFY(!later.ofSteps);
}

void TestRunComparison::backwardTheOutputGradientOfTheLastLayerIsFirst()
{
    // Paths as a run lists them: a layer, then its variables.
    const auto metrics = [](double x) {
        const auto gradientOf = [&](const char* path, TensorRole role) {
            return NamedMetric{path, role, Metric::Amax, {0, 2, 4}, {x, 2, 3}};
        };
        return std::vector<NamedMetric>{gradientOf("sequential/a", TensorRole::OutputGradient),
            gradientOf("sequential/a/kernel", TensorRole::WeightGradient),
            gradientOf("sequential/logits", TensorRole::OutputGradient),
            gradientOf("sequential/logits/kernel", TensorRole::WeightGradient),
            gradientOf("sequential/logits/bias", TensorRole::WeightGradient)};
    };
    const FirstDifference found = firstDifference(*runOf({1}, metrics(1)), *runOf({1}, metrics(2)));
    QCOMPARE(found.ofTensors->what, QStringLiteral("logits / output gradient: largest magnitude"));
    const auto inner = [&](double x) {
        std::vector<NamedMetric> some = metrics(x);
        some.erase(some.begin() + 2);
        return some;
    };
    QVERIFY(firstDifference(*runOf({1}, inner(1)), *runOf({1}, inner(2)))
                .ofTensors->what.startsWith(QStringLiteral("logits / ")));
}

void TestRunComparison::tensorsAreToldByTheirNames()
{
    const auto first = runOf({1}, {output("sequential/a", {1, 2, 3}), output("sequential/b", {4, 5, 6})});
    const auto second = runOf({1},
        {output("sequential/new", {7, 7, 7}), output("sequential/b", {4, 5, 7}),
            output("sequential/a", {1, 2, 3})});
    const FirstDifference found = firstDifference(*first, *second);
    QCOMPARE(found.ofTensors->what, QStringLiteral("b / output: largest magnitude"));
    QCOMPARE(found.ofTensors->step, std::int64_t{4});
    QCOMPARE(found.metrics, std::size_t{2});
    QCOMPARE(found.onlyInOne, std::size_t{1});
    QCOMPARE(firstDifference(*second, *first).onlyInOne, std::size_t{1});
}

void TestRunComparison::comparisonsWithFloat64AreNoDifference()
{
    const auto with = [](double error) {
        return runOf({1}, {{"sequential/a", TensorRole::Output, Metric::AccumulatedError, {0}, {error}}});
    };
    const FirstDifference found = firstDifference(*with(1), *with(2));
    QVERIFY(!found.ofTensors && !found.ofSteps);
    QCOMPARE(found.metrics, std::size_t{0});
}

void TestRunComparison::theSameRunPartsNowhere()
{
    const auto run = runOf({1, kNan, kInfinity}, {output("sequential/a", {1, kNan, -0.0})});
    const FirstDifference same = firstDifference(*run, *run);
    QVERIFY(!same.ofSteps && !same.ofTensors);
    const QString text = differenceText(same, QStringLiteral("A"), QStringLiteral("B"));
    QVERIFY2(text.contains(QStringLiteral("differ in no number that both have")), qPrintable(text));
    // Zeros of two signs are two numbers.
    const auto other = runOf({1, kNan, kInfinity}, {output("sequential/a", {1, kNan, 0.0})});
    QCOMPARE(firstDifference(*run, *other).ofTensors->step, std::int64_t{4});
}

void TestRunComparison::onlyStepsThatBothHaveAreCompared()
{
    const auto first
        = runOf({1, 2, 3, 4, 5}, {{"sequential/a", TensorRole::Output, Metric::Amax, {0, 3}, {1, 9}}});
    const auto second = runOf({1, 2}, {{"sequential/a", TensorRole::Output, Metric::Amax, {0, 2}, {1, 8}}});
    const FirstDifference found = firstDifference(*first, *second);
    QVERIFY(!found.ofSteps && !found.ofTensors);
    QCOMPARE(found.steps, std::int64_t{2});
    QCOMPARE(found.sampledSteps, std::int64_t{1});
}

void TestRunComparison::seedsAreGroupedAndTheirMedianIsBetween()
{
    std::vector<KeptRun> kept(5);
    for (std::size_t i = 0; i < 4; ++i)
        kept[i].run = runOf({1, 0.5 + double(i * i)}, {output("sequential/a", {double(i), 2, 3})}, i + 1);
    auto other = std::make_shared<RunHistory>(*runOf({7, 7}, {}, 1));
    RecordedRun changed = other->recorded();
    auto session = std::make_shared<SessionSpec>(circle("bfloat16"));
    changed.session = session;
    kept[4].run = std::make_shared<const RunHistory>(std::move(changed));
    const auto groups = seedGroups({&kept[0], &kept[1], &kept[4], &kept[2], &kept[3]});
    QCOMPARE(groups.size(), std::size_t{2});
    QCOMPARE(groups[0].size(), std::size_t{4});
    QCOMPARE(groups[1].front(), &kept[4]);

    const auto edge
        = [](const RunHistory& band, BandEdge which) { return *seriesOf(band, bandSource(which)); };
    const auto band = bandOf(groups[0], lossCurve());
    QCOMPARE(edge(*band, BandEdge::Least).steps, (std::vector<double>{0, 1}));
    QCOMPARE(edge(*band, BandEdge::Least).values, (std::vector<double>{1, 0.5}));
    QCOMPARE(edge(*band, BandEdge::Median).values, (std::vector<double>{1, 3})); // between 1.5 and 4.5
    QCOMPARE(edge(*band, BandEdge::Largest).values, (std::vector<double>{1, 9.5}));
    const auto ofTensor = bandOf(groups[0], curveOf({"sequential/a", TensorRole::Output, Metric::Amax}));
    QCOMPARE(edge(*ofTensor, BandEdge::Median).steps, (std::vector<double>{0, 2, 4}));
    QCOMPARE(edge(*ofTensor, BandEdge::Median).values, (std::vector<double>{1.5, 2, 3}));
}

/// A session that leaves its arithmetic open was computed by other rules by an earlier version.
void TestRunComparison::runsOfOtherArithmeticAreNoPair()
{
    SessionSpec session = circle("bfloat16");
    session.training.steps = 2;
    const auto trained = [](const SessionSpec& of, std::uint64_t seed, ArithmeticKind arithmetic) {
        RecordedRun run = runOf({1, 0.5}, {}, seed)->recorded();
        auto own = std::make_shared<SessionSpec>(of);
        own->training.seed = seed;
        run.session = own;
        run.summary.emplace();
        run.summary->arithmetic = arithmetic;
        KeptRun kept;
        kept.run = std::make_shared<const RunHistory>(std::move(run));
        return kept;
    };
    const SessionSpec reference = float32Reference(session);
    const ArithmeticKind now = chosenArithmetic(session);
    const ArithmeticKind then
        = now == ArithmeticKind::Written ? ArithmeticKind::KerasJax : ArithmeticKind::Written;
    const std::vector<KeptRun> kept{trained(session, 1, then),
        trained(reference, 1, chosenArithmetic(reference)), trained(session, 2, now),
        trained(reference, 2, chosenArithmetic(reference))};
    const std::vector<SeedPair> pairs = seedPairs(session, kept);
    QCOMPARE(pairs.size(), std::size_t{1});
    QCOMPARE(pairs.front().seed, std::uint64_t{2});
    const std::vector<SweepPoint> missing = missingPairs(session, {1, 2}, kept);
    QCOMPARE(missing.size(), std::size_t{1}); // it is trained again
    QCOMPARE(missing.front().value, QStringLiteral("seed 1"));
    QCOMPARE(seedGroups({&kept[0], &kept[2]}).size(), std::size_t{2}); // nor a band
    QVERIFY(kept[2].run->mayHaveArithmeticOf(*kept[2].run));
    QVERIFY(kept[0].run->mayHaveArithmeticOf(*runOf({1}, {}, 1))); // which says nothing
}

void TestRunComparison::aNanAmongSeedsIsTheLargest()
{
    std::vector<KeptRun> kept(3);
    kept[0].run = runOf({kNan, 1}, {}, 1);
    kept[1].run = runOf({1, 2}, {}, 2);
    kept[2].run = runOf({2, 3, 4}, {}, 3); // one that is longer ends with the others
    const auto band = bandOf({&kept[0], &kept[1], &kept[2]}, lossCurve());
    const auto values = [&](BandEdge which) { return seriesOf(*band, bandSource(which))->values; };
    QCOMPARE(values(BandEdge::Least), (std::vector<double>{1, 1}));
    QCOMPARE(values(BandEdge::Median), (std::vector<double>{2, 2}));
    QVERIFY(std::isnan(values(BandEdge::Largest)[0]));
    QCOMPARE(values(BandEdge::Largest)[1], 3.0);
}

void TestRunComparison::smoothingIsTheMedianOfTheStepsAround()
{
    const auto values
        = [](const RunHistory& band, BandEdge edge) { return seriesOf(band, bandSource(edge))->values; };
    const auto band = smoothedRun(*runOf({5, 1, 4, kNan, 3, 2, 7}), lossCurve(), 5);
    QCOMPARE(
        seriesOf(*band, bandSource(BandEdge::Median))->steps, (std::vector<double>{0, 1, 2, 3, 4, 5, 6}));
    std::vector<double> median = values(*band, BandEdge::Median);
    QVERIFY(std::isnan(median[3]) && std::isnan(values(*band, BandEdge::Least)[3]));
    median[3] = 0;
    QCOMPARE(median,
        (std::vector<double>{4, 4, 3.5, 0, 3.5, 3, 3})); // {5 1 4}, the same, {5 1 4 3}, -, {4 3 2 7} …
    // The band leaves out the lowest and the highest of eleven values.
    const auto whole = smoothedRun(*runOf({10, 0, 9, 1, 8, 2, 7, 3, 6, 4, 5}), lossCurve(), 21);
    QCOMPARE(values(*whole, BandEdge::Least), std::vector<double>(11, 1));
    QCOMPARE(values(*whole, BandEdge::Median), std::vector<double>(11, 5));
    QCOMPARE(values(*whole, BandEdge::Largest), std::vector<double>(11, 9));
}

void TestRunComparison::smoothingOfALongRunKeepsWhatIsNotFinite()
{
    std::vector<double> losses(5000, 1);
    losses[1234] = kInfinity;
    losses[4001] = kNan;
    const auto band = smoothedRun(*runOf(losses), lossCurve(), 251);
    const Series& median = *seriesOf(*band, bandSource(BandEdge::Median));
    QVERIFY2(median.steps.size() < 700, qPrintable(QString::number(median.steps.size())));
    QCOMPARE(median.steps.back(), 4999.0);
    QVERIFY(std::ranges::count(median.steps, 1234) == 1 && std::ranges::count(median.steps, 4001) == 1);
    QCOMPARE(std::ranges::count(median.values, kInfinity), 1);
    QCOMPARE(std::ranges::count_if(median.values, [](double value) { return std::isnan(value); }), 1);
}

void TestRunComparison::theWindowIsATwentiethOfTheLongestRun()
{
    const auto kept = [](std::int64_t planned, std::size_t done, bool hasEnded) {
        RecordedRun run = runOf(std::vector<double>(done, 1))->recorded();
        auto session = std::make_shared<SessionSpec>(*run.session);
        session->training.steps = planned;
        run.session = session;
        if (hasEnded)
            run.summary.emplace();
        KeptRun each;
        each.run = std::make_shared<const RunHistory>(std::move(run));
        return each;
    };
    const KeptRun growing = kept(1500, 10, false);
    const KeptRun ended = kept(1500, 200, true);
    const KeptRun brief = kept(60, 60, true);
    QCOMPARE(smoothingWindow({&growing, &ended}), std::int64_t{75});
    QCOMPARE(smoothingWindow({&ended, &brief}), std::int64_t{11}); // odd
    QCOMPARE(smoothingWindow({&brief}), std::int64_t{1}); // a median of three smooths nothing
}

QTEST_APPLESS_MAIN(TestRunComparison)
#include "tst_run_comparison.moc"
