// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs: what the opening scene promises, and that results do not depend on threads.
#include "app/io/session/session_file.h"
#include "engine/train/training_run.h"
#include "tests/engine/small_sessions.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>

using namespace ulpscope;

namespace {

SessionSpec scene(const char* name)
{
    const Result<SessionSpec> session
        = loadSession(std::string(ULPSCOPE_SOURCE_DIR "/resources/scenes/") + name + ".ulps");
    if (!session)
        qFatal("%s", session.error().text().c_str());
    return *session;
}

struct Outcome
{
    std::vector<StepRecord> records;
    RunSummary summary;
};

Outcome runAll(const SessionSpec& session, int threads = 1, const std::string& level = {})
{
    const Result<Kernels> kernels = level.empty() ? Kernels::load() : Kernels::load(level);
    Result<TrainingRun> run = TrainingRun::create(session, *kernels, {.threads = threads});
    if (!run)
        qFatal("%s", run.error().text().c_str());
    Outcome outcome;
    for (std::int64_t i = 0; i < session.training.steps; ++i) {
        run->step();
        outcome.records.push_back(run->record());
    }
    outcome.summary = run->summarize();
    return outcome;
}

} // namespace

class TestTrainingRun : public QObject
{
    Q_OBJECT

private slots:
    void circleFlushesMostOfItsGradients()
    {
        const Outcome outcome = runAll(scene("circle"));
        QCOMPARE(outcome.summary.totals.steps, 1500);
        QVERIFY2(*outcome.summary.totals.counts.gradientsFlushedPercent() >= 75
                && *outcome.summary.totals.counts.gradientsFlushedPercent() <= 92,
            qPrintable(QString::number(*outcome.summary.totals.counts.gradientsFlushedPercent())));
        QVERIFY(*outcome.summary.last.referenceLoss < 0.2 * *outcome.records.front().referenceLoss);
        QVERIFY(outcome.summary.last.errorVsFloat64 > 0.01);
    }

    void lossScale1024RepairsCircle()
    {
        SessionSpec session = scene("circle");
        session.training.lossScale = {"fixed", {{"scale", 1024.0}}};
        const Outcome outcome = runAll(session);
        QVERIFY2(*outcome.summary.totals.counts.gradientsFlushedPercent() < 30,
            qPrintable(QString::number(*outcome.summary.totals.counts.gradientsFlushedPercent())));
        QVERIFY(*outcome.summary.last.referenceLoss < 0.2 * *outcome.records.front().referenceLoss);
    }

    void everyProcessorLevelGivesTheSameBits_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"circle", "attention-overflow", "float8-amax", "layer-normalization"})
            QTest::newRow(name) << name;
    }
    void everyProcessorLevelGivesTheSameBits()
    {
        QFETCH(QString, name);
        SessionSpec session = scene(name.toUtf8().constData());
        session.training.steps = 20;
        const std::vector<std::string> levels = Kernels::availableLevels();
        const Outcome first = runAll(session, 1, levels.front());
        for (const std::string& level : levels) {
            const Outcome other = runAll(session, 1, level);
            for (std::size_t i = 0; i < other.records.size(); ++i)
                QVERIFY2(sameRecord(other.records[i], first.records[i]),
                    qPrintable(QStringLiteral("step %1 at %2").arg(i).arg(QString::fromStdString(level))));
        }
    }

    void floatxRoundsInputsAndLoss()
    {
        SessionSpec session = scene("circle");
        session.policies.global = *getPolicy("float32");
        session.training.lossWeight = 1;
        session.training.optimizer.config.set("learning_rate", 0.1);
        session.training.steps = 50;
        const Outcome wide = runAll(session);
        session.policies.floatx = "float16";
        const Outcome narrow = runAll(session);
        QVERIFY(wide.summary.last.errorVsFloat64 < 1e-5);
        QVERIFY(*narrow.summary.last.errorVsFloat64 > 1e-5 && *narrow.summary.last.errorVsFloat64 < 1e-2);
        const double loss = narrow.records.front().loss;
        QVERIFY(std::fabs(loss - wide.records.front().loss) < 1e-3);
    }

    void aFloat64CandidateHasErrorExactlyZero()
    {
        SessionSpec session = scene("circle");
        session.policies.global = *getPolicy("float64");
        session.training.lossScale = {"none", {}};
        session.training.steps = 300;
        const Outcome outcome = runAll(session);
        for (const StepRecord& record : outcome.records) {
            QVERIFY(sameBits(*record.errorVsFloat64, 0.0));
            QVERIFY(sameBits(record.loss, *record.referenceLoss));
            QCOMPARE(*record.counts.gradientsFlushedPercent(), 0.0);
        }
        for (const TensorPoint& point : outcome.records.front().tensors)
            if (point.metric == Metric::AccumulatedError || point.metric == Metric::LocalError
                || point.metric == Metric::AccumulatedMaxUlp || point.metric == Metric::LocalMaxUlp)
                QCOMPARE(point.value, 0.0);
    }

    void recordsAreTheSameBitsForAnyNumberOfThreads()
    {
        SessionSpec session = scene("circle");
        session.training.steps = 60;
        session.training.batchSize = 512; // heavy enough for threads to be taken
        for (LayerSpec& layer : session.model.layers)
            if (layer.config.find("units") != nullptr && layer.name != "logits")
                layer.config.set("units", std::int64_t{256});
        const Outcome one = runAll(session, 1);
        for (const int threads : {2, 4, 7}) { // from 3 on some help with products
            const Outcome many = runAll(session, threads);
            for (std::size_t i = 0; i < one.records.size(); ++i) {
                QVERIFY(sameBits(one.records[i].loss, many.records[i].loss));
                QVERIFY(sameBits(*one.records[i].referenceLoss, *many.records[i].referenceLoss));
                QVERIFY(sameBits(*one.records[i].errorVsFloat64, *many.records[i].errorVsFloat64));
                QCOMPARE(one.records[i].tensors.size(), many.records[i].tensors.size());
                for (std::size_t k = 0; k < one.records[i].tensors.size(); ++k)
                    QVERIFY(sameBits(one.records[i].tensors[k].value, many.records[i].tensors[k].value));
            }
        }
    }

    void aCandidateDoesNotDependOnTheOthersBesideIt()
    {
        std::vector<SessionSpec> sessions(3, scene("circle"));
        for (SessionSpec& session : sessions)
            session.training.steps = 40;
        setGlobalPolicyAsCompile(sessions[1], *getPolicy("mixed_bfloat16"));
        setGlobalPolicyAsCompile(sessions[2], *getPolicy("float8_from_float32"));
        const Result<Kernels> kernels = Kernels::load();
        Result<TrainingRun> together = TrainingRun::create(sessions, *kernels);
        QCOMPARE(together->candidates(), std::size_t{3});
        std::vector<std::vector<StepRecord>> records(3);
        for (int step = 0; step < 40; ++step) {
            together->step();
            for (std::size_t i = 0; i < 3; ++i)
                records[i].push_back(together->record(i));
        }
        for (std::size_t i = 0; i < 3; ++i) {
            const Outcome alone = runAll(sessions[i]);
            for (std::size_t step = 0; step < 40; ++step) {
                QVERIFY(sameBits(alone.records[step].loss, records[i][step].loss));
                QVERIFY(sameBits(*alone.records[step].errorVsFloat64, *records[i][step].errorVsFloat64));
                QCOMPARE(alone.records[step].tensors.size(), records[i][step].tensors.size());
                for (std::size_t k = 0; k < alone.records[step].tensors.size(); ++k)
                    QVERIFY(
                        sameBits(alone.records[step].tensors[k].value, records[i][step].tensors[k].value));
            }
        }
    }

    void candidatesOfOneRunMayNotDifferInTheirData()
    {
        std::vector<SessionSpec> sessions(2, scene("circle"));
        sessions[1].training.batchSize = 16;
        const Result<Kernels> kernels = Kernels::load();
        QVERIFY(!TrainingRun::create(sessions, *kernels).ok());
    }

    void tooLargeALossScaleDivergesAndHasNoAccuracy()
    {
        SessionSpec session = scene("circle");
        session.training.lossWeight = 1;
        session.training.optimizer.config.set("learning_rate", 0.1);
        session.training.lossScale = {"fixed", {{"scale", 0x1p20}}};
        session.training.steps = 5;
        const Outcome outcome = runAll(session);
        QVERIFY(outcome.summary.totals.divergedAt.has_value());
        QCOMPARE(*outcome.summary.totals.divergedAt, 0);
        QVERIFY(!outcome.summary.testAccuracy.has_value());
        QVERIFY(outcome.summary.totals.counts.overflows > 0);
        QVERIFY(!std::isfinite(*outcome.summary.last.errorVsFloat64));
    }

    void dynamicLossScaleSkipsUntilGradientsAreFinite()
    {
        SessionSpec session = scene("circle");
        session.training.lossWeight = 1;
        session.training.optimizer.config.set("learning_rate", 0.1);
        session.training.lossScale
            = {"dynamic", {{"initial_scale", 0x1p24}, {"dynamic_growth_steps", std::int64_t{200}}}};
        const Outcome outcome = runAll(session);
        double scale = 0x1p24;
        std::int64_t good = 0;
        std::int64_t skipped = 0;
        for (const StepRecord& record : outcome.records) {
            QCOMPARE(*record.lossScale, scale); // Keras' rule, walked beside the engine's
            if (record.skipped) {
                scale /= 2;
                good = 0;
                ++skipped;
            } else if (good == 199) {
                scale *= 2;
                good = 0;
            } else {
                ++good;
            }
        }
        QCOMPARE(outcome.summary.totals.skippedSteps, skipped);
        QVERIFY(outcome.records.front().skipped);
        QVERIFY(skipped >= 5 && skipped <= 30);
        QVERIFY(!outcome.summary.totals.divergedAt.has_value());
        QVERIFY(*outcome.summary.testAccuracy > 0.95);
    }

    void pureBfloat16LosesUpdates()
    {
        SessionSpec session = scene("circle");
        session.policies.global = *getPolicy("bfloat16");
        session.training.steps = 500;
        const Outcome pure = runAll(session);
        session.policies.global = *getPolicy("mixed_bfloat16");
        const Outcome mixed = runAll(session);
        QVERIFY(pure.summary.totals.counts.updatesLostPercent() > 50);
        QVERIFY(mixed.summary.totals.counts.updatesLostPercent() < 2);
    }

    void aRunEndsWithTheMovingAveragesOfItsWeights_data()
    {
        QTest::addColumn<int>("loop");
        QTest::newRow("fit") << static_cast<int>(TrainingLoop::Fit);
        QTest::newRow("a loop of one's own") << static_cast<int>(TrainingLoop::Custom);
    }
    void aRunEndsWithTheMovingAveragesOfItsWeights()
    {
        QFETCH(int, loop);
        SessionSpec session = circle("mixed_bfloat16");
        session.training.loop = static_cast<TrainingLoop>(loop);
        session.training.optimizer.config.set("use_ema", true);
        session.training.optimizer.config.set("ema_momentum", 0.5);
        const Result<Kernels> kernels = Kernels::load();
        constexpr int kSteps = 5;
        session.training.steps = kSteps + 1;
        TrainingRun longer = *TrainingRun::create(session, *kernels);
        session.training.steps = kSteps;
        TrainingRun run = *TrainingRun::create(session, *kernels);
        for (int i = 0; i < kSteps; ++i) {
            QVERIFY(run.weights() == longer.weights());
            longer.step();
            run.step();
        }
        const auto valuesOf = [&](TensorRole role, const std::string& name) {
            for (const TensorName& tensor : longer.tensors())
                if (tensor.layer == "sequential/dense_1" && tensor.role == role && tensor.name == name)
                    return longer.snapshot(tensor).values;
            return std::vector<double>();
        };
        const bool isFit = session.training.loop == TrainingLoop::Fit;
        const std::vector<double> average = valuesOf(TensorRole::OptimizerState, "kernel average");
        const std::vector<double> weights = valuesOf(TensorRole::Weight, "kernel");
        QVERIFY(!average.empty() && average != weights);
        QCOMPARE(run.weights() == longer.weights(), !isFit);
        for (const TensorName& tensor : run.tensors())
            if (tensor.layer == "sequential/dense_1" && tensor.role == TensorRole::Weight
                && tensor.name == "kernel")
                QVERIFY(run.snapshot(tensor).values == (isFit ? average : weights));
        QVERIFY(
            (run.referenceWeights() == longer.referenceWeights()) == false); // the reference is always fit
    }

    void localErrorNamesTheLayerThatRounds()
    {
        SessionSpec session = scene("circle");
        session.policies.global = *getPolicy("float64");
        session.training.lossScale = {"none", {}};
        session.training.steps = 1;
        session.model.layers[2].policy = *getPolicy("mixed_bfloat16"); // dense_2 alone
        const Result<Kernels> kernels = Kernels::load();
        Result<TrainingRun> run = TrainingRun::create(session, *kernels);
        run->step();
        const StepRecord& record = run->record();
        for (const TensorPoint& point : record.tensors) {
            if (point.metric != Metric::LocalError || point.role != TensorRole::Output)
                continue;
            const bool isRounded = run->paths()[point.path.index()] == "sequential/dense_2";
            QCOMPARE(point.value > 0, isRounded);
        }
    }

    void float8ScalesLagTwoSteps()
    {
        SessionSpec session = scene("circle");
        session.policies.global = *getPolicy("float8_from_float32");
        session.training.lossScale = {"none", {}};
        session.training.steps = 4;
        session.probes.tensorsEvery = 1;
        const Outcome outcome = runAll(session);
        // The state after step t: amax of step t, scale from the amaxes up to step t - 1.
        std::vector<double> scales;
        std::vector<double> amaxes;
        for (const StepRecord& record : outcome.records) {
            for (const TensorPoint& point : record.tensors) {
                if (point.role != TensorRole::Weight || point.metric != Metric::Float8Scale)
                    continue;
                scales.push_back(point.value);
                break;
            }
            for (const TensorPoint& point : record.tensors) {
                if (point.role != TensorRole::Weight || point.metric != Metric::Float8Amax)
                    continue;
                amaxes.push_back(point.value);
                break;
            }
        }
        QCOMPARE(scales.size(), std::size_t{4});
        QCOMPARE(scales[0], 1.0);
        QCOMPARE(static_cast<float>(scales[1]), static_cast<float>(amaxes[0]) / 448.0F);
        QCOMPARE(static_cast<float>(scales[2]), static_cast<float>(std::max(amaxes[0], amaxes[1])) / 448.0F);
    }

    void scalesAreToldAtEveryStep()
    {
        SessionSpec session = scene("circle");
        session.policies.recipe = {"te_delayed", {{"amax_history_len", std::int64_t{2}}}};
        session.policies.global
            = *getPolicy("float32"); // quantized as it is, so that only float32 rounds besides
        session.training.lossScale = {"none", {}};
        session.training.steps = 200;
        session.probes.tensorsEvery = 1'000'000;
        const Outcome outcome = runAll(session);
        int clipped = 0;
        for (std::size_t step = 1; step < outcome.records.size(); ++step) {
            const std::vector<TensorPoint>& points = outcome.records[step].tensors;
            QCOMPARE(points.size(), std::size_t{9 * 5}); // three layers, three operands
            for (std::size_t i = 0; i < points.size(); i += 5) {
                QVERIFY(points[i + 1].metric == Metric::Float8Amax);
                QVERIFY(points[i + 3].metric == Metric::Float8Limit);
                QVERIFY(points[i + 4].metric == Metric::Float8Saturated);
                const double amax = points[i + 1].value;
                const double limit = points[i + 3].value;
                if (std::fabs(amax / limit - 1) < 1e-6) // float32 decides: the scale is a rounded quotient
                    continue;
                QCOMPARE(points[i + 4].value > 0, amax > limit);
                clipped += amax > limit ? 1 : 0;
                if (step < 3)
                    continue;
                // Margin 0: the scale maps the larger of the last two amaxes to the format's largest number.
                const double before = std::max(outcome.records[step - 1].tensors[i + 1].value,
                    outcome.records[step - 2].tensors[i + 1].value);
                QVERIFY(std::fabs(before / limit - 1) < 1e-6);
            }
        }
        QVERIFY2(clipped > 100, qPrintable(QString::number(clipped)));
    }

    void float8ScalesWaitWhileGradientsAccumulate()
    {
        SessionSpec session = scene("circle");
        session.policies.global = *getPolicy("float8_from_float32");
        session.training.optimizer.config.set("gradient_accumulation_steps", std::int64_t{2});
        session.training.lossScale = {"none", {}};
        session.training.steps = 6;
        session.probes.tensorsEvery = 1;
        std::vector<double> scales; // of one operand, after each step
        for (const StepRecord& record : runAll(session).records) {
            const auto found
                = std::find_if(record.tensors.begin(), record.tensors.end(), [](const TensorPoint& point) {
                      return point.role == TensorRole::Weight && point.metric == Metric::Float8Scale;
                  });
            QVERIFY(found != record.tensors.end());
            scales.push_back(found->value);
        }
        // The first update writes the scale of an empty history, the second that of the first's amaxes.
        QCOMPARE(scales[0], 1.0);
        QCOMPARE(scales[1], 1.0);
        QCOMPARE(scales[2], 1.0);
        QVERIFY(scales[3] < 0.1);
        QCOMPARE(scales[4], scales[3]);
    }

    void float8ScalesThatWouldBecomeInfiniteSkipTheStep()
    {
        // Saturation hides an infinite output gradient from the kernel's gradient; Keras' finite check sees the amax.
        SessionSpec session = scene("circle");
        session.model.layers.resize(1);
        session.model.layers.push_back(
            {"logits", "Dense", {{"units", std::int64_t{1}}, {"use_bias", false}}, {}, {}});
        session.policies.global = *getPolicy("float8_from_mixed_float16");
        session.training.lossWeight = 1;
        session.training.batchSize = 1;
        session.training.lossScale = {"dynamic", {{"initial_scale", 1e9}}};
        session.training.steps = 3;
        session.probes.tensorsEvery = 1;
        const Outcome outcome = runAll(session);
        QCOMPARE(outcome.summary.totals.skippedSteps, 3);
        bool isInfinite = false; // what was seen is told; what is kept is not touched
        for (const TensorPoint& point : outcome.records.back().tensors) {
            isInfinite = isInfinite || (point.metric == Metric::Float8Amax && std::isinf(point.value));
            if (point.metric == Metric::Float8Scale)
                QCOMPARE(point.value, 1.0);
        }
        QVERIFY(isInfinite);
    }

    void aRunMayEndRightAfterItsThreadsStarted()
    {
        SessionSpec session = scene("circle");
        session.training.batchSize = 512;
        for (LayerSpec& layer : session.model.layers)
            if (layer.config.find("units") != nullptr && layer.name != "logits")
                layer.config.set("units", std::int64_t{256});
        for (const std::int64_t steps : {7, 8, 9, 10}) {
            session.training.steps = steps;
            QCOMPARE(runAll(session, 2).summary.totals.steps, steps);
        }
    }

    void fashionMnistUnderMixedFloat16IsWithinAPointOfFloat64()
    {
        const SessionSpec session = scene("fashion-mnist");
        const Result<Kernels> kernels = Kernels::load();
        Result<TrainingRun> run = TrainingRun::create(session, *kernels, {.threads = 2});
        if (!run)
            QSKIP(run.error().text().c_str());
        for (std::int64_t i = 0; i < session.training.steps; ++i)
            run->step();
        const RunSummary summary = run->summarize();
        QVERIFY2(*summary.testAccuracy >= 0.80, qPrintable(QString::number(*summary.testAccuracy)));
        QVERIFY(std::fabs(*summary.testAccuracy - *summary.referenceTestAccuracy) < 0.01);
    }
};

QTEST_GUILESS_MAIN(TestTrainingRun)
#include "tst_training_run.moc"
