// SPDX-License-Identifier: GPL-3.0-or-later
// A step computed operation by operation from the layers' formulas gives the bits of the layers themselves: outputs, loss, gradients
// and weights, for every activation in every dtype and for 500 random models.
#include "engine/layer/support/activations.h"
#include "tests/engine/step_difference.h"

#include <QTest>
#include <algorithm>
#include <random>
#include <set>

using namespace ulpscope;

namespace {

struct LayerCase
{
    std::string name;
    Extents input;
    std::vector<LayerSpec> layers;
};

/// Each with layers around it that have variables, so that gradients go through it; at least one is larger than the windows
/// and blocks of sums.
std::vector<LayerCase> layerCases()
{
    const auto conv = [](Config config) {
        config.set("filters", std::int64_t{4});
        return layer("Conv2D", std::move(config));
    };
    const auto embed = [](std::int64_t rows, std::int64_t columns) {
        return layer("Embedding", {{"input_dim", rows}, {"output_dim", columns}});
    };
    const auto between = [](LayerSpec middle, std::int64_t units = 6) {
        return std::vector{dense("before", units), std::move(middle), dense("logits", 3)};
    };
    const auto einsum = [](const char* equation, Extents output, const char* bias, const char* activation) {
        return layer("EinsumDense",
            {{"equation", std::string(equation)}, {"output_shape", std::move(output)},
                {"bias_axes", std::string(bias)}, {"activation", std::string(activation)}});
    };
    const std::int64_t two = 2;
    const std::int64_t three = 3;
    return {
        {"dense over steps", {12, 3}, between(dense("middle", 4))},
        {"softmax", {4}, between(layer("Softmax"), 40)},
        {"softmax of an inner axis", {36, 3}, between(layer("Softmax", {{"axis", Extents{1}}}))},
        {"softmax over the batch", {3}, between(layer("Softmax", {{"axis", Extents{0}}}))},
        {"softmax of two axes", {35, 2}, between(layer("Softmax", {{"axis", Extents{1, -1}}}))},
        {"causal softmax", {5, 4}, between(layer("Softmax", {{"use_causal_mask", true}}))},
        {"softmax as an activation", {4, 2}, {dense("before", 5, "softmax"), dense("logits", 3)}},
        {"layer normalization", {4}, between(layer("LayerNormalization"), 37)},
        {"layer normalization without parameters", {4, 3},
            between(layer("LayerNormalization", {{"scale", false}, {"center", false}}))},
        {"layer normalization of two axes", {4, 3},
            between(layer("LayerNormalization", {{"axis", Extents{1, 2}}, {"center", false}}))},
        {"layer normalization of an inner axis", {4, 3},
            between(layer("LayerNormalization", {{"axis", Extents{1}}, {"scale", false}}))},
        {"layer normalization after relu", {4},
            {dense("before", 6, "relu"), layer("LayerNormalization"), dense("logits", 3)}},
        {"RMS normalization", {4, 2}, between(layer("RMSNormalization"), 7)},
        {"RMS normalization of two axes", {4, 2},
            between(layer("RMSNormalization", {{"axis", Extents{-2, -1}}}), 7)},
        {"group normalization", {4, 3}, between(layer("GroupNormalization", {{"groups", three}}))},
        {"group normalization of many rows", {300, 2},
            between(layer("GroupNormalization", {{"groups", two}, {"epsilon", 0.5}}))},
        {"instance normalization", {4, 3},
            between(layer("GroupNormalization", {{"groups", std::int64_t{-1}}, {"scale", false}}))},
        {"group normalization of an inner axis", {4, 3},
            between(layer("GroupNormalization", {{"groups", two}, {"axis", std::int64_t{1}}}))},
        {"batch normalization", {4}, between(layer("BatchNormalization", {{"momentum", 0.9}}))},
        {"batch normalization of many rows", {300, 2}, between(layer("BatchNormalization"))},
        {"batch normalization of an inner axis", {4, 3},
            between(layer("BatchNormalization", {{"axis", std::int64_t{1}}, {"center", false}}))},
        {"ReLU", {4}, between(layer("ReLU", {{"negative_slope", 0.3}, {"threshold", 0.2}}))},
        {"other activations", {4, 3},
            {dense("before", 6), layer("LeakyReLU"), layer("ELU", {{"alpha", 0.7}}), layer("PReLU"),
                dense("between", 5), layer("UnitNormalization"),
                layer("Rescaling", {{"scale", 0.3}, {"offset", -0.1}}),
                layer("Activation", {{"activation", std::string("tanh")}}), dense("logits", 3)}},
        {"shared slopes", {5, 6, 2},
            between(layer(
                "PReLU", {{"shared_axes", Extents{1, 2}}, {"alpha_initializer", std::string("ones")}}))},
        {"merges", {4, 3},
            {dense("a", 5), dense("b", 5), layer("Subtract", {}, {"a", "b"}),
                layer("Average", {}, {"a", "b", "subtract"}), layer("Maximum", {}, {"average", "b"}),
                layer("Minimum", {}, {"a", "maximum"}), layer("Multiply", {}, {"minimum", "b"}),
                dense("logits", 3)}},
        {"repeated vectors", {4},
            {dense("before", 6), layer("RepeatVector", {{"n", std::int64_t{35}}}), dense("logits", 3)}},
        {"sides of a sequence", {7, 3},
            {dense("before", 4), layer("ZeroPadding1D", {{"padding", Extents{2, 1}}}), dense("between", 5),
                layer("Cropping1D", {{"cropping", Extents{1, 0}}}), layer("UpSampling1D"),
                layer("Permute", {{"dims", Extents{2, 1}}}), dense("logits", 3)}},
        {"sides of an image", {5, 6, 2},
            {dense("before", 4), layer("ZeroPadding2D", {{"padding", Extents{0, 1, 2, 3}}}),
                dense("between", 3), layer("Cropping2D", {{"cropping", Extents{1, 2}}}),
                layer("UpSampling2D", {{"size", Extents{3, 2}}}),
                layer("Reshape", {{"target_shape", Extents{-1, 3}}}), dense("logits", 3)}},
        {"embedding", {7}, {embed(30, 5), layer("Flatten"), dense("logits", 3)}},
        {"embedding with ids that are no rows", {7}, {embed(4, 5), dense("logits", 3)}},
        {"position embedding", {5, 3},
            {dense("before", 4), layer("PositionEmbedding", {{"sequence_length", std::int64_t{8}}}),
                layer("Add", {}, {"before", "positionembedding"}), dense("logits", 3)}},
        {"concatenate", {4, 3},
            {dense("a", 2), dense("b", 5), layer("Concatenate", {}, {"a", "b", "a"}), dense("logits", 3)}},
        {"concatenate along an inner axis", {4, 3},
            {dense("a", 2), dense("b", 2), layer("Concatenate", {{"axis", std::int64_t{1}}}, {"a", "b"}),
                dense("logits", 3)}},
        {"dropout", {4}, between(layer("Dropout", {{"rate", 0.3}}))},
        {"dropout of nothing", {4}, between(layer("Dropout", {{"rate", 0.0}}))},
        {"noise", {4}, between(layer("GaussianNoise", {{"stddev", 0.7}}))},
        {"max pooling", {6, 7, 2}, between(layer("MaxPooling2D", {{"pool_size", Extents{2}}}))},
        {"max pooling that overlaps", {6, 7, 2},
            between(layer("MaxPooling2D",
                {{"pool_size", Extents{3, 2}}, {"strides", Extents{2, 1}},
                    {"padding", std::string("same")}}))},
        {"average pooling", {6, 7, 2}, between(layer("AveragePooling2D", {{"pool_size", Extents{3, 2}}}))},
        {"average pooling at the rim", {6, 7, 2},
            between(layer("AveragePooling2D",
                {{"pool_size", Extents{3}}, {"strides", Extents{2}}, {"padding", std::string("same")}}))},
        {"global average of steps", {70, 2}, between(layer("GlobalAveragePooling1D"))},
        {"global average of pixels", {5, 6, 2},
            between(layer("GlobalAveragePooling2D", {{"keepdims", true}}))},
        {"convolution", {6, 5, 3}, {conv({{"kernel_size", Extents{3}}}), dense("logits", 2)}},
        {"convolution with strides", {6, 7, 2},
            between(conv({{"kernel_size", Extents{3, 2}}, {"strides", Extents{2, 3}},
                {"padding", std::string("same")}, {"activation", std::string("gelu")}}))},
        {"convolution with holes", {7, 7, 2},
            between(
                conv({{"kernel_size", Extents{2, 3}}, {"dilation_rate", Extents{2}}, {"use_bias", false}}))},
        {"convolution in groups", {5, 5, 4}, between(conv({{"kernel_size", Extents{3}}, {"groups", two}}))},
        {"depthwise convolution", {5, 5, 3},
            between(layer("DepthwiseConv2D",
                {{"kernel_size", Extents{3}}, {"depth_multiplier", two}, {"strides", Extents{2}}}))},
        {"einsum", {4, 3}, between(einsum("abc,cde->abde", {-1, 2, 5}, "de", "linear"))},
        {"einsum that turns", {4, 3}, between(einsum("abc,cd->adb", {5, 4}, "d", "tanh"))},
        {"einsum with pieces", {4, 3}, between(einsum("abc,bcd->abd", {4, 5}, "bd", "linear"))},
        {"einsum that sums its input", {4, 3}, between(einsum("abc,cd->ad", {5}, "d", "linear"))},
        {"regularizers", {4},
            {layer("Dense",
                 {{"units", std::int64_t{5}}, {"kernel_regularizer", std::string("l1_l2(0.3, 0.02)")},
                     {"bias_regularizer", std::string("l2(0.7)")}, {"activation", std::string("tanh")}}),
                dense("logits", 3)}},
        {"activity regularizers", {4},
            {layer("Dense",
                 {{"units", std::int64_t{5}}, {"activity_regularizer", std::string("l1_l2(0.3, 0.02)")},
                     {"kernel_regularizer", std::string("l1(0.7)")}}),
                dense("logits", 3)}},
        {"a depthwise regularizer", {5, 5, 3},
            {layer("DepthwiseConv2D",
                 {{"kernel_size", Extents{3}}, {"depthwise_regularizer", std::string("l2(0.2)")}}),
                dense("logits", 3)}},
        {"regularized embeddings", {7},
            {layer("Embedding",
                 {{"input_dim", std::int64_t{30}}, {"output_dim", std::int64_t{5}},
                     {"embeddings_regularizer", std::string("l1(0.2)")}}),
                layer("Flatten"), dense("logits", 3)}},
        {"regularized normalization", {4},
            between(layer("LayerNormalization",
                {{"gamma_regularizer", std::string("l2(0.3)")},
                    {"beta_regularizer", std::string("l1(0.1)")}}))},
        {"attention", {6, 4}, between(layer("MultiHeadAttention", {{"num_heads", two}, {"key_dim", three}}))},
        {"causal attention", {6, 4},
            between(layer(
                "MultiHeadAttention", {{"num_heads", two}, {"key_dim", three}, {"use_causal_mask", true}}))},
        {"attention with dropout", {6, 4},
            between(layer("MultiHeadAttention",
                {{"num_heads", two}, {"key_dim", three}, {"value_dim", two}, {"dropout", 0.2}}))},
    };
}

} // namespace

class TestStepFormula : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void everyActivation_data();
    void everyActivation();
    void everyLayerHasACase();
    void everyLayer_data();
    void everyLayer();
    void normalizationsAreKernels_data();
    void normalizationsAreKernels();
    void childrenUnderPoliciesOfTheirOwn();
    void randomModels();
    void whatHasNoFormulaIsNamed_data();
    void whatHasNoFormulaIsNamed();

private:
    std::optional<Kernels> m_kernels;
};

void TestStepFormula::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::move(kernels).value();
}

void TestStepFormula::everyActivation_data()
{
    QTest::addColumn<std::string>("activation");
    QTest::addColumn<std::string>("policy");
    for (const std::string& activation : activationNames())
        for (const std::string& policy : kPolicies)
            QTest::addRow("%s in %s", activation.c_str(), policy.c_str()) << activation << policy;
}

void TestStepFormula::everyActivation()
{
    QFETCH(std::string, activation);
    QFETCH(std::string, policy);
    std::mt19937 random(7);
    SessionSpec session
        = sessionOf({dense("dense", 40), {"activation", "Activation", {{"activation", activation}}, {}, {}},
                        dense("logits", 3)},
            policy);
    session.training.batchSize = 32;
    session.training.optimizer = {"SGD", {{"learning_rate", 0.001}}}; // exponential does not explode
    const std::string found = difference(session, *m_kernels, random);
    QVERIFY2(found.empty(), found.c_str());
}

void TestStepFormula::everyLayerHasACase()
{
    std::set<std::string> classes{"InputLayer"}; // sessionOf() adds it
    for (const LayerCase& each : layerCases())
        for (const LayerSpec& spec : each.layers)
            classes.insert(spec.className);
    for (const LayerClass& row : layerCatalog())
        QVERIFY2(classes.contains(row.name), row.name.c_str());
}

void TestStepFormula::everyLayer_data()
{
    QTest::addColumn<LayerCase>("layers");
    QTest::addColumn<std::string>("policy");
    for (const LayerCase& layers : layerCases())
        for (const std::string& policy : kPolicies)
            QTest::addRow("%s in %s", layers.name.c_str(), policy.c_str()) << layers << policy;
}

/// And under policies that differ from layer to layer.
void TestStepFormula::everyLayer()
{
    QFETCH(LayerCase, layers);
    QFETCH(std::string, policy);
    Compared compared;
    for (unsigned seed = 1; seed <= 6; ++seed) {
        std::mt19937 random(seed);
        SessionSpec session = sessionOf(layers.layers, policy, layers.input);
        session.training.batchSize = seed == 1 ? 1
            : seed == 2                        ? 34
                                               : static_cast<std::int64_t>(random() % 9 + 2);
        session.training.optimizer = {"SGD", {{"learning_rate", 0.01}}};
        for (std::size_t i = 1; seed > 3 && i < session.model.layers.size(); ++i)
            session.model.layers[i].policy = *getPolicy(pick(random, kPolicies));
        const std::string found = difference(session, *m_kernels, random, Targets::Numbers, &compared);
        QVERIFY2(found.empty(), ("seed " + std::to_string(seed) + ": " + found).c_str());
    }
    QVERIFY(compared.isFinite);
}

void TestStepFormula::normalizationsAreKernels_data()
{
    QTest::addColumn<std::string>("className");
    QTest::addColumn<std::string>("policy");
    for (const char* className :
        {"LayerNormalization", "RMSNormalization", "GroupNormalization", "BatchNormalization"})
        for (const std::string& policy : kPolicies)
            QTest::addRow("%s in %s", className, policy.c_str()) << std::string(className) << policy;
}

/// Where a pass changes the functions so that no kernel is found for them, all stays right and becomes slow.
void TestStepFormula::normalizationsAreKernels()
{
    QFETCH(std::string, className);
    QFETCH(std::string, policy);
    LayerSpec middle = layer(className.c_str());
    if (className == "GroupNormalization")
        middle.config.set("groups", std::int64_t{2});
    const Result<CheckedSession> checked
        = resolveSession(sessionOf({dense("before", 6), middle, dense("logits", 3)}, policy, {4, 3}));
    QVERIFY2(checked.ok(), checked.ok() ? "" : checked.error().text().c_str());
    const Result<graph::Graph> step = stepFormula(*checked, StepPart::Whole);
    QVERIFY2(step.ok(), step.ok() ? "" : step.error().text().c_str());
    for (const Pass pass : {Pass::Forward, Pass::Backward}) {
        const std::vector<graph::Launch> launches = graph::lower(*step, pass);
        QCOMPARE(std::ranges::count_if(launches,
                     [](const graph::Launch& launch) {
                         return std::holds_alternative<graph::NormalizationCall>(launch);
                     }),
            std::ptrdiff_t{1});
    }
}

/// Whose inputs the composite casts first.
void TestStepFormula::childrenUnderPoliciesOfTheirOwn()
{
    for (unsigned seed = 1; seed <= 40; ++seed) {
        std::mt19937 random(seed);
        LayerSpec attention
            = layer("MultiHeadAttention", {{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{3}}});
        attention.name = "mha";
        SessionSpec session
            = sessionOf({dense("before", 4), attention, dense("logits", 2)}, pick(random, kPolicies), {5, 3});
        for (const char* child : {"query", "key", "value", "attention_output"})
            session.policies.map.emplace_back(
                "mha/" + std::string(child), *getPolicy(pick(random, kPolicies)));
        const std::string found = difference(session, *m_kernels, random);
        QVERIFY2(found.empty(), ("seed " + std::to_string(seed) + ": " + found).c_str());
    }
}

void TestStepFormula::randomModels()
{
    for (unsigned seed = 1; seed <= 500; ++seed) {
        std::mt19937 random(seed);
        const auto chance = [&](unsigned of) { return random() % of == 0; };
        const auto units = [&] { return static_cast<std::int64_t>(random() % 9 + 1); };
        std::vector<LayerSpec> layers;
        const unsigned depth = random() % 4 + 1;
        for (unsigned i = 0; i < depth; ++i) {
            const std::string name = "dense_" + std::to_string(i);
            layers.push_back(dense(name, units(), pick(random, activationNames()), !chance(4)));
            if (chance(3))
                layers.push_back({"act_" + std::to_string(i), "Activation",
                    {{"activation", pick(random, activationNames())}}, {}, {}});
            if (chance(4)) { // a residual connection
                const std::string from = layers.back().name;
                LayerSpec branch = dense(name + "_branch", 6, pick(random, activationNames()));
                LayerSpec straight = dense(name + "_straight", 6);
                branch.inputs = straight.inputs = {from};
                layers.push_back(branch);
                layers.push_back(straight);
                LayerSpec sum{"add_" + std::to_string(i), "Add", {}, {}, {}};
                sum.inputs = {straight.name, branch.name};
                layers.push_back(sum);
            }
            if (chance(5))
                layers.push_back({"flatten_" + std::to_string(i), "Flatten", {}, {}, {}});
        }
        const bool areClasses = chance(3);
        layers.push_back(dense("logits", areClasses ? 1 : units()));
        SessionSpec session = sessionOf(layers, pick(random, kPolicies), {units()});
        for (LayerSpec& layer : session.model.layers)
            if (layer.className != "InputLayer" && chance(3))
                layer.policy = *getPolicy(pick(random, kPolicies));
        session.training.loss = {pick(random, {"MeanSquaredError", "MeanAbsoluteError"}), {}};
        if (areClasses)
            session.training.loss = {"BinaryCrossentropy", {{"from_logits", true}}};
        session.training.batchSize = static_cast<std::int64_t>(random() % 7 + 1);
        session.training.lossWeight = chance(2) ? 1 : 0.37;
        const double momentum = chance(2) ? 0 : 0.9;
        session.training.optimizer = {"SGD",
            {{"learning_rate", chance(2) ? 0.1 : 0.013}, {"momentum", momentum},
                {"nesterov", momentum != 0 && chance(2)}}};
        if (chance(2))
            session.training.lossScale = {"fixed", {{"scale", 1024.0}}};
        const std::string found
            = difference(session, *m_kernels, random, areClasses ? Targets::Binary : Targets::Numbers);
        QVERIFY2(found.empty(), ("seed " + std::to_string(seed) + ": " + found).c_str());
    }
}

void TestStepFormula::whatHasNoFormulaIsNamed_data()
{
    QTest::addColumn<SessionSpec>("session");
    QTest::addColumn<std::string>("place");
    const auto row = [](const char* name, SessionSpec session, const char* place) {
        QTest::newRow(name) << session << std::string(place);
    };
    SessionSpec session = sessionOf(
        {layer("Conv2D", {{"filters", std::int64_t{2}}, {"kernel_size", Extents{2}}})}, "float32", {4, 4, 1});
    session.model.layers.back().numerics[NumericsOverride::ForwardInput] = "float8_e4m3fn";
    row("an override of a convolution", session, "layers[1]");
}

void TestStepFormula::whatHasNoFormulaIsNamed()
{
    QFETCH(SessionSpec, session);
    QFETCH(std::string, place);
    const Result<CheckedSession> checked = resolveSession(session);
    QVERIFY2(checked.ok(), checked.ok() ? "" : checked.error().text().c_str());
    const Result<graph::Graph> step = stepFormula(*checked, StepPart::Whole);
    QVERIFY(!step.ok());
    QCOMPARE(step.error().place, place);
}

QTEST_GUILESS_MAIN(TestStepFormula)
#include "tst_step_formula.moc"
