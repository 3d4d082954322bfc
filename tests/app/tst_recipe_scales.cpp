// SPDX-License-Identifier: GPL-3.0-or-later
// The scales that recipes would have given to a series of amaxes, by hand; the states themselves are in tst_delayed_scaling.cpp and
// tst_scaling.cpp.
#include "app/judge/arithmetic/recipe_scales.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

ScaleSeries seriesUnder(const char* name, int length, std::span<const double> amaxes)
{
    return scalesUnder({name, name, length}, "float8_e4m3fn", amaxes);
}

std::vector<double> scalesOf(const ScaleSeries& series)
{
    std::vector<double> scales;
    for (const ScaleStep& step : series.steps)
        scales.push_back(step.scale);
    return scales;
}

} // namespace

class TestRecipeScales : public QObject
{
    Q_OBJECT

private slots:
    void delayedScalesLagAStep()
    {
        constexpr std::array<double, 5> kAmaxes{1, 448, 7, 7, 7};
        const ScaleSeries series = seriesUnder("te_delayed", 2, kAmaxes);
        // 1 until an amax was seen; then 448 over the largest of the last two.
        QCOMPARE(scalesOf(series), (std::vector<double>{1, 448, 1, 1, 64}));
        QCOMPARE(series.saturated, std::size_t{1}); // 448 under a scale that ends at 1
        QVERIFY(series.steps[1].saturates);
        QCOMPARE(series.steps[1].limit, 1.0);
        QCOMPARE(series.steps[2].headroomBits, 6.0); // 448 over 7
        QCOMPARE(scalesOf(seriesUnder("te_delayed, most_recent", 2, kAmaxes)),
            (std::vector<double>{1, 448, 1, 64, 64}));
    }

    void keepsScalesOfKerasLagTwoSteps()
    {
        constexpr std::array<double, 4> kAmaxes{7, 7, 448, 7};
        const ScaleSeries series = seriesUnder("keras", 1, kAmaxes);
        QCOMPARE(scalesOf(series), (std::vector<double>{1, 1, 64, 64}));
        QCOMPARE(series.saturated, std::size_t{1});
    }

    void currentScalesFollowTheirOwnAmax()
    {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        constexpr std::array<double, 4> kAmaxes{7, 10, 0, kInfinity};
        const ScaleSeries series = seriesUnder("te_current", 0, kAmaxes);
        QCOMPARE(series.steps[0].scale, 64.0);
        QCOMPARE(series.steps[1].scale, static_cast<double>(448.0F / 10.0F));
        QCOMPARE(series.steps[2].scale, 1.0);
        QVERIFY(!series.steps[1].saturates);
        QVERIFY(series.steps[3].saturates);
        QCOMPARE(seriesUnder("te_current, power_of_two_scales", 0, kAmaxes).steps[1].scale, 32.0);
        QCOMPARE(seriesUnder("torchao_tensorwise", 0, kAmaxes).steps[2].scale,
            static_cast<double>(448.0F * 1e12F));
    }

    void lengthsAreBounded()
    {
        QVERIFY(!scaleRecipes(std::array<std::int64_t, 1>{0}).ok());
        QVERIFY(!scaleRecipes(std::array<std::int64_t, 1>{(1 << 20) + 1}).ok());
        QCOMPARE(scaleRecipes(std::array<std::int64_t, 2>{1, 16})->size(), std::size_t{9});
    }
};

QTEST_GUILESS_MAIN(TestRecipeScales)
#include "tst_recipe_scales.moc"
