// SPDX-License-Identifier: GPL-3.0-or-later
// What steps add up to, and what the verdict says of it.
#include "app/judge/runs/verdicts.h"
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
    void theVerdictSaysWhereNumbersStoppedBeingFinite();
    void limitsAreInclusiveAndNanIsNeverGood();
};

void TestRunTotals::sharesAreOfAllElementsNotMeansOfSteps()
{
    RunTotals totals;
    StepRecord record = step(0);
    record.counts = {.isCompared = true,
        .gradientsNonZero = 1,
        .gradientsFlushed = 1,
        .updatesExpected = 1,
        .updatesLost = 1};
    QCOMPARE(*record.counts.gradientsFlushedPercent(), 100.0);
    QCOMPARE(record.counts.updatesLostPercent(), 100.0);
    totals.add(record);
    record = step(1);
    record.counts = {.isCompared = true, .gradientsNonZero = 3, .updatesExpected = 9};
    totals.add(record);
    QCOMPARE(totals.steps, 2);
    QCOMPARE(*totals.counts.gradientsFlushedPercent(), 25.0);
    QCOMPARE(totals.counts.updatesLostPercent(), 10.0);
}

void TestRunTotals::shareOfGradientsIsAbsentUntilFloat64Tells()
{
    RunTotals totals;
    QVERIFY(!totals.counts.gradientsFlushedPercent());
    totals.add(step(0));
    QVERIFY(!totals.counts.gradientsFlushedPercent());
    StepRecord compared = step(1);
    compared.counts.isCompared = true; // and none is counted
    totals.add(compared);
    QCOMPARE(totals.counts.gradientsFlushedPercent(), std::optional<double>(0));
    totals.add(step(2));
    QCOMPARE(totals.counts.gradientsFlushedPercent(), std::optional<double>(0));
}

void TestRunTotals::aSkippedStepHasNotDiverged()
{
    RunTotals totals;
    StepRecord record = step(0);
    record.loss = kInfinity;
    record.skipped = true;
    record.counts.overflows = 5;
    totals.add(record);
    totals.add(step(1));
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
        totals.add(record);
    }
    QCOMPARE(totals.divergedAt, std::optional<std::int64_t>(2));
}

void TestRunTotals::skipsAreRecentForAWhile()
{
    RunTotals totals;
    for (std::int64_t i = 0; i < 10; ++i) {
        StepRecord record = step(i);
        record.skipped = true;
        totals.add(record);
    }
    QCOMPARE(totals.recentSteps(), 10);
    QCOMPARE(totals.recentSkippedSteps(), 10);
    for (std::int64_t i = 0; i < kRecentSteps - 1; ++i)
        totals.add(step(10 + i));
    QCOMPARE(totals.recentSteps(), kRecentSteps);
    QCOMPARE(totals.recentSkippedSteps(), 1);
    QCOMPARE(totals.skippedSteps, 10);
}

void TestRunTotals::specialValuesAreCounted()
{
    RunTotals totals;
    std::int64_t index = 0;
    for (const double loss : {kNan, kNan, kInfinity, -kInfinity, -1.0, 0.0, -0.0, 2.0}) {
        StepRecord record = step(index++);
        record.loss = loss;
        record.gradientAmax = 1;
        totals.add(record);
    }
    const SpecialCounts expected{
        .minusInfinity = 1, .negative = 1, .zero = 2, .plusInfinity = 1, .notANumber = 2};
    QVERIFY(totals.specialsOf(StepMetric::Loss) == expected);
    QVERIFY(totals.specialsOf(StepMetric::GradientAmax) == SpecialCounts{});
    QVERIFY(totals.specialsOf(StepMetric::ReferenceLoss) == SpecialCounts{}); // there was none
}

void TestRunTotals::theVerdictSaysWhereNumbersStoppedBeingFinite()
{
    RunTotals totals;
    StepRecord record = step(0);
    record.gradientAmax = 8;
    totals.add(record);
    record = step(1);
    record.gradientAmax = 2;
    record.diverged = true;
    totals.add(record);
    QCOMPARE(totals.gradientAmax, 8.0);
    Birthplace birthplace;
    birthplace.sentence = "here";
    totals.birthplace = std::make_shared<const Birthplace>(birthplace);
    const Verdict verdict = judge({}, totals, record);
    QCOMPARE(QString::fromStdString(verdict.sentence.text()).left(18), QStringLiteral("Diverged at step 1"));
    QVERIFY(QString::fromStdString(verdict.whyText()).endsWith(QStringLiteral("\n\nhere")));
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
