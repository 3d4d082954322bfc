// SPDX-License-Identifier: GPL-3.0-or-later
// Every layer of the catalog: its gradients against central differences in float64, and its output under low-precision
// policies within a stated bound of float64.
#include "engine/dtype/rounding.h"
#include "engine/layer/support/activations.h"
#include "engine/model/model.h"
#include "engine/model/transformer_block.h"
#include "engine/tensor/ops.h"

#include <QTest>
#include <cmath>
#include <functional>
#include <map>

using namespace ulpscope;

namespace {

constexpr Index kBatch = 3;

using Extents = std::vector<std::int64_t>;

/// The layers that take images, by the names of their rows.
const std::map<QString, Config>& imageRows()
{
    const Extents three{3, 3};
    const std::string same = "same";
    static const std::map<QString, Config> rows{
        {QStringLiteral("Conv2D"), {{"filters", std::int64_t{3}}, {"kernel_size", Extents{3, 2}}}},
        {QStringLiteral("Conv2D same strides"),
            {{"filters", std::int64_t{2}}, {"kernel_size", three}, {"strides", Extents{2, 3}},
                {"padding", same}, {"activation", std::string("tanh")}}},
        {QStringLiteral("Conv2D dilated same"),
            {{"filters", std::int64_t{2}}, {"kernel_size", Extents{3, 2}}, {"dilation_rate", Extents{2, 1}},
                {"padding", same}, {"use_bias", false}}},
        {QStringLiteral("Conv2D regularized"),
            {{"filters", std::int64_t{2}}, {"kernel_size", Extents{2, 2}},
                {"activation", std::string("softplus")},
                {"kernel_regularizer", std::string("l1_l2(0.3, 0.2)")},
                {"bias_regularizer", std::string("l2(0.5)")}, {"bias_initializer", std::string("ones")},
                {"activity_regularizer", std::string("l2(0.1)")}}},
        {QStringLiteral("BatchNormalization regularized"),
            {{"gamma_regularizer", std::string("l2(0.3)")}, {"beta_regularizer", std::string("l1(0.2)")},
                {"beta_initializer", std::string("ones")}}},
        {QStringLiteral("Conv2D groups"),
            {{"filters", std::int64_t{4}}, {"kernel_size", Extents{2}}, {"groups", std::int64_t{2}}}},
        {QStringLiteral("DepthwiseConv2D"), {{"kernel_size", three}, {"depth_multiplier", std::int64_t{2}}}},
        {QStringLiteral("DepthwiseConv2D same strides"),
            {{"kernel_size", three}, {"strides", Extents{2, 2}}, {"padding", same}}},
        {QStringLiteral("MaxPooling2D"), {}},
        {QStringLiteral("MaxPooling2D overlapping same"),
            {{"pool_size", three}, {"strides", Extents{2, 1}}, {"padding", same}}},
        {QStringLiteral("AveragePooling2D"), {{"pool_size", Extents{2, 2}}}},
        {QStringLiteral("AveragePooling2D overlapping same"),
            {{"pool_size", three}, {"strides", Extents{2, 1}}, {"padding", same}}},
        {QStringLiteral("GlobalAveragePooling2D"), {}},
        {QStringLiteral("BatchNormalization"), {}},
        {QStringLiteral("GroupNormalization"), {{"groups", std::int64_t{2}}}},
        {QStringLiteral("GroupNormalization each"), {{"groups", std::int64_t{-1}}, {"center", false}}},
        {QStringLiteral("RMSNormalization"), {}},
        {QStringLiteral("BatchNormalization axis 1"), {{"axis", std::int64_t{1}}}},
        {QStringLiteral("LayerNormalization axes apart, regularized"),
            {{"axis", Extents{1, -1}}, {"gamma_regularizer", std::string("l1(0.3)")},
                {"beta_regularizer", std::string("l2(0.2)")}, {"beta_initializer", std::string("ones")}}},
        {QStringLiteral("GroupNormalization axis -2"),
            {{"groups", std::int64_t{2}}, {"axis", std::int64_t{-2}}}},
        {QStringLiteral("RMSNormalization axes"), {{"axis", Extents{-2, -1}}}},
        {QStringLiteral("Softmax axis 1 causal"), {{"axis", std::int64_t{1}}, {"use_causal_mask", true}}},
        {QStringLiteral("Softmax axes"), {{"axis", Extents{0, 2}}}},
        {QStringLiteral("EinsumDense all kinds of axes"), // c is summed, d contracted, b a piece
            {{"equation", std::string("abcd,edbf->aefb")}, {"output_shape", Extents{2, 3, 5}},
                {"bias_axes", std::string("eb")}, {"activation", std::string("tanh")},
                {"kernel_regularizer", std::string("l2(0.3)")}, {"bias_regularizer", std::string("l1(0.2)")},
                {"bias_initializer", std::string("ones")}, {"activity_regularizer", std::string("l2(0.1)")}}},
        {QStringLiteral("EinsumDense ellipsis at the end"),
            {{"equation", std::string("ab...,cb->ac...")}, {"output_shape", std::int64_t{3}},
                {"bias_axes", std::string("c")}}},
    };
    return rows;
}

/// For a layer that needs no more than an input: what its required parameters start from, after the first of a vector, a
/// sequence and an image that it takes.
ModelSpec plainModelFor(const std::string& className)
{
    const LayerClass& row = *findRow(layerCatalog(), className);
    LayerSpec layer{"layer", className, {}, {}, {}};
    for (const ParameterSpec& spec : row.parameters)
        if (spec.isRequired)
            layer.config.set(spec.name, spec.defaultValue);
    for (const Extents& shape : {Extents{5}, Extents{3, 2}, Extents{5, 4, 4}}) {
        std::int64_t units = 1;
        for (const std::int64_t extent : shape)
            units *= extent;
        ModelSpec model;
        model.layers = {{"input_layer", "InputLayer", {{"shape", Extents{4}}}, {}, {}},
            {"first", "Dense", {{"units", units}}, {}, {}},
            {"shaped", "Reshape", {{"target_shape", shape}}, {}, {}}, layer};
        if (planModel(model, {}, 5))
            return model;
    }
    return {};
}

/// InputLayer {2, 3}, then the layer under test, between Dense layers where it needs variables before it.
ModelSpec modelFor(const QString& row)
{
    const auto shape = std::vector<std::int64_t>{4};
    ModelSpec model;
    model.layers.push_back({"input_layer", "InputLayer", {{"shape", shape}}, {}, {}});
    model.layers.push_back({"first", "Dense", {{"units", std::int64_t{5}}}, {}, {}});
    if (row.startsWith(QStringLiteral("Dense ")))
        model.layers.push_back({"layer", "Dense",
            {{"units", std::int64_t{4}}, {"activation", row.mid(6).toStdString()},
                {"bias_initializer", std::string("ones")}},
            {}, {}});
    if (row.startsWith(QStringLiteral("Activation ")))
        model.layers.push_back({"layer", "Activation", {{"activation", row.mid(11).toStdString()}}, {}, {}});
    if (row == QStringLiteral("Dropout"))
        model.layers.push_back({"layer", "Dropout", {{"rate", 0.25}}, {}, {}});
    if (row == QStringLiteral("Flatten"))
        model.layers.push_back({"layer", "Flatten", {}, {}, {}});
    const LayerClass* named = findRow(layerCatalog(), row.toStdString());
    if (named != nullptr && named->minInputs == 2
        && row != QStringLiteral("Concatenate")) { // gradients meet at "first"
        model.layers.push_back(
            {"branch", "Dense", {{"units", std::int64_t{5}}, {"activation", std::string("tanh")}}, {}, {}});
        model.layers.push_back({"layer", row.toStdString(), {}, {"first", "branch"}, {}});
    }
    if (row == QStringLiteral("Concatenate")) {
        model.layers.push_back(
            {"branch", "Dense", {{"units", std::int64_t{3}}, {"activation", std::string("tanh")}}, {}, {}});
        model.layers.push_back({"layer", "Concatenate", {}, {"branch", "first", "branch"}, {}});
    }
    const QString name = row.section(u' ', 0, 0);
    const QString variant = row.section(u' ', 1);
    if (name == QStringLiteral("TransformerBlock")) {
        model.layers[1].config.set("units", std::int64_t{6});
        model.layers.push_back({"sequence", "Reshape", {{"target_shape", Extents{3, 2}}}, {}, {}});
        TransformerBlock block;
        block.features = 2;
        block.activation = "gelu";
        block.normalizesFirst = variant == QStringLiteral("pre");
        block.isCausal = true;
        block.dropout = block.normalizesFirst ? 0.25 : 0;
        for (const LayerSpec& layer : layersOf(block, model, "sequence"))
            model.layers.push_back(layer);
        return model;
    }
    if (row == QStringLiteral("GaussianNoise"))
        model.layers.push_back({"layer", "GaussianNoise", {{"stddev", 0.5}}, {}, {}});
    if (row == QStringLiteral("Embedding")) {
        model.layers[1] = {
            "layer", "Embedding", {{"input_dim", std::int64_t{3}}, {"output_dim", std::int64_t{2}}}, {}, {}};
        return model;
    }
    if (imageRows().contains(row)) {
        model.layers[1].config.set("units", std::int64_t{5 * 4 * 4});
        model.layers.push_back({"image", "Reshape", {{"target_shape", Extents{5, 4, 4}}}, {}, {}});
        model.layers.push_back({"layer", name.toStdString(), imageRows().at(row), {}, {}});
        return model;
    }
    const QStringList takeSequences{QStringLiteral("Reshape"), QStringLiteral("Softmax"),
        QStringLiteral("LayerNormalization"), QStringLiteral("GlobalAveragePooling1D"),
        QStringLiteral("EinsumDense"), QStringLiteral("MultiHeadAttention"),
        QStringLiteral("PositionEmbedding")};
    if (!takeSequences.contains(name))
        return model.layers.back().className == name.toStdString() ? model
                                                                   : plainModelFor(name.toStdString());
    model.layers[1].config.set("units", std::int64_t{6});
    LayerSpec layer{"layer", name.toStdString(), {}, {}, {}};
    const std::vector<std::int64_t> target{3, 2};
    if (name == QStringLiteral("Reshape")) {
        layer.config.set("target_shape", target);
        model.layers.push_back(layer);
        return model;
    }
    model.layers.push_back({"sequence", "Reshape", {{"target_shape", target}}, {}, {}});
    if (variant == QStringLiteral("causal"))
        layer.config.set("use_causal_mask", true);
    if (name == QStringLiteral("PositionEmbedding"))
        layer.config = {{"sequence_length", std::int64_t{5}}};
    if (name == QStringLiteral("EinsumDense"))
        layer.config = {{"equation", std::string("abc,cde->abde")},
            {"output_shape", std::vector<std::int64_t>{-1, 2, 3}}, {"bias_axes", std::string("de")},
            {"activation", std::string("tanh")}};
    if (name == QStringLiteral("MultiHeadAttention")) {
        layer.config = {{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{3}},
            {"value_dim", std::int64_t{4}}, {"dropout", variant == QStringLiteral("dropout") ? 0.25 : 0.0},
            {"use_causal_mask", variant == QStringLiteral("causal")},
            {"return_attention_scores", variant == QStringLiteral("stepwise")}};
        if (variant == QStringLiteral("regularized")) {
            layer.config.set("kernel_regularizer", std::string("l2(0.3)"));
            layer.config.set("bias_regularizer", std::string("l2(0.2)"));
            layer.config.set("bias_initializer", std::string("ones"));
            layer.config.set("activity_regularizer", std::string("l1_l2(0.1, 0.3)"));
        }
        if (variant == QStringLiteral("cross")) {
            model.layers.push_back(
                {"other", "Reshape", {{"target_shape", std::vector<std::int64_t>{2, 3}}}, {"first"}, {}});
            layer.inputs = {"sequence", "other"};
        }
    }
    model.layers.push_back(layer);
    return model;
}

struct Fixture
{
    explicit Fixture(const ModelSpec& spec, const char* policy)
        : plan(*planModel(spec, {.global = *getPolicy(policy)}, 5))
        , kernels(*Kernels::load())
        , arithmetic(kernels)
        , model(plan, arithmetic)
    {
        Tensor& input = model.input();
        input.reset(plan.layers.front().outputShape.withBatch(kBatch), model.inputFormat());
        const bool takesIds = spec.layers[1].className == "Embedding";
        for (Index i = 0; i < input.size(); ++i)
            input.set(i,
                takesIds
                    ? static_cast<double>(i % 4 - 1)
                    : static_cast<double>(static_cast<float>(std::sin(1.7 * static_cast<double>(i) + 0.3))));
    }
    const Tensor& forward()
    {
        model.forward({arithmetic, 0, true});
        return model.output();
    }
    /// A fixed linear function of the output, and what regularizers add.
    double objective()
    {
        const Tensor& output = forward();
        double sum = 0;
        for (Index i = 0; i < output.size(); ++i)
            sum += weight(i) * output.at(i);
        for (const Node& node : model.nodes())
            sum += node.layer->penalty();
        return sum;
    }
    static double weight(Index i) { return std::cos(0.9 * static_cast<double>(i)); }

    ModelPlan plan;
    Kernels kernels;
    Arithmetic arithmetic;
    Model model;
};

} // namespace

class TestLayers : public QObject
{
    Q_OBJECT

private slots:
    void gradientsMatchCentralDifferences_data()
    {
        QTest::addColumn<QString>("row");
        for (const std::string& name : activationNames()) {
            const QString activation = QString::fromStdString(name);
            QTest::addRow("Dense %s", name.c_str()) << QStringLiteral("Dense ") + activation;
            QTest::addRow("Activation %s", name.c_str()) << QStringLiteral("Activation ") + activation;
        }
        for (const char* name : {"Softmax causal", "MultiHeadAttention causal", "MultiHeadAttention stepwise",
                 "MultiHeadAttention dropout", "MultiHeadAttention cross", "MultiHeadAttention regularized"})
            QTest::newRow(name) << QString::fromLatin1(name);
        for (const auto& [name, config] : imageRows())
            QTest::newRow(qPrintable(name)) << name;
        for (const LayerClass& layerClass : layerCatalog()) {
            const QString name = QString::fromStdString(layerClass.name);
            const bool hasRows = layerClass.maxInputs == 0 || layerClass.name == "Dense"
                || layerClass.name == "Activation" || imageRows().contains(name);
            if (!hasRows)
                QTest::newRow(qPrintable(name)) << name;
        }
    }

    void gradientsMatchCentralDifferences()
    {
        QFETCH(QString, row);
        const ModelSpec model = modelFor(row);
        QVERIFY2(!model.layers.empty()
                && QString::fromStdString(model.layers.back().className) == row.section(u' ', 0, 0),
            "a layer that a plain input does not suit needs a model of its own in modelFor()");
        Fixture fixture(model, "float64");
        Tensor outputGradient(fixture.forward().shape(), float64Format());
        for (Index i = 0; i < outputGradient.size(); ++i)
            outputGradient.set(i, Fixture::weight(i));
        fixture.model.backward({fixture.arithmetic, 0, true}, outputGradient);

        for (const Node& node : fixture.model.nodes()) {
            for (Variable& variable : node.layer->variables()) {
                if (!variable.trainable)
                    continue;
                for (Index i = 0; i < variable.value.size(); ++i) {
                    constexpr double kStep = 1e-6;
                    const double value = variable.value.at(i);
                    const double analytic = variable.gradient.at(i);
                    variable.value.set(i, value + kStep);
                    const double above = fixture.objective();
                    variable.value.set(i, value - kStep);
                    const double below = fixture.objective();
                    variable.value.set(i, value);
                    const double numeric = (above - below) / (2 * kStep);
                    // truncation kStep^2 f''' / 6 and rounding 2^-53 |f| / kStep are both below 1e-8 here
                    QVERIFY2(std::fabs(analytic - numeric) < 1e-7 * (1 + std::fabs(numeric)),
                        qPrintable(
                            QStringLiteral("%1/%2[%3]: %4 and %5")
                                .arg(QString::fromStdString(node.path), QString::fromStdString(variable.name))
                                .arg(i)
                                .arg(analytic)
                                .arg(numeric)));
                }
            }
        }
    }

    void outputsUnderLowPrecisionStayNearFloat64_data()
    {
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("policy");
        for (const char* row : {"Dense relu", "Dense softmax", "Activation sigmoid", "Dropout", "Flatten",
                 "Add", "Concatenate", "Reshape", "GlobalAveragePooling1D", "EinsumDense", "Conv2D",
                 "Conv2D same strides", "Conv2D groups", "DepthwiseConv2D", "MaxPooling2D",
                 "AveragePooling2D", "GlobalAveragePooling2D", "BatchNormalization", "RMSNormalization",
                 "BatchNormalization axis 1", "RMSNormalization axes", "Softmax axes",
                 "EinsumDense ellipsis at the end", "Activation gelu", "Activation silu",
                 "Activation softplus", "Activation leaky_relu"})
            for (const char* policy :
                {"mixed_float16", "mixed_bfloat16", "float32", "float16", "float8_from_float32"})
                QTest::addRow("%s under %s", row, policy)
                    << QString::fromLatin1(row) << QString::fromLatin1(policy);
    }

    void outputsUnderLowPrecisionStayNearFloat64()
    {
        QFETCH(QString, row);
        QFETCH(QString, policy);
        Fixture exact(modelFor(row), "float64");
        Fixture rounded(modelFor(row), qPrintable(policy));
        const Tensor& expected = exact.forward();
        const Tensor& output = rounded.forward();
        const bool isFloat8 = policy.startsWith(QStringLiteral("float8"));
        // Two layers of 4 and 5 products: under ten roundings of relative size u on values of order one.
        const double unit = isFloat8 ? 0x1p-4 : output.format().epsilon() / 2;
        const double error = relativeError(compare(rounded.arithmetic, output, 1, expected));
        QVERIFY2(error < 10 * unit, qPrintable(QString::number(error)));
        QVERIFY2(error > 0 || row == QStringLiteral("none"), "a rounded run must differ from float64");
    }

    void twoGradientsThatMeetAreSummedWithOneRounding()
    {
        // y = x + x under float16: both branches send 1 + 2^-10; the sum 2 + 2^-9 is a value of float16.
        ModelSpec model;
        model.layers.push_back(
            {"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{1}}}, {}, {}});
        model.layers.push_back({"first", "Dense", {{"units", std::int64_t{1}}}, {}, {}});
        model.layers.push_back({"twice", "Add", {}, {"first", "first"}, {}});
        Fixture fixture(model, "float16");
        Tensor gradient(fixture.forward().shape(), *findFormat("float16"));
        for (Index i = 0; i < gradient.size(); ++i)
            gradient.set(i, 1 + 0x1p-10);
        fixture.model.backward({fixture.arithmetic, 0, true}, gradient);
        QCOMPARE(fixture.model.nodes()[1].outputGradient->at(0), 2 + 0x1p-9);
    }

    void convolutionsThatWouldUnfoldToGigabytesAreRefused()
    {
        ModelSpec model;
        model.layers = {{"input_layer", "InputLayer", {{"shape", Extents{4096, 4096, 1}}}, {}, {}},
            {"layer", "Conv2D", {{"filters", std::int64_t{8}}, {"kernel_size", Extents{5, 5}}}, {}, {}}};
        const Result<ModelPlan> plan = planModel(model, {}, 1);
        QVERIFY(!plan);
        QCOMPARE(QString::fromStdString(plan.error().place), QStringLiteral("layers[1].kernel_size"));
    }

    void movingAveragesFollowTheBatches()
    {
        Fixture fixture(modelFor(QStringLiteral("BatchNormalization")), "float32");
        std::span<Variable> variables = fixture.model.nodes().back().layer->variables();
        QCOMPARE(variables.size(), std::size_t{4});
        QVERIFY(!variables[2].trainable && !variables[3].trainable && variables[0].trainable);
        const double before = variables[2].value.at(0);
        fixture.model.forward({fixture.arithmetic, 0, false});
        QCOMPARE(variables[2].value.at(0), before); // not outside training
        fixture.forward();
        const double once = variables[2].value.at(0);
        QVERIFY(once != before);
        fixture.forward(); // the same batch: a geometric series
        const double twice = variables[2].value.at(0);
        QVERIFY(std::fabs((twice - once) - 0.99 * (once - before)) < 1e-6);
        QVERIFY(variables[2].gradient.isEmpty());
    }

    void inferenceNormalizesByMovingAverages()
    {
        Fixture fixture(modelFor(QStringLiteral("BatchNormalization")), "float64");
        const Node& node = fixture.model.nodes().back();
        std::span<Variable> variables = node.layer->variables();
        variables[0].value.fill(2); // gamma
        variables[1].value.fill(0.25); // beta
        variables[2].value.fill(0.5);
        variables[3].value.fill(3);
        fixture.model.forward({fixture.arithmetic, 0, false});
        const double scale = 1 / std::sqrt(3 + 1e-3) * 2;
        const double shift = -0.5 * scale + 0.25;
        for (Index i = 0; i < node.output.size(); ++i) {
            const double scaled = node.usedInputs[0]->at(i) * scale;
            QCOMPARE(node.output.at(i), scaled + shift);
        }
    }

    void gaussianNoiseHasItsDeviation_data()
    {
        QTest::addColumn<QString>("policy");
        for (const char* policy : {"float64", "float32", "mixed_float16", "mixed_bfloat16"})
            QTest::newRow(policy) << QString::fromLatin1(policy);
    }
    void gaussianNoiseHasItsDeviation()
    {
        QFETCH(QString, policy);
        const DTypePolicy under = *getPolicy(policy.toStdString());
        const Format& compute = *findFormat(under.computeDtype);
        constexpr Index kCount = 40000;
        constexpr double kDeviation = 0.25;
        ModelSpec model;
        model.layers.push_back(
            {"input_layer", "InputLayer", {{"shape", Extents{kCount / kBatch + 1}}}, {}, {}});
        model.layers.push_back({"layer", "GaussianNoise", {{"stddev", kDeviation}}, {}, {}});
        Fixture fixture(model, qPrintable(policy));
        fixture.model.input().fill(0);
        const Tensor& output = fixture.forward();
        QVERIFY(output.format() == compute);
        double sum = 0;
        double squares = 0;
        Index within = 0;
        for (Index i = 0; i < output.size(); ++i) {
            const double x = output.at(i);
            QCOMPARE(roundToFormat(compute, x), x);
            sum += x;
            squares += x * x;
            within += std::fabs(x) < kDeviation ? 1 : 0;
        }
        const auto count = static_cast<double>(output.size());
        // The mean's standard error is sigma / sqrt(n), the deviation's sigma / sqrt(2 n): five of each.
        QVERIFY(std::fabs(sum / count) < 5 * kDeviation / std::sqrt(count));
        QVERIFY(std::fabs(std::sqrt(squares / count) - kDeviation) < 5 * kDeviation / std::sqrt(2 * count));
        QVERIFY(
            std::fabs(static_cast<double>(within) / count - 0.6827) < 5 * 0.466 / std::sqrt(count) + 0.002);
        const double first = output.at(0);
        fixture.model.forward({fixture.arithmetic, 1, true});
        QVERIFY(fixture.model.output().at(0) != first); // another step, another draw
        fixture.model.forward({fixture.arithmetic, 1, false});
        QCOMPARE(fixture.model.output().at(0), 0.0);
    }

    void dropoutMaskIsTheSameInEveryPrecision()
    {
        Fixture exact(modelFor(QStringLiteral("Dropout")), "float64");
        Fixture rounded(modelFor(QStringLiteral("Dropout")), "mixed_bfloat16");
        const Tensor& a = exact.forward();
        const Tensor& b = rounded.forward();
        int dropped = 0;
        for (Index i = 0; i < a.size(); ++i) {
            QCOMPARE(a.at(i) == 0, b.at(i) == 0);
            dropped += a.at(i) == 0 ? 1 : 0;
        }
        QVERIFY(dropped > 0 && dropped < a.size());
    }
};

QTEST_GUILESS_MAIN(TestLayers)
#include "tst_layers.moc"
