// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/judge/repairs.h"
#include "engine/judge/verdicts.h"
#include "engine/session/checked_session.h"
#include "engine/session/session_formats.h"

#include <QTest>

#include <cmath>
#include <limits>

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

Component fixedScale(double scale)
{
    return {"fixed", {{"scale", scale}}};
}

HealthFigures trained(std::int64_t steps = 1500)
{
    HealthFigures figures;
    figures.steps = steps;
    figures.recentSteps = std::min(steps, kRecentSteps);
    figures.gradientAmax = 1e-5;
    figures.errorVsFloat64 = 1e-3;
    return figures;
}

} // namespace

class TestVerdicts : public QObject
{
    Q_OBJECT
private slots:
    void firstRuleThatAppliesSpeaks_data();
    void firstRuleThatAppliesSpeaks();
    void circleIsToldItsNumberAndItsLossScale();
    void theReasonFitsTheSession();
    void oneNumberReadsTheSameEverywhere();
    void offeredLossScaleLeavesRoomAboveTheGradients_data();
    void offeredLossScaleLeavesRoomAboveTheGradients();
    void actionsRepairWhatTheySay_data();
    void actionsRepairWhatTheySay();
    void fewLostUpdatesMatterOnlyBelowFloat32();
    void widerRangeReachesMapAndOwnPolicies();
    void masterWeightsKeepFloat8AndItsHistory();
    void everyActionLeavesAValidSession();
};

void TestVerdicts::firstRuleThatAppliesSpeaks_data()
{
    QTest::addColumn<HealthFigures>("figures");
    QTest::addColumn<QString>("ruleId");
    QTest::addColumn<int>("severity");
    const auto row = [](const char* name, const char* ruleId, Severity severity, auto change) {
        HealthFigures figures = trained();
        change(figures);
        QTest::newRow(name) << figures << QString::fromLatin1(ruleId) << static_cast<int>(severity);
    };
    const double infinity = std::numeric_limits<double>::infinity();
    row("nothing done yet", "not_trained", Severity::Notice, [](HealthFigures& f) { f = {}; });
    row("all in order", "healthy", Severity::Good, [](HealthFigures&) {});
    row("diverged before its first step ended", "diverged", Severity::Failure, [](HealthFigures& f) {
        f.steps = 1;
        f.divergedAt = 0;
    });
    row("diverged is graver than all else", "diverged", Severity::Failure, [](HealthFigures& f) {
        f.divergedAt = 7;
        f.overflows = 3;
        f.gradientsFlushedPercent = 100;
    });
    row("a few skips at the start find the scale", "healthy", Severity::Good, [](HealthFigures& f) {
        f.steps = f.recentSteps = 20;
        f.recentSkippedSteps = f.skippedSteps = 15;
        f.overflows = 15;
    });
    row("skips that go on", "steps_skipped", Severity::Warning, [](HealthFigures& f) {
        f.recentSkippedSteps = 20;
        f.skippedSteps = 150;
    });
    row("one overflow that no skip caught", "overflows", Severity::Warning,
        [](HealthFigures& f) { f.overflows = 1; });
    row("just below many flushed", "healthy", Severity::Good,
        [](HealthFigures& f) { f.gradientsFlushedPercent = 19.99; });
    row("many flushed", "gradients_flushed", Severity::Warning,
        [](HealthFigures& f) { f.gradientsFlushedPercent = 20; });
    row("most updates lost", "updates_lost", Severity::Warning,
        [](HealthFigures& f) { f.updatesLostPercent = 50; });
    row("a tenth away from float64", "error_large", Severity::Notice,
        [](HealthFigures& f) { f.errorVsFloat64 = 0.1; });
    row("infinitely far from float64", "error_large", Severity::Notice,
        [infinity](HealthFigures& f) { f.errorVsFloat64 = infinity; });
    row("an error that is not a number", "error_large", Severity::Notice,
        [](HealthFigures& f) { f.errorVsFloat64 = std::numeric_limits<double>::quiet_NaN(); });
}

void TestVerdicts::firstRuleThatAppliesSpeaks()
{
    QFETCH(HealthFigures, figures);
    for (const std::string& policy : commonPolicyNames()) {
        const Verdict verdict = judge(circle(policy, kDynamic), figures);
        QTEST(QString::fromStdString(verdict.ruleId), "ruleId");
        QTEST(static_cast<int>(verdict.severity), "severity");
        QVERIFY(!verdict.sentence.empty());
        QVERIFY(!verdict.why.empty());
        QCOMPARE(verdict.actionText.empty(), !verdict.action);
    }
}

void TestVerdicts::circleIsToldItsNumberAndItsLossScale()
{
    SessionSpec session = circle("mixed_float16", fixedScale(1));
    HealthFigures figures = trained();
    figures.gradientsFlushedPercent = 83.9;
    figures.lossScale = 1;
    const Verdict verdict = judge(session, figures);
    QCOMPARE(verdict.sentence,
        std::string("83.9 % of the gradients became zero: they are too small for float16."));
    QCOMPARE(verdict.actionText, std::string("Try loss scale 1024"));
    verdict.action(session);
    QCOMPARE(session.training.lossScale.className, std::string("fixed"));
    QCOMPARE(session.training.lossScale.config.number("scale"), 1024.0);
}

void TestVerdicts::theReasonFitsTheSession()
{
    HealthFigures figures = trained();
    figures.divergedAt = 3;
    figures.overflows = 7;
    const auto why = [&](const char* policy, const Component& scale) {
        return QString::fromStdString(judge(circle(policy, scale), figures).why);
    };
    const QString wide = why("mixed_bfloat16", kNone);
    QVERIFY2(wide.contains(QStringLiteral("bfloat16's is 3.4e+38")), qPrintable(wide));
    QVERIFY2(wide.contains(QStringLiteral("learning rate")), qPrintable(wide));
    for (const QString& other : {QStringLiteral("float16's is 65504"), QStringLiteral("loss scale")})
        QVERIFY2(!wide.contains(other), qPrintable(wide));
    const QString narrow = why("mixed_float16", kNone);
    QVERIFY2(narrow.contains(QStringLiteral("float16's is 65504")), qPrintable(narrow));
    QVERIFY2(!narrow.contains(QStringLiteral("loss scale")), qPrintable(narrow));
    figures.lossScale = 1e12;
    QVERIFY(
        why("mixed_float16", fixedScale(1e12)).contains(QStringLiteral("a dynamic one skips such a step")));
    // Flushed by a format with the range of float32: a loss scale is no repair.
    figures = trained();
    figures.gradientsFlushedPercent = 50;
    QVERIFY(
        !why("float8_from_mixed_bfloat16", kNone).contains(QStringLiteral("float16's smallest value is 6")));
    QVERIFY(why("mixed_float16", kNone).contains(QStringLiteral("float16's smallest value is 6.0e-08")));
}

void TestVerdicts::oneNumberReadsTheSameEverywhere()
{
    HealthFigures figures = trained();
    figures.gradientsFlushedPercent = 0.003;
    figures.updatesLostPercent = 0.003;
    figures.skippedSteps = 1;
    QCOMPARE(judge(circle("mixed_float16", kDynamic), figures).sentence,
        std::string(
            "Numerically healthy: < 0.1 % of the gradients flushed, < 0.1 % of the updates lost, 1 step "
            "skipped to find the loss scale."));
    figures.gradientsFlushedPercent = 99.8;
    QCOMPARE(judge(circle("mixed_float16", kDynamic), figures).sentence,
        std::string("99.8 % of the gradients became zero: they are too small for float16."));
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
    row("no scale fits both ends", 1, 3000, "Use mixed_bfloat16");
    row("an infinite gradient", 1, std::numeric_limits<double>::infinity(), "Use mixed_bfloat16");
}

void TestVerdicts::offeredLossScaleLeavesRoomAboveTheGradients()
{
    QFETCH(double, scale);
    HealthFigures figures = trained();
    figures.gradientsFlushedPercent = 50;
    figures.lossScale = scale;
    QFETCH(double, gradientAmax);
    figures.gradientAmax = gradientAmax;
    QTEST(QString::fromStdString(judge(circle("mixed_float16", fixedScale(scale)), figures).actionText),
        "actionText");
}

void TestVerdicts::actionsRepairWhatTheySay_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("lossScale");
    QTest::addColumn<HealthFigures>("figures");
    QTest::addColumn<QString>("actionText");
    QTest::addColumn<QString>("policyAfter");
    QTest::addColumn<QString>("lossScaleAfter");
    const auto row = [](const char* name, const char* policy, const char* scale, auto change,
                         const char* action, const char* policyAfter, const char* scaleAfter) {
        HealthFigures figures = trained();
        if (std::string_view(scale) != "none")
            figures.lossScale = 1048576;
        change(figures);
        QTest::newRow(name) << QString::fromLatin1(policy) << QString::fromLatin1(scale) << figures
                            << QString::fromLatin1(action) << QString::fromLatin1(policyAfter)
                            << QString::fromLatin1(scaleAfter);
    };
    const auto divergedByOverflow = [](HealthFigures& f) {
        f.divergedAt = 1;
        f.overflows = 7;
    };
    const auto updatesLost = [](HealthFigures& f) { f.updatesLostPercent = 96; };
    const auto flushed = [](HealthFigures& f) { f.gradientsFlushedPercent = 60; };
    const auto skipping = [](HealthFigures& f) { f.recentSkippedSteps = f.skippedSteps = 200; };
    row("a fixed scale was too large", "mixed_float16", "fixed", divergedByOverflow,
        "Use a dynamic loss scale", "mixed_float16", "dynamic");
    row("float16 overflows without a scale", "mixed_float16", "none", divergedByOverflow,
        "Use mixed_bfloat16", "mixed_bfloat16", "none");
    row("float16 overflows whatever the scale", "float16", "dynamic", divergedByOverflow,
        "Use mixed_bfloat16", "mixed_bfloat16", "none");
    row("float32 diverges: the learning rate", "float32", "none", divergedByOverflow,
        "Try learning rate 0.05", "float32", "none");
    row("dynamic scale that falls for ever", "mixed_float16", "dynamic", skipping, "Use mixed_bfloat16",
        "mixed_bfloat16", "none");
    row("flushed at the best dynamic scale", "mixed_float16", "dynamic", flushed, "Use mixed_bfloat16",
        "mixed_bfloat16", "none");
    row("flushed by float8", "float8_from_mixed_bfloat16", "none", flushed, "Train without float8",
        "mixed_bfloat16", "none");
    row("flushed with the range of float32", "float32", "none", flushed, "", "float32", "none");
    row("weights stored in bfloat16", "bfloat16", "none", updatesLost, "Keep float32 master weights",
        "mixed_bfloat16", "none");
    row("weights stored in float16", "float16", "none", updatesLost, "Keep float32 master weights",
        "mixed_float16", "dynamic");
    row("a chosen scale is kept", "float16", "fixed", updatesLost, "Keep float32 master weights",
        "mixed_float16", "fixed");
    row("lost in float32 weights", "mixed_float16", "dynamic", updatesLost, "", "mixed_float16", "dynamic");
    row(
        "far from float64 in bfloat16", "mixed_bfloat16", "none",
        [](HealthFigures& f) { f.errorVsFloat64 = 0.4; }, "Compute in float32", "float32", "none");
}

void TestVerdicts::actionsRepairWhatTheySay()
{
    QFETCH(QString, policy);
    QFETCH(QString, lossScale);
    QFETCH(HealthFigures, figures);
    const Component scale = lossScale == QStringLiteral("dynamic") ? kDynamic
        : lossScale == QStringLiteral("fixed")                     ? fixedScale(1048576)
                                                                   : kNone;
    SessionSpec session = circle(policy.toStdString(), scale);
    const Verdict verdict = judge(session, figures);
    QTEST(QString::fromStdString(verdict.actionText), "actionText");
    if (verdict.action)
        verdict.action(session);
    QTEST(QString::fromStdString(session.policies.global.name), "policyAfter");
    QTEST(QString::fromStdString(session.training.lossScale.className), "lossScaleAfter");
}

void TestVerdicts::fewLostUpdatesMatterOnlyBelowFloat32()
{
    HealthFigures figures = trained();
    figures.updatesLostPercent = 5;
    QCOMPARE(judge(circle("bfloat16", kNone), figures).ruleId, std::string("updates_lost"));
    QCOMPARE(judge(circle("mixed_bfloat16", kNone), figures).ruleId, std::string("healthy"));
    figures.updatesLostPercent = 4.99;
    QCOMPARE(judge(circle("bfloat16", kNone), figures).ruleId, std::string("healthy"));
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
    HealthFigures worrying[] = {trained(), trained(), trained(), trained(), trained(), trained()};
    worrying[0].divergedAt = 7;
    worrying[0].overflows = 1;
    worrying[1].recentSkippedSteps = 200;
    worrying[2].overflows = 1;
    worrying[3].gradientsFlushedPercent = 90;
    worrying[4].updatesLostPercent = 90;
    worrying[5].errorVsFloat64 = 9;
    for (const std::string& policy : commonPolicyNames()) {
        for (const Component& scale : {kNone, fixedScale(64), kDynamic}) {
            for (const HealthFigures& figures : worrying) {
                SessionSpec session = circle(policy, scale);
                const Verdict verdict = judge(session, figures);
                if (!verdict.action)
                    continue;
                const SessionSpec before = session;
                verdict.action(session);
                QVERIFY2(!(session == before), verdict.actionText.c_str());
                const Status status = checkSession(session);
                QVERIFY2(status.ok(), status.ok() ? "" : status.error().text().c_str());
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestVerdicts)
#include "tst_verdicts.moc"
