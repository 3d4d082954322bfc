// SPDX-License-Identifier: GPL-3.0-or-later
// What steps add up to, and what the verdict is told of it.
#include "engine/judge/verdicts.h"
#include "engine/train/run_totals.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

StepRecord step(std::int64_t index)
{
    StepRecord record;
    record.step = index;
    return record;
}

} // namespace

class TestRunTotals : public QObject
{
    Q_OBJECT
private slots:
    void sharesAreOfAllElementsNotMeansOfSteps();
    void shareOfGradientsIsAbsentUntilFloat64Tells();
    void aSkippedStepHasNotDiverged();
    void divergenceIsTheFirst();
    void skipsAreRecentForAWhile();
    void specialValuesAreCounted();
    void theVerdictIsToldAllOfIt();
    void limitsAreInclusiveAndNanIsNeverGood();
};

void TestRunTotals::sharesAreOfAllElementsNotMeansOfSteps()
{
    RunTotals totals;
    StepRecord record = step(0);
    record.gradientsFlushedPercent = 100;
    totals.add(record, {.gradientsNonZero = 1, .gradientsFlushed = 1, .updatesNonZero = 1, .updatesLost = 1});
    record = step(1);
    record.gradientsFlushedPercent = 0;
    totals.add(record, {.gradientsNonZero = 3, .updatesNonZero = 9});
    QCOMPARE(totals.steps, 2);
    QCOMPARE(*totals.gradientsFlushedPercent(), 25.0);
    QCOMPARE(totals.updatesLostPercent(), 10.0);
}

void TestRunTotals::shareOfGradientsIsAbsentUntilFloat64Tells()
{
    RunTotals totals;
    QVERIFY(!totals.gradientsFlushedPercent());
    totals.add(step(0), {});
    QVERIFY(!totals.gradientsFlushedPercent());
    StepRecord compared = step(1);
    compared.gradientsFlushedPercent = 0; // of none
    totals.add(compared, {});
    QCOMPARE(totals.gradientsFlushedPercent(), std::optional<double>(0));
    totals.add(step(2), {});
    QCOMPARE(totals.gradientsFlushedPercent(), std::optional<double>(0));
}

void TestRunTotals::aSkippedStepHasNotDiverged()
{
    RunTotals totals;
    StepRecord record = step(0);
    record.loss = kInfinity;
    record.skipped = true;
    totals.add(record, {.overflows = 5});
    totals.add(step(1), {});
    QVERIFY(!totals.divergedAt);
    QCOMPARE(totals.skippedSteps, 1);
    QCOMPARE(totals.counts.overflows, 5);
}

void TestRunTotals::divergenceIsTheFirst()
{
    RunTotals totals;
    for (std::int64_t i = 0; i < 4; ++i) {
        StepRecord record = step(i);
        record.diverged = i >= 2; // a weight; the loss is finite still
        totals.add(record, {});
    }
    QCOMPARE(totals.divergedAt, std::optional<std::int64_t>(2));
}

void TestRunTotals::skipsAreRecentForAWhile()
{
    RunTotals totals;
    for (std::int64_t i = 0; i < 10; ++i) {
        StepRecord record = step(i);
        record.skipped = true;
        totals.add(record, {});
    }
    QCOMPARE(healthOf(totals, {}).recentSteps, 10);
    QCOMPARE(healthOf(totals, {}).recentSkippedSteps, 10);
    for (std::int64_t i = 0; i < kRecentSteps - 1; ++i)
        totals.add(step(10 + i), {});
    QCOMPARE(healthOf(totals, {}).recentSteps, kRecentSteps);
    QCOMPARE(healthOf(totals, {}).recentSkippedSteps, 1);
    QCOMPARE(healthOf(totals, {}).skippedSteps, 10);
}

void TestRunTotals::specialValuesAreCounted()
{
    RunTotals totals;
    std::int64_t index = 0;
    for (const double loss : {kNan, kNan, kInfinity, -kInfinity, -1.0, 0.0, -0.0, 2.0}) {
        StepRecord record = step(index++);
        record.loss = loss;
        record.gradientAmax = 1;
        totals.add(record, {});
    }
    const SpecialCounts expected{
        .minusInfinity = 1, .negative = 1, .zero = 2, .plusInfinity = 1, .notANumber = 2};
    QVERIFY(totals.specialsOf(StepFigure::Loss) == expected);
    QVERIFY(totals.specialsOf(StepFigure::GradientAmax) == SpecialCounts{});
    QVERIFY(totals.specialsOf(StepFigure::ReferenceLoss) == SpecialCounts{}); // there was none
}

void TestRunTotals::theVerdictIsToldAllOfIt()
{
    RunTotals totals;
    StepRecord record = step(0);
    record.gradientAmax = 8;
    record.gradientsFlushedPercent = 50;
    totals.add(record,
        {.gradientsNonZero = 2,
            .gradientsFlushed = 1,
            .updatesNonZero = 4,
            .updatesLost = 1,
            .overflows = 3});
    record = step(1);
    record.gradientAmax = 2;
    record.diverged = true;
    record.errorVsFloat64 = 0.5;
    record.lossScale = 256;
    totals.add(record, {});
    Birthplace birthplace;
    birthplace.sentence = "here";
    totals.birthplace = std::make_shared<const Birthplace>(birthplace);
    const HealthFigures figures = healthOf(totals, record);
    QCOMPARE(figures.steps, 2);
    QCOMPARE(figures.gradientsFlushedPercent, std::optional<double>(50));
    QCOMPARE(figures.updatesLostPercent, 25.0);
    QCOMPARE(figures.overflows, 3);
    QCOMPARE(figures.gradientAmax, 8.0);
    QCOMPARE(figures.errorVsFloat64, std::optional<double>(0.5));
    QCOMPARE(figures.lossScale, std::optional<double>(256));
    QCOMPARE(figures.divergedAt, std::optional<std::int64_t>(1));
    QCOMPARE(QString::fromStdString(figures.firstNonFinite), QStringLiteral("here"));
}

void TestRunTotals::limitsAreInclusiveAndNanIsNeverGood()
{
    constexpr SeverityLimits limits{.notice = 10, .warning = 20};
    QCOMPARE(limits.grade(0), Severity::Good);
    QCOMPARE(limits.grade(9.99), Severity::Good);
    QCOMPARE(limits.grade(10), Severity::Notice);
    QCOMPARE(limits.grade(20), Severity::Warning);
    QCOMPARE(limits.grade(kInfinity), Severity::Warning);
    QCOMPARE(limits.grade(kNan), Severity::Warning);
}

QTEST_GUILESS_MAIN(TestRunTotals)
#include "tst_run_totals.moc"
