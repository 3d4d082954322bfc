// SPDX-License-Identifier: GPL-3.0-or-later
// A training that is cut in two, with weights and state in files between, is the training in one.
#include "engine/train/training_state.h"
#include "tests/engine/small_sessions.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace ulpscope;

namespace {

/// All examples in each step, in the data's order, so that a step's batch does not depend on how many were before.
SessionSpec session(const char* policy, Component optimizer, Component lossScale)
{
    SessionSpec made = circle(policy);
    made.data.config.set("points", std::int64_t{64});
    made.training.batchSize = 64;
    made.training.shuffle = false;
    made.training.steps = 9;
    made.training.optimizer = std::move(optimizer);
    made.training.lossScale = std::move(lossScale);
    made.training.arithmetic = ArithmeticKind::Written;
    return made;
}

const NamedArray& arrayIn(const std::vector<NamedArray>& arrays, const std::string& name)
{
    const auto found = std::ranges::find(arrays, name, &NamedArray::name);
    if (found == arrays.end())
        qFatal("no %s", name.c_str());
    return *found;
}

} // namespace

class TestTrainingState : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_kernels = std::make_unique<Kernels>(*Kernels::load()); }

    void twoHalvesAreTheWhole_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<bool>("isScaled");
        QTest::newRow("momentum") << "mixed_bfloat16"
                                  << "momentum" << false;
        QTest::newRow("Adam with a loss scale that grows") << "mixed_float16"
                                                           << "Adam" << true;
        QTest::newRow("Adafactor in bfloat16") << "bfloat16"
                                               << "Adafactor" << false;
        QTest::newRow("averages") << "float32"
                                  << "average" << false;
        QTest::newRow("accumulation, cut within") << "mixed_bfloat16"
                                                  << "accumulation" << false;
        QTest::newRow("float8") << "float8_from_mixed_bfloat16"
                                << "momentum" << true;
    }
    void twoHalvesAreTheWhole()
    {
        QFETCH(QString, policy);
        QFETCH(QString, optimizer);
        QFETCH(bool, isScaled);
        Component made{optimizer.toStdString(), {}};
        if (optimizer == QLatin1String("momentum"))
            made = {"SGD", {{"learning_rate", 0.1}, {"momentum", 0.9}}};
        if (optimizer == QLatin1String("average"))
            made = {"SGD", {{"learning_rate", 0.1}, {"use_ema", true}, {"ema_momentum", 0.5}}};
        if (optimizer == QLatin1String("accumulation"))
            made = {"SGD",
                {{"learning_rate", 0.1}, {"momentum", 0.9},
                    {"gradient_accumulation_steps", std::int64_t{3}}}};
        const Component scale = isScaled
            ? Component{"dynamic", {{"initial_scale", 8.0}, {"dynamic_growth_steps", std::int64_t{3}}}}
            : Component{"none", {}};
        const SessionSpec whole = session(policy.toLatin1(), made, scale);
        TrainingRun first = *TrainingRun::create(whole, *m_kernels);
        constexpr int kCut = 4;
        for (int step = 0; step < kCut; ++step)
            first.step();

        const QTemporaryDir folder;
        SessionSpec rest = whole;
        rest.training.steps = whole.training.steps - kCut;
        rest.training.initialWeights = folder.filePath("w.npz").toStdString();
        rest.training.initialState = folder.filePath("s.npz").toStdString();
        QVERIFY(saveNpz(rest.training.initialWeights, first.weights()));
        QVERIFY(saveNpz(rest.training.initialState, first.state()));
        if (isScaled)
            rest.training.lossScale.config.set("initial_scale", *first.summarize().nextLossScale);
        Result<TrainingRun> second = TrainingRun::create(rest, *m_kernels);
        QVERIFY2(second.ok(), second ? "" : second.error().text().c_str());
        QVERIFY(second->state() == first.state());
        for (std::int64_t step = kCut; step < whole.training.steps; ++step) {
            first.step();
            second->step();
        }
        QVERIFY(second->weights() == first.weights());
        QVERIFY(second->state() == first.state());
        QCOMPARE(second->summarize().nextLossScale, first.summarize().nextLossScale);
        if (isScaled)
            QVERIFY(*first.summarize().nextLossScale > 8); // it grew, and just when it should

        rest.training.initialState.clear(); // the state is what made it so
        TrainingRun fresh = *TrainingRun::create(rest, *m_kernels);
        for (std::int64_t step = kCut; step < whole.training.steps; ++step)
            fresh.step();
        QVERIFY(!(fresh.state() == first.state()));
    }

    void aLaneWithoutAScaleHasNoUseForOne()
    {
        const Component adam{"Adam", {}};
        const Component scale{"dynamic", {}};
        SessionSpec narrow = session("float8_from_mixed_bfloat16", adam, scale);
        TrainingRun run = *TrainingRun::create(narrow, *m_kernels);
        run.step();
        const QTemporaryDir folder;
        narrow.training.initialState = folder.filePath("s.npz").toStdString();
        QVERIFY(saveNpz(narrow.training.initialState, run.state()));
        SessionSpec wide = narrow;
        wide.policies.global = *getPolicy("float32");
        wide.training.lossScale = {"none", {}};
        const Result<TrainingRun> both = TrainingRun::create({narrow, wide}, *m_kernels);
        QVERIFY2(both.ok(), both ? "" : both.error().text().c_str());
        QVERIFY(both->state(0) == run.state());
        const std::vector<NamedArray> others = both->state(1);
        QVERIFY(arrayIn(others, "optimizer/dense_1/kernel/momentum")
            == arrayIn(run.state(), "optimizer/dense_1/kernel/momentum"));
        QVERIFY(std::ranges::none_of(
            others, [](const NamedArray& named) { return named.name.ends_with("_scale"); }));
    }

    void whatDoesNotFitIsRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("length"); // -1: that array is left out
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("message");
        QTest::newRow("no count") << "optimizer/iterations" << -1 << 0.0
                                  << "it has no array 'optimizer/iterations'";
        QTest::newRow("half a step") << "optimizer/iterations" << 0 << 0.5
                                     << "expected 'optimizer/iterations' to be a count of steps";
        QTest::newRow("before the first step") << "loss_scale/good_steps" << 0 << -1.0
                                               << "expected 'loss_scale/good_steps' to be a count of steps";
        QTest::newRow("no number") << "optimizer/iterations" << 0 << std::nan("")
                                   << "expected 'optimizer/iterations' to be a count of steps";
        QTest::newRow("several counts") << "optimizer/iterations" << 2 << 0.0
                                        << "expected 'optimizer/iterations' to have the shape (), got (2,)";
        QTest::newRow("a tensor less")
            << "optimizer/logits/bias/momentum" << -1 << 0.0
            << "it has no array 'optimizer/logits/bias/momentum': it is of another optimizer or of another model";
        QTest::newRow("another shape")
            << "optimizer/logits/bias/momentum" << 3 << 0.0
            << "expected 'optimizer/logits/bias/momentum' to have the shape (1,), got (3,)";
        QTest::newRow("another optimizer's")
            << "optimizer/logits/bias/velocity" << 1 << 0.0
            << "nothing is kept here as 'optimizer/logits/bias/velocity': it is of another optimizer or of another model";
        QTest::newRow("a history of another length")
            << "dense_1/inputs_amax_history" << 7 << 0.0
            << "expected 'dense_1/inputs_amax_history' to have the shape (1024,), got (7,)";
    }
    void whatDoesNotFitIsRefused()
    {
        QFETCH(QString, name);
        QFETCH(int, length);
        QFETCH(double, value);
        QFETCH(QString, message);
        SessionSpec spec = session("float8_from_mixed_bfloat16",
            {"SGD", {{"learning_rate", 0.1}, {"momentum", 0.9}}}, {"dynamic", {}});
        std::vector<NamedArray> state = TrainingRun::create(spec, *m_kernels)->state();
        const std::string changed = name.toStdString();
        std::erase_if(state, [&](const NamedArray& named) { return named.name == changed; });
        if (length >= 0)
            state.push_back({changed,
                {length == 0 ? std::vector<std::int64_t>() : std::vector<std::int64_t>{length},
                    std::vector<double>(static_cast<std::size_t>(std::max(length, 1)), value)}});
        const QTemporaryDir folder;
        spec.training.initialState = folder.filePath("s.npz").toStdString();
        QVERIFY(saveNpz(spec.training.initialState, state));
        const Result<TrainingRun> run = TrainingRun::create(spec, *m_kernels);
        QVERIFY(!run);
        QCOMPARE(QString::fromStdString(run.error().text()),
            "training.initial_state: " + folder.filePath("s.npz") + ": " + message);
    }

private:
    std::unique_ptr<Kernels> m_kernels;
};

QTEST_APPLESS_MAIN(TestTrainingState)
#include "tst_training_state.moc"
