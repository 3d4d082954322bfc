// SPDX-License-Identifier: GPL-3.0-or-later
// Operands that made the first value that is not finite, in operations that are not one plain matrix product: convolutions,
// attention, lookups, normalizations.
#include "app/io/session/session_file.h"
#include "engine/layer/layer.h"
#include "engine/layer/layer_catalog.h"
#include "engine/layer/support/activations.h"
#include "engine/policy/recipe.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/nonfinite_watch.h"
#include "tests/engine/small_sessions.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <limits>

using namespace ulpscope;

namespace {

constexpr std::int64_t kExamples = 8;

LayerSpec layerOf(const char* name, const char* className, Config config = {})
{
    return {name, className, std::move(config), {}, {}};
}

LayerSpec reshaped(std::vector<std::int64_t> shape)
{
    return layerOf("reshape", "Reshape", {{"target_shape", std::move(shape)}});
}

Config withOnes(Config config, const char* initializer = "kernel_initializer")
{
    config.set(initializer, std::string("ones"));
    return config;
}

} // namespace

class TestBirthplace : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
        m_kernels = std::make_unique<Kernels>(*std::move(kernels));
        QVERIFY(m_folder.isValid());
    }

    void aConvolutionNamesItsPatchAndKernel()
    {
        // Four taps of 60000 times 1 leave float16.
        const Birthplace birth = birthOf("float16", [](int) { return 60000.0; },
            {reshaped({4, 4, 1}),
                layerOf("conv", "Conv2D", withOnes({{"filters", std::int64_t{1}}, {"kernel_size", pair(2)}})),
                layerOf("flatten", "Flatten")});
        QCOMPARE(birth.layer, std::string("sequential/conv"));
        QCOMPARE(birth.tensor, std::string("output"));
        QCOMPARE(birth.operation, std::string("matrix product"));
        QCOMPARE(birth.index, std::string("[0, 0, 0, 0]"));
        QCOMPARE(birth.operands.at(0).value, 60000.0);
        QCOMPARE(birth.operands.at(1).value, 1.0);
        QCOMPARE(birth.operands.at(2).value, 240000.0);
    }

    void aDepthwiseConvolutionNamesTheChannel()
    {
        // Only the second channel, the odd features, is large.
        const Birthplace birth
            = birthOf("float16", [](int feature) { return feature % 2 == 1 ? 60000.0 : 1.0; },
                {reshaped({4, 2, 2}),
                    layerOf("conv", "DepthwiseConv2D",
                        withOnes({{"kernel_size", pair(2)}}, "depthwise_initializer")),
                    layerOf("flatten", "Flatten")});
        QCOMPARE(birth.layer, std::string("sequential/conv"));
        QCOMPARE(birth.index, std::string("[0, 0, 0, 1]"));
        QCOMPARE(birth.operation, std::string("matrix product"));
        QCOMPARE(birth.operands.at(2).value, 240000.0);
    }

    void attentionScoresNameQueryAndKey()
    {
        // query = key = 4 * 200 in each of two places: 800 / sqrt(2) * 800 * 2 leaves float16.
        const Birthplace birth = birthOf("float16", [](int) { return 200.0; },
            {reshaped({4, 4}),
                layerOf("mha", "MultiHeadAttention",
                    withOnes({{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{2}},
                        {"return_attention_scores", true}})),
                layerOf("flatten", "Flatten")});
        QVERIFY2(birth.layer.ends_with("mha/scores"), birth.layer.c_str());
        QCOMPARE(birth.operation, std::string("matrix product"));
        QCOMPARE(birth.index, std::string("[0, 0, 0, 0]"));
        QVERIFY(birth.operands.size() >= 3);
        QCOMPARE(birth.operands.at(1).value, 800.0);
        QVERIFY(birth.operands.at(2).value > 65504);
    }

    void anEinsumProductHasTheIndexOfItsOutput()
    {
        const Birthplace birth = birthOf("float16", [](int feature) { return feature >= 12 ? 60000.0 : 1.0; },
            {reshaped({4, 4}),
                layerOf("einsum", "EinsumDense",
                    withOnes({{"equation", std::string("abc,cde->abde")},
                        {"output_shape", std::vector<std::int64_t>{4, 2, 3}}})),
                layerOf("flatten", "Flatten")});
        QCOMPARE(birth.layer, std::string("sequential/einsum"));
        QCOMPARE(birth.index, std::string("[0, 3, 0, 0]"));
        QCOMPARE(birth.operands.at(2).value, 240000.0);
    }

    void anIdThatIsNoRowIsSaid()
    {
        const Birthplace birth
            = birthOf("mixed_bfloat16", [](int feature) { return feature == 5 ? 12.0 : 3.0; },
                {layerOf("table", "Embedding",
                     {{"input_dim", std::int64_t{10}}, {"output_dim", std::int64_t{3}}}),
                    layerOf("flatten", "Flatten")});
        QCOMPARE(birth.layer, std::string("sequential/table"));
        QCOMPARE(birth.operation, std::string("lookup"));
        QCOMPARE(birth.index, std::string("[0, 5, 0]"));
        QCOMPARE(birth.operands.at(0).value, 12.0);
        QCOMPARE(birth.operands.at(1).value, 10.0);
        QVERIFY2(birth.sentence.find("id 12 is no row of the table of 10: ids go from 0 to 9")
                != std::string::npos,
            birth.sentence.c_str());
    }

    void normalizationsNameValueMomentsAndGains_data()
    {
        QTest::addColumn<QString>("className");
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("epsilon");
        QTest::addColumn<QString>("operation");
        QTest::addColumn<QStringList>("operands");
        // 3e38 summed up leaves float32; zeros without an epsilon are divided by zero.
        QTest::newRow("layer") << "LayerNormalization" << 3e38 << 1e-3 << "sum over the row"
                               << QStringList{"largest magnitude", "sum in float64"};
        QTest::newRow("RMS") << "RMSNormalization" << 0.0 << 0.0 << "normalization"
                             << QStringList{"value", "mean of its row in float64",
                                    "variance of its row in float64", "scale"};
    }

    void normalizationsNameValueMomentsAndGains()
    {
        QFETCH(QString, className);
        QFETCH(double, value);
        QFETCH(double, epsilon);
        const Birthplace birth = birthOf("float32", [value](int) { return value; },
            {layerOf("norm", className.toLatin1().constData(), {{"epsilon", epsilon}})});
        QCOMPARE(birth.layer, std::string("sequential/norm"));
        QTEST(QString::fromStdString(birth.operation), "operation");
        QStringList operands;
        for (const NamedValue& operand : birth.operands)
            operands += QString::fromStdString(operand.name);
        QTEST(operands, "operands");
        QCOMPARE(birth.operands.at(0).value, double(float(value)));
    }

    void momentsNameTheirGroup_data()
    {
        QTest::addColumn<QString>("className");
        QTest::addColumn<double>("values");
        QTest::newRow("batch") << "BatchNormalization" << 4.0; // a batch of 4
        QTest::newRow("group") << "GroupNormalization" << 4.0; // of 16 features in 4 groups
    }

    void momentsNameTheirGroup()
    {
        QFETCH(QString, className);
        QFETCH(double, values);
        Config config;
        if (className == QStringLiteral("GroupNormalization"))
            config.set("groups", std::int64_t{4});
        const Birthplace birth = birthOf(
            "float32", [](int) { return 3e38; }, {layerOf("norm", className.toLatin1().constData(), config)});
        QCOMPARE(birth.layer, std::string("sequential/norm"));
        QCOMPARE(birth.operation, std::string("mean"));
        QCOMPARE(birth.operands.at(0).value, values);
        QCOMPARE(birth.operands.at(1).value, double(3e38F));
        QVERIFY(birth.operands.at(2).value > 3.5e38);
    }

    /// A step is repeated under a watch for its birth, and its metrics are then those of the repetition.
    void aWatchChangesNoBits_data()
    {
        QTest::addColumn<QString>("className");
        QTest::addColumn<QString>("activation");
        QTest::newRow("softmax") << "Softmax"
                                 << "";
        for (const std::string& name : activationNames())
            QTest::newRow(name.c_str()) << "Activation" << QString::fromStdString(name);
        QTest::newRow("unit normalization") << "UnitNormalization"
                                            << "";
    }
    void aWatchChangesNoBits()
    {
        QFETCH(QString, className);
        QFETCH(QString, activation);
        const LayerClass& row = *findRow(layerCatalog(), className.toStdString());
        Config config;
        if (!activation.isEmpty())
            config.set("activation", activation.toStdString());
        LayerNumerics numerics;
        numerics.compute = numerics.variable = numerics.output = &float32Format();
        Tensor x(Shape{4096, 8}, float32Format());
        for (Index i = 0; i < x.size(); ++i)
            x.set(i,
                std::sin(static_cast<double>(i))
                    / 8); // where exponentials in float32 are not always the nearest
        const std::array<const Tensor*, 1> inputs{&x};
        std::array<Tensor, 2> outputs;
        std::array<Tensor, 2> gradients;
        NonFiniteWatch watch;
        for (const bool isWatched : {false, true}) {
            Arithmetic arithmetic(*m_kernels);
            if (isWatched)
                arithmetic.setWatch(&watch);
            Layer layer({*checkConfig(config, row.parameters), numerics, 1, 0}, row.formula);
            const Shape example{8};
            layer.build(std::span(&example, 1), arithmetic);
            const StepContext context{arithmetic};
            layer.forward(context, inputs, outputs[isWatched]);
            layer.backward(context, inputs, outputs[isWatched], x, std::span(&gradients[isWatched], 1));
        }
        for (Index i = 0; i < x.size(); ++i) {
            QCOMPARE(outputs[1].at(i), outputs[0].at(i));
            QCOMPARE(gradients[1].at(i), gradients[0].at(i));
        }
    }

    void aBatchedProductFindsItsMatrix()
    {
        Arithmetic arithmetic(*m_kernels);
        NonFiniteWatch watch;
        arithmetic.setWatch(&watch);
        const Format& float16 = *findFormat("float16");
        Tensor left(Shape{3, 2, 4}, float16);
        Tensor right(Shape{3, 4, 5}, float16);
        left.fill(1);
        right.fill(1);
        left.set(2 * 8 + 1 * 4 + 3, 300); // matrix 2, row 1
        right.set(2 * 20 + 3 * 5 + 4, 300); // matrix 2, column 4
        Tensor out;
        batchedMatmul(arithmetic, left, right, Transpose::None, out);
        QVERIFY(watch.birth().has_value());
        QCOMPARE(watch.birth()->out, &out);
        QCOMPARE(watch.birth()->element, Index{2 * 10 + 1 * 5 + 4});
        QCOMPARE(watch.birth()->operands.at(2).value, 90003.0);
    }

    void aRunThatDivergesLaterNamesBoth_data()
    {
        QTest::addColumn<bool>("isSkipped");
        QTest::newRow("skipped steps before an update that overflows") << true;
        QTest::newRow("a ReLU's minus infinity before an infinity") << false;
    }

    void aRunThatDivergesLaterNamesBoth()
    {
        QFETCH(bool, isSkipped);
        SessionSpec session = circle("float16");
        if (isSkipped) {
            // Twice the scale that float16's 65504 lets through is halved first; then a rate beyond float16 hits the weights.
            session.training.lossScale = {"dynamic", {{"initial_scale", 0x1p20}}};
            session.training.optimizer = {"SGD", {{"learning_rate", 1e6}}};
        } else {
            // Two features of 60000 leave float16: what is below it a ReLU makes zero.
            const QString path = m_folder.filePath(QStringLiteral("signs.csv"));
            std::ofstream file(path.toStdString());
            file << "f0,f1,target\n-60000,-60000,0\n-60000,-60000,0\n60000,60000,0\n1,1,0\n";
            file.close();
            session.model.layers
                = {layerOf("input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}),
                    layerOf("dense", "Dense",
                        withOnes({{"units", std::int64_t{1}}, {"activation", std::string("relu")}})),
                    layerOf("logits", "Dense", {{"units", std::int64_t{1}}})};
            session.data = {"csv",
                {{"file", path.toStdString()}, {"task", std::string("regression")}, {"test_share", 0.0}}};
            session.training.loss = {"MeanSquaredError", {}};
            session.training.batchSize = 1;
            session.training.shuffle = false;
        }
        Result<TrainingRun> run = TrainingRun::create(session, *m_kernels);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().text().c_str());
        while (!run->totals().divergedAt && run->totals().steps < 20)
            run->step();
        const RunTotals& totals = run->totals();
        QVERIFY(totals.birthplace && totals.divergedAt);
        QCOMPARE(totals.birthplace->step, std::int64_t{0});
        QVERIFY(totals.birthplace->kind == BirthKind::OfRun);
        QCOMPARE(totals.skippedSteps > 0, isSkipped);
        QVERIFY(totals.divergence);
        QCOMPARE(totals.divergence->step, *totals.divergedAt);
        QCOMPARE(totals.divergence->pass, isSkipped ? Pass::Update : Pass::Forward);
        QVERIFY(totals.divergence->kind == BirthKind::OfStep);
        QVERIFY2(totals.divergence->sentence.starts_with("Of step "), totals.divergence->sentence.c_str());
        QCOMPARE(totals.gravest(), totals.divergence);
        if (!isSkipped) {
            QCOMPARE(*totals.divergedAt, std::int64_t{2});
            QCOMPARE(totals.divergence->layer, std::string("sequential/dense"));
            QCOMPARE(totals.divergence->operands.at(2).value, 120000.0);
        }
        if (totals.firstNan) {
            QCOMPARE(totals.firstNan->step, *totals.divergedAt);
            QVERIFY(std::isnan(totals.firstNan->value));
        }
        const std::shared_ptr<const Birthplace> kept = totals.divergence;
        run->step(); // which has NaN too
        QCOMPARE(run->totals().divergence, kept);
    }

    /// The square of a small gradient is 0 in float16, and so is this epsilon.
    void anUpdateSaysWhatTheOptimizerKept()
    {
        SessionSpec session = circle("float16");
        session.training.optimizer = {"RMSprop", {{"learning_rate", 0.01}, {"epsilon", 1e-12}}};
        Result<TrainingRun> run = TrainingRun::create(session, *m_kernels);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().text().c_str());
        while (!run->totals().divergedAt && run->totals().steps < 20)
            run->step();
        const RunTotals& totals = run->totals();
        QVERIFY(totals.gravest() && totals.gravest()->pass == Pass::Update);
        QVERIFY2(totals.gravest()->sentence.find(" made it so, and left ") != std::string::npos
                && totals.gravest()->sentence.ends_with("velocity 0."),
            totals.gravest()->sentence.c_str());
        QCOMPARE(totals.gravest()->operands.at(1).value, 0.0);
    }

    /// The search repeats the step, and leaves what layers keep beside their weights as the step did.
    void aSearchChangesNoMovingMean()
    {
        const QString path = m_folder.filePath(QStringLiteral("nan.csv"));
        std::ofstream file(path.toStdString());
        file << "f0,f1,target\n1,nan,0\n2,3,0\n4,5,0\n1,1,0\n";
        file.close();
        SessionSpec session = circle("float32");
        session.model.layers
            = {layerOf("input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}),
                layerOf("batch_norm", "BatchNormalization", {}),
                layerOf("logits", "Dense", {{"units", std::int64_t{1}}})};
        session.data = {
            "csv", {{"file", path.toStdString()}, {"task", std::string("regression")}, {"test_share", 0.0}}};
        session.training.loss = {"MeanSquaredError", {}};
        session.training.batchSize = 4;
        Result<TrainingRun> run = TrainingRun::create(session, *m_kernels);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().text().c_str());
        run->step();
        QVERIFY(run->totals().birthplace);
        QCOMPARE(run->totals().birthplace->operation, std::string("data"));
        int found = 0;
        for (const NamedArray& array : run->weights())
            if (array.name.ends_with("moving_mean")) {
                ++found;
                const bool hasNan = std::visit(
                    [](const auto& values) {
                        return std::ranges::any_of(values, [](double value) { return std::isnan(value); });
                    },
                    array.array.values);
                QVERIFY2(hasNan, array.name.c_str());
            }
        QCOMPARE(found, 1);
    }

    /// Infinities below zero do attention no harm; a softmax of one above it is a NaN.
    void theFirstNanIsToldBesideTheInfinity()
    {
        const Result<SessionSpec> scene
            = loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/attention-overflow.ulps");
        QVERIFY2(scene.ok(), scene.ok() ? "" : scene.error().text().c_str());
        Result<TrainingRun> run = TrainingRun::create(*scene, *m_kernels);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().text().c_str());
        while (!run->totals().divergedAt && run->totals().steps < scene->training.steps)
            run->step();
        const RunTotals& totals = run->totals();
        QVERIFY(totals.divergedAt && totals.firstNan);
        QVERIFY(std::isinf(totals.gravest()->value));
        QCOMPARE(totals.firstNan->step, *totals.divergedAt);
        QVERIFY(totals.firstNan->kind == BirthKind::Nan);
        QVERIFY(std::isnan(totals.firstNan->value));
        QCOMPARE(totals.firstNan->operation, std::string("softmax"));
        QVERIFY(totals.firstNan->layer.ends_with("attention/softmax"));
        QCOMPARE(totals.firstNan->operands.at(1).value, std::numeric_limits<double>::infinity());
        QVERIFY2(totals.firstNan->sentence.starts_with("The first NaN of step "),
            totals.firstNan->sentence.c_str());
    }

    /// Over layers, policies and recipes with numbers that leave their formats: what is named as the cause was made from finite numbers.
    void everyBirthIsMadeFromFiniteNumbers()
    {
        struct Stack
        {
            std::string name;
            std::vector<LayerSpec> layers;
        };
        const auto units = [](const char* name, const char* activation) {
            return layerOf(
                name, "Dense", {{"units", std::int64_t{16}}, {"activation", std::string(activation)}});
        };
        std::vector<Stack> stacks{{"dense", {}}, {"softmax", {layerOf("softmax", "Softmax")}}};
        for (const char* activation : {"relu", "sigmoid", "tanh", "gelu", "silu", "softplus", "elu", "selu",
                 "exponential", "mish", "softmax", "log_softmax"})
            stacks.push_back({activation, {units("hidden", activation)}});
        for (const char* norm :
            {"LayerNormalization", "RMSNormalization", "BatchNormalization", "GroupNormalization"})
            stacks.push_back({norm,
                {layerOf("norm", norm,
                    std::string_view(norm) == "GroupNormalization" ? Config{{"groups", std::int64_t{4}}}
                                                                   : Config{})}});
        stacks.push_back({"average pooling",
            {reshaped({4, 4, 1}), layerOf("pool", "AveragePooling2D", {{"pool_size", pair(2)}}),
                layerOf("flatten", "Flatten")}});
        stacks.push_back({"same average pooling",
            {reshaped({4, 4, 1}),
                layerOf(
                    "pool", "AveragePooling2D", {{"pool_size", pair(3)}, {"padding", std::string("same")}}),
                layerOf("flatten", "Flatten")}});
        stacks.push_back({"max pooling",
            {reshaped({4, 4, 1}),
                layerOf("pool", "MaxPooling2D", {{"pool_size", pair(2)}, {"strides", pair(1)}}),
                layerOf("flatten", "Flatten")}});
        stacks.push_back(
            {"global average", {reshaped({4, 4, 1}), layerOf("pool", "GlobalAveragePooling2D")}});
        stacks.push_back({"convolution",
            {reshaped({4, 4, 1}),
                layerOf("conv", "Conv2D", {{"filters", std::int64_t{2}}, {"kernel_size", pair(2)}}),
                layerOf("flatten", "Flatten")}});
        stacks.push_back({"attention",
            {reshaped({4, 4}),
                layerOf("mha", "MultiHeadAttention",
                    {{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{2}}}),
                layerOf("flatten", "Flatten")}});
        stacks.push_back({"penalties",
            {layerOf("hidden", "Dense",
                {{"units", std::int64_t{16}}, {"kernel_regularizer", std::string("l1_l2(0.01, 0.02)")},
                    {"activity_regularizer", std::string("l2(0.5)")}})}});
        struct Recipe
        {
            double feature;
            double rate;
            double lossWeight;
            Component lossScale;
            const char* loss;
        };
        const Component none{"none", {}};
        const std::vector<Recipe> recipes{{1e38, 0.1, 1, none, "MeanSquaredError"},
            {6e4, 0.1, 1, none, "MeanSquaredError"}, {300, 0.1, 1, none, "MeanAbsoluteError"},
            {1, 1e30, 1, none, "MeanSquaredError"}, {1e-4, 1e4, 1e-9, none, "MeanSquaredError"},
            {1, 0.1, 1, {"fixed", {{"scale", 1e30}}}, "LogCosh"}, {0, 0.1, 1, none, "MeanSquaredError"},
            {1, 1e3, 1e-5, none, "Huber"},
            {300, 1e3, 1, {"dynamic", {{"initial_scale", 1e30}}}, "MeanSquaredError"}};
        std::vector<std::string> policies{"float16", "mixed_float16", "bfloat16", "mixed_bfloat16", "float32",
            "float8_from_mixed_float16", "float8_from_float16", "float8_from_mixed_bfloat16",
            "int8_from_mixed_bfloat16", "int8_from_float32"};
        int births = 0;
        QStringList wrong;
        for (const Stack& stack : stacks)
            for (const std::string& policy : policies)
                for (std::size_t r = 0; r < recipes.size(); ++r)
                    for (const char* scaling : {"none", "te_delayed", "mxfp8", "nvfp4"}) {
                        if (scaling != std::string("none") && policy != "float16"
                            && policy != "mixed_bfloat16")
                            continue;
                        const Recipe& recipe = recipes[r];
                        SessionSpec session = sessionOf(
                            policy,
                            [&](int feature) { return feature % 3 == 1 ? -recipe.feature : recipe.feature; },
                            stack.layers);
                        session.training.optimizer = {"SGD", {{"learning_rate", recipe.rate}}};
                        session.training.lossWeight = recipe.lossWeight;
                        session.training.lossScale = recipe.lossScale;
                        session.training.loss = {recipe.loss, {}};
                        session.probes.watch = WatchMode::Step;
                        if (scaling != std::string("none"))
                            session.policies.recipe
                                = *checkComponent(recipeCatalog(), "recipe", {scaling, {}});
                        Result<TrainingRun> run = TrainingRun::create(session, *m_kernels);
                        if (!run) // which is refused is another test's
                            continue;
                        for (int step = 0; step < 4 && !run->totals().divergedAt; ++step)
                            run->step();
                        const QString where = QStringLiteral("%1, %2, %3, recipe %4: ")
                                                  .arg(stack.name.c_str(), policy.c_str(), scaling)
                                                  .arg(r);
                        for (const auto& birth : {run->totals().birthplace, run->totals().divergence}) {
                            if (!birth)
                                continue;
                            ++births;
                            if (birth->operation == "data" || birth->operation == "initial weights")
                                continue;
                            const bool isMade = !birth->operation.empty() && !birth->operands.empty()
                                && std::ranges::all_of(birth->operands,
                                    [](const NamedValue& operand) { return std::isfinite(operand.value); });
                            if (!isMade || std::isfinite(birth->value))
                                wrong += where + QString::fromStdString(birth->sentence);
                        }
                        if (run->totals().divergedAt && !run->totals().gravest())
                            wrong += where + QStringLiteral("diverged without a birthplace");
                        if (run->totals().divergedAt && run->totals().gravest()
                            && run->totals().gravest()->operation != "data"
                            && run->totals().counts.overflows == 0)
                            wrong += where + QStringLiteral("diverged, and no overflow is counted");
                    }
        QVERIFY2(births > 500, qPrintable(QString::number(births)));
        QVERIFY2(wrong.isEmpty(),
            qPrintable(QStringLiteral("%1 of %2:\n%3")
                           .arg(wrong.size())
                           .arg(births)
                           .arg(wrong.mid(0, 60).join('\n'))));
    }

    /// The gradient's scale, about 3e-12, is 0 in float16.
    void aScaleThatIsZeroInFloat16IsTheCause()
    {
        Result<SessionSpec> session = loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
        QVERIFY(session.ok());
        session->policies.global = *getPolicy("float32");
        session->model.layers.at(1).policy = *getPolicy("float8_from_mixed_float16");
        Result<TrainingRun> run = TrainingRun::create(*session, *m_kernels);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().text().c_str());
        while (!run->totals().divergedAt && run->totals().steps < 20)
            run->step();
        QCOMPARE(run->totals().divergedAt.value_or(-1), std::int64_t{2});
        QVERIFY(run->totals().counts.overflows > 0);
        const Birthplace& birth = *run->totals().gravest();
        QCOMPARE(birth.layer, std::string("sequential/dense_1"));
        QCOMPARE(birth.tensor, std::string("output gradient"));
        QCOMPARE(birth.operation, std::string("division"));
        QCOMPARE(birth.operands.at(1).name, std::string("scale"));
        QVERIFY(birth.operands.at(1).value > 1e-12 && birth.operands.at(1).value < 1e-11);
        QVERIFY2(birth.sentence.find("which is 0 in float16") != std::string::npos, birth.sentence.c_str());
    }

private:
    static std::vector<std::int64_t> pair(std::int64_t n) { return {n, n}; }

    /// Examples with these 16 features, through these layers and a Dense of 1.
    SessionSpec sessionOf(
        const std::string& policy, const std::function<double(int)>& feature, std::vector<LayerSpec> layers)
    {
        const QString path = m_folder.filePath(QStringLiteral("data.csv"));
        std::ofstream file(path.toStdString());
        for (std::int64_t example = 0; example <= kExamples; ++example) {
            for (int i = 0; i < 16; ++i)
                file << (example == 0 ? "f" + std::to_string(i) : std::to_string(feature(i))) << ',';
            file << (example == 0 ? "target" : "0") << '\n';
        }
        file.close();
        SessionSpec session = circle(policy);
        session.model.layers
            = {layerOf("input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{16}}})};
        session.model.layers.insert(session.model.layers.end(), layers.begin(), layers.end());
        session.model.layers.push_back(layerOf("logits", "Dense", {{"units", std::int64_t{1}}}));
        session.data = {
            "csv", {{"file", path.toStdString()}, {"task", std::string("regression")}, {"test_share", 0.0}}};
        session.training.loss = {"MeanSquaredError", {}};
        session.training.batchSize = 4;
        return session;
    }

    /// Of one step of that session.
    Birthplace birthOf(
        const std::string& policy, const std::function<double(int)>& feature, std::vector<LayerSpec> layers)
    {
        const SessionSpec session = sessionOf(policy, feature, std::move(layers));
        Result<TrainingRun> run = TrainingRun::create(session, *m_kernels);
        if (!run) {
            qWarning("%s", run.error().text().c_str()); // fails the test
            return {};
        }
        run->step();
        const std::shared_ptr<const Birthplace> found = run->totals().birthplace;
        if (!found)
            qWarning("all is finite");
        return found ? *found : Birthplace{};
    }

    std::unique_ptr<Kernels> m_kernels;
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestBirthplace)
#include "tst_birthplace.moc"
