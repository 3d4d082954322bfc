// SPDX-License-Identifier: GPL-3.0-or-later
// Delayed scaling walked step by step: Transformer Engine's kernel, and beside it Keras', which lags a step more.
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/scaling/float8_scaling.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const std::vector<float> kAmaxes{0.5F, 2, 8, 1, 1, 1, 1, 0, kInfinity, 1, 1, 1, 1, 1e-37F};

} // namespace

class TestDelayedScaling : public QObject
{
    Q_OBJECT

private slots:
    void scaleFollowsTransformerEngine_data()
    {
        QTest::addColumn<bool>("mostRecent");
        QTest::addColumn<QList<float>>("scales");
        // E4M3, window 4, margin 0. The 8 stays four steps; infinity comes at the ninth step and leaves at the 13th.
        QTest::newRow("max") << false
                             << QList<float>{
                                    896, 224, 56, 56, 56, 56, 448, 448, 448, 448, 448, 448, 448, 448};
        QTest::newRow("most recent") << true
                                     << QList<float>{896, 224, 56, 448, 448, 448, 448, 448, 448, 448, 448,
                                            448, 448, std::numeric_limits<float>::max()};
    }

    void scaleFollowsTransformerEngine()
    {
        QFETCH(bool, mostRecent);
        QFETCH(QList<float>, scales);
        DelayedScaling state
            = makeDelayedScaling(448, 4, mostRecent ? AmaxChoice::MostRecent : AmaxChoice::Max);
        QCOMPARE(state.scale, 1.0F);
        for (std::size_t step = 0; step < kAmaxes.size(); ++step) {
            state = state.next(kAmaxes[step]);
            QCOMPARE(state.scale, scales[static_cast<qsizetype>(step)]);
            QCOMPARE(state.history.front(), 0.0F);
        }
    }

    void theWindowTurnsToTheLeft()
    {
        DelayedScaling state = makeDelayedScaling(448, 4);
        for (const float amax : {1.0F, 2.0F, 3.0F, 4.0F, 5.0F})
            state = state.next(amax);
        QCOMPARE(state.history, (std::vector<float>{0, 3, 4, 5}));
    }

    void aStepThatDidNotRunChangesNothing()
    {
        const DelayedScaling state = makeDelayedScaling(448, 4).next(3);
        QCOMPARE(state.next(0), state);
    }

    void anInfinityHoldsTheScaleForTheWindow()
    {
        DelayedScaling state = makeDelayedScaling(448, 3).next(1).next(kInfinity);
        for (int step = 0; step < 2; ++step) {
            state = state.next(100);
            QCOMPARE(state.scale, 448.0F);
        }
        QCOMPARE(state.next(100).scale, 4.48F);
        QCOMPARE(makeDelayedScaling(448, 3, AmaxChoice::MostRecent).next(1).next(kInfinity).next(100).scale,
            4.48F);
    }

    void aNanIsPassedOverByTheMaximum()
    {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        QCOMPARE(makeDelayedScaling(448, 3).next(nan).next(2).scale, 224.0F);
        QCOMPARE(makeDelayedScaling(448, 3, AmaxChoice::MostRecent).next(2).next(nan).scale, 224.0F);
    }

    void marginLeavesRoom()
    {
        QCOMPARE(makeDelayedScaling(57344, 1, AmaxChoice::Max, 2).next(1).scale, 14336.0F);
    }

    void theStepAfterASpikeSaturates()
    {
        // Amax 2 is quantized with the scale of amax 0.5: 2 * 896 is clipped to 448, which means 0.5.
        const DelayedScaling state = makeDelayedScaling(448, 4).next(0.5F);
        const double scale = static_cast<double>(state.scale);
        const double clipped = roundToFormat(
            *findFormat("float8_e4m3fn"), 2 * scale, Rounding{.overflow = findOverflowRule("te")});
        QCOMPARE(clipped / scale, 0.5);
    }

    void kerasUsesEachScaleOneStepLater()
    {
        AmaxHistory state = makeAmaxHistory(448, 4);
        const std::vector<float> used{1, 1, 0.5F / 448, 2.0F / 448, 8.0F / 448};
        for (std::size_t step = 0; step < used.size(); ++step) {
            QCOMPARE(state.scale, used[step]);
            state = state.next(kAmaxes[step]);
        }
    }
};

QTEST_GUILESS_MAIN(TestDelayedScaling)
#include "tst_delayed_scaling.moc"
