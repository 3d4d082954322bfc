// SPDX-License-Identifier: GPL-3.0-or-later
// Loss-scale rules walked step by step: Keras 3, tf-keras, TensorFlow's experimental API and torch.amp.GradScaler, from
// their sources; what compile does; what a custom loop can forget.
#include "app/io/session/session_file.h"
#include "app/judge/runs/verdicts.h"
#include "engine/data/dataset_catalog.h"
#include "engine/scaling/loss_scale_text.h"
#include "engine/session/checked_session.h"
#include "engine/session/compile_outcome.h"
#include "engine/train/training_run.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

LossScale made(const Component& component)
{
    const Result<Component> checked = checkComponent(lossScaleCatalog(), "loss scale", component);
    return checked ? findRow(lossScaleCatalog(), checked->className)->make(checked->config) : LossScale{};
}

/// A component with an initial scale and growth steps, under each rule's own names.
Component ruled(const std::string& name, double initial, std::int64_t steps)
{
    if (name == "grad_scaler")
        return {name, {{"init_scale", initial}, {"growth_interval", steps}}};
    if (name == "experimental_dynamic")
        return {name, {{"initial_loss_scale", initial}, {"increment_period", steps}}};
    return {name, {{"initial_scale", initial}, {"dynamic_growth_steps", steps}}};
}

SessionSpec circle(const std::string& policy, const Component& lossScale)
{
    Result<SessionSpec> session = loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    session->policies.global = *getPolicy(policy);
    session->training.lossScale = lossScale;
    session->training.steps = 20;
    return *session;
}

std::vector<StepRecord> trained(const SessionSpec& session, int steps)
{
    const Result<Kernels> kernels = Kernels::load();
    Result<TrainingRun> run = TrainingRun::create(session, *kernels);
    std::vector<StepRecord> records;
    for (int i = 0; run && i < steps; ++i) {
        run->step();
        records.push_back(run->record());
    }
    return records;
}

} // namespace

class TestLossScale : public QObject
{
    Q_OBJECT

private slots:
    void traces_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<double>("initial");
        QTest::addColumn<int>("growthSteps");
        QTest::addColumn<QString>("steps"); // g: gradients are finite, b: they are not
        QTest::addColumn<QList<float>>("scales"); // after each step
        const auto row = [](const char* words, const char* rule, double initial, int growth,
                             const char* steps, const QList<float>& scales) {
            QTest::addRow("%s: %s", rule, words)
                << QString::fromLatin1(rule) << initial << growth << QString::fromLatin1(steps) << scales;
        };
        for (const char* rule : {"dynamic", "tf_keras", "grad_scaler", "experimental_dynamic"}) {
            row("doubles after three good steps", rule, 8, 3, "gggggg", {8, 8, 16, 16, 16, 32});
            row("halves at once, and counts anew", rule, 8, 3, "ggbgggb", {8, 8, 4, 4, 4, 8, 4});
            row("grows every step", rule, 1, 1, "ggg", {2, 4, 8});
            row("halves twice", rule, 8, 3, "bbggg", {4, 2, 2, 2, 4});
        }
        row("goes below 1", "dynamic", 2, 2, "bbbgg", {1, 0.5F, 0.25F, 0.25F, 0.5F});
        row("goes below 1", "grad_scaler", 2, 2, "bbbgg", {1, 0.5F, 0.25F, 0.25F, 0.5F});
        row("stops at 1", "tf_keras", 2, 2, "bbbgg", {1, 1, 1, 1, 2});
        row("stops at 1", "experimental_dynamic", 2, 2, "bbb", {1, 1, 1});
        row("rises to 1 from below", "tf_keras", 0.25, 2, "b", {1}); // max(0.125, 1)
        row("becomes infinite and stays so", "dynamic", 0x1p127, 1, "ggbg",
            {kInfinity, kInfinity, kInfinity, kInfinity});
        // Keras 3.16 on jaxlib 0.10.2 on a CPU; PyTorch 2.15.0
        row("becomes 0 below 2^-126 and stays so", "dynamic", 0x1p-125, 1, "bbgg", {0x1p-126F, 0, 0, 0});
        row("becomes subnormal", "grad_scaler", 0x1p-125, 1, "bbg", {0x1p-126F, 0x1p-127F, 0x1p-126F});
        row("does not become infinite", "tf_keras", 0x1p127, 1, "ggb", {0x1p127F, 0x1p127F, 0x1p126F});
        row("does not become infinite", "grad_scaler", 0x1p127, 1, "ggb", {0x1p127F, 0x1p127F, 0x1p126F});
        row("does not become infinite", "experimental_dynamic", 0x1p127, 1, "gg", {0x1p127F, 0x1p127F});
    }

    void traces()
    {
        QFETCH(QString, rule);
        QFETCH(double, initial);
        QFETCH(int, growthSteps);
        QFETCH(QString, steps);
        QFETCH(QList<float>, scales);
        LossScale scale = made(ruled(rule.toStdString(), initial, growthSteps));
        QVERIFY(scale.skipsNonFinite());
        QCOMPARE(steps.size(), scales.size());
        for (qsizetype i = 0; i < steps.size(); ++i) {
            scale = scale.next(steps[i] == u'g');
            QCOMPARE(scale.scale, scales[i]);
        }
    }

    void defaultsAreTheStacksOwn_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<float>("scale");
        QTest::addColumn<int>("growthSteps");
        QTest::addColumn<double>("growth");
        QTest::addColumn<double>("shrink");
        QTest::addColumn<float>("floor");
        QTest::addColumn<bool>("divides");
        QTest::addColumn<bool>("skipCounts");
        QTest::addColumn<bool>("mayBecomeInfinite");
        QTest::addColumn<bool>("growsAtExactCount");
        QTest::newRow("Keras 3") << QStringLiteral("dynamic") << 32768.0F << 2000 << 2.0 << 0.5 << 0.0F
                                 << true << false << true << true;
        QTest::newRow("tf-keras") << QStringLiteral("tf_keras") << 32768.0F << 2000 << 2.0 << 0.5 << 1.0F
                                  << false << true << false << false;
        QTest::newRow("torch") << QStringLiteral("grad_scaler") << 65536.0F << 2000 << 2.0 << 0.5 << 0.0F
                               << false << false << false << true;
        QTest::newRow("DeepSpeed") << QStringLiteral("deepspeed") << 65536.0F << 1000 << 2.0 << 0.5 << 0.0F
                                   << false << false << true << false;
        QTest::newRow("Megatron-LM") << QStringLiteral("megatron") << 0x1p32F << 1000 << 2.0 << 0.5 << 0.0F
                                     << false << false << true << true;
        QTest::newRow("fairseq") << QStringLiteral("fairseq") << 32768.0F << 2000 << 2.0 << 0.5 << 0.0F
                                 << false << false << true << true;
        QTest::newRow("experimental") << QStringLiteral("experimental_dynamic") << 32768.0F << 2000 << 2.0
                                      << 0.5 << 1.0F << false << true << false << false;
    }

    void defaultsAreTheStacksOwn()
    {
        QFETCH(QString, rule);
        QFETCH(int, growthSteps);
        QFETCH(bool, divides);
        QFETCH(bool, skipCounts);
        QFETCH(bool, mayBecomeInfinite);
        QFETCH(bool, growsAtExactCount);
        const LossScale scale = made({rule.toStdString(), {}});
        QTEST(scale.scale, "scale");
        QCOMPARE(scale.growthSteps, growthSteps);
        QTEST(scale.growthFactor, "growth");
        QTEST(scale.shrinkFactor, "shrink");
        QTEST(scale.rule->floor, "floor");
        QCOMPARE(scale.rule->unscaling == Unscaling::Divide, divides);
        QCOMPARE(scale.rule->skippedStepCounts, skipCounts);
        QCOMPARE(scale.rule->mayBecomeInfinite, mayBecomeInfinite);
        QCOMPARE(scale.rule->growsAtExactCount, growsAtExactCount);
    }

    void kerasHalvesToZero()
    {
        // 2^15 is halved to float32's least number, 2^-149, in 164 steps, and to 0 in one more.
        LossScale scale = made({"dynamic", {}});
        for (int i = 0; i < 164; ++i)
            scale = scale.next(false);
        QCOMPARE(scale.scale, 0x1p-149F);
        scale = scale.next(false);
        QCOMPARE(scale.scale, 0.0F);
        QCOMPARE(scale.next(true).scale, 0.0F);
        LossScale least = made({"tf_keras", {}});
        for (int i = 0; i < 165; ++i)
            least = least.next(false);
        QCOMPARE(least.scale, 1.0F);
    }

    void aCounterAboveTheGrowthSteps()
    {
        // Keras and torch compare with ==, so steps lowered below the counter never grow until a reset; tf-keras with >=.
        for (const auto& [name, grows] : {std::pair("dynamic", false), std::pair("grad_scaler", false),
                 std::pair("tf_keras", true), std::pair("experimental_dynamic", true)}) {
            LossScale scale = made(ruled(name, 8, 2));
            scale.goodSteps = 5;
            for (int i = 0; i < 10; ++i)
                scale = scale.next(true);
            QCOMPARE(scale.scale > 8, grows);
            scale = scale.next(false).next(true).next(true);
            QVERIFY2(scale.goodSteps == 0, name); // it grew after the reset
        }
    }

    void theCounterStartsAgainWhereGrowthIsLeftOut()
    {
        LossScale scale = made(ruled("tf_keras", 0x1p127, 3));
        scale = scale.next(true).next(true);
        QCOMPARE(scale.goodSteps, 2);
        QCOMPARE(scale.next(true).goodSteps, 0);
    }

    void factorsOtherThanTwo()
    {
        LossScale torch = made({"grad_scaler",
            {{"init_scale", 100.0}, {"growth_factor", 1.5}, {"backoff_factor", 0.1},
                {"growth_interval", std::int64_t{1}}}});
        QCOMPARE(torch.next(true).scale, 150.0F);
        QCOMPARE(torch.next(false).scale, 10.0F);
        LossScale tf = made({"experimental_dynamic",
            {{"initial_loss_scale", 100.0}, {"increment_period", std::int64_t{1}}, {"multiplier", 3.0}}});
        QCOMPARE(tf.next(true).scale, 300.0F);
        QCOMPARE(tf.next(false).scale, 100.0F / 3.0F);
    }

    void aFixedScaleNeverSkips_data()
    {
        QTest::addColumn<QString>("rule");
        for (const char* rule : {"none", "auto", "fixed", "tf_keras_fixed", "experimental_fixed"})
            QTest::newRow(rule) << QString::fromLatin1(rule);
    }

    void aFixedScaleNeverSkips()
    {
        QFETCH(QString, rule);
        const LossScale scale = made({rule.toStdString(), {}});
        QVERIFY(!scale.skipsNonFinite());
        QCOMPARE(scale.next(false), scale);
    }

    void parametersOutOfRangeAreRefused_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<QString>("parameter");
        QTest::addColumn<double>("value");
        QTest::newRow("FixedLossScale below 1") << "experimental_fixed"
                                                << "loss_scale_value" << 0.5;
        QTest::newRow("a growth factor of 1") << "grad_scaler"
                                              << "growth_factor" << 1.0;
        QTest::newRow("a backoff factor of 1") << "grad_scaler"
                                               << "backoff_factor" << 1.0;
        QTest::newRow("a scale of 0") << "tf_keras"
                                      << "initial_scale" << 0.0;
        QTest::newRow("another rule's parameter") << "tf_keras"
                                                  << "init_scale" << 2.0;
    }

    void parametersOutOfRangeAreRefused()
    {
        QFETCH(QString, rule);
        QFETCH(QString, parameter);
        QFETCH(double, value);
        const Component component{rule.toStdString(), {{parameter.toStdString(), value}}};
        QVERIFY(!checkComponent(lossScaleCatalog(), "loss scale", component).ok());
    }

    void compileWrapsByTheNameAlone_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<bool>("wraps");
        QTest::newRow("mixed_float16") << "mixed_float16" << true;
        for (const char* name : {"mixed_bfloat16", "float16", "float32", "bfloat16",
                 "float8_from_mixed_float16", "int4_from_mixed_float16"})
            QTest::newRow(name) << name << false;
    }

    void compileWrapsByTheNameAlone()
    {
        QFETCH(QString, policy);
        QFETCH(bool, wraps);
        SessionSpec session = circle(policy.toStdString(), {"auto", {}});
        for (const CompileReport& report : {compileOutcome(session).keras, compileOutcome(session).tfKeras}) {
            QCOMPARE(report.wraps, wraps);
            QCOMPARE(report.sentence().find("compile wraps") != std::string::npos, wraps);
            QCOMPARE(report.optimizer.starts_with("LossScaleOptimizer("), wraps);
        }
        QCOMPARE(effectiveLossScale(session).className, std::string(wraps ? "dynamic" : "none"));
        QCOMPARE(lossScaleOf(session).rule == &kKerasLossScale, wraps);
        session.policies.family = PolicyFamily::TfKeras;
        QCOMPARE(effectiveLossScale(session).className, std::string(wraps ? "tf_keras" : "none"));
        QVERIFY(compileReport(session).sentence().starts_with("tf-keras: "));
        session.policies.family = PolicyFamily::Experimental22;
        QCOMPARE(effectiveLossScale(session).className, std::string(wraps ? "experimental_dynamic" : "none"));
        session.policies.family = PolicyFamily::Keras3;
        session.training.loop = TrainingLoop::Custom;
        QVERIFY(!compileOutcome(session).keras.wraps);
        QCOMPARE(effectiveLossScale(session).className, std::string("none"));
        session.training.loop = TrainingLoop::Fit;
        session.policies.map.emplace_back("sequential/dense", *makePolicy("float32"));
        QVERIFY(!compileOutcome(session).keras.wraps);
        QVERIFY(compileOutcome(session).keras.sentence().find("map_" + policy.toStdString())
            != std::string::npos);
    }

    void compileSaysWhichLayersDoNotCount()
    {
        SessionSpec session = circle("float32", {"auto", {}});
        session.model.layers.back().policy = *makePolicy("mixed_float16");
        const CompileReport report = compileOutcome(session).keras;
        QVERIFY(!report.wraps);
        QVERIFY(report.sentence().find(session.model.layers.back().name) != std::string::npos);
    }

    void compileLeavesAWrappedOptimizerAlone()
    {
        SessionSpec session = circle("mixed_float16", {"dynamic", {}});
        QVERIFY(!compileOutcome(session).keras.wraps);
        QVERIFY(compileOutcome(session).tfKeras.wraps); // it is no LossScaleOptimizer of tf-keras
        session.training.lossScale = {"fixed", {{"scale", 128.0}}};
        QVERIFY(compileOutcome(session).keras.wraps);
        QVERIFY(compileOutcome(session).keras.sentence().find("loss_scale_factor") != std::string::npos);
    }

    void whatALoopCannotForgetIsRefused_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<bool>("canForgetScaling");
        QTest::addColumn<bool>("canForgetUnscaling");
        QTest::newRow("none") << "none" << false << false;
        QTest::newRow("auto") << "auto" << false << false;
        QTest::newRow("fixed") << "fixed" << true << false;
        QTest::newRow("Keras 3") << "dynamic" << true << false;
        QTest::newRow("torch") << "grad_scaler" << true << false;
        QTest::newRow("DeepSpeed") << "deepspeed" << true << false;
        QTest::newRow("Megatron-LM") << "megatron" << true << false;
        QTest::newRow("fairseq") << "fairseq" << true << false;
        QTest::newRow("tf-keras") << "tf_keras" << true << true;
        QTest::newRow("tf-keras, fixed") << "tf_keras_fixed" << true << true;
        QTest::newRow("experimental") << "experimental_dynamic" << true << true;
    }

    void whatALoopCannotForgetIsRefused()
    {
        QFETCH(QString, rule);
        SessionSpec session = circle("mixed_float16", {rule.toStdString(), {}});
        session.training.loop = TrainingLoop::Custom;
        QVERIFY(checkSession(session).ok());
        session.training.loop = TrainingLoop::CustomWithoutScaling;
        QTEST(checkSession(session).ok(), "canForgetScaling");
        session.training.loop = TrainingLoop::CustomWithoutUnscaling;
        const Status status = checkSession(session);
        QTEST(status.ok(), "canForgetUnscaling");
        if (!status)
            QCOMPARE(status.error().place, std::string("training.loop"));
    }

    void rulesAgreeBitByBitOnPowersOfTwo()
    {
        // Without an overflow, and with powers of two, all rules train alike.
        const std::vector<StepRecord> expected
            = trained(circle("mixed_float16", {"fixed", {{"scale", 1024.0}}}), 8);
        QCOMPARE(expected.size(), std::size_t(8));
        for (const char* rule : {"dynamic", "tf_keras", "grad_scaler", "experimental_dynamic"}) {
            const std::vector<StepRecord> records
                = trained(circle("mixed_float16", ruled(rule, 1024, 2000)), 8);
            for (std::size_t i = 0; i < expected.size(); ++i)
                QCOMPARE(records.at(i).loss, expected[i].loss);
        }
    }

    void aReciprocalThatRoundsCanDiffer()
    {
        // 1/1000 is no float32: g / 1000 and g * fl(1/1000) differ in the last bit of some gradients.
        const SessionSpec divided = circle("float32", {"fixed", {{"scale", 1000.0}}});
        const SessionSpec multiplied = circle("float32", {"tf_keras_fixed", {{"initial_scale", 1000.0}}});
        const std::vector<StepRecord> a = trained(divided, 20);
        const std::vector<StepRecord> b = trained(multiplied, 20);
        QCOMPARE(a.front().loss, b.front().loss);
        bool differs = false;
        for (std::size_t i = 0; i < a.size(); ++i) {
            differs = differs || a[i].loss != b[i].loss;
            QVERIFY(std::fabs(a[i].loss - b[i].loss) <= 1e-4 * std::fabs(a[i].loss)); // 20 steps of last bits
        }
        QVERIFY(differs);
    }

    void aLoopThatForgetsScalesTheUpdates()
    {
        // Updates are too small by the scale, or too large by it: float32 with SGD, so the factor is exact.
        SessionSpec session = circle("float32", {"tf_keras_fixed", {{"initial_scale", 4.0}}});
        session.training.optimizer = {"SGD", {{"learning_rate", 0x1p-6}}};
        const auto lossAfter = [&](TrainingLoop loop, double rate) {
            session.training.loop = loop;
            session.training.optimizer.config.set("learning_rate", rate);
            return trained(session, 2).at(1).loss;
        };
        QCOMPARE(
            lossAfter(TrainingLoop::CustomWithoutScaling, 0x1p-6), lossAfter(TrainingLoop::Custom, 0x1p-8));
        QCOMPARE(
            lossAfter(TrainingLoop::CustomWithoutUnscaling, 0x1p-6), lossAfter(TrainingLoop::Custom, 0x1p-4));
    }

    void autoTrainsAsItsOutcome()
    {
        const std::vector<StepRecord> a = trained(circle("mixed_float16", {"auto", {}}), 4);
        const std::vector<StepRecord> b = trained(circle("mixed_float16", {"dynamic", {}}), 4);
        for (std::size_t i = 0; i < b.size(); ++i) {
            QCOMPARE(a.at(i).loss, b[i].loss);
            QCOMPARE(a[i].lossScale, b[i].lossScale);
        }
        QVERIFY(!trained(circle("mixed_bfloat16", {"auto", {}}), 1).at(0).lossScale);
    }

    void aSkippedStepCountsForTfKerasAlone()
    {
        // Adam's bias correction: after skips its first applied update is smaller the more iterations were counted.
        SessionSpec session = circle("mixed_float16", ruled("tf_keras", 0x1p40, 2000));
        session.training.optimizer = {"Adam", {}};
        const std::vector<StepRecord> counted = trained(session, 45);
        session.training.lossScale = ruled("dynamic", 0x1p40, 2000);
        const std::vector<StepRecord> uncounted = trained(session, 45);
        std::size_t applied = 0;
        while (applied < counted.size() && counted[applied].skipped)
            ++applied;
        QVERIFY(applied > 0 && applied + 1 < counted.size());
        QVERIFY(uncounted[applied - 1].skipped && !uncounted[applied].skipped);
        QCOMPARE(counted[applied].loss, uncounted[applied].loss);
        QVERIFY(counted[applied + 1].loss != uncounted[applied + 1].loss);
    }

    void scalersOfOtherProgramsAreTheirClasses()
    {
        // Each line of loss_scales.jsonl is a run of DeepSpeed's, Megatron-LM's or fairseq's own class (make_loss_scales.py).
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/loss_scales.jsonl"));
        QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Text));
        file.readLine(); // who made it
        QMap<QString, int> runs;
        int ends = 0;
        while (!file.atEnd()) {
            const QJsonObject run = QJsonDocument::fromJson(file.readLine()).object();
            const QJsonObject parameters = run["parameters"].toObject();
            Component component{run["rule"].toString().toStdString(), {}};
            const LossScaleClass* row = findRow(lossScaleCatalog(), component.className);
            QVERIFY(row);
            for (const ParameterSpec& spec : row->parameters) {
                const QJsonValue value = parameters[QString::fromStdString(spec.name)];
                if (value.isBool())
                    component.config.set(spec.name, value.toBool());
                else if (std::holds_alternative<std::int64_t>(spec.defaultValue))
                    component.config.set(spec.name, std::int64_t{value.toInteger()});
                else
                    component.config.set(spec.name, value.toDouble());
            }
            QVERIFY(checkComponent(lossScaleCatalog(), "loss scale", component).ok());
            LossScale scale = made(component);
            const QString steps = run["steps"].toString();
            const QJsonArray scales = run["scales"].toArray();
            for (qsizetype i = 0; i < steps.size(); ++i) {
                const LossScale before = scale;
                scale = scale.next(steps[i] == u'g');
                const bool ended = run["ended"].isDouble() && run["ended"].toInt() == i;
                const QByteArray where
                    = QJsonDocument(run).toJson(QJsonDocument::Compact) + " step " + QByteArray::number(i);
                QVERIFY2(scale.hasEnded == ended, where.constData());
                QVERIFY2(scale.scale == (ended ? before.scale : static_cast<float>(scales[i].toDouble())),
                    where.constData());
                ends += ended ? 1 : 0;
            }
            ++runs[run["rule"].toString()];
        }
        QCOMPARE(runs, (QMap<QString, int>{{"deepspeed", 60}, {"megatron", 60}, {"fairseq", 60}}));
        QVERIFY(ends > 10);
    }

    void aRunThatTheScalerEndedStandsStill()
    {
        SessionSpec session
            = circle("mixed_float16", {"fairseq", {{"init_scale", 0x1p40}, {"min_loss_scale", 0x1p38}}});
        const std::vector<StepRecord> records = trained(session, 6);
        for (const StepRecord& record : records)
            QVERIFY(record.skipped);
        QCOMPARE(*records.back().lossScale, 0x1p39); // 2^38 would have been the least
        RunTotals totals;
        for (const StepRecord& record : records)
            totals.add(record);
        QCOMPARE(totals.scalerEndedAt, std::optional<std::int64_t>(1)); // after the step that halved 2^40
        const Verdict verdict = judge(session, totals, records.back());
        QCOMPARE(verdict.ruleId, "scaler_ended");
        QVERIFY(verdict.sentence.text().starts_with("The loss scaler ended the run at step 1: "));
        QVERIFY(verdict.whyText().find("FloatingPointError: Minimum loss scale reached (…). Your loss")
            != std::string::npos);
        const auto wider = std::ranges::find_if(
            verdict.repairs, [](const Repair& repair) { return repair.text.text() == "Use mixed_bfloat16"; });
        QVERIFY(wider != verdict.repairs.end());
        wider->edit(session);
        totals = {};
        for (const StepRecord& record : trained(session, 6))
            totals.add(record);
        QVERIFY(!totals.scalerEndedAt && totals.skippedSteps == 0);
    }

    void kerasTakesOrRefusesArgumentsOfLossScaleOptimizer()
    {
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/loss_scale_arguments.jsonl"));
        QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Text));
        file.readLine(); // who made it
        int rows = 0;
        for (; !file.atEnd(); ++rows) {
            const QJsonObject row = QJsonDocument::fromJson(file.readLine()).object();
            const QString name = row["argument"].toString();
            QJsonObject session = QJsonDocument::fromJson(
                QByteArray::fromStdString(writeSession(circle("mixed_float16", {"dynamic", {}}))))
                                      .object();
            QJsonObject training = session["training"].toObject();
            training["loss_scale"] = QJsonObject{{"class", "dynamic"}, {name, row["value"]}};
            session["training"] = training;
            const Result<SessionSpec> read = readSession(QJsonDocument(session).toJson().toStdString());
            QCOMPARE(read.ok(), row["message"].isNull());
            if (!read) {
                QCOMPARE(read.error().kind, ErrorKind::ValueError);
                QCOMPARE(QString::fromStdString(read.error().message.text()), row["message"].toString());
                QCOMPARE(QString::fromStdString(read.error().place), "training.loss_scale." + name);
            }
        }
        QCOMPARE(rows, 21);
    }

    void theInnerOptimizersFactorIsTheFixedScaleOrDropped()
    {
        // Keras 3.15.1: LossScaleOptimizer.__init__ sets inner_optimizer.loss_scale_factor to None.
        const auto read = [](const std::string& factor, const std::string& lossScale) {
            std::string text = writeSession(circle("mixed_float16", {"none", {}}));
            const auto replace = [&](const std::string& from, const std::string& to) {
                text.replace(text.rfind(from), from.size(), to); // behind the suggestions
            };
            const std::string written = R"("loss_scale": {"class": "none"})";
            if (text.find(written) == std::string::npos)
                qFatal("%s", text.c_str());
            replace(written, lossScale);
            replace(R"("optimizer": {)", R"("optimizer": {"loss_scale_factor": )" + factor + ", ");
            return readSession(text);
        };
        const auto dynamic = read("128", R"("loss_scale": {"class": "dynamic"})");
        QVERIFY2(dynamic.ok(), dynamic ? "" : dynamic.error().text().c_str());
        QCOMPARE(dynamic->training.lossScale.className, std::string("dynamic"));
        QCOMPARE(dynamic->origin.notices.size(), std::size_t{1});
        const auto fixed = read("128", R"("loop": "fit")");
        QVERIFY2(fixed.ok(), fixed ? "" : fixed.error().text().c_str());
        QCOMPARE(fixed->training.lossScale, (Component{"fixed", {{"scale", 128.0}}}));
        QCOMPARE(fixed->origin.notices.size(), std::size_t{1});
        QVERIFY(read("null", R"("loss_scale": {"class": "none"})")->origin.notices.empty());
        const auto twice = read("128", R"("loss_scale": {"class": "fixed", "scale": 2})");
        QVERIFY(!twice);
        QCOMPARE(twice.error().place, std::string("training.optimizer.loss_scale_factor"));
        QVERIFY(!read("-1", R"("loop": "fit")"));
    }

    void aLoopThatClipsWhileScaledHasASmallerLimit()
    {
        // A limit of 2^-3 on gradients times 2^6 is one of 2^-9 on what the optimizer gets: powers of two, so to the bit.
        for (const char* clip : {"clipvalue", "clipnorm"}) {
            SessionSpec session = circle("float32", {"fixed", {{"scale", 64.0}}});
            session.training.lossWeight = 1;
            const auto losses = [&](TrainingLoop loop, double limit) {
                session.training.loop = loop;
                session.training.optimizer = {"SGD", {{"learning_rate", 0.125}, {clip, limit}}};
                std::vector<double> all;
                for (const StepRecord& record : trained(session, 8))
                    all.push_back(record.loss);
                return all;
            };
            const std::vector<double> scaled = losses(TrainingLoop::CustomClippedWhileScaled, 0x1p-3);
            QCOMPARE(scaled, losses(TrainingLoop::Custom, 0x1p-9));
            QVERIFY(scaled != losses(TrainingLoop::Custom, 0x1p-3));
        }
    }

    void aScheduleThatCountsSkippedStepsIsAhead()
    {
        // The rate halves at every step: after k skipped steps the first applied one is 2^-k of what it should be.
        SessionSpec session = circle("mixed_float16", ruled("dynamic", 0x1p40, 2000));
        session.training.schedule
            = {"ExponentialDecay", {{"decay_steps", std::int64_t{1}}, {"decay_rate", 0.5}}};
        session.training.optimizer = {"SGD", {{"learning_rate", 1.0}}};
        session.training.loop = TrainingLoop::CustomScheduleCountsSkipped;
        const std::vector<StepRecord> ahead = trained(session, 40);
        std::size_t applied = 0;
        while (applied < ahead.size() && ahead[applied].skipped)
            ++applied;
        QVERIFY(applied > 0 && applied + 1 < ahead.size());
        session.training.loop = TrainingLoop::Custom;
        QVERIFY(trained(session, 40)[applied + 1].loss != ahead[applied + 1].loss);
        session.training.optimizer
            = {"SGD", {{"learning_rate", std::ldexp(1.0, -static_cast<int>(applied))}}};
        QCOMPARE(trained(session, 40)[applied + 1].loss, ahead[applied + 1].loss);
    }

    void loopsThatHaveNothingToDoWrongAreRefused()
    {
        SessionSpec session = circle("mixed_float16", {"dynamic", {}});
        session.training.loop = TrainingLoop::CustomClippedWhileScaled;
        QVERIFY(checkSession(session).error().message.text().find("clipnorm") != std::string::npos);
        session.training.optimizer = {"SGD", {{"clipvalue", 1.0}}};
        QVERIFY(checkSession(session).ok());
        session.training.loop = TrainingLoop::CustomScheduleCountsSkipped;
        QVERIFY(checkSession(session).error().message.text().find("schedule") != std::string::npos);
        session.training.schedule
            = {"ExponentialDecay", {{"decay_steps", std::int64_t{9}}, {"decay_rate", 0.5}}};
        QVERIFY(checkSession(session).ok());
        session.training.lossScale = {"tf_keras", {}};
        QVERIFY(checkSession(session).error().message.text().find("iterations") != std::string::npos);
    }

    void everyLoopThatDoesSomethingWrongSaysSo()
    {
        SessionSpec session = circle("mixed_float16", {"dynamic", {}});
        for (std::size_t i = 0; i < trainingLoopNames().size(); ++i) {
            session.training.loop = static_cast<TrainingLoop>(i);
            QCOMPARE(loopSentence(session).text().find("32768") != std::string::npos, i > 1);
        }
    }

    void textsAreLossScales_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("written"); ///< or the error
        const auto row = [](const char* typed, const char* written) {
            QTest::newRow(typed) << QString::fromLatin1(typed) << QString::fromLatin1(written);
        };
        row("none", "none");
        row("Auto", "auto");
        row("1024", "fixed 1024");
        row(" 2 ** 10 ", "fixed 1024");
        row("dynamic", "dynamic 32768");
        row("dynamic 2^20", "dynamic 2^20");
        row("dynamic 2 ** 12 dynamic_growth_steps = 100", "dynamic 4096 dynamic_growth_steps=100");
        row("dynamic dynamic_growth_steps=100", "dynamic 32768 dynamic_growth_steps=100");
        row("deepspeed 4 consecutive_hysteresis=true min_scale=2^-3",
            "deepspeed 4 min_scale=0.125 consecutive_hysteresis=true");
        row("dynamic 8 window=3", "dynamic has no parameter 'window'");
        row("dynamic 8 dynamic_growth_steps=many",
            "dynamic_growth_steps: expected an integer in [1, 1000000000]");
        row("dynamic 8 dynamic_growth_steps=0", "expected an integer >= 1, got 0");
        row("deepspeed consecutive_hysteresis=1", "consecutive_hysteresis: expected true or false");
        row("fixed 2^9999", "expected a number <= 1.7014118346046923e+38, got Infinity");
        row("2^9223372036854775807", "expected a number <= 1.7014118346046923e+38, got Infinity");
        row("2^-9223372036854775808", "expected a number >= 1.1754943508222875e-38, got 0");
        row("deepspeed 4 scale_window=500 scale_window=2", "scale_window is there twice");
        row("dynamic 8 initial_scale=16", "initial_scale is there twice");
        row("dynamic 8 =3", "dynamic has no parameter '8'");
        row("fixed =", "fixed has no parameter ''");
        row("enough",
            "expected a number such as 1024, \"none\", \"auto\", \"dynamic 2^15\" or another rule, got \"enough\"");
        row("dynamick 8", "unknown loss scale 'dynamick'; did you mean 'dynamic'?");
        row("fixed 8 9",
            "expected a number such as 1024, \"none\", \"auto\", \"dynamic 2^15\" or another rule, got \"fixed 8 9\"");
    }
    void textsAreLossScales()
    {
        QFETCH(QString, typed);
        QFETCH(QString, written);
        const Component none{"none", {}};
        const Result<Component> read = lossScaleByText(typed.toStdString(), none);
        QCOMPARE(QString::fromStdString(read ? lossScaleArgument(*read, none) : read.error().message.text()),
            written);
        if (read)
            QVERIFY(*lossScaleByText(lossScaleArgument(*read, none), none) == *read);
    }

    /// What a text does not name stays of the same rule, and is written where it would not.
    void aTextIsReadInItsSession()
    {
        const Component own = *lossScaleByText("dynamic 8 dynamic_growth_steps=5", {"none", {}});
        QCOMPARE(lossScaleByText("dynamic 16", own)->config.integer("dynamic_growth_steps"), 5);
        const Component wanted = *lossScaleByText("dynamic 16", {"none", {}});
        QCOMPARE(lossScaleArgument(wanted, own), "dynamic 16 dynamic_growth_steps=2000");
        QVERIFY(*lossScaleByText(lossScaleArgument(wanted, own), own) == wanted);
    }

    void sessionsKeepRuleAndLoop()
    {
        for (const std::string& loop : trainingLoopNames()) {
            SessionSpec session = circle("mixed_float16", {"tf_keras", {{"initial_scale", 64.0}}});
            session.training.optimizer = {"SGD", {{"clipnorm", 1.0}}};
            if (loop == "custom_schedule_counts_skipped") {
                session.training.lossScale = {"dynamic", {}};
                session.training.schedule
                    = {"ExponentialDecay", {{"decay_steps", std::int64_t{2}}, {"decay_rate", 0.5}}};
            }
            for (std::size_t i = 0; i < trainingLoopNames().size(); ++i)
                if (trainingLoopNames()[i] == loop)
                    session.training.loop = static_cast<TrainingLoop>(i);
            const std::string text = writeSession(session);
            QCOMPARE(text.find("\"loop\"") != std::string::npos, loop != "fit");
            const Result<SessionSpec> again = readSession(text);
            QVERIFY2(again.ok(), again.ok() ? "" : again.error().text().c_str());
            QVERIFY(*again == session);
            QCOMPARE(writeSession(*again), text);
        }
    }
};

QTEST_GUILESS_MAIN(TestLossScale)
#include "tst_loss_scale.moc"
