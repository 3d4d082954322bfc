// SPDX-License-Identifier: GPL-3.0-or-later
// Attention and the layers around it: values against real Keras, how a composite becomes nodes, whose policy its
// children have, and that it trains.
#include "app/io/keras/policy/keras_policy_map.h"
#include "app/io/session/session_file.h"
#include "app/judge/runs/repairs.h"
#include "engine/model/model.h"
#include "engine/model/resolved_policies.h"
#include "engine/session/session_formats.h"
#include "engine/tensor/ops.h"
#include "engine/train/training_run.h"

#include <QFile>
#include <QTest>
#include <cmath>
#include <map>

using namespace ulpscope;

namespace {

using Extents = std::vector<std::int64_t>;

/// The values of attention.csv by "case,policy,what,name".
using Golden = std::map<QString, std::vector<double>>;

const Golden& golden()
{
    static const Golden values = [] {
        Golden result;
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/attention.csv"));
        if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
            QTest::qFail("attention.csv cannot be read", __FILE__, __LINE__);
        while (!file.atEnd()) {
            const QString line = QString::fromLatin1(file.readLine()).trimmed();
            if (line.startsWith(u'#'))
                continue;
            const qsizetype comma = line.lastIndexOf(u',');
            std::vector<double>& numbers = result[line.first(comma)];
            for (const QString& number : line.sliced(comma + 1).split(u' '))
                numbers.push_back(number.toDouble());
        }
        return result;
    }();
    return values;
}

LayerSpec attention(Config more = {})
{
    LayerSpec layer{
        "mha", "MultiHeadAttention", {{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{3}}}, {}, {}};
    for (const auto& [name, value] : more.entries())
        layer.config.set(name, value);
    return layer;
}

ModelSpec modelOf(std::vector<LayerSpec> layers, const Extents& input = {5, 6})
{
    ModelSpec model;
    model.layers = {{"input_layer", "InputLayer", {{"shape", input}}, {}, {}}};
    model.layers.insert(model.layers.end(), layers.begin(), layers.end());
    return model;
}

LayerSpec einsum(
    const char* equation, const Extents& shape, const char* bias, const char* activation = "linear")
{
    return {"layer", "EinsumDense",
        {{"equation", std::string(equation)}, {"output_shape", shape}, {"bias_axes", std::string(bias)},
            {"activation", std::string(activation)}},
        {}, {}};
}

/// The layers of make_attention.py's cases.
ModelSpec goldenModel(const QString& name)
{
    const bool isStepwise = name.startsWith(QStringLiteral("stepwise"));
    if (isStepwise || name.startsWith(QStringLiteral("fused"))) {
        LayerSpec layer = attention({{"return_attention_scores", isStepwise},
            {"use_causal_mask", name.endsWith(QStringLiteral("causal"))}});
        if (!name.endsWith(QStringLiteral("cross")))
            return modelOf({layer});
        if (isStepwise)
            layer.config.set("value_dim", std::int64_t{4});
        layer.inputs = {"input_layer", "other"};
        return modelOf({{"other", "Reshape", {{"target_shape", Extents{6, 5}}}, {}, {}}, layer});
    }
    if (name == QStringLiteral("einsum"))
        return modelOf({einsum("abc,cd->abd", {-1, 4}, "d", "relu")});
    if (name == QStringLiteral("einsum ellipsis"))
        return modelOf({einsum("...x,xy->...y", {4}, "")});
    if (name == QStringLiteral("einsum heads"))
        return modelOf({einsum("abc,cde->abde", {-1, 2, 4}, "de")});
    if (name == QStringLiteral("einsum two axes"))
        return modelOf({einsum("abc,bcd->ad", {4}, "d")});
    if (name.startsWith(QStringLiteral("layer normalization")))
        return modelOf({{"layer", "LayerNormalization", {}, {}, {}}});
    if (name == QStringLiteral("average"))
        return modelOf({{"layer", "GlobalAveragePooling1D", {}, {}, {}}});
    return modelOf(
        {{"layer", "Softmax", {{"use_causal_mask", name.endsWith(QStringLiteral("causal"))}}, {}, {}}});
}

PolicySettings under(const char* global)
{
    return {*getPolicy(global), {}};
}

struct Fixture
{
    Fixture(const ModelSpec& spec, const PolicySettings& policies)
        : plan(*planModel(spec, policies, 5))
        , kernels(*Kernels::load())
        , arithmetic(kernels)
        , model(plan, arithmetic)
    {
    }
    ModelPlan plan;
    Kernels kernels;
    Arithmetic arithmetic;
    Model model;
};

void fill(Tensor& tensor, const std::vector<double>& values)
{
    QCOMPARE(static_cast<std::size_t>(tensor.size()), values.size());
    for (Index i = 0; i < tensor.size(); ++i)
        tensor.set(i, values[static_cast<std::size_t>(i)]);
}

/// The largest differences and values of one or more tensors.
struct Distance
{
    double error = 0;
    double largest = 0;

    void add(const Tensor& actual, const std::vector<double>& expected)
    {
        if (static_cast<std::size_t>(actual.size()) != expected.size())
            error = HUGE_VAL;
        for (std::size_t i = 0; i < expected.size() && error < HUGE_VAL; ++i) {
            error = std::max(error, std::fabs(actual.at(static_cast<Index>(i)) - expected[i]));
            largest = std::max(largest, std::fabs(expected[i]));
        }
    }
    double relative() const { return error == 0 ? 0 : error / largest; }
};

QStringList nodesOf(const ModelPlan& plan)
{
    QStringList nodes;
    for (const PlannedLayer& node : plan.layers)
        nodes << QString::fromStdString(node.path + " " + std::string(node.options.numerics.compute->name));
    return nodes;
}

/// path policy origin
QStringList policiesOf(const SessionSpec& session)
{
    QStringList rows;
    const auto layers = resolvePolicies(session.model, session.policies);
    for (const ResolvedPolicy& layer : *layers)
        rows << QString::fromStdString(
            layer.path + " " + layer.kept.name + " (" + layer.given->originText() + ")");
    return rows;
}

/// 2 numbers as 4 steps of 8 features, attention, one logit.
SessionSpec circleWithAttention(LayerSpec layer = attention())
{
    SessionSpec session = *loadSession(std::string(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps"));
    session.model.layers.resize(2);
    session.model.layers[1].config.set("units", std::int64_t{32});
    session.model.layers.push_back({"steps", "Reshape", {{"target_shape", Extents{4, 8}}}, {}, {}});
    session.model.layers.push_back({"norm", "LayerNormalization", {}, {}, {}});
    session.model.layers.push_back(std::move(layer));
    session.model.layers.push_back({"flatten", "Flatten", {}, {}, {}});
    session.model.layers.push_back({"logits", "Dense", {{"units", std::int64_t{1}}}, {}, {}});
    session.training.lossScale = {"none", {}};
    session.training.lossWeight = 1;
    session.training.optimizer = {"SGD", {{"learning_rate", 0.05}}};
    session.training.steps = 25;
    return session;
}

} // namespace

class TestAttention : public QObject
{
    Q_OBJECT

private slots:
    void valuesAreThoseOfKeras_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("policy");
        for (const auto& [key, values] : golden()) {
            const QStringList cells = key.split(u',');
            if (cells[2] == QStringLiteral("output"))
                QTest::addRow("%s under %s", qPrintable(cells[0]), qPrintable(cells[1]))
                    << cells[0] << cells[1];
        }
    }

    void valuesAreThoseOfKeras()
    {
        QFETCH(QString, name);
        QFETCH(QString, policy);
        Fixture fixture(goldenModel(name), under(qPrintable(policy)));
        const auto values = [&](const QString& of, const QString& what, const QString& variable = {}) {
            const auto found = golden().find(QStringList{name, of, what, variable}.join(u','));
            if (found == golden().end())
                qFatal("%s is not in the file", qPrintable(variable));
            return found->second;
        };
        Tensor& input = fixture.model.input();
        input.reset(fixture.plan.layers.front().outputShape.withBatch(3), fixture.model.inputFormat());
        fill(input, values("all", "input"));
        const std::string parent = fixture.plan.layers.back().parentPath;
        const auto nameOf = [&](const Node& node, const Variable& variable) {
            const std::string prefix = parent.empty() ? node.path + "/" : parent + "/";
            return QString::fromStdString((node.path + "/" + variable.name).substr(prefix.size()));
        };
        for (Node& node : fixture.model.nodes())
            for (Variable& variable : node.layer->variables())
                fill(variable.value, values("all", "weight", nameOf(node, variable)));

        const StepContext context{fixture.arithmetic, 0, true};
        fixture.model.forward(context);
        const Tensor& output = fixture.model.output();
        // float64 and float32 differ from XLA in the order of sums and in exp. The others round at the same places as XLA
        // does; a sum that falls on the other side of a tie is one ulp (2 u), which a second product, a softmax of scores
        // of size <= 2 and a third product pass on: under 8 u of the largest element. A gradient passes all of it twice.
        // Normalizing 70000 +- 20 in float32 cancels x / sigma = 3500 units against as many: 4 * 3500 * 2^-24.
        const double unit = output.format().epsilon() / 2;
        const double bound = policy == QStringLiteral("float64")  ? 1e-12
            : policy != QStringLiteral("float32")                 ? 8 * unit
            : name == QStringLiteral("layer normalization large") ? 4 * 3500 * 0x1p-24
                                                                  : 1e-5;
        Distance ofOutput;
        ofOutput.add(output, values(policy, "output"));
        // Together, because the gradient of the keys' bias is zero but for rounding: it shifts all scores of a row.
        Distance ofGradients;
        Tensor gradient(output.shape(), float64Format());
        for (Index i = 0; i < gradient.size(); ++i)
            gradient.set(i, std::cos(0.9 * static_cast<double>(i)));
        Tensor rounded;
        cast(fixture.arithmetic, gradient, output.format(), rounded);
        fixture.model.backward(context, rounded);
        for (Node& node : fixture.model.nodes())
            for (Variable& variable : node.layer->variables())
                ofGradients.add(variable.gradient, values(policy, "gradient", nameOf(node, variable)));
        const QByteArray text = QStringLiteral("output %1, gradients %2, bound %3")
                                    .arg(ofOutput.relative())
                                    .arg(ofGradients.relative())
                                    .arg(bound)
                                    .toUtf8();
        QVERIFY2(ofOutput.relative() <= bound, text);
        QVERIFY2(ofGradients.relative() <= 2 * bound, text);
        if (qEnvironmentVariableIsSet("ULPSCOPE_SHOW_ERRORS"))
            qInfo("%s", text.constData());
    }

    void aCompositeBecomesNodesWithKerasPaths()
    {
        const ModelPlan plan
            = *planModel(modelOf({attention({{"dropout", 0.5}})}), under("mixed_float16"), 1);
        QCOMPARE(nodesOf(plan),
            (QStringList{"input_layer float32", "mha/query float16", "mha/key float16", "mha/value float16",
                "mha/scores float16", "mha/softmax float16", "mha/dropout float16", "mha/context float16",
                "mha/attention_output float16"}));
        QCOMPARE(plan.weightCount, Index{3 * (6 * 6 + 6) + (6 * 6 + 6)});
        for (const PlannedLayer& node : std::span(plan.layers).subspan(1)) {
            QCOMPARE(node.layer, std::size_t{1});
            QCOMPARE(node.parentPath, std::string("mha"));
            const bool isOperation = node.name == "scores" || node.name == "context";
            QCOMPARE(node.role, isOperation ? NodeRole::Operation : NodeRole::Child);
        }
        QVERIFY(plan.layers.back().outputShape == (Shape{5, 6}));
    }

    void withoutDropoutScoresAreInFloat32()
    {
        QCOMPARE(nodesOf(*planModel(modelOf({attention()}), under("mixed_bfloat16"), 1)),
            (QStringList{"input_layer float32", "mha/query bfloat16", "mha/key bfloat16",
                "mha/value bfloat16", "mha/scores float32", "mha/softmax float32", "mha/context bfloat16",
                "mha/attention_output bfloat16"}));
    }

    void operationsComputeInWhatTheirInputsPromoteTo()
    {
        LayerSpec layer = attention({{"return_attention_scores", true}});
        layer.policy = *getPolicy("mixed_float16");
        layer.children = {{"key", *getPolicy("mixed_bfloat16")}, {"value", *getPolicy("float32")}};
        const ModelPlan plan = *planModel(modelOf({layer}), under("float64"), 1);
        QCOMPARE(nodesOf(plan),
            (QStringList{"input_layer float64", "mha/query float16", "mha/key bfloat16", "mha/value float32",
                "mha/scores float32", "mha/softmax float16", "mha/context float32",
                "mha/attention_output float16"}));
        // The composite's own cast comes before the child's.
        Fixture fixture(modelOf({layer}), under("float64"));
        Tensor& input = fixture.model.input();
        input.reset(Shape{1, 5, 6}, float64Format());
        for (Index i = 0; i < input.size(); ++i)
            input.set(i, 1 + 0x1p-20);
        fixture.model.forward({fixture.arithmetic, 0, true});
        QCOMPARE(fixture.model.nodes()[3].usedInputs[0]->at(0), 1.0);
    }

    void theOlderFamiliesCastTheFirstArgumentOnly()
    {
        // mha(query, value): Keras 3 casts both to the composite's float16, tf-keras the query.
        LayerSpec query{"query_in", "Dense", {{"units", std::int64_t{6}}}, {}, {}};
        query.inputs = {"input_layer"};
        LayerSpec layer = attention();
        layer.inputs = {"query_in", "input_layer"};
        PolicySettings settings = under("mixed_float16");
        const ModelPlan keras3 = *planModel(modelOf({query, layer}), settings, 1);
        settings.family = PolicyFamily::TfKeras;
        const ModelPlan tfKeras = *planModel(modelOf({query, layer}), settings, 1);
        const auto castOf = [](const ModelPlan& plan, const char* path) {
            const auto node = std::find_if(plan.layers.begin(), plan.layers.end(),
                [&](const PlannedLayer& planned) { return planned.path == path; });
            return node->castFirst;
        };
        QCOMPARE(castOf(keras3, "mha/query"), findFormat("float16"));
        QCOMPARE(castOf(keras3, "mha/value"), findFormat("float16"));
        QCOMPARE(castOf(tfKeras, "mha/query"), findFormat("float16"));
        QVERIFY(castOf(tfKeras, "mha/value") == nullptr);
    }

    void childrenHaveTheirOwnThenTheParentsThenTheMapsPolicy()
    {
        SessionSpec session = circleWithAttention(attention({{"return_attention_scores", true}}));
        session.policies.global = *getPolicy("mixed_bfloat16");
        session.model.layers.resize(5);
        session.model.layers.erase(session.model.layers.begin() + 1, session.model.layers.begin() + 4);
        LayerSpec& layer = session.model.layers[1];
        layer.children = {{"query", *getPolicy("float8_from_mixed_bfloat16")}};
        QCOMPARE(policiesOf(session),
            (QStringList{"mha mixed_bfloat16 (global policy)",
                "mha/query float8_from_mixed_bfloat16 (set here)", "mha/key mixed_bfloat16 (global policy)",
                "mha/value mixed_bfloat16 (global policy)", "mha/softmax mixed_bfloat16 (global policy)",
                "mha/attention_output mixed_bfloat16 (global policy)"}));
        layer.policy = *getPolicy("float32");
        QCOMPARE(policiesOf(session),
            (QStringList{"mha float32 (set here)", "mha/query float8_from_mixed_bfloat16 (set here)",
                "mha/key float32 (passed on by mha)", "mha/value float32 (passed on by mha)",
                "mha/softmax float32 (passed on by mha)",
                "mha/attention_output float32 (passed on by mha)"}));
        // Keras builds Softmax in its constructor, without a path: a map gives it its default.
        layer.policy.reset();
        session.policies.map = {{"mha/k.*", *getPolicy("float16")}, {"mha/s.*", *getPolicy("float16")},
            {"mha", *getPolicy("float64")}};
        QCOMPARE(policiesOf(session),
            (QStringList{"mha float64 (map key 'mha')", "mha/query float8_from_mixed_bfloat16 (set here)",
                "mha/key float16 (map key 'mha/k.*')", "mha/value mixed_bfloat16 (global policy)",
                "mha/softmax mixed_bfloat16 (global policy)",
                "mha/attention_output mixed_bfloat16 (global policy)"}));
    }

    void childPoliciesAreExportedByTheirPaths()
    {
        LayerSpec layer = attention({{"return_attention_scores", true}});
        layer.policy = *getPolicy("mixed_float16");
        layer.children = {{"query", *getPolicy("float8_from_mixed_bfloat16")}};
        const SessionSpec session = circleWithAttention(layer);
        const auto exported = exportKerasMap(session);
        QVERIFY(exported.ok());
        const auto layers = resolvePolicies(session.model, session.policies);
        for (const ResolvedPolicy& child : *layers)
            if (child.hasPath)
                QVERIFY2(exported->map.find(child.path)->policy == child.kept, child.path.c_str());
        QCOMPARE(
            exported->leftOut.size(), std::size_t{session.policies.global.name == "mixed_float16" ? 0U : 1U});
    }

    void repairsReachChildren()
    {
        LayerSpec layer = attention();
        layer.children = {{"query", *getPolicy("float16")}};
        SessionSpec session = circleWithAttention(layer);
        session.policies.global = *getPolicy("float32");
        QVERIFY(storesWeightsBelowFloat32(session));
        QCOMPARE(narrowestComputeFormat(session).name, findFormat("float16")->name);
        keepFloat32Weights(session);
        QCOMPARE(session.model.layers[4].children.front().second.name, std::string("mixed_float16"));
        computeInFloat32(session);
        QVERIFY(session.model.layers[4].children.front().second == DTypePolicy{});
    }

    void sessionsWithChildrenLoadBackToTheSameBytes()
    {
        LayerSpec layer = attention({{"dropout", 0.25}});
        layer.children
            = {{"query", *getPolicy("float8_from_mixed_bfloat16")}, {"softmax", *getPolicy("float32")}};
        const SessionSpec session = circleWithAttention(layer);
        const std::string text = writeSession(session);
        const Result<SessionSpec> read = readSession(text);
        QVERIFY2(read.ok(), read ? "" : read.error().text().c_str());
        QVERIFY(*read == session);
        QCOMPARE(writeSession(*read), text);
    }

    void wrongLayersAreRefusedInPlainWords_data()
    {
        QTest::addColumn<QString>("error");
        QTest::addColumn<int>("which");
        const char* const errors[] = {
            "layers[1].inputs: expected inputs of shape (sequence, features), got (30,)",
            "layers[1].children.softmax: unknown child layer 'softmax'; known: query, key, value, attention_output",
            "layers[1].children: a Flatten has no child layers",
            "layers[1].equation: expected an equation of the form [X],[Y]->[Z], ...[X],[Y]->...[Z] or "
            "[X]...,[Y]->[Z]..., in which no tensor names a letter twice, got \"abc\"",
            "layers[1].equation: axis \"x\" of the kernel is in neither input nor output: the kernel must be fully "
            "specified",
            "layers[1].output_shape: expected -1 or 5, the input's extent, for axis \"b\", got 7",
            "layers[1].bias_axes: axis \"x\" is not part of the output \"abde\", or the batch",
            "layers[1].target_shape: cannot reshape (5, 6): expected extents whose product is 30, at most one of them "
            "-1",
            "layers[1]: one example makes an output of shape (2, 1048576, 1048576) at mha/scores; expected at most "
            "268435456 elements",
        };
        int which = 0;
        for (const char* error : errors)
            QTest::newRow(error) << QString::fromLatin1(error) << which++;
    }

    void wrongLayersAreRefusedInPlainWords()
    {
        QFETCH(QString, error);
        QFETCH(int, which);
        LayerSpec child = attention();
        child.children = {{"softmax", *getPolicy("float32")}};
        LayerSpec flatten{"flatten", "Flatten", {}, {}, {}};
        flatten.children = child.children;
        const std::vector<ModelSpec> models{modelOf({attention()}, {30}), modelOf({child}),
            modelOf({flatten}), modelOf({einsum("abc", {-1, 4}, "")}),
            modelOf({einsum("abc,xd->abd", {-1, 4}, "")}), modelOf({einsum("abc,cd->abd", {7, 4}, "")}),
            modelOf({einsum("abc,cde->abde", {-1, 2, 4}, "ex")}),
            modelOf({{"r", "Reshape", {{"target_shape", Extents{-1, 7}}}, {}, {}}}),
            modelOf({attention()}, {1 << 20, 1})};
        const Result<ModelPlan> plan
            = planModel(models[static_cast<std::size_t>(which)], under("float32"), 1);
        QVERIFY(!plan);
        QCOMPARE(QString::fromStdString(plan.error().text()), error);
    }

    void trainsInAllLanes_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<double>("dropout");
        for (const char* policy : {"float64", "float32", "mixed_float16", "mixed_bfloat16", "bfloat16",
                 "float8_from_mixed_bfloat16"})
            for (const double dropout : {0.0, 0.25})
                QTest::addRow("%s, dropout %g", policy, dropout) << QString::fromLatin1(policy) << dropout;
    }

    void trainsInAllLanes()
    {
        QFETCH(QString, policy);
        QFETCH(double, dropout);
        SessionSpec session
            = circleWithAttention(attention({{"dropout", dropout}, {"use_causal_mask", true}}));
        session.policies.global = *getPolicy(qPrintable(policy));
        const Result<Kernels> kernels = Kernels::load();
        Result<TrainingRun> run = TrainingRun::create(session, *kernels);
        QVERIFY2(run.ok(), run ? "" : run.error().text().c_str());
        bool sawChild = false;
        for (std::int64_t i = 0; i < session.training.steps; ++i) {
            run->step();
            const StepRecord record = run->record();
            if (policy == QStringLiteral("float64"))
                QCOMPARE(*record.errorVsFloat64, 0.0);
            else
                QVERIFY2(*record.errorVsFloat64 > 0 && *record.errorVsFloat64 < 0.5,
                    qPrintable(QString::number(*record.errorVsFloat64)));
            for (const TensorPoint& point : record.tensors) {
                // Infinite without an error, or beside a reference of zeros; undefined beside a candidate of zeros.
                const std::string_view name = metricName(point.metric);
                const bool isRatio
                    = name.ends_with("_sqnr") || name.ends_with("_max_ulp") || name.ends_with("_cosine");
                QVERIFY2(isRatio || std::isfinite(point.value),
                    (run->paths()[point.path.index()] + " " + std::string(name)).c_str());
                sawChild = sawChild || point.metric == Metric::LocalError;
                if (policy == QStringLiteral("float64")
                    && (point.metric == Metric::AccumulatedError || point.metric == Metric::LocalError))
                    QCOMPARE(point.value, 0.0);
            }
        }
        QVERIFY(sawChild);
    }

    void candidatesWhoseChildrenDifferShareOneReference()
    {
        SessionSpec plain = circleWithAttention();
        SessionSpec mixed = plain;
        mixed.model.layers[4].policy = *getPolicy("mixed_float16");
        mixed.model.layers[4].children = {{"value", *getPolicy("float32")}};
        const Result<Kernels> kernels = Kernels::load();
        Result<TrainingRun> run = TrainingRun::create(std::vector<SessionSpec>{plain, mixed}, *kernels);
        QVERIFY2(run.ok(), run ? "" : run.error().text().c_str());
        for (int i = 0; i < 3; ++i)
            run->step();
        QCOMPARE(run->candidates(), std::size_t{2});
    }

    void fashionMnistRowsAsSteps()
    {
        SessionSpec session
            = *loadSession(std::string(ULPSCOPE_SOURCE_DIR "/resources/scenes/fashion-mnist.ulps"));
        const LayerSpec last = session.model.layers.back();
        session.model.layers
            = modelOf({attention(), {"flatten", "Flatten", {}, {}, {}}, last}, {28, 28}).layers;
        session.policies.global = *getPolicy("float64");
        session.training.lossScale = {"none", {}};
        session.training.steps = 10;
        const Result<Kernels> kernels = Kernels::load();
        Result<TrainingRun> run = TrainingRun::create(session, *kernels);
        if (!run)
            QSKIP(run.error().text().c_str());
        for (std::int64_t i = 0; i < session.training.steps; ++i) {
            run->step();
            QCOMPARE(*run->record().errorVsFloat64, 0.0);
        }
    }
};

QTEST_GUILESS_MAIN(TestAttention)
#include "tst_attention.moc"
