// SPDX-License-Identifier: GPL-3.0-or-later
// Scaling recipes: what they fill in, and what a layer and a run compute with them.
#include "app/io/session/session_file.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/layer/layer_catalog.h"
#include "engine/model/layer_numerics.h"
#include "engine/model/model.h"
#include "engine/model/resolved_policies.h"
#include "engine/policy/effective_policy.h"
#include "engine/tensor/block_ops.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/ops.h"
#include "engine/train/training_run.h"

#include <QTest>
#include <cmath>
#include <cstring>
#include <map>

using namespace ulpscope;

namespace {

using Override = NumericsOverride;
constexpr Index kBatch = 48;
constexpr Index kIn = 160;
constexpr Index kUnits = 40;

Component component(const char* name, const Config& config = {})
{
    return {name, config};
}

/// A float32 layer, then a Dense without bias under mixed_bfloat16; its recipe and numerics are those under test.
ModelSpec twoLayers(const std::optional<Component>& recipe, const NumericsSpec& numerics, const char* policy)
{
    ModelSpec model;
    model.layers = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{4}}}, {}, {}},
        {"first", "Dense", {{"units", std::int64_t{kIn}}, {"activation", std::string("tanh")}}, {},
            *getPolicy("float32")},
        {"layer", "Dense", {{"units", std::int64_t{kUnits}}, {"use_bias", false}}, {}, *getPolicy(policy)}};
    model.layers.back().numerics = numerics;
    model.layers.back().recipe = recipe;
    return model;
}

struct PassOptions
{
    std::uint64_t seed = 5;
    std::int64_t step = 0;
    Index batch = kBatch;
    const char* policy = "mixed_bfloat16";
};

/// One forward and one backward pass of that model, from fixed data.
struct OnePass
{
    explicit OnePass(const std::optional<Component>& recipe, const NumericsSpec& numerics = {},
        const PassOptions& options = {})
        : kernels(*Kernels::load())
        , arithmetic(kernels)
        , plan(*planModel(twoLayers(recipe, numerics, options.policy), {}, options.seed))
        , model(plan, arithmetic)
    {
        Tensor& input = model.input();
        input.reset(plan.layers.front().outputShape.withBatch(options.batch), model.inputFormat());
        for (Index i = 0; i < input.size(); ++i)
            input.set(
                i, static_cast<double>(static_cast<float>(std::sin(1.7 * static_cast<double>(i) + 0.3))));
        model.forward({arithmetic, options.step, true});
        gradient.reset(model.output().shape(), float32Format());
        for (Index i = 0; i < gradient.size(); ++i)
            gradient.set(i, static_cast<double>(std::cos(0.9F * static_cast<float>(i))));
        model.backward({arithmetic, options.step, true}, gradient);
    }

    const Node& node() const { return model.nodes()[2]; }
    const Tensor& arrived() const { return model.nodes()[1].output; } ///< x in float32
    Tensor& kernel() { return model.nodes()[2].layer->variables()[0].value; }
    const Tensor& output() const { return node().output; }
    const Tensor& outputGradient() const { return *node().outputGradient; }
    const Tensor& inputGradient() const { return node().inputGradients[0]; }
    const Tensor& weightGradient() { return model.nodes()[2].layer->variables()[0].gradient; }

    Kernels kernels;
    Arithmetic arithmetic;
    ModelPlan plan;
    Model model;
    Tensor gradient;
};

double relativeDistance(const Tensor& a, const Tensor& b)
{
    double difference = 0;
    double size = 0;
    for (Index i = 0; i < b.size(); ++i) {
        difference += (a.at(i) - b.at(i)) * (a.at(i) - b.at(i));
        size += b.at(i) * b.at(i);
    }
    return std::sqrt(difference / size);
}

SessionSpec circle()
{
    SessionSpec session = *loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    session.policies.global = *getPolicy("mixed_bfloat16");
    session.training.lossScale = {"none", {}};
    session.training.steps = 12;
    session.probes.tensorsEvery = 1;
    return session;
}

std::vector<StepRecord> recordsOf(const std::vector<SessionSpec>& sessions, std::size_t which, int threads)
{
    const Kernels kernels = *Kernels::load();
    Result<TrainingRun> run = TrainingRun::create(sessions, kernels, {threads});
    std::vector<StepRecord> records;
    if (!run)
        qFatal("%s", run.error().text().c_str());
    for (std::int64_t i = 0; i < sessions.front().training.steps; ++i) {
        run->step();
        records.push_back(run->record(which));
    }
    return records;
}

bool sameRun(const std::vector<StepRecord>& a, const std::vector<StepRecord>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const StepRecord& x, const StepRecord& y) {
        return x.loss == y.loss && x.errorVsFloat64 == y.errorVsFloat64
            && std::equal(x.tensors.begin(), x.tensors.end(), y.tensors.begin(), y.tensors.end(),
                [](const TensorPoint& p, const TensorPoint& q) {
                    return std::memcmp(&p.value, &q.value, sizeof p.value) == 0;
                });
    });
}

} // namespace

class TestRecipes : public QObject
{
    Q_OBJECT

    static void addRecipes()
    {
        QTest::addColumn<QString>("name");
        for (const RecipeClass& row : recipeCatalog())
            QTest::newRow(row.name.c_str()) << QString::fromStdString(row.name);
    }

private slots:
    void everyRecipeSaysCanonicalNames_data() { addRecipes(); }

    void everyRecipeSaysCanonicalNames()
    {
        QFETCH(QString, name);
        const Recipe recipe = *makeRecipe({name.toStdString(), {}});
        QCOMPARE(recipe.isNone(), name == QLatin1String("none"));
        for (const NumericsOverrideRow& row : numericsOverrides()) {
            if (!recipe.operands[row.setting])
                continue;
            QCOMPARE(row.kind, OverrideKind::Operand);
            const Result<CastTarget> target = castTargetByName(*recipe.operands[row.setting], true);
            QVERIFY2(target.ok(), recipe.operands[row.setting]->c_str());
        }
    }

    void anOwnOverrideWinsOverTheRecipeAndThatOverThePolicy()
    {
        const DTypePolicy policy = *getPolicy("mixed_bfloat16");
        const Recipe recipe = *makeRecipe(component("torchao_rowwise_with_gw_hp"));
        NumericsSpec spec;
        spec[Override::ForwardKernel] = "mxfp8";
        QVERIFY((effectiveOverride(policy, recipe, spec, Override::ForwardKernel)
            == EffectiveOverride{"mxfp8", OverrideOrigin::Own, false}));
        QVERIFY((effectiveOverride(policy, recipe, spec, Override::ForwardInput)
            == EffectiveOverride{"float8_e4m3fn_scaled:torchao-pow2:row", OverrideOrigin::Recipe, false}));
        QVERIFY((effectiveOverride(policy, recipe, spec, Override::WeightGradientInput)
            == EffectiveOverride{"bfloat16", OverrideOrigin::Policy, false}));
        const Recipe delayed = *makeRecipe(component("te_delayed"));
        QVERIFY((effectiveOverride(policy, delayed, spec, Override::InputGradientOutputGradient)
            == EffectiveOverride{"float8_e5m2", OverrideOrigin::Recipe, true}));
    }

    void wrongParametersAreRefused()
    {
        QCOMPARE(makeRecipe(component("te_curent")).error().text(),
            std::string("class: unknown recipe 'te_curent'; did you mean 'te_current'?"));
        QCOMPARE(makeRecipe(component("te_delayed", {{"fp8_format", std::string("E5M2")}})).error().place,
            std::string("fp8_format"));
    }

    void aRecipeIsItsOverrides_data() { addRecipes(); }

    void aRecipeIsItsOverrides()
    {
        QFETCH(QString, name);
        const Component chosen{name.toStdString(), {}};
        const Recipe recipe = *makeRecipe(chosen);
        if (recipe.scaling)
            return; // no overrides say a history
        OnePass byRecipe(chosen);
        OnePass byOverrides(std::nullopt, recipe.operands);
        QVERIFY(identical(byRecipe.output(), byOverrides.output()));
        QVERIFY(identical(byRecipe.inputGradient(), byOverrides.inputGradient()));
        QVERIFY(identical(byRecipe.weightGradient(), byOverrides.weightGradient()));
        OnePass plain(std::nullopt);
        QCOMPARE(identical(byRecipe.output(), plain.output()), recipe.isNone());
    }

    void underARecipeTheBiasGradientIsRoundedOnce_data() { addRecipes(); }

    void underARecipeTheBiasGradientIsRoundedOnce()
    {
        QFETCH(QString, name);
        const Component chosen{name.toStdString(), {}};
        ModelSpec spec = twoLayers(chosen, {}, "mixed_bfloat16");
        spec.layers.back().config.set("use_bias", true);
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        Model model(*planModel(spec, {}, 5), arithmetic);
        Tensor& input = model.input();
        input.reset(Shape{kBatch, 4}, model.inputFormat());
        for (Index i = 0; i < input.size(); ++i)
            input.set(i, 0.125 * static_cast<double>(i % 7 - 3));
        model.forward({arithmetic, 0, true});
        Tensor gradient(Shape{kBatch, kUnits}, *findFormat("bfloat16"));
        for (Index i = 0; i < gradient.size(); ++i)
            gradient.set(i, roundToFormat(gradient.format(), std::cos(static_cast<double>(i))));
        model.backward({arithmetic, 0, true}, gradient);
        Tensor once;
        Tensor each;
        columnSums(arithmetic, gradient, once, SumRounding::Once);
        columnSums(arithmetic, gradient, each);
        QVERIFY(!identical(once, each));
        const bool isNone = makeRecipe(chosen)->isNone();
        QVERIFY(identical(model.nodes()[2].layer->variables()[1].gradient, isNone ? each : once));
    }

    void eachCopyOfMxfp8IsQuantizedFromTheHighPrecision()
    {
        OnePass pass(component("mxfp8"));
        const BlockFormat format = *blockFormatByName("mxfp8:rceil");
        Arithmetic arithmetic(pass.kernels);
        Tensor scales;
        Tensor alongIn;
        Tensor alongBatch;
        Tensor gradient;
        quantizeBlocks(arithmetic, pass.arrived(), format, 1, alongIn, scales);
        quantizeBlocks(arithmetic, pass.arrived(), format, 0, alongBatch, scales);
        quantizeBlocks(arithmetic, pass.outputGradient(), format, 0, gradient, scales);
        QVERIFY(!identical(alongIn, alongBatch));
        Tensor expected;
        matmul(arithmetic, alongBatch, gradient, Transpose::A, *findFormat("bfloat16"), expected);
        QVERIFY(identical(pass.weightGradient(), expected));
        matmul(arithmetic, alongIn, gradient, Transpose::A, *findFormat("bfloat16"), expected);
        QVERIFY(!identical(pass.weightGradient(), expected));
        // The forward product takes the other copy.
        Tensor kernel;
        quantizeBlocks(arithmetic, pass.kernel(), format, 0, kernel, scales);
        matmul(arithmetic, alongIn, kernel, Transpose::None, *findFormat("bfloat16"), expected);
        QVERIFY(identical(pass.output(), expected));
    }

    void nvfp4TransformsTheWeightGradientAlone_data()
    {
        QTest::addColumn<int>("batch");
        QTest::newRow("groups of 16") << 48;
        QTest::newRow("filled up with zeros") << 37;
    }

    void nvfp4TransformsTheWeightGradientAlone()
    {
        QFETCH(int, batch);
        PassOptions options;
        options.batch = batch;
        const Config nearest{{"stochastic_rounding", false}};
        OnePass pass(component("nvfp4", nearest), {}, options);
        Arithmetic arithmetic(pass.kernels);
        const BlockFormat format = *blockFormatByName("nvfp4");
        const auto operand = [&](const Tensor& source, Tensor& out) {
            Tensor padded;
            Tensor transformed;
            Tensor scales;
            padRows(source, 48, padded);
            hadamard16(arithmetic, padded, 0, HadamardDirection::Forward, transformed);
            quantizeBlocks(arithmetic, transformed, format, 0, out, scales);
        };
        Tensor x;
        Tensor g;
        Tensor expected;
        operand(pass.arrived(), x);
        operand(pass.outputGradient(), g);
        matmul(arithmetic, x, g, Transpose::A, *findFormat("bfloat16"), expected);
        QVERIFY(identical(pass.weightGradient(), expected));
        // The other two products are as without the transform.
        Config plainly = nearest;
        plainly.set("random_hadamard", false);
        OnePass plain(component("nvfp4", plainly), {}, options);
        QVERIFY(identical(pass.output(), plain.output()));
        QVERIFY(identical(pass.inputGradient(), plain.inputGradient()));
        QVERIFY(!identical(pass.weightGradient(), plain.weightGradient()));
    }

    void theTransformLeavesTheProductAsItIs()
    {
        // numerics.md F.13: (x H)(H^T w) = x w to float32's rounding; with one outlier in 16 numbers, what NVFP4 loses falls.
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        Tensor x(Shape{32, 24}, float32Format());
        Tensor w(Shape{32, 20}, float32Format());
        for (Index i = 0; i < x.size(); ++i)
            x.set(i, static_cast<double>(std::sin(1.3F * static_cast<float>(i))));
        for (Index i = 0; i < w.size(); ++i)
            w.set(i, static_cast<double>(std::cos(0.7F * static_cast<float>(i))));
        for (Index column = 0; column < 24; ++column)
            x.set(3 * 24 + column, 100);
        Tensor xh;
        Tensor wh;
        hadamard16(arithmetic, x, 0, HadamardDirection::Forward, xh);
        hadamard16(arithmetic, w, 0, HadamardDirection::Forward, wh);
        Tensor plain;
        Tensor transformed;
        matmul(arithmetic, x, w, Transpose::A, plain);
        matmul(arithmetic, xh, wh, Transpose::A, transformed);
        QVERIFY(relativeDistance(transformed, plain) < 32 * 0x1p-23);
        Tensor q;
        Tensor scales;
        Tensor back;
        quantizeBlocks(arithmetic, xh, *blockFormatByName("nvfp4"), 0, q, scales);
        hadamard16(arithmetic, q, 0, HadamardDirection::Inverse, back);
        Tensor direct;
        quantizeBlocks(arithmetic, x, *blockFormatByName("nvfp4"), 0, direct, scales);
        // Of the small numbers beside the outlier, which share its block.
        double withTransform = 0;
        double without = 0;
        for (Index row = 0; row < 16; ++row)
            for (Index column = 0; column < 24; ++column) {
                const Index i = row * 24 + column;
                withTransform += std::pow(back.at(i) - x.at(i), 2);
                without += std::pow(direct.at(i) - x.at(i), 2);
            }
        QVERIFY(withTransform != without);
    }

    void transformsOfOneOperandAreRefused()
    {
        const LayerClass& dense = *findRow(layerCatalog(), "Dense");
        NumericsSpec one;
        one[Override::WeightGradientInput] = "nvfp4:rht";
        const DTypePolicy policy = *getPolicy("mixed_bfloat16");
        QCOMPARE(resolveNumerics(policy, {}, one, dense).error().place,
            std::string("numerics.weight_gradient.output_gradient"));
        one[Override::WeightGradientOutputGradient] = "mxfp4:rht:stochastic";
        QVERIFY(resolveNumerics(policy, {}, one, dense).ok());
        NumericsSpec forward;
        forward[Override::ForwardInput] = "nvfp4:rht";
        forward[Override::ForwardKernel] = "nvfp4:rht";
        QCOMPARE(resolveNumerics(policy, {}, forward, dense).error().text(),
            std::string("numerics: 'rht' is for both operands of the weight gradient only"));
        QVERIFY(!castTargetByName("bfloat16:rht", true).ok());
    }

    void gradientsOfNvfp4AreDrawnByStepAndSeed()
    {
        const Component nvfp4 = component("nvfp4");
        OnePass a(nvfp4);
        OnePass again(nvfp4);
        QVERIFY(identical(a.weightGradient(), again.weightGradient()));
        QVERIFY(identical(a.inputGradient(), again.inputGradient()));
        PassOptions next;
        next.step = 1;
        OnePass later(nvfp4, {}, next);
        QVERIFY(identical(a.output(), later.output())); // drawn for gradients only
        QVERIFY(!identical(a.inputGradient(), later.inputGradient()));
        QVERIFY(!identical(a.weightGradient(), later.weightGradient()));
    }

    void runsDoNotDependOnThreadsOrOthersBesideThem()
    {
        SessionSpec nvfp4 = circle();
        nvfp4.policies.recipe = component("nvfp4");
        SessionSpec delayed = circle();
        delayed.policies.recipe = component("te_delayed", {{"amax_history_len", std::int64_t{4}}});
        const std::vector<StepRecord> alone = recordsOf({nvfp4}, 0, 1);
        QVERIFY(sameRun(alone, recordsOf({delayed, nvfp4}, 1, 2)));
        QVERIFY(sameRun(recordsOf({delayed}, 0, 1), recordsOf({delayed, nvfp4}, 0, 2)));
        QVERIFY(!sameRun(alone, recordsOf({delayed}, 0, 1)));
    }

    void aRunsScalesAreTheStateMachines()
    {
        SessionSpec session = circle();
        session.policies.recipe = component("te_delayed", {{"amax_history_len", std::int64_t{4}}});
        const std::vector<StepRecord> records = recordsOf({session}, 0, 1);
        std::map<std::pair<PathId, TensorRole>, DelayedScaling> states;
        for (const StepRecord& record : records)
            for (std::size_t i = 0; i + 1 < record.tensors.size(); ++i) {
                const TensorPoint& scale = record.tensors[i];
                const TensorPoint& amax = record.tensors[i + 1];
                if (scale.metric != Metric::Float8Scale)
                    continue;
                QVERIFY(amax.metric == Metric::Float8Amax && amax.path == scale.path);
                const float largest = scale.role == TensorRole::OutputGradient ? 57344 : 448;
                DelayedScaling& state
                    = states.try_emplace({scale.path, scale.role}, makeDelayedScaling(largest, 4))
                          .first->second;
                state = state.next(static_cast<float>(amax.value));
                QCOMPARE(static_cast<float>(scale.value), state.scale);
            }
        QCOMPARE(states.size(), std::size_t{9}); // three layers, three operands
    }

    void aSkippedStepMovesTeDelayedOn()
    {
        SessionSpec session = circle();
        session.policies.global = *getPolicy("mixed_float16");
        session.policies.recipe = component("te_delayed", {{"amax_history_len", std::int64_t{2}}});
        session.training.lossScale = {"dynamic", {{"initial_scale", 0x1p60}}};
        const std::vector<StepRecord> records = recordsOf({session}, 0, 1);
        bool hasMoved = false;
        for (const TensorPoint& point : records[0].tensors)
            hasMoved = hasMoved
                || (point.metric == Metric::Float8Scale && point.role == TensorRole::Weight
                    && point.value != 1);
        QVERIFY(records[0].skipped);
        QVERIFY(hasMoved);
    }

    void scalesOfTheStepAloneAreTold()
    {
        OnePass pass(component("te_current"));
        const std::span<const TensorScaling> scalings = pass.node().layer->scalings();
        QCOMPARE(scalings.size(), std::size_t{3});
        const auto amaxOf = [](const Tensor& x) {
            double amax = 0;
            for (Index i = 0; i < x.size(); ++i)
                amax = std::max(amax, std::fabs(x.at(i)));
            return static_cast<float>(amax);
        };
        const std::array amaxes{amaxOf(pass.arrived()), amaxOf(pass.kernel()), amaxOf(pass.outputGradient())};
        const std::array largest{448.0F, 448.0F, 57344.0F};
        const std::array names{"inputs", "kernel", "outputs_grad"};
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(scalings[i].slot, std::string(names[i]));
            QVERIFY(scalings[i].kind() == ScalingKind::Current);
            QCOMPARE(scalings[i].amax, amaxes[i]);
            QCOMPARE(scalings[i].usedScale, largest[i] / amaxes[i]);
        }
        // By hand; both products of a tensor take the same values.
        Arithmetic arithmetic(pass.kernels);
        Tensor x;
        Tensor w;
        Tensor g;
        Tensor scales;
        Tensor expected;
        quantizeBlocks(arithmetic, pass.arrived(), *blockFormatByName("float8_e4m3fn_scaled"), 0, x, scales);
        quantizeBlocks(arithmetic, pass.kernel(), *blockFormatByName("float8_e4m3fn_scaled"), 0, w, scales);
        quantizeBlocks(
            arithmetic, pass.outputGradient(), *blockFormatByName("float8_e5m2_scaled"), 0, g, scales);
        matmul(arithmetic, x, g, Transpose::A, *findFormat("bfloat16"), expected);
        QVERIFY(identical(pass.weightGradient(), expected));
        matmul(arithmetic, g, w, Transpose::B, *findFormat("bfloat16"), expected);
        QVERIFY(identical(pass.inputGradient(), expected));
        QVERIFY(OnePass(component("mxfp8")).node().layer->scalings().empty());
        QCOMPARE(OnePass(component("nvfp4")).node().layer->scalings().size(), std::size_t{3});
    }

    void layersHaveTheSessionsRecipeUnlessTheySayOtherwise()
    {
        SessionSpec session = circle();
        session.policies.recipe = component("te_current");
        std::size_t dense = 0;
        for (std::size_t i = 0; i < session.model.layers.size(); ++i)
            if (session.model.layers[i].className == "Dense")
                dense = i;
        session.model.layers[dense].recipe = noRecipe();
        const Result<ModelPlan> plan = planModel(session.model, session.policies, 1);
        QVERIFY(plan.ok());
        for (const PlannedLayer& layer : plan->layers) {
            const bool hasOperands = layer.options.numerics.product(ProductRole::Forward).left.has_value();
            QCOMPARE(hasOperands, layer.layerClass->name == "Dense" && layer.layer != dense);
        }
        session.model.layers[dense].recipe = std::nullopt;
        session.model.layers[dense].policy = *getPolicy("int8_from_float32");
        const Result<ModelPlan> withIntegers = planModel(session.model, session.policies, 1);
        QVERIFY(withIntegers.ok());
        const std::string path = session.model.layerPath(session.model.layers[dense]);
        QVERIFY(
            std::find(withIntegers->notes.begin(), withIntegers->notes.end(),
                path + " leaves the recipe te_current out: under int8_from_float32 it multiplies integers")
            != withIntegers->notes.end());
    }

    void childrenOfAttentionTakeRecipesAndOverrides()
    {
        ModelSpec model;
        model.layers = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{5, 8}}}, {}, {}},
            {"mha", "MultiHeadAttention", {{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{4}}},
                {"input_layer", "input_layer"}, {}}};
        model.layers[1].recipe = component("mxfp8");
        model.layers[1].numerics[Override::ForwardAccumulator] = "exact";
        const Result<ModelPlan> plan = planModel(model, {}, 1);
        QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().text().c_str());
        int children = 0;
        for (const PlannedLayer& node : plan->layers) {
            const ProductOverrides& forward = node.options.numerics.product(ProductRole::Forward);
            const bool isProduct = node.role == NodeRole::Child && node.layerClass->name == "EinsumDense";
            children += isProduct ? 1 : 0;
            QCOMPARE(forward.left.has_value(), isProduct);
            QCOMPARE(forward.accumulator.has_value(), isProduct);
        }
        QCOMPARE(children, 4);
    }

    void oneScaleATensorBeatsAFixedBias()
    {
        // F.8, the ordering: float8 alone, with the format's fixed bias, loses small numbers that a scale keeps.
        NumericsSpec fixed;
        for (const NumericsOverrideRow& row : numericsOverrides())
            if (row.kind == OverrideKind::Operand)
                fixed[row.setting]
                    = row.path.ends_with("gradient.output_gradient") ? "float8_e5m2:te" : "float8_e4m3fn:te";
        SessionSpec session = circle();
        session.training.lossWeight = 1e-4; // gradients of about 2^-20, and float8_e5m2 ends at 2^-16
        const auto errorOf = [&](const NumericsSpec& numerics, const Component& recipe) {
            SessionSpec run = session;
            run.policies.recipe = recipe;
            for (LayerSpec& layer : run.model.layers)
                if (layer.className == "Dense")
                    layer.numerics = numerics;
            double sum = 0;
            int count = 0;
            for (const StepRecord& record : recordsOf({run}, 0, 1))
                for (const TensorPoint& point : record.tensors)
                    if (point.metric == Metric::LocalError && point.role == TensorRole::WeightGradient) {
                        sum += point.value;
                        ++count;
                    }
            return sum / count;
        };
        const double unscaled = errorOf(fixed, noRecipe());
        const double scaled = errorOf({}, component("te_current"));
        const double blocks = errorOf({}, component("mxfp8"));
        const double none = errorOf({}, noRecipe());
        qInfo("local error of weight gradients: fixed %.4f, te_current %.4f, mxfp8 %.4f, bfloat16 %.4f",
            unscaled, scaled, blocks, none);
        QVERIFY(none < scaled);
        QVERIFY(scaled < unscaled / 2);
        QVERIFY(blocks < unscaled / 2);
    }

    void sessionsKeepTheirRecipes()
    {
        SessionSpec session = circle();
        session.policies.recipe = component("nvfp4", {{"random_hadamard", false}});
        session.model.layers.back().recipe = noRecipe();
        const std::string text = writeSession(session);
        const Result<SessionSpec> read = readSession(text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
        QVERIFY(*read == session);
        QCOMPARE(writeSession(*read), text);
        SessionSpec other = session;
        other.model.layers.back().recipe = std::nullopt;
        QVERIFY(!(other == session));
    }
};

QTEST_GUILESS_MAIN(TestRecipes)
#include "tst_recipes.moc"
