// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/runs/repairs.h"
#include "app/judge/runs/verdicts.h"
#include "engine/session/checked_session.h"
#include "engine/session/session_formats.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string_view>

using namespace ulpscope;

namespace {

SessionSpec circle(const std::string& policy, const Component& lossScale)
{
    SessionSpec session;
    session.model.layers = {
        {"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}, {}, {}},
        {"dense", "Dense", {{"units", std::int64_t{16}}}, {}, {}},
        {"logits", "Dense", {{"units", std::int64_t{1}}}, {}, {}},
    };
    session.policies.global = *getPolicy(policy);
    session.data = {"circle", {}};
    session.training.loss = {"BinaryCrossentropy", {{"from_logits", true}}};
    session.training.optimizer = {"SGD", {{"learning_rate", 0.5}}};
    session.training.lossScale = lossScale;
    return session;
}

const Component kNone{"none", {}};
const Component kDynamic{
    "dynamic", {{"initial_scale", 32768.0}, {"dynamic_growth_steps", std::int64_t{2000}}}};

/// Rules that a lesson explains, whatever their cause is.
constexpr std::array<std::string_view, 7> kExplained{"gradients_flushed", "updates_lost", "operands_saturate",
    "accuracy_far", "loss_far", "error_large", "flushed_without_harm"};

QString lessonFile(const std::string& lesson)
{
    return QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/lessons/%1.ulpslesson")
        .arg(QString::fromStdString(lesson));
}

Component fixedScale(double scale)
{
    return {"fixed", {{"scale", scale}}};
}

struct Facts
{
    RunTotals totals;
    StepRecord last;
    RunAccuracy accuracy;

    /// To the harm of the outputs.
    void flush(double percent)
    {
        last.errorVsFloat64 = 0.05;
        totals.counts.isCompared = true;
        totals.counts.gradientsNonZero = kMany;
        totals.counts.gradientsFlushed = std::llround(percent / 100 * kMany);
    }
    void lose(double percent)
    {
        totals.counts.updatesExpected = kMany;
        totals.counts.updatesLost = std::llround(percent / 100 * kMany);
    }
    void saturate(double percent)
    {
        totals.counts.scaled = kMany;
        totals.counts.saturated = std::llround(percent / 100 * kMany);
    }
    void skip(std::size_t recent, std::int64_t all)
    {
        totals.recentSkips.reset();
        for (std::size_t i = 0; i < recent; ++i)
            totals.recentSkips.set(i);
        totals.skippedSteps = all;
    }

private:
    static constexpr std::int64_t kMany = 1'000'000;
};

Facts trained(std::int64_t steps = 1500)
{
    Facts facts;
    facts.totals.steps = steps;
    facts.totals.gradientAmax = 1e-5;
    facts.totals.weightsMoved = true;
    facts.last.errorVsFloat64 = 1e-3;
    return facts;
}

Verdict judge(const SessionSpec& session, const Facts& facts)
{
    return ulpscope::judge(session, facts.totals, facts.last, facts.accuracy);
}

QStringList textsOf(const Verdict& verdict)
{
    QStringList texts;
    for (const Repair& repair : verdict.repairs)
        texts += QString::fromStdString(repair.text.text());
    return texts;
}

} // namespace

class TestVerdicts : public QObject
{
    Q_OBJECT
private slots:
    void firstRuleThatAppliesSpeaks_data();
    void firstRuleThatAppliesSpeaks();
    void everySentenceHoldsAgainstTheFacts();
    void aDivergenceIsToldByWhatMadeIt();
    void anAccuracyFarFromFloat64sIsInTheVerdict();
    void stepsThatOnlyAccumulateAreNotStill();
    void aBiasThatMovesByNextToNothingIsNoLearning();
    void circleIsToldItsNumberAndItsLossScale();
    void theReasonFitsTheSession();
    void oneNumberReadsTheSameEverywhere();
    void offeredLossScaleLeavesRoomAboveTheGradients_data();
    void offeredLossScaleLeavesRoomAboveTheGradients();
    void repairsKeepWhatTheUserChoseFirst_data();
    void repairsKeepWhatTheUserChoseFirst();
    void scalesThatLagGetOnesThatDoNot();
    void fewLostUpdatesMatterOnlyBelowFloat32();
    void aDecayThatIsOneIsNamed();
    void widerRangeReachesMapAndOwnPolicies();
    void masterWeightsKeepFloat8AndItsHistory();
    void everyActionLeavesAValidSession();
};

void TestVerdicts::firstRuleThatAppliesSpeaks_data()
{
    QTest::addColumn<Facts>("facts");
    QTest::addColumn<QString>("ruleId");
    QTest::addColumn<int>("severity");
    const auto row = [](const char* name, const char* ruleId, Severity severity, auto change) {
        Facts facts = trained();
        change(facts);
        QTest::newRow(name) << facts << QString::fromLatin1(ruleId) << static_cast<int>(severity);
    };
    const double infinity = std::numeric_limits<double>::infinity();
    row("nothing done yet", "not_trained", Severity::Notice, [](Facts& f) { f = {}; });
    row("all in order", "healthy", Severity::Good, [](Facts&) {});
    row("diverged before its first step ended", "diverged", Severity::Failure, [](Facts& f) {
        f.totals.steps = 1;
        f.totals.divergedAt = 0;
    });
    row("diverged is graver than all else", "diverged", Severity::Failure, [](Facts& f) {
        f.totals.divergedAt = 7;
        f.totals.counts.overflows = 3;
        f.flush(100);
    });
    row("a few skips at the start find the scale", "healthy", Severity::Good, [](Facts& f) {
        f.totals.steps = 20;
        f.skip(15, 15);
        f.totals.recentSkips <<= 5;
        f.totals.counts.overflows = 15;
    });
    row("a few skips up to now have found nothing", "scale_not_found", Severity::Notice, [](Facts& f) {
        f.totals.steps = 20;
        f.skip(15, 15);
        f.totals.counts.overflows = 15;
    });
    row("float64 diverges too", "float64_diverges", Severity::Failure, [](Facts& f) {
        f.totals.divergedAt = 7;
        f.totals.referenceDivergedAt = 9;
        f.totals.counts.overflows = 3;
    });
    row("float64 diverges too where all is skipped", "float64_diverges", Severity::Failure, [](Facts& f) {
        f.totals.referenceDivergedAt = 9;
        f.skip(200, 1500);
    });
    row("nothing moves", "nothing_moves", Severity::Warning, [](Facts& f) { f.totals.weightsMoved = false; });
    row("nothing moves, for all is flushed", "gradients_flushed", Severity::Warning, [](Facts& f) {
        f.totals.weightsMoved = false;
        f.flush(100);
        f.lose(100);
    });
    row("nothing moves in float64, and gradients are flushed", "nothing_moves", Severity::Warning,
        [](Facts& f) {
            f.totals.weightsMoved = false;
            f.flush(47);
        });
    row("nothing moves, for all is lost", "updates_lost", Severity::Warning, [](Facts& f) {
        f.totals.weightsMoved = false;
        f.lose(100);
    });
    row("nothing moves in the first steps", "healthy", Severity::Good, [](Facts& f) {
        f.totals.weightsMoved = false;
        f.totals.steps = kStillSteps - 1;
    });
    row("nothing moves, for all is skipped", "steps_skipped", Severity::Warning, [](Facts& f) {
        f.totals.weightsMoved = false;
        f.skip(200, 1500);
    });
    row("accuracy far below float64's", "accuracy_far", Severity::Warning, [](Facts& f) {
        f.accuracy = {1500, 0.9, 0.96};
    });
    row("accuracy far below float64's, for half of the steps sought the scale", "steps_spent",
        Severity::Notice, [](Facts& f) {
            f.totals.steps = 40;
            f.skip(20, 20);
            f.totals.recentSkips <<= 20;
            f.accuracy = {40, 0.75, 0.88};
        });
    row("outputs far from float64's, for half of the steps sought the scale", "steps_spent", Severity::Notice,
        [](Facts& f) {
            f.totals.steps = 40;
            f.skip(20, 20);
            f.totals.recentSkips <<= 20;
            f.last.errorVsFloat64 = 0.5;
        });
    row("accuracy a little below float64's", "healthy", Severity::Good, [](Facts& f) {
        f.accuracy = {1500, 0.92, 0.96};
    });
    row("accuracy far above float64's", "healthy", Severity::Good, [](Facts& f) {
        f.accuracy = {1500, 0.96, 0.5};
    });
    row("accuracy of float64 alone", "healthy", Severity::Good, [](Facts& f) {
        f.accuracy = {1500, std::nullopt, 0.96};
    });
    row("skips that go on", "steps_skipped", Severity::Warning, [](Facts& f) { f.skip(20, 150); });
    row("sixteen skips, and then none", "healthy", Severity::Good, [](Facts& f) {
        f.totals.steps = 100;
        f.skip(16, 16);
        f.totals.recentSkips <<= 84; // the first of the run
        f.totals.counts.overflows = 16;
    });
    row("every third step is skipped", "steps_skipped", Severity::Warning, [](Facts& f) {
        f.totals.steps = 100;
        f.totals.skippedSteps = 34;
        for (std::size_t i = 0; i < 100; i += 3)
            f.totals.recentSkips.set(i);
    });
    row("skips between four good steps that went on until now", "steps_skipped", Severity::Warning,
        [](Facts& f) {
            f.totals.steps = 100;
            f.totals.skippedSteps = 20;
            for (std::size_t i = 4; i < 100; i += 5)
                f.totals.recentSkips.set(i);
        });
    row("ended by its loss scaler, which skips all after it", "scaler_ended", Severity::Failure,
        [](Facts& f) {
            f.totals.scalerEndedAt = 8;
            f.skip(20, 150);
        });
    row("one overflow that no skip caught", "overflows", Severity::Warning,
        [](Facts& f) { f.totals.counts.overflows = 1; });
    row("just below many flushed", "healthy", Severity::Good, [](Facts& f) { f.flush(19.99); });
    row("many flushed", "gradients_flushed", Severity::Warning, [](Facts& f) { f.flush(20); });
    row("many flushed that do no harm", "flushed_without_harm", Severity::Notice, [](Facts& f) {
        f.flush(23.3);
        f.last.errorVsFloat64 = 2.5e-4;
    });
    row("flushed, outputs as float64's, for its weights hardly move", "gradients_flushed", Severity::Warning,
        [](Facts& f) {
            f.flush(100);
            f.lose(100);
            f.last.errorVsFloat64 = 4e-4;
        });
    row("many flushed, outputs alike, decisions worse", "gradients_flushed", Severity::Warning, [](Facts& f) {
        f.flush(23.3);
        f.last.errorVsFloat64 = 2.5e-4;
        f.accuracy = {1500, 0.9, 0.925};
    });
    row("many flushed, of an error that no reference tells", "gradients_flushed", Severity::Warning,
        [](Facts& f) {
            f.flush(23.3);
            f.last.errorVsFloat64.reset();
        });
    row("most updates lost", "updates_lost", Severity::Warning, [](Facts& f) { f.lose(50); });
    row("a few saturate at each peak", "healthy", Severity::Good, [](Facts& f) { f.saturate(0.099); });
    row("scales that lag", "operands_saturate", Severity::Warning, [](Facts& f) { f.saturate(0.1); });
    row("a loss more than twice float64's, and far away", "loss_far", Severity::Warning, [](Facts& f) {
        f.last.errorVsFloat64 = 0.1;
        f.last.loss = 0.21;
        f.last.referenceLoss = 0.1;
    });
    row("a loss of twice float64's", "error_large", Severity::Notice, [](Facts& f) {
        f.last.errorVsFloat64 = 0.1;
        f.last.loss = 0.2;
        f.last.referenceLoss = 0.1;
    });
    row("a loss more than twice float64's, near it", "healthy", Severity::Good, [](Facts& f) {
        f.last.errorVsFloat64 = 0.009;
        f.last.loss = 0.21;
        f.last.referenceLoss = 0.1;
    });
    row("a tenth away from float64", "error_large", Severity::Notice,
        [](Facts& f) { f.last.errorVsFloat64 = 0.1; });
    row("infinitely far from float64", "error_large", Severity::Notice,
        [infinity](Facts& f) { f.last.errorVsFloat64 = infinity; });
    row("an error that is not a number", "error_large", Severity::Notice,
        [](Facts& f) { f.last.errorVsFloat64 = std::numeric_limits<double>::quiet_NaN(); });
}

void TestVerdicts::firstRuleThatAppliesSpeaks()
{
    QFETCH(Facts, facts);
    for (const std::string& policy : commonPolicyNames()) {
        const Verdict verdict = judge(circle(policy, kDynamic), facts);
        QTEST(QString::fromStdString(verdict.ruleId), "ruleId");
        QTEST(static_cast<int>(verdict.severity), "severity");
        QVERIFY(!verdict.sentence.empty());
        QVERIFY(!verdict.why.empty());
        const bool isExplained = std::ranges::find(kExplained, verdict.ruleId) != kExplained.end();
        QVERIFY2(!isExplained || QFile::exists(lessonFile(verdict.lesson)), verdict.ruleId.c_str());
        if (verdict.metric == BadMetric::None)
            QVERIFY(verdict.repairs.empty());
        for (const Repair& repair : verdict.repairs)
            QVERIFY(!repair.text.empty() && repair.edit);
    }
}

/// Over drawn facts: what each sentence says is looked up in them, by another way than the rules'.
void TestVerdicts::everySentenceHoldsAgainstTheFacts()
{
    std::mt19937_64 random(7);
    const auto below
        = [&](std::int64_t n) { return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)); };
    const auto chance = [&](int percent) { return below(100) < percent; };
    std::map<std::string, int> seen;
    for (int i = 0; i < 20000; ++i) {
        const std::int64_t steps = 1 + below(chance(50) ? 40 : 1000);
        Facts facts = trained(steps);
        std::vector<bool> skips(static_cast<std::size_t>(steps));
        const std::int64_t search = chance(40) ? below(40) : 0;
        const std::int64_t period = chance(20) ? 2 + below(12) : 0;
        for (std::size_t step = 0; step < skips.size(); ++step) {
            const auto at = static_cast<std::int64_t>(step);
            skips[step] = at < search || (period > 0 && at % period == 0);
            facts.totals.recentSkips <<= 1;
            facts.totals.recentSkips.set(0, skips[step]);
            facts.totals.skippedSteps += skips[step] ? 1 : 0;
        }
        facts.totals.counts.overflows = facts.totals.skippedSteps + (chance(10) ? below(5) : 0);
        if (chance(30))
            facts.flush(static_cast<double>(below(1000)) / 10);
        if (chance(20))
            facts.lose(static_cast<double>(below(1000)) / 10);
        if (chance(10))
            facts.totals.divergedAt = below(steps);
        const SessionSpec session = circle("mixed_float16", kDynamic);
        const Verdict verdict = judge(session, facts);
        ++seen[verdict.ruleId];
        const QString said = QStringLiteral("%1: %2").arg(i).arg(verdict.text().c_str());
        const auto first = skips.end() - std::min<std::ptrdiff_t>(std::ssize(skips), kRecentSteps);
        const auto recent = std::count(first, skips.end(), true);
        if (verdict.ruleId == "healthy" || verdict.ruleId == "flushed_without_harm") {
            QVERIFY2(!facts.totals.divergedAt, qPrintable(said));
            QVERIFY2(!skips.back() || 10 * recent < skips.end() - first,
                qPrintable(said)); // nothing is being sought
            QVERIFY2(facts.totals.counts.overflows == 0 || facts.totals.skippedSteps > 0, qPrintable(said));
            QVERIFY2(facts.totals.counts.updatesLostPercent() < 50, qPrintable(said));
        }
        if (verdict.ruleId == "healthy")
            QVERIFY2(facts.totals.counts.gradientsFlushedPercent().value_or(0) < 20, qPrintable(said));
        if (verdict.ruleId == "steps_skipped") {
            // The newest row of good steps is not the longest between skips.
            std::ptrdiff_t longest = 0;
            std::ptrdiff_t row = 0;
            bool isBetween = false;
            for (auto step = first; step != skips.end(); ++step) {
                if (*step) {
                    longest = isBetween ? std::max(longest, row) : longest;
                    isBetween = true;
                }
                row = *step ? 0 : row + 1;
            }
            QVERIFY2(recent > 15 && 10 * recent >= skips.end() - first && row <= longest, qPrintable(said));
            QVERIFY2(verdict.text().starts_with(std::to_string(recent) + " of the last "), qPrintable(said));
        }
        if (verdict.ruleId == "scale_not_found")
            QVERIFY2(skips.back() && verdict.text().ends_with("the last one too."), qPrintable(said));
        if (verdict.ruleId == "overflows")
            QVERIFY2(facts.totals.skippedSteps == 0 && facts.totals.counts.overflows > 0, qPrintable(said));
        if (verdict.ruleId == "diverged")
            QCOMPARE(
                verdict.text().find("overflowed") != std::string::npos, facts.totals.counts.overflows > 0);
    }
    for (const char* rule : {"healthy", "steps_skipped", "scale_not_found", "overflows", "gradients_flushed",
             "updates_lost", "diverged"})
        QVERIFY2(seen[rule] > 20, rule);
}

void TestVerdicts::aDivergenceIsToldByWhatMadeIt()
{
    Facts facts = trained();
    facts.totals.divergedAt = 2;
    facts.totals.counts.overflows = 1;
    const auto said
        = [&](std::string operation, std::vector<NamedValue> operands, Pass pass = Pass::Backward) {
              Birthplace birth;
              birth.pass = pass;
              birth.format = "float16";
              birth.value = std::numeric_limits<double>::infinity();
              birth.operation = std::move(operation);
              birth.operands = std::move(operands);
              facts.totals.birthplace = std::make_shared<const Birthplace>(std::move(birth));
              return judge(circle("float32", kNone), facts);
          };
    QCOMPARE(said("division", {{"value", 1e-5}, {"scale", 3.1e-12}, {kScaleInFormat, 0}}).text(),
        std::string(
            "Diverged at step 2: the scale 3.1e-12 is 0 in float16, and what is divided by it is not finite."));
    QCOMPARE(said("division", {{"value", 1}, {"scale", 1e-5}, {kScaleInFormat, 1.001358e-05}}).text(),
        std::string("Diverged at step 2: the reciprocal of the scale 1.0e-05 is more than float16 holds."));
    QCOMPARE(said("data", {}).text(),
        std::string("Diverged at step 2: a value that came in is not a finite number."));
    QCOMPARE(said("division", {{"left operand", 1}, {"right operand", 0}}).text(),
        std::string("Diverged at step 2: a division by zero, and the weights are lost."));
    const Verdict overflow = said("matrix product", {{"row 0 of the left operand, largest magnitude", 300}});
    QCOMPARE(
        overflow.text(), std::string("Diverged at step 2: numbers overflowed, and the weights are lost."));
    QVERIFY(overflow.whyText().find("float16's is 65504")
        != std::string::npos); // the format of the value, not of the session
    QCOMPARE(overflow.lesson, std::string()); // there is no loss scale
    facts.last.lossScale = 1024;
    QCOMPARE(said("matrix product", {{"row 0 of the left operand, largest magnitude", 300}}).lesson,
        std::string("06-too-large"));
    QCOMPARE(
        said("matrix product", {{"row 0 of the left operand, largest magnitude", 300}}, Pass::Forward).lesson,
        std::string());
}

/// Once: in a sentence beside that of a graver rule, or as the rule's own.
void TestVerdicts::anAccuracyFarFromFloat64sIsInTheVerdict()
{
    Facts facts = trained();
    facts.accuracy = {1500, 0.612, 0.984};
    const std::string gap = "Test accuracy is 61.2 %, float64's 98.4 %.";
    QCOMPARE(judge(circle("mixed_float16", kDynamic), facts).text(), gap);
    facts.flush(83.9);
    QCOMPARE(judge(circle("mixed_float16", kDynamic), facts).text(),
        "83.9 % of the gradients became zero that are not zero in float64. " + gap);
    facts.accuracy.candidate = 0.98;
    QVERIFY(judge(circle("mixed_float16", kDynamic), facts).accuracy.empty());
}

void TestVerdicts::stepsThatOnlyAccumulateAreNotStill()
{
    Facts facts = trained(30);
    facts.totals.weightsMoved = false;
    SessionSpec session = circle("float32", kNone);
    QCOMPARE(judge(session, facts).ruleId, std::string("nothing_moves"));
    session.training.optimizer.config.set("gradient_accumulation_steps", std::int64_t{40});
    QCOMPARE(judge(session, facts).ruleId, std::string("healthy"));
    facts.totals.steps = 41;
    QCOMPARE(judge(session, facts).ruleId, std::string("nothing_moves"));
    session.training.steps = 10; // fewer than that: over all of them
    facts.totals.steps = 10;
    QCOMPARE(judge(session, facts).ruleId, std::string("nothing_moves"));
}

/// A bias that begins at zero takes any number; no output hears of it.
void TestVerdicts::aBiasThatMovesByNextToNothingIsNoLearning()
{
    Facts facts = trained();
    facts.totals.weightsMoved = false;
    QCOMPARE(judge(circle("float64", kNone), facts).text(),
        std::string("Nothing is learnt: in 1500 steps not one weight moved."));
    facts.lose(0);
    QCOMPARE(judge(circle("float64", kNone), facts).text(),
        std::string(
            "Nothing is learnt: in 1500 steps no weight moved by as much as float64 sees beside the largest one."));
}

void TestVerdicts::circleIsToldItsNumberAndItsLossScale()
{
    SessionSpec session = circle("mixed_float16", fixedScale(1));
    Facts facts = trained();
    facts.flush(83.9);
    facts.last.lossScale = 1;
    const Verdict verdict = judge(session, facts);
    QCOMPARE(verdict.sentence.text(),
        std::string("83.9 % of the gradients became zero that are not zero in float64."));
    QCOMPARE(verdict.repairs.front().text.text(), std::string("Try loss scale 1024"));
    verdict.repairs.front().edit(session);
    QCOMPARE(session.training.lossScale.className, std::string("fixed"));
    QCOMPARE(session.training.lossScale.config.number("scale"), 1024.0);
}

void TestVerdicts::theReasonFitsTheSession()
{
    Facts facts = trained();
    facts.totals.divergedAt = 3;
    facts.totals.counts.overflows = 7;
    const auto why = [&](const char* policy, const Component& scale) {
        return QString::fromStdString(judge(circle(policy, scale), facts).whyText());
    };
    const QString wide = why("mixed_bfloat16", kNone);
    QVERIFY2(wide.contains(QStringLiteral("bfloat16's is 3.4e+38")), qPrintable(wide));
    QVERIFY2(wide.contains(QStringLiteral("learning rate")), qPrintable(wide));
    for (const QString& other : {QStringLiteral("float16's is 65504"), QStringLiteral("loss scale")})
        QVERIFY2(!wide.contains(other), qPrintable(wide));
    const QString narrow = why("mixed_float16", kNone);
    QVERIFY2(narrow.contains(QStringLiteral("float16's is 65504")), qPrintable(narrow));
    QVERIFY2(!narrow.contains(QStringLiteral("loss scale")), qPrintable(narrow));
    QCOMPARE(
        judge(circle("mixed_float16", kNone), facts).lesson, std::string()); // which is about a loss scale
    facts.last.lossScale = 1e12;
    QVERIFY(
        why("mixed_float16", fixedScale(1e12)).contains(QStringLiteral("a dynamic one skips such a step")));
    // Flushed by a format with the range of float32: a loss scale is no repair.
    facts = trained();
    facts.flush(50);
    QVERIFY(
        !why("float8_from_mixed_bfloat16", kNone).contains(QStringLiteral("float16's smallest value is 6")));
    const QString flushed = why("mixed_float16", kNone);
    QVERIFY(flushed.contains(QStringLiteral("float16's smallest value is 6.0e-08")));
    QVERIFY2(!flushed.contains(QStringLiteral("loss weight")), qPrintable(flushed));
    SessionSpec light = circle("mixed_float16", kNone);
    light.training.lossWeight = 1e-5; // makes them small
    QVERIFY(judge(light, facts).whyText().find("every gradient, by 1.0e-05") != std::string::npos);
}

void TestVerdicts::oneNumberReadsTheSameEverywhere()
{
    Facts facts = trained();
    facts.flush(0.003);
    facts.lose(0.003);
    facts.totals.skippedSteps = 1;
    QCOMPARE(judge(circle("mixed_float16", kDynamic), facts).sentence.text(),
        std::string(
            "Numerically healthy: < 0.1 % of the run's gradients flushed, < 0.1 % of the updates lost, 1 step "
            "skipped to find the loss scale."));
    facts.flush(99.8);
    QCOMPARE(judge(circle("mixed_float16", kDynamic), facts).sentence.text(),
        std::string("99.8 % of the gradients became zero that are not zero in float64."));
}

void TestVerdicts::offeredLossScaleLeavesRoomAboveTheGradients_data()
{
    QTest::addColumn<double>("scale");
    QTest::addColumn<double>("gradientAmax");
    QTest::addColumn<QString>("actionText");
    const auto row = [](const char* name, double scale, double amax, const char* action) {
        QTest::newRow(name) << scale << amax << QString::fromLatin1(action);
    };
    row("every gradient is zero already", 1, 0, "Try loss scale 1024");
    row("flushed again at the first offer", 1024, 1e-6, "Try loss scale 65536");
    row("already large", 65536, 1e-9, "Use a dynamic loss scale");
    // 65504 / (16 * 10) = 409.4; the power of two below it is 256.
    row("the largest gradient is 10", 1, 10, "Try loss scale 256");
    row("no scale fits both ends", 1, 3000, "Use a dynamic loss scale");
    row("an infinite gradient", 1, std::numeric_limits<double>::infinity(), "Use a dynamic loss scale");
}

void TestVerdicts::offeredLossScaleLeavesRoomAboveTheGradients()
{
    QFETCH(double, scale);
    Facts facts = trained();
    facts.flush(50);
    facts.last.lossScale = scale;
    QFETCH(double, gradientAmax);
    facts.totals.gradientAmax = gradientAmax;
    QTEST(textsOf(judge(circle("mixed_float16", fixedScale(scale)), facts)).front(), "actionText");
}

void TestVerdicts::repairsKeepWhatTheUserChoseFirst_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("lossScale");
    QTest::addColumn<Facts>("facts");
    QTest::addColumn<QStringList>("repairs");
    const auto row = [](const char* name, const char* policy, const char* scale, auto change,
                         QStringList repairs) {
        Facts facts = trained();
        if (std::string_view(scale) != "none")
            facts.last.lossScale = 1048576;
        change(facts);
        QTest::newRow(name) << QString::fromLatin1(policy) << QString::fromLatin1(scale) << facts << repairs;
    };
    const auto divergedByOverflow = [](Facts& f) {
        f.totals.divergedAt = 1;
        f.totals.counts.overflows = 7;
    };
    const auto updatesLost = [](Facts& f) { f.lose(96); };
    const auto flushed = [](Facts& f) { f.flush(60); };
    const auto skipping = [](Facts& f) { f.skip(200, 200); };
    const QStringList rates{"Try learning rate 0.05", "Try learning rate 0.005", "Try learning rate 5e-04"};
    row("a fixed scale was too large", "mixed_float16", "fixed", divergedByOverflow,
        QStringList{"Use a dynamic loss scale"} + rates
            + QStringList{"Use mixed_bfloat16", "Compute in float32"});
    row("float16 overflows whatever the scale", "float16", "dynamic", divergedByOverflow,
        rates + QStringList{"Use mixed_bfloat16", "Compute in float32"});
    row("float8 over float16", "float8_from_mixed_float16", "none", divergedByOverflow,
        QStringList{"Use bfloat16 below float8", "Use a dynamic loss scale"} + rates
            + QStringList{"Use mixed_bfloat16", "Train without float8", "Compute in float32"});
    row("float32 diverges: the learning rate", "float32", "none", divergedByOverflow, rates);
    row("dynamic scale that falls for ever", "mixed_float16", "dynamic", skipping,
        rates + QStringList{"Use mixed_bfloat16"});
    row("flushed at the best dynamic scale", "mixed_float16", "dynamic", flushed,
        {"Use mixed_bfloat16", "Compute in float32"});
    row("flushed by float8", "float8_from_mixed_bfloat16", "none", flushed,
        {"Train without float8", "Compute in float32"});
    row("flushed with the range of float32", "float32", "none", flushed, {});
    row("weights stored in bfloat16", "bfloat16", "none", updatesLost, {"Keep float32 master weights"});
    row("weights stored in float16", "float16", "none", updatesLost, {"Keep float32 master weights"});
    row("scales of Keras lag", "float8_from_mixed_bfloat16", "none", [](Facts& f) { f.saturate(5); },
        {"Scale by the amaxes of the last 1024 steps", "Train without float8"});
    row("lost in float32 weights", "mixed_float16", "dynamic", updatesLost, {});
    row("far from float64 in bfloat16", "mixed_bfloat16", "none",
        [](Facts& f) { f.last.errorVsFloat64 = 0.4; }, {"Compute in float32"});
}

void TestVerdicts::repairsKeepWhatTheUserChoseFirst()
{
    QFETCH(QString, policy);
    QFETCH(QString, lossScale);
    QFETCH(Facts, facts);
    const Component scale = lossScale == QStringLiteral("dynamic") ? kDynamic
        : lossScale == QStringLiteral("fixed")                     ? fixedScale(1048576)
                                                                   : kNone;
    QTEST(textsOf(judge(circle(policy.toStdString(), scale), facts)), "repairs");
}

void TestVerdicts::scalesThatLagGetOnesThatDoNot()
{
    SessionSpec session = circle("mixed_bfloat16", kNone);
    session.policies.recipe = {"te_delayed", {{"fp8_format", std::string("E4M3")}}};
    session.model.layers[1].recipe = Component{"te_delayed", {}};
    Facts facts = trained();
    facts.saturate(5);
    const Verdict verdict = judge(session, facts);
    QVERIFY(!verdict.repairs.empty());
    verdict.repairs.front().edit(session);
    QVERIFY(checkSession(session).ok());
    QCOMPARE(session.policies.recipe.className, std::string("te_current"));
    QCOMPARE(*session.policies.recipe.config.find("fp8_format"), ParameterValue(std::string("E4M3")));
    QCOMPARE(session.model.layers[1].recipe->className, std::string("te_current"));
}

void TestVerdicts::fewLostUpdatesMatterOnlyBelowFloat32()
{
    Facts facts = trained();
    facts.lose(5);
    QCOMPARE(judge(circle("bfloat16", kNone), facts).ruleId, std::string("updates_lost"));
    QCOMPARE(judge(circle("mixed_bfloat16", kNone), facts).ruleId, std::string("healthy"));
    facts.lose(4.99);
    QCOMPARE(judge(circle("bfloat16", kNone), facts).ruleId, std::string("healthy"));
    facts.lose(49.9);
    QCOMPARE(judge(circle("mixed_bfloat16", kNone), facts).ruleId, std::string("healthy"));
    facts.lose(50);
    QCOMPARE(judge(circle("mixed_bfloat16", kNone), facts).ruleId, std::string("updates_lost"));
}

/// Only a decay is told of: 0.999 as a learning rate is 1 in bfloat16 too, and averages nothing.
void TestVerdicts::aDecayThatIsOneIsNamed()
{
    Facts facts = trained();
    facts.lose(100);
    const auto explained = [&](const Component& optimizer) {
        SessionSpec session = circle("bfloat16", kNone);
        session.training.optimizer = optimizer;
        return judge(session, facts).whyText();
    };
    const auto names = [](const std::string& text, const char* constant) {
        return text.find(constant) != std::string::npos;
    };
    QVERIFY(names(explained({"Adam", {}}), "Adam's beta_2, 0.999, is 1 in bfloat16"));
    QVERIFY(names(explained({"RMSprop", {{"rho", 0.999}}}), "RMSprop's rho, 0.999, is 1 in bfloat16"));
    QVERIFY(names(explained({"Lion", {{"beta_2", 0.999}}}), "Lion's beta_2, 0.999, is 1 in bfloat16"));
    for (const Component& optimizer : {Component{"SGD", {{"learning_rate", 0.999}}},
             Component{"SGD", {{"momentum", 0.999}}}, Component{"Lion", {{"beta_1", 0.999}}},
             Component{"Adam", {{"learning_rate", 0.999}, {"beta_2", 0.99}}},
             Component{"Adam", {{"ema_momentum", 0.999}, {"beta_2", 0.99}}}})
        QVERIFY2(!names(explained(optimizer), "is 1 in"), explained(optimizer).c_str());
}

void TestVerdicts::widerRangeReachesMapAndOwnPolicies()
{
    SessionSpec session = circle("float32", fixedScale(1));
    session.policies.map = {{"sequential/dense", *makePolicy("float16")}, {"other", *makePolicy("float64")}};
    session.model.layers.back().policy = *makeFloat8Policy("mixed_float16", 16);
    useRangeOfFloat32(session);
    QCOMPARE(session.policies.global.name, std::string("float32"));
    QCOMPARE(session.policies.map[0].second.name, std::string("mixed_bfloat16"));
    QCOMPARE(session.policies.map[1].second.name, std::string("float64"));
    QVERIFY(session.model.layers.back().policy == *makeFloat8Policy("mixed_bfloat16", 16));
    QVERIFY(!hasSmallRange(narrowestComputeFormat(session)));
}

void TestVerdicts::masterWeightsKeepFloat8AndItsHistory()
{
    SessionSpec session = circle("float32", kNone);
    session.policies.global = *makeFloat8Policy("float16", 32);
    QVERIFY(storesWeightsBelowFloat32(session));
    keepFloat32Weights(session);
    QVERIFY(session.policies.global == *makeFloat8Policy("mixed_float16", 32));
    QVERIFY(!storesWeightsBelowFloat32(session));
}

void TestVerdicts::everyActionLeavesAValidSession()
{
    Facts worrying[] = {trained(), trained(), trained(), trained(), trained(), trained()};
    worrying[0].totals.divergedAt = 7;
    worrying[0].totals.counts.overflows = 1;
    worrying[1].skip(200, 200);
    worrying[2].totals.counts.overflows = 1;
    worrying[3].flush(90);
    worrying[4].lose(90);
    worrying[5].last.errorVsFloat64 = 9;
    for (const std::string& policy : commonPolicyNames()) {
        for (const Component& scale : {kNone, fixedScale(64), kDynamic}) {
            for (const Facts& facts : worrying) {
                const SessionSpec session = circle(policy, scale);
                for (const Repair& repair : judge(session, facts).repairs) {
                    SessionSpec edited = session;
                    repair.edit(edited);
                    const Status status = checkSession(edited);
                    QVERIFY2(status.ok(), status.ok() ? "" : status.error().text().c_str());
                }
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestVerdicts)
#include "tst_verdicts.moc"
