// SPDX-License-Identifier: GPL-3.0-or-later
// The states of scaling recipes and of Keras' float8, step by step through a layer.
#include "engine/layer/layer.h"
#include "engine/layer/layer_catalog.h"
#include "engine/model/layer_numerics.h"
#include "engine/tensor/layout_ops.h"

#include <QTest>
#include <limits>

using namespace ulpscope;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

Component component(const char* name, const Config& config = {})
{
    return {name, config};
}

/// A Dense of one unit driven with inputs and gradients of chosen magnitude.
struct Driven
{
    explicit Driven(const char* policy, const Component& recipe)
        : kernels(*Kernels::load())
        , arithmetic(kernels)
    {
        const LayerClass& row = *findRow(layerCatalog(), "Dense");
        const Config config = *checkConfig({{"units", std::int64_t{1}}, {"use_bias", false}}, row.parameters);
        layer = std::make_unique<Layer>(
            LayerOptions{config, *resolveNumerics(*getPolicy(policy), *makeRecipe(recipe), {}, row), 3, 0},
            row.formula);
        const Shape one{2};
        layer->build(std::span(&one, 1), arithmetic);
    }

    /// A training step that sees these amaxes.
    void step(float input, float gradient, StepOutcome outcome)
    {
        Tensor x(Shape{1, 2}, float32Format());
        x.set(0, static_cast<double>(input));
        x.set(1, static_cast<double>(-input / 2));
        Tensor g(Shape{1, 1}, float32Format());
        g.set(0, static_cast<double>(gradient));
        const Tensor* in = &x;
        layer->forward({arithmetic, 0, true}, std::span(&in, 1), output);
        layer->backward({arithmetic, 0, true}, std::span(&in, 1), output, g, std::span(&inputGradient, 1));
        layer->commitScaling(outcome);
    }

    const TensorScaling& inputs() const { return layer->scalings()[0]; }
    const TensorScaling& gradients() const { return layer->scalings()[2]; }

    Kernels kernels;
    Arithmetic arithmetic;
    std::unique_ptr<Layer> layer;
    Tensor output;
    Tensor inputGradient;
};

} // namespace

class TestRecipeStates : public QObject
{
    Q_OBJECT

private slots:
    void teDelayedFollowsTheTrace_data()
    {
        QTest::addColumn<QString>("choice");
        QTest::addColumn<QList<float>>("scales");
        constexpr float most = std::numeric_limits<float>::max();
        // numerics.md F.7, E4M3, a window of 4
        QTest::newRow("max") << QStringLiteral(
            "max") << QList<float>{896, 224, 56, 56, 56, 56, 448, 448, 448, 448, 448, 448, 448, 448};
        QTest::newRow("most recent") << QStringLiteral("most_recent")
                                     << QList<float>{896, 224, 56, 448, 448, 448, 448, 448, 448, 448, 448,
                                            448, 448, most};
    }

    void teDelayedFollowsTheTrace()
    {
        QFETCH(QString, choice);
        QFETCH(QList<float>, scales);
        const std::vector<float> amaxes{0.5F, 2, 8, 1, 1, 1, 1, 0, kInfinity, 1, 1, 1, 1, 1e-37F};
        Driven driven("float32",
            component("te_delayed",
                {{"amax_history_len", std::int64_t{4}}, {"fp8_format", std::string("E4M3")},
                    {"amax_compute_algo", choice.toStdString()}}));
        float used = 1;
        for (std::size_t step = 0; step < amaxes.size(); ++step) {
            // Whatever becomes of the optimizer's step.
            const auto outcome = static_cast<StepOutcome>(step % 3);
            driven.step(amaxes[step], amaxes[step], outcome);
            QCOMPARE(driven.inputs().usedScale, used);
            QCOMPARE(driven.inputs().amax, amaxes[step]);
            used = scales[static_cast<qsizetype>(step)];
            QCOMPARE(driven.inputs().scale(), used);
            QCOMPARE(driven.gradients().scale(), used);
        }
    }

    void aSpikeSaturatesUnderTeDelayed()
    {
        // F.7: amax 2 with the scale 896 of the step before: 2 * 896 > 448, so 2 becomes 0.5.
        Driven driven("float32", component("te_delayed", {{"amax_history_len", std::int64_t{4}}}));
        driven.layer->variables()[0].value.set(0, 1);
        driven.layer->variables()[0].value.set(1, 0);
        driven.step(0.5F, 1, StepOutcome::Applied);
        driven.step(2, 1, StepOutcome::Applied);
        QCOMPARE(driven.inputs().usedScale, 896.0F);
        QCOMPARE(driven.output.at(0), 0.5);
        driven.step(2, 1, StepOutcome::Applied);
        QCOMPARE(driven.output.at(0), 2.0);
    }

    void kerasFloat8FollowsTheTrace()
    {
        // keras.md 7.4: histories roll by one, the newest in front; the scale used lags two steps.
        Driven driven("float8_from_float32", noRecipe());
        driven.layer.reset();
        const LayerClass& row = *findRow(layerCatalog(), "Dense");
        LayerNumerics numerics = *resolveNumerics(*makeFloat8Policy("float32", 4), {}, {}, row);
        driven.layer = std::make_unique<Layer>(
            LayerOptions{*checkConfig({{"units", std::int64_t{1}}, {"use_bias", false}}, row.parameters),
                numerics, 3, 0},
            row.formula);
        const Shape one{2};
        driven.layer->build(std::span(&one, 1), driven.arithmetic);
        const std::vector<std::vector<float>> histories{
            {1, 0, 0, 0}, {2, 0, 0, 1}, {3, 0, 1, 2}, {4, 1, 2, 3}, {5, 2, 3, 4}};
        const std::vector<float> usedAmax{0, 0, 1, 2, 3}; // of two steps before
        const auto scaleOf = [](float amax, float largest) { return amax == 0 ? 1 : 1 / (largest / amax); };
        for (std::size_t step = 0; step < histories.size(); ++step) {
            const auto amax = static_cast<float>(step + 1);
            driven.step(100, 100, StepOutcome::Skipped); // leaves no trace
            driven.step(amax, amax, StepOutcome::Applied);
            QCOMPARE(std::vector<float>(driven.inputs().history().begin(), driven.inputs().history().end()),
                histories[step]);
            QCOMPARE(driven.inputs().usedScale, scaleOf(usedAmax[step], 448));
            QCOMPARE(driven.gradients().usedScale, scaleOf(usedAmax[step], 57344));
        }
    }

    void aKeptStateContinuesTheLayer()
    {
        const Component recipe = component("te_delayed", {{"amax_history_len", std::int64_t{3}}});
        Driven all("float32", recipe);
        Driven resumed("float32", recipe);
        for (const float amax : {3.0F, 9.0F, 2.0F})
            all.step(amax, amax, StepOutcome::Applied);
        resumed.layer->restoreScalings(all.layer->scalings());
        for (const float amax : {1.0F, 1.5F, 20.0F}) {
            all.step(amax, amax, StepOutcome::Applied);
            resumed.step(amax, amax, StepOutcome::Applied);
            QVERIFY(identical(all.output, resumed.output));
            QVERIFY(identical(all.inputGradient, resumed.inputGradient));
        }
    }
};

QTEST_APPLESS_MAIN(TestRecipeStates)
#include "tst_recipe_states.moc"
