// SPDX-License-Identifier: GPL-3.0-or-later
// State machines, walked step by step against traces worked out by hand from Keras' rules.
#include "engine/scaling/float8_scaling.h"

#include <QTest>
#include <limits>

using namespace ulpscope;

class TestScaling : public QObject
{
    Q_OBJECT

private slots:
    void amaxHistoryRollsAsKeras()
    {
        // keras.md 7.4: length 4, amax 1, 2, 3, 4, 5
        const std::vector<std::vector<float>> expected{
            {1, 0, 0, 0}, {2, 0, 0, 1}, {3, 0, 1, 2}, {4, 1, 2, 3}, {5, 2, 3, 4}};
        AmaxHistory state = makeAmaxHistory(448, 4);
        float amax = 1;
        for (const std::vector<float>& history : expected) {
            state = state.next(amax++);
            QCOMPARE(state.history, history);
        }
    }

    void float8ScaleLagsTwoSteps()
    {
        // amax 2, 3, 1: used 1, 1, 2/448; stored after 1, 2/448, 3/448
        AmaxHistory state = makeAmaxHistory(448, 1024);
        QCOMPARE(state.scale, 1.0F);
        state = state.next(2);
        QCOMPARE(state.scale, 1.0F);
        state = state.next(3);
        QCOMPARE(state.scale, 2.0F / 448.0F);
        state = state.next(1);
        QCOMPARE(state.scale, 3.0F / 448.0F);
    }

    void theScaleIsInvertedTwiceAsKerasDoes()
    {
        // keras 3.15.1 on JAX: compute_float8_scale(amax, 1, 448 or 57344)
        struct Row
        {
            float dtypeMax, amax, scale;
        };
        for (const Row& row : {Row{448, 0x1.7cp-1F, 0x1.b24926p-10F}, Row{448, 0x1.4cp-1F, 0x1.7b6db8p-10F},
                 Row{448, 3, 0x1.b6db6ep-8F}, Row{448, 0x1.4484cp-100F, 0x1.72e0dap-109F},
                 Row{57344, 0x1.58p-5F, 0x1.892492p-21F}, Row{57344, 0x1.2ca5dp-24F, 0x1.5798eep-40F}})
            QCOMPARE(makeAmaxHistory(row.dtypeMax, 4).next(row.amax).next(0).scale, row.scale);
        // The same with a margin: amax 3 and 0.7 with margins 1, 3 and -2.
        struct WithMargin
        {
            float amax;
            int margin;
            float scale;
        };
        for (const WithMargin& row : {WithMargin{3, 1, 0x1.b6db6ep-7F}, WithMargin{3, 3, 0x1.b6db6ep-5F},
                 WithMargin{0.7F, -2, 0x1.99999ap-12F}})
            QCOMPARE(makeAmaxHistory(448, 4, row.margin).next(row.amax).next(0).scale, row.scale);
        // Where the scale stays, it is inverted twice too.
        AmaxHistory state = makeAmaxHistory(448, 4);
        state.scale = 0x1.e6a32ep-1F;
        QCOMPARE(state.next(1).scale, 0x1.e6a32cp-1F);
    }

    void aNonFiniteAmaxFreezesTheScale_data()
    {
        QTest::addColumn<float>("amax");
        QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN();
        QTest::newRow("infinity") << std::numeric_limits<float>::infinity();
    }

    void aNonFiniteAmaxFreezesTheScale()
    {
        QFETCH(float, amax);
        AmaxHistory state = makeAmaxHistory(448, 3);
        state = state.next(4).next(1);
        const float before = state.scale;
        QCOMPARE(before, 4.0F / 448.0F);
        state = state.next(amax);
        QCOMPARE(state.scale, before); // still from the finite history
        state = state.next(100);
        QCOMPARE(state.scale, before); // now frozen
        state = state.next(100).next(100);
        QCOMPARE(state.scale, before); // in the history for 3 steps
        state = state.next(100);
        QCOMPARE(state.scale, 100.0F / 448.0F);
    }
};

QTEST_GUILESS_MAIN(TestScaling)
#include "tst_scaling.moc"
