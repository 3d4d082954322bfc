// SPDX-License-Identifier: GPL-3.0-or-later
// One operand's scaling over steps with every outcome: who changes when, and what a kept state brings back.
#include "engine/scaling/tensor_scaling.h"

#include <QTest>
#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TensorScaling kerasScaling(int length = 4)
{
    return {"inputs", makeAmaxHistory(448, length)};
}

TensorScaling delayedScaling()
{
    return {"inputs", makeDelayedScaling(448, 4)};
}

void step(TensorScaling& scaling, float amax, StepOutcome outcome)
{
    scaling.observe(amax);
    scaling.commit(outcome);
}

std::vector<float> historyOf(const TensorScaling& scaling)
{
    return {scaling.history().begin(), scaling.history().end()};
}

} // namespace

class TestTensorScaling : public QObject
{
    Q_OBJECT

private slots:
    void kerasChangesWithAppliedStepsOnly()
    {
        TensorScaling scaling = kerasScaling();
        step(scaling, 2, StepOutcome::Applied);
        const TensorScaling before = scaling;
        step(scaling, 3, StepOutcome::Skipped);
        QVERIFY(scaling.state == before.state);
        QCOMPARE(scaling.amax, 3.0F); // what was seen is told all the same
        step(scaling, 5, StepOutcome::Applied);
        QCOMPARE(scaling.usedScale, 1.0F);
        QCOMPARE(scaling.scale(), 2.0F / 448.0F);
        QCOMPARE(historyOf(scaling), (std::vector<float>{5, 0, 0, 2}));
    }

    void transformerEngineChangesWhateverTheOutcome_data()
    {
        QTest::addColumn<int>("outcome");
        QTest::newRow("applied") << static_cast<int>(StepOutcome::Applied);
        QTest::newRow("skipped") << static_cast<int>(StepOutcome::Skipped);
        QTest::newRow("accumulating") << static_cast<int>(StepOutcome::Accumulating);
    }

    void transformerEngineChangesWhateverTheOutcome()
    {
        QFETCH(int, outcome);
        TensorScaling scaling = delayedScaling();
        step(scaling, 2, static_cast<StepOutcome>(outcome));
        QCOMPARE(scaling.usedScale, 1.0F);
        QCOMPARE(scaling.scale(), 224.0F);
        QCOMPARE(historyOf(scaling), (std::vector<float>{0, 0, 0, 2}));
    }

    void kerasAccumulatesTheMaximumOfMicroSteps()
    {
        // base_optimizer.py: with gradient_accumulation_steps=3 and amax 1 (an update), then 4, 7, 2 (micro, micro, update):
        // each micro-step computes from the stored state, and the maximum entry by entry is stored in the end.
        TensorScaling scaling = kerasScaling();
        step(scaling, 1, StepOutcome::Applied);
        const TensorScaling stored = scaling;
        step(scaling, 4, StepOutcome::Accumulating);
        QVERIFY(scaling.state == stored.state);
        step(scaling, 7, StepOutcome::Accumulating);
        QVERIFY(scaling.state == stored.state);
        QCOMPARE(scaling.usedScale, 1.0F);
        step(scaling, 2, StepOutcome::Applied);
        QCOMPARE(historyOf(scaling), (std::vector<float>{7, 0, 0, 1}));
        // Scale candidates 1/448 three times, from the stored history.
        QCOMPARE(scaling.scale(), 1.0F / 448.0F);
        QVERIFY(!scaling.accumulated);
    }

    void aNanOfOneMicroStepIsKept()
    {
        TensorScaling scaling = kerasScaling();
        step(scaling, std::nanf(""), StepOutcome::Accumulating);
        step(scaling, 2, StepOutcome::Applied);
        QVERIFY(std::isnan(scaling.history().front()));
    }

    void onlyKerasLetsTheLossScaleLook()
    {
        TensorScaling keras = kerasScaling();
        QVERIFY(keras.nextIsFinite());
        keras.observe(kInfinity);
        QVERIFY(!keras.nextIsFinite());
        TensorScaling delayed = delayedScaling();
        delayed.observe(kInfinity);
        QVERIFY(delayed.nextIsFinite());
    }

    void aStepTellsWhatItsScaleHolds()
    {
        TensorScaling keras = kerasScaling();
        for (const float amax : {3.0F, 2.0F, 1.0F})
            step(keras, amax, StepOutcome::Applied);
        keras.observe(4, 7); // two steps late: quantized with the scale of 3
        QCOMPARE(keras.limit, static_cast<double>(448.0F) * static_cast<double>(3.0F / 448.0F));
        QCOMPARE(keras.historyAmax, 3.0F);
        QCOMPARE(keras.saturated, 7);

        TensorScaling delayed = delayedScaling(); // multiplies on quantize
        step(delayed, 3, StepOutcome::Applied);
        delayed.observe(4, 7);
        QCOMPARE(delayed.limit, 448.0 / static_cast<double>(448.0F / 3.0F));
        QCOMPARE(delayed.historyAmax, 3.0F);

        TensorScaling current{"kernel", CurrentScaling{}};
        current.observeCurrent(2, 224);
        QVERIFY(std::isinf(current.limit));
        QCOMPARE(current.saturated, 0);
    }

    void aNanInTheHistoryIsItsLargest()
    {
        TensorScaling scaling = kerasScaling();
        step(scaling, std::nanf(""), StepOutcome::Applied);
        step(scaling, 2, StepOutcome::Applied);
        scaling.observe(1);
        QVERIFY(std::isnan(scaling.historyAmax));
    }

    void aStepThatWasNotSeenChangesNothing()
    {
        TensorScaling scaling = kerasScaling();
        const TensorScaling before = scaling;
        scaling.commit(StepOutcome::Applied);
        QVERIFY(scaling == before);
    }

    void aScaleOfTheStepAloneIsToldAndForgotten()
    {
        TensorScaling scaling{"kernel", CurrentScaling{}};
        scaling.observeCurrent(2, 224);
        scaling.commit(StepOutcome::Applied);
        QCOMPARE(scaling.usedScale, 224.0F);
        QCOMPARE(scaling.scale(), 224.0F);
        QVERIFY(scaling.history().empty());
        QVERIFY(scaling.kind() == ScalingKind::Current);
    }

    void aKeptStateContinuesAlike()
    {
        for (const TensorScaling& fresh : {kerasScaling(3), delayedScaling()}) {
            TensorScaling scaling = fresh;
            for (const float amax : {2.0F, 9.0F, 4.0F})
                step(scaling, amax, StepOutcome::Applied);
            TensorScaling kept = scaling;
            for (const float amax : {1.0F, 1.0F, 8.0F, 3.0F}) {
                step(scaling, amax, StepOutcome::Applied);
                step(kept, amax, StepOutcome::Applied);
                QVERIFY(kept == scaling);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestTensorScaling)
#include "tst_tensor_scaling.moc"
