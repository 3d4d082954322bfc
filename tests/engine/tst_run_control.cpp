// SPDX-License-Identifier: GPL-3.0-or-later
// Going back and forth in a run, stopping in the middle of a step, what the ring of states keeps, what a step allocates.
#include "engine/train/kept_states.h"
#include "tests/engine/small_sessions.h"

#include <QFile>
#include <QTest>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <thread>

using namespace ulpscope;

namespace {

std::atomic<std::int64_t> allocations{0};

} // namespace

// Every allocation of the process goes through these: operator new, tensors and Eigen take from them.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define ULPSCOPE_COUNTS_ALLOCATIONS 1
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void* malloc(std::size_t size) noexcept
{
    ++allocations;
    return __libc_malloc(size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept
{
    ++allocations;
    *memory = __libc_memalign(alignment, size);
    return *memory == nullptr ? ENOMEM : 0;
}
}
#endif

namespace {

constexpr std::size_t kPlenty = std::size_t{1} << 30;

Kernels kernels()
{
    return *Kernels::load();
}

/// Two classes of points: through 512 units ("wide"), images of 8x8 ("convolution"), or sequences of 8 ("attention").
SessionSpec classifier(const std::string& policy, const QString& model)
{
    SessionSpec session = circle(policy);
    const auto layer = [](const char* name, const char* className, Config config) {
        return LayerSpec{name, className, std::move(config), {}, {}};
    };
    using Extents = std::vector<std::int64_t>;
    std::vector<LayerSpec>& layers = session.model.layers;
    layers.resize(1);
    layers.push_back(layer("wide_1", "Dense", {{"units", std::int64_t{model == "wide" ? 512 : 64}}}));
    if (model == "wide") {
        layers.push_back(layer("wide_2", "Dense", {{"units", std::int64_t{512}}}));
    } else if (model == "attention") {
        layers.push_back(layer("sequence", "Reshape", {{"target_shape", Extents{8, 8}}}));
        layers.push_back(layer("attention", "MultiHeadAttention",
            {{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{4}}}));
        layers.push_back(layer("norm", "LayerNormalization", {}));
        layers.push_back(layer("flatten", "Flatten", {}));
    } else {
        layers.push_back(layer("image", "Reshape", {{"target_shape", Extents{8, 8, 1}}}));
        layers.push_back(
            layer("conv", "Conv2D", {{"filters", std::int64_t{4}}, {"kernel_size", Extents{3, 3}}}));
        layers.push_back(layer("norm", "BatchNormalization", {}));
        layers.push_back(layer("pool", "MaxPooling2D", {}));
        layers.push_back(layer("flatten", "Flatten", {}));
    }
    layers.push_back(layer("logits", "Dense", {{"units", std::int64_t{2}}}));
    session.data = {"gaussians", {}};
    session.training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    session.training.batchSize = 128;
    return session;
}

/// Of this process; 0 where the system does not say.
qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLongLong() * 4096;
}

/// What two runs at the same step must share to the last bit.
bool isSame(const TrainingRun& a, const TrainingRun& b)
{
    if (!sameRecord(a.record(), b.record()))
        return false;
    for (const TensorName& name : a.tensors()) {
        const TensorSnapshot left = a.snapshot(name);
        const TensorSnapshot right = b.snapshot(name);
        if (!sameBits(left.values, right.values) || !sameBits(left.reference, right.reference))
            return false;
    }
    return true;
}

} // namespace

class TestRunControl : public QObject
{
    Q_OBJECT

private slots:
    void goingBackGivesTheSameBits_data()
    {
        QTest::addColumn<QString>("which");
        for (const char* which : {"dropout and momentum", "adam and a dynamic loss scale", "float8"})
            QTest::newRow(which) << which;
    }

    void goingBackGivesTheSameBits()
    {
        QFETCH(QString, which);
        SessionSpec session = circle("mixed_float16");
        if (which == "dropout and momentum") {
            session.training.optimizer = {"SGD", {{"learning_rate", 0.1}, {"momentum", 0.9}}};
            session.model.layers.insert(
                session.model.layers.begin() + 2, LayerSpec{"dropout", "Dropout", {{"rate", 0.25}}, {}, {}});
        } else if (which == "adam and a dynamic loss scale") {
            session.training.optimizer = {"Adam", {{"learning_rate", 0.01}}};
            session.training.lossScale
                = {"dynamic", {{"initial_scale", 0x1p22}, {"dynamic_growth_steps", std::int64_t{7}}}};
        } else {
            session.policies.global = *getPolicy("float8_from_mixed_float16");
            session.policies.global.amaxHistoryLength = 8;
        }
        const Kernels loaded = kernels();
        Result<TrainingRun> straight = TrainingRun::create(session, loaded);
        Result<TrainingRun> wandering = TrainingRun::create(session, loaded);
        QVERIFY2(straight.ok(), straight ? "" : straight.error().text().c_str());
        // Enough for some twenty states, so that going back has to train on from an earlier one.
        wandering->keepStates(20 * 20000);
        QVERIFY(wandering->goTo(70));
        const std::vector<std::int64_t> kept = wandering->keptSteps();
        QCOMPARE(kept.front(), std::int64_t{0});
        QVERIFY(kept.size() >= 5 && kept.size() < 70);
        for (const std::int64_t step : {33, 1, 48, 70, 12, 75}) {
            QVERIFY(wandering->goTo(step));
            QCOMPARE(wandering->stepsDone(), step);
            Result<TrainingRun> other = TrainingRun::create(session, loaded);
            QVERIFY(other->goTo(step)); // forward, without states
            QVERIFY(isSame(*wandering, *other));
            QCOMPARE(wandering->totals().counts.updatesExpected, other->totals().counts.updatesExpected);
            QCOMPARE(wandering->totals().skippedSteps, other->totals().skippedSteps);
        }
        QVERIFY(wandering->goTo(0));
        QCOMPARE(wandering->stepsDone(), std::int64_t{0});
        QVERIFY(straight->goTo(40));
        QVERIFY(wandering->goTo(40));
        QVERIFY(isSame(*wandering, *straight));
    }

    void aRunThatIsExtendedIsTheLongerOne_data()
    {
        QTest::addColumn<QString>("which");
        for (const char* which : {"dropout and momentum", "averages at the end of fit", "a schedule"})
            QTest::newRow(which) << which;
    }

    void aRunThatIsExtendedIsTheLongerOne()
    {
        QFETCH(QString, which);
        SessionSpec longer = circle("mixed_float16");
        longer.training.steps = 60;
        longer.training.optimizer = {"SGD", {{"learning_rate", 0.1}, {"momentum", 0.9}}};
        if (which == "averages at the end of fit")
            longer.training.optimizer.config.set("use_ema", true);
        else if (which == "a schedule")
            longer.training.schedule = {"CosineDecay", {{"decay_steps", std::int64_t{50}}, {"alpha", 0.25}}};
        else
            longer.model.layers.insert(
                longer.model.layers.begin() + 2, LayerSpec{"dropout", "Dropout", {{"rate", 0.25}}, {}, {}});
        SessionSpec shorter = longer;
        shorter.training.steps = 40;
        const Kernels loaded = kernels();
        Result<TrainingRun> straight = TrainingRun::create(longer, loaded);
        QVERIFY(straight->goTo(60));
        for (const std::int64_t stepsBefore : {40, 43, 25}) { // at its end, beyond it, and before
            Result<TrainingRun> extended = TrainingRun::create(shorter, loaded);
            extended->keepStates(kPlenty);
            QVERIFY(extended->goTo(stepsBefore));
            extended->extendTo(60);
            QVERIFY(extended->stepsDone() == stepsBefore || extended->stepsDone() == 40);
            QVERIFY(extended->record().step == extended->stepsDone() - 1);
            QVERIFY(extended->goTo(60));
            QVERIFY(isSame(*extended, *straight));
            for (std::size_t i = 0; i < straight->weights().size(); ++i)
                QVERIFY(writeNpy(extended->weights()[i].array) == writeNpy(straight->weights()[i].array));
            QVERIFY(extended->summarize().testMetrics == straight->summarize().testMetrics);
            QVERIFY(extended->goTo(30)); // and there is a way back
            QVERIFY(extended->goTo(60));
            QVERIFY(isSame(*extended, *straight));
        }
    }

    void aDivergedLaneHasNoAccuracy()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.lossScale = {"fixed", {{"scale", 0x1p24}}};
        const Kernels loaded = kernels();
        Result<TrainingRun> run = TrainingRun::create(session, loaded);
        const DataSample sample = run->sample();
        const std::optional<RunAccuracy> before = run->accuracy(*sample.test);
        QCOMPARE(before->steps, 0);
        QVERIFY(before->candidate && before->reference);
        QVERIFY(run->goTo(5));
        QVERIFY(run->totals().divergedAt.has_value());
        const std::optional<RunAccuracy> after = run->accuracy(*sample.test);
        QCOMPARE(after->steps, 5);
        QVERIFY(!after->candidate);
        QVERIFY(*after->reference > 0 && *after->reference <= 1);
        QVERIFY(hasAccuracy(session));
        session.training.loss = {"MeanSquaredError", {}};
        QVERIFY(!hasAccuracy(session));
        QVERIFY(!hasAccuracy(SessionSpec()));
    }

    void withoutStatesThereIsNoWayBack()
    {
        const Kernels loaded = kernels();
        Result<TrainingRun> run = TrainingRun::create(circle("mixed_float16"), loaded);
        QVERIFY(run->goTo(3));
        QVERIFY(!run->goTo(2));
        QCOMPARE(run->stepsDone(), std::int64_t{3});
    }

    void theRingDoublesItsStrideWithinItsBudget()
    {
        KeptStates kept(100 * sizeof(KeptState));
        for (std::int64_t step = 0; step < 5000; ++step) {
            if (!kept.isWanted(step))
                continue;
            kept.beginAdding(step);
            kept.added();
            QVERIFY(kept.bytes() <= 100 * sizeof(KeptState));
        }
        QCOMPARE(kept.stride(), std::int64_t{64});
        QCOMPARE(kept.steps().front(), std::int64_t{0});
        for (const std::int64_t step : kept.steps())
            QCOMPARE(step % 64, std::int64_t{0});
        QCOMPARE(kept.steps().size(), std::size_t{79});
        QCOMPARE(kept.lastUpTo(200)->step, std::int64_t{192});
        QVERIFY(!kept.isWanted(192));
        QVERIFY(KeptStates(1).lastUpTo(9) == nullptr);
    }

    void statesThatAreQuicklyMadeAgainAreFew_data()
    {
        QTest::addColumn<double>("secondsAStep");
        QTest::addColumn<std::int64_t>("stride");
        QTest::newRow("done again at once") << 0.07 << std::int64_t{4}; // 4 * 0.07 s <= 0.3 s < 8 * 0.07 s
        QTest::newRow("slow") << 1.0 << std::int64_t{1};
    }

    void statesThatAreQuicklyMadeAgainAreFew()
    {
        QFETCH(double, secondsAStep);
        QFETCH(std::int64_t, stride);
        KeptStates kept(std::size_t{256} << 20);
        for (std::int64_t step = 0; step < 200; ++step) {
            if (!kept.isWanted(step))
                continue;
            KeptState& state = kept.beginAdding(step);
            state.lanes.resize(1);
            state.lanes[0].variables.resize(1);
            state.lanes[0].variables[0].reset(Shape{1 << 18}, float32Format()); // 1 MiB
            kept.added(secondsAStep);
        }
        QCOMPARE(kept.stride(), stride);
        QCOMPARE(kept.steps().size(), std::size_t(200 / stride));
    }

    void aStoppedStepLeavesTheRunAsItWas()
    {
        SessionSpec session = circle("mixed_float16");
        const Kernels loaded = kernels();
        Result<TrainingRun> stopped = TrainingRun::create(session, loaded);
        Result<TrainingRun> straight = TrainingRun::create(session, loaded);
        QVERIFY(stopped->goTo(5));
        std::stop_source source;
        source.request_stop();
        QVERIFY(!stopped->step(source.get_token()));
        QCOMPARE(stopped->stepsDone(), std::int64_t{5});
        QVERIFY(stopped->goTo(9));
        QVERIFY(straight->goTo(9));
        QVERIFY(isSame(*stopped, *straight));
    }

    void aLargeModelStopsWithinATenthOfASecond()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.batchSize = 512;
        session.model.layers.erase(session.model.layers.begin() + 1, session.model.layers.end() - 1);
        for (int i = 0; i < 12; ++i)
            session.model.layers.insert(session.model.layers.end() - 1,
                LayerSpec{"wide_" + std::to_string(i), "Dense",
                    {{"units", std::int64_t{1024}}, {"activation", std::string("relu")}}, {}, {}});
        const Kernels loaded = kernels();
        Result<TrainingRun> run = TrainingRun::create(session, loaded);
        QVERIFY2(run.ok(), run ? "" : run.error().text().c_str());
        std::stop_source source;
        std::chrono::steady_clock::time_point asked;
        std::jthread asker([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(60));
            asked = std::chrono::steady_clock::now();
            source.request_stop();
        });
        while (run->step(source.get_token())) { }
        const std::chrono::duration<double> delay = std::chrono::steady_clock::now() - asked;
        asker.join();
        qInfo("stopped after %.1f ms", 1e3 * delay.count());
        if (qEnvironmentVariableIsSet("ULPSCOPE_TIMING")) // elsewhere other programs may have the processor
            QVERIFY(delay.count() < 0.1);
    }

    void memoryDoesNotGrowOverManySteps()
    {
#ifndef ULPSCOPE_COUNTS_ALLOCATIONS
        QSKIP("a sanitizer keeps what was freed");
#endif
        SessionSpec session = circle("mixed_float16");
        const Kernels loaded = kernels();
        Result<TrainingRun> run = TrainingRun::create(session, loaded);
        run->keepStates(std::size_t{4} << 20);
        QVERIFY(run->goTo(10'000));
        const qint64 before = residentBytes();
        const int steps = qEnvironmentVariableIntValue("ULPSCOPE_MANY_STEPS");
        QVERIFY(run->goTo(10'000 + (steps > 0 ? steps : 10'000)));
        const qint64 after = residentBytes();
        qInfo("resident: %lld KiB after 10000 steps, %lld KiB after %lld", before >> 10, after >> 10,
            static_cast<long long>(run->stepsDone()));
        QVERIFY(after - before < (qint64{2} << 20));
    }

    void aStepAllocatesNothingAfterTheFirstOnes_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("policy");
        QTest::addColumn<int>("watch");
        for (const char* model : {"2-16-16-1", "convolution", "attention", "wide"})
            for (const char* policy :
                {"mixed_float16", "bfloat16", "float32", "float64", "float8_from_mixed_bfloat16"})
                for (const WatchMode watch : {WatchMode::Reference, WatchMode::Step})
                    QTest::addRow("%s, %s, %s watch", model, policy,
                        watchModeNames()[static_cast<std::size_t>(watch)].c_str())
                        << model << policy << static_cast<int>(watch);
    }

    void aStepAllocatesNothingAfterTheFirstOnes()
    {
#ifndef ULPSCOPE_COUNTS_ALLOCATIONS
        QSKIP("a sanitizer has the allocator");
#endif
        QFETCH(QString, model);
        QFETCH(QString, policy);
        QFETCH(int, watch);
        SessionSpec session
            = model == "2-16-16-1" ? circle(policy.toStdString()) : classifier(policy.toStdString(), model);
        session.training.optimizer = {"SGD", {{"learning_rate", 0.01}, {"momentum", 0.9}}};
        session.probes.watch = static_cast<WatchMode>(watch);
        const Kernels loaded = kernels();
        Result<TrainingRun> run = TrainingRun::create(session, loaded);
        QVERIFY2(run.ok(), run ? "" : run.error().text().c_str());
        QVERIFY(run->goTo(64));
        const std::int64_t before = allocations;
        for (int i = 0; i < 64; ++i)
            run->step();
        QCOMPARE(allocations - before, std::int64_t{0});
    }
};

QTEST_GUILESS_MAIN(TestRunControl)
#include "tst_run_control.moc"
