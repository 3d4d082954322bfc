// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture of a model shows: boxes, flows, and the casts where Keras puts them. What is alike is folded, and DOT says the same.
#include "app/io/session/session_file.h"
#include "app/judge/runs/severity.h"
#include "engine/model/model_plan.h"
#include "ui/picture/models/graph_layout.h"
#include "ui/picture/models/model_graph.h"
#include "ui/tree/models/layer_edits.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

using Formats = std::vector<std::string>;

SessionSpec scene(const char* name)
{
    const Result<SessionSpec> session
        = loadSession(std::string(ULPSCOPE_SOURCE_DIR "/resources/scenes/") + name + ".ulps");
    return session ? *session : SessionSpec{};
}

const GraphBox* boxNamed(const ModelGraph& graph, const std::string& name)
{
    const auto box = std::find_if(
        graph.boxes.begin(), graph.boxes.end(), [&](const GraphBox& one) { return one.name == name; });
    return box == graph.boxes.end() ? nullptr : &*box;
}

const GraphEdge* edgeBetween(const ModelGraph& graph, const std::string& from, const std::string& to)
{
    const auto edge = std::find_if(graph.edges.begin(), graph.edges.end(), [&](const GraphEdge& one) {
        return graph.boxes[one.from].name == from && graph.boxes[one.to].name == to;
    });
    return edge == graph.edges.end() ? nullptr : &*edge;
}

/// The network of circle.ulps under a policy: input_layer, dense_1, dense_2, logits.
ModelGraph circleUnder(const char* policy)
{
    SessionSpec session = scene("circle");
    session.policies.global = *getPolicy(policy);
    return modelGraph(session);
}

SessionSpec deep(std::size_t layers)
{
    SessionSpec session = scene("circle");
    while (session.model.layers.size() < layers) {
        LayerSpec layer = session.model.layers[1];
        layer.name = "more_" + std::to_string(session.model.layers.size());
        session.model.layers.insert(session.model.layers.end() - 1, layer);
    }
    return session;
}

} // namespace

class TestModelGraph : public QObject
{
    Q_OBJECT
private slots:
    void castsAreWhereKerasPutsThem_data();
    void castsAreWhereKerasPutsThem();
    void float8IsRoundedInTheProducts();
    void oneLayerInFloat32HasCastsOnBothSides();
    void anOverrideIsAnOperandsLastCast();
    void dtypesOfAnotherModelAreNotedWhereTheyDiffer();
    void normalizationTakesItsWeightsAsTheyAre();
    void whereNothingTrainsBeforeThereIsNoGradient();
    void aBranchIsSeenFromBothSides();
    void attentionIsFoldedAndOpens();
    void everyTensorIsOneOfTheRuns();
    void aProblemIsMarked();
    void repeatedLayersAreOneBox();
    void noMoreBoxesThanCanBeTakenIn();
    void aThousandLayersTakeAMoment();
    void dotSaysTheSame();
};

void TestModelGraph::castsAreWhereKerasPutsThem_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<Formats>("intoFirst"); // of the data, which are in floatx
    QTest::addColumn<Formats>("between");
    QTest::addColumn<Formats>("kernel");
    QTest::addColumn<Formats>("kernelGradient");
    QTest::addColumn<Formats>("intoLoss");
    QTest::addColumn<Formats>("outOfLoss");
    const Formats f32{"float32"};
    const Formats f16{"float16"};
    const Formats down{"float32", "float16"};
    const Formats up{"float16", "float32"};
    QTest::newRow("float32") << "float32" << f32 << f32 << f32 << f32 << f32 << f32;
    QTest::newRow("mixed_float16") << "mixed_float16" << down << f16 << down << up << up << down;
    QTest::newRow("float16") << "float16" << down << f16 << f16 << f16 << up << down;
}

void TestModelGraph::castsAreWhereKerasPutsThem()
{
    QFETCH(QString, policy);
    QFETCH(Formats, intoFirst);
    QFETCH(Formats, between);
    QFETCH(Formats, kernel);
    QFETCH(Formats, kernelGradient);
    QFETCH(Formats, intoLoss);
    QFETCH(Formats, outOfLoss);
    const ModelGraph graph = circleUnder(policy.toUtf8().constData());
    QCOMPARE(graph.boxes.size(), std::size_t(5));
    QCOMPARE(graph.edges.size(), std::size_t(4));
    QCOMPARE(edgeBetween(graph, "input_layer", "dense_1")->forward.formats, intoFirst);
    QCOMPARE(edgeBetween(graph, "dense_1", "dense_2")->forward.formats, between);
    QCOMPARE(edgeBetween(graph, "dense_1", "dense_2")->gradient->formats, between);
    QCOMPARE(boxNamed(graph, "dense_1")->weights.size(), std::size_t(2));
    QCOMPARE(boxNamed(graph, "dense_1")->weights[0].value.formats, kernel);
    QCOMPARE(boxNamed(graph, "dense_1")->weights[0].gradient->formats, kernelGradient);
    QCOMPARE(edgeBetween(graph, "logits", "loss")->forward.formats, intoLoss);
    QCOMPARE(edgeBetween(graph, "logits", "loss")->gradient->formats, outOfLoss);
    QCOMPARE(graph.boxes.back().compute, std::string("float32"));
}

/// keras/src/layers/core/dense.py, _float8_call: inputs and kernel to float8_e4m3fn, the output gradient to float8_e5m2.
void TestModelGraph::float8IsRoundedInTheProducts()
{
    const ModelGraph graph = circleUnder("float8_from_mixed_bfloat16");
    const GraphEdge* edge = edgeBetween(graph, "dense_1", "dense_2");
    QCOMPARE(edge->forward.formats, (Formats{"bfloat16", "float8_e4m3fn"}));
    QCOMPARE(edge->gradient->formats, (Formats{"bfloat16", "float8_e5m2"}));
    QCOMPARE(boxNamed(graph, "dense_1")->weights[0].value.formats,
        (Formats{"float32", "bfloat16", "float8_e4m3fn"}));
    // A scale of the tensor's own is another recipe, and no other dtype.
    SessionSpec session = scene("circle");
    session.policies.global = *getPolicy("mixed_bfloat16");
    session.policies.recipe = {"te_current", {}};
    const ModelGraph current = modelGraph(session);
    edge = edgeBetween(current, "dense_1", "dense_2");
    QCOMPARE(edge->forward.formats, (Formats{"bfloat16", "float8_e4m3fn"}));
    QCOMPARE(boxNamed(graph, "dense_1")->weights[1].value.formats, (Formats{"float32", "bfloat16"})); // bias
}

void TestModelGraph::oneLayerInFloat32HasCastsOnBothSides()
{
    SessionSpec session = scene("circle");
    session.policies.map = {{"sequential/dense_2", *getPolicy("float32")}};
    const ModelGraph graph = modelGraph(session);
    QCOMPARE(boxNamed(graph, "dense_2")->policy, std::string("float32"));
    QCOMPARE(edgeBetween(graph, "dense_1", "dense_2")->forward.formats, (Formats{"float16", "float32"}));
    QCOMPARE(edgeBetween(graph, "dense_2", "logits")->forward.formats, (Formats{"float32", "float16"}));
    QCOMPARE(edgeBetween(graph, "dense_1", "dense_2")->gradient->formats, (Formats{"float32", "float16"}));
    QCOMPARE(edgeBetween(graph, "dense_2", "logits")->gradient->formats, (Formats{"float16", "float32"}));
    QVERIFY(!boxNamed(graph, "dense_2")->hasOwnPolicy);
    session.model.layers[2].setPolicy(*getPolicy("float32"));
    QVERIFY(boxNamed(modelGraph(session), "dense_2")->hasOwnPolicy);
}

void TestModelGraph::dtypesOfAnotherModelAreNotedWhereTheyDiffer()
{
    SessionSpec session = scene("circle");
    ModelGraph same = modelGraph(session);
    compareDtypes(same, modelGraph(session));
    QCOMPARE(same, modelGraph(session));
    session.model.layers[2].setPolicy(*getPolicy("float32"));
    ModelGraph graph = modelGraph(scene("circle"));
    compareDtypes(graph, modelGraph(session));
    QCOMPARE(boxNamed(graph, "dense_1")->computeThere, std::string());
    QCOMPARE(boxNamed(graph, "dense_2")->computeThere, std::string("float32"));
    QCOMPARE(boxNamed(graph, "dense_1")->weights[0].value.formatsThere, Formats());
    QCOMPARE(boxNamed(graph, "dense_2")->weights[0].value.formatsThere, Formats{"float32"});
    QCOMPARE(edgeBetween(graph, "input_layer", "dense_1")->forward.formatsThere, Formats());
    QCOMPARE(edgeBetween(graph, "dense_1", "dense_2")->forward.formatsThere, (Formats{"float16", "float32"}));
    QCOMPARE(
        edgeBetween(graph, "dense_2", "logits")->gradient->formatsThere, (Formats{"float16", "float32"}));
    // A layer that the other model lacks has nothing to be compared with.
    session = scene("circle");
    session.model.layers.erase(session.model.layers.begin() + 2);
    graph = circleUnder("mixed_bfloat16");
    compareDtypes(graph, modelGraph(session));
    QCOMPARE(boxNamed(graph, "dense_1")->computeThere, std::string("float16"));
    QCOMPARE(boxNamed(graph, "dense_2")->computeThere, std::string());
    QCOMPARE(edgeBetween(graph, "dense_1", "dense_2")->forward.formatsThere, Formats());
    QCOMPARE(
        edgeBetween(graph, "input_layer", "dense_1")->forward.formatsThere, (Formats{"float32", "float16"}));
}

void TestModelGraph::anOverrideIsAnOperandsLastCast()
{
    SessionSpec session = scene("circle");
    session.model.layers[2].numerics[NumericsOverride::ForwardKernel] = "bfloat16";
    session.model.layers[2].numerics[NumericsOverride::InputGradientOutputGradient] = "float8_e5m2";
    const ModelGraph graph = modelGraph(session);
    QCOMPARE(boxNamed(graph, "dense_2")->weights[0].value.formats, (Formats{"float32", "bfloat16"}));
    QCOMPARE(edgeBetween(graph, "dense_2", "logits")->gradient->formats, (Formats{"float16", "float8_e5m2"}));
    QCOMPARE(edgeBetween(graph, "dense_1", "dense_2")->gradient->formats, (Formats{"float16"}));
}

void TestModelGraph::normalizationTakesItsWeightsAsTheyAre()
{
    SessionSpec session = scene("circle");
    insertLayer(session, "LayerNormalization", 2);
    const ModelGraph graph = modelGraph(session);
    const auto box = std::find_if(graph.boxes.begin(), graph.boxes.end(),
        [](const GraphBox& one) { return one.className == "LayerNormalization"; });
    QVERIFY(box != graph.boxes.end());
    for (const GraphWeight& weight : box->weights)
        QCOMPARE(weight.value.formats, Formats{"float32"});
}

void TestModelGraph::whereNothingTrainsBeforeThereIsNoGradient()
{
    const ModelGraph graph = circleUnder("mixed_float16");
    QVERIFY(!edgeBetween(graph, "input_layer", "dense_1")->gradient);
    QVERIFY(edgeBetween(graph, "dense_1", "dense_2")->gradient);
    QCOMPARE(edgeBetween(graph, "dense_1", "dense_2")->gradient->tensor,
        (LayerTensor{"sequential/dense_1", TensorRole::OutputGradient}));
}

void TestModelGraph::aBranchIsSeenFromBothSides()
{
    SessionSpec session = scene("circle");
    insertLayer(session, "Add", 3);
    session.model.layers[3].inputs = {"dense_1", "dense_2"};
    const ModelGraph graph = modelGraph(session);
    QCOMPARE(graph.edges.size(), std::size_t(6));
    const std::string sum = session.model.layers[3].name;
    const GraphEdge* skip = edgeBetween(graph, "dense_1", sum);
    const GraphEdge* straight = edgeBetween(graph, "dense_2", sum);
    QVERIFY(skip && straight);
    // dense_1's output goes two ways: what comes back are two gradients, each the input gradient of who sends it.
    QCOMPARE(skip->gradient->tensor, (LayerTensor{sum, TensorRole::InputGradient}));
    QCOMPARE(edgeBetween(graph, "dense_1", "dense_2")->gradient->tensor,
        (LayerTensor{"dense_2", TensorRole::InputGradient}));
    QCOMPARE(straight->gradient->tensor, (LayerTensor{"dense_2", TensorRole::OutputGradient}));
}

void TestModelGraph::attentionIsFoldedAndOpens()
{
    const ModelGraph graph = modelGraph(scene("attention-overflow"));
    const auto fold = std::find_if(graph.folds.begin(), graph.folds.end(),
        [](const GraphFold& one) { return one.kind == GraphFold::Kind::Composite; });
    QVERIFY(fold != graph.folds.end());
    QCOMPARE(fold->className, std::string("MultiHeadAttention"));
    const ShownGraph closed = shownGraph(graph, {});
    const ShownGraph opened = shownGraph(graph, {std::size_t(fold - graph.folds.begin())});
    QCOMPARE(closed.boxes.size() + fold->count - 1, opened.boxes.size());
    QCOMPARE(opened.boxes.size(), graph.boxes.size());
    for (const ShownEdge& edge : closed.edges)
        QVERIFY(edge.from < edge.to);
}

void TestModelGraph::everyTensorIsOneOfTheRuns()
{
    for (const QString& file :
        QDir(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes")).entryList({QStringLiteral("*.ulps")})) {
        const SessionSpec session = scene(QFileInfo(file).completeBaseName().toUtf8().constData());
        const ModelGraph graph = modelGraph(session);
        const ModelPlan plan = *planModel(session.model, session.policies, 1);
        QCOMPARE(graph.boxes.size(), plan.layers.size() + 1);
        std::size_t inputs = 1;
        for (const PlannedLayer& layer : plan.layers)
            inputs += layer.inputs.size();
        QCOMPARE(graph.edges.size(), inputs);
        for (const GraphEdge& edge : graph.edges) {
            QVERIFY2(edge.from < edge.to, qPrintable(file));
            QVERIFY(!edge.forward.formats.empty());
            // What arrives is what is computed with.
            const GraphBox& to = graph.boxes[edge.to];
            if (to.kind == GraphBox::Kind::Loss)
                QCOMPARE(edge.forward.formats.back(), to.compute);
        }
    }
}

void TestModelGraph::aProblemIsMarked()
{
    SessionSpec session = scene("circle");
    QVERIFY(!boxNamed(modelGraph(session), "dense_2")->problem);
    session.model.layers[2].setPolicy(*getPolicy("int32"));
    const ModelGraph graph = modelGraph(session);
    QVERIFY(boxNamed(graph, "dense_2")->problem);
    QVERIFY(!boxNamed(graph, "dense_1")->problem);
}

void TestModelGraph::repeatedLayersAreOneBox()
{
    const ModelGraph graph = modelGraph(deep(30));
    const auto fold = std::find_if(graph.folds.begin(), graph.folds.end(),
        [](const GraphFold& one) { return one.kind == GraphFold::Kind::Blocks; });
    QVERIFY(fold != graph.folds.end());
    QVERIFY2(fold->copies >= 24, qPrintable(QString::number(fold->copies)));
    QCOMPARE(fold->className, std::string("Dense"));
    QVERIFY(shownGraph(graph, {}).boxes.size() < 8);
    // Short models are shown whole.
    QVERIFY(circleUnder("float32").folds.empty());
    // A layer with another policy is seen.
    SessionSpec session = deep(30);
    session.model.layers[15].setPolicy(*getPolicy("float32"));
    const ModelGraph other = modelGraph(session);
    const ShownGraph shown = shownGraph(other, {});
    QVERIFY(std::any_of(shown.boxes.begin(), shown.boxes.end(), [&](const ShownBox& box) {
        return !box.fold && other.boxes[box.first].name == session.model.layers[15].name;
    }));
}

void TestModelGraph::noMoreBoxesThanCanBeTakenIn()
{
    SessionSpec session = deep(1000);
    // No two neighbours alike.
    for (std::size_t i = 1; i + 1 < session.model.layers.size(); ++i)
        if (i % 7 == 0 || i % 11 == 0 || i % 13 == 3)
            session.model.layers[i].setPolicy(*getPolicy(i % 2 == 0 ? "float32" : "mixed_bfloat16"));
    for (const SessionSpec& one : {session, deep(1000)}) {
        const ModelGraph graph = modelGraph(one);
        QCOMPARE(graph.boxes.size(), std::size_t(1001));
        std::vector<std::size_t> opened;
        QVERIFY(shownGraph(graph, opened).boxes.size() <= kMaxShownBoxes);
        std::size_t seen = 0;
        for (std::size_t fold = 0; fold < graph.folds.size(); ++fold) {
            opened = {};
            for (std::size_t outer = 0; outer <= fold; ++outer) {
                const GraphFold& a = graph.folds[outer];
                const GraphFold& b = graph.folds[fold];
                if (a.first <= b.first && b.first + b.count <= a.first + a.count)
                    opened = withFold(graph, opened, outer, true);
            }
            const ShownGraph shown = shownGraph(graph, opened);
            QVERIFY2(shown.boxes.size() <= kMaxShownBoxes, qPrintable(QString::number(shown.boxes.size())));
            QVERIFY(std::find(opened.begin(), opened.end(), fold) != opened.end());
            for (const ShownBox& box : shown.boxes)
                seen += box.fold ? 0U : 1U;
            std::size_t covered = 0;
            for (const ShownBox& box : shown.boxes)
                covered += box.count;
            QCOMPARE(covered, graph.boxes.size());
        }
        QVERIFY(seen > 900); // layers are reached by opening folds
    }
}

void TestModelGraph::aThousandLayersTakeAMoment()
{
    const ModelGraph graph = modelGraph(deep(1000));
    QElapsedTimer watch;
    watch.start();
    const ShownGraph shown = shownGraph(graph, {});
    std::vector<LayoutBox> boxes(shown.boxes.size(), {80, 90, 30});
    std::vector<LayoutEdge> edges;
    for (const ShownEdge& edge : shown.edges)
        edges.push_back({edge.from, edge.to});
    QVERIFY(layoutGraph(boxes, edges, {}, 1000).rows >= 1);
    QVERIFY(watch.elapsed() < 20);
}

void TestModelGraph::dotSaysTheSame()
{
    SessionSpec session = scene("circle");
    session.model.layers[1].name = "a \"quoted\\name";
    session.policies.map = {{"sequential/dense_2", *getPolicy("float32")}};
    const ModelGraph graph = modelGraph(session);
    const std::string text = dotText(graph, shownGraph(graph, {}), "Circle");
    const QString dot = QString::fromStdString(text);
    QVERIFY(dot.startsWith(QStringLiteral("digraph model {")));
    QCOMPARE(dot.count(QStringLiteral(" -> ")), qsizetype(4 + 3)); // forward and back
    QCOMPARE(dot.count(QStringLiteral("style=dashed")), qsizetype(3));
    QVERIFY(dot.contains(QStringLiteral("float16 > float32")));
    QVERIFY(dot.contains(QStringLiteral("a \\\"quoted\\\\name")));
    QCOMPARE(dot.count(QLatin1Char('{')), dot.count(QLatin1Char('}')));
}

QTEST_GUILESS_MAIN(TestModelGraph)
#include "tst_model_graph.moc"
