// SPDX-License-Identifier: GPL-3.0-or-later
// A step computed operation by operation from the layers' formulas gives the bits of the layers themselves: outputs, loss, gradients
// and weights, for every activation in every dtype and for 500 random models.
#include "engine/graph/graph_run.h"
#include "engine/layer/support/activations.h"
#include "engine/session/compile_outcome.h"
#include "engine/train/lane.h"
#include "engine/train/step_formula.h"
#include "tests/engine/small_sessions.h"

#include <QTest>
#include <algorithm>
#include <random>

using namespace ulpscope;

namespace {

constexpr int kSteps = 3;

LayerSpec dense(
    const std::string& name, std::int64_t units, const std::string& activation = "linear", bool bias = true)
{
    return {name, "Dense", {{"units", units}, {"activation", activation}, {"use_bias", bias}}, {}, {}};
}

SessionSpec sessionOf(std::vector<LayerSpec> layers, const std::string& policy, Index width = 3)
{
    SessionSpec session = circle(policy);
    session.model.layers
        = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{width}}}, {}, {}}};
    session.model.layers.insert(session.model.layers.end(), layers.begin(), layers.end());
    session.training.loss = {"MeanSquaredError", {}};
    session.data = {"csv", {{"file", std::string("never read.csv")}}};
    session.training.batchSize = 5;
    session.training.arithmetic = ArithmeticKind::Written;
    return session;
}

Dataset randomData(const CheckedSession& checked, std::mt19937& random, bool areClasses)
{
    Dataset data;
    data.featureShape = checked.plan.layers.front().outputShape.extents();
    data.targetsPerExample = checked.plan.layers.back().outputShape.elements();
    data.train.count = checked.session.training.batchSize * kSteps;
    std::normal_distribution<float> draw;
    for (std::int64_t i = 0; i < data.train.count * data.featuresPerExample(); ++i)
        data.train.features.push_back(3 * draw(random));
    for (std::int64_t i = 0; i < data.train.count * data.targetsPerExample; ++i)
        data.train.targets.push_back(areClasses ? static_cast<float>(draw(random) > 0) : draw(random));
    return data;
}

Tensor filled(const Shape& shape, const Format& format, const std::vector<double>& values)
{
    Tensor tensor(shape, format);
    for (Index i = 0; i < tensor.size(); ++i)
        tensor.set(i, roundToFormat(format, values[static_cast<std::size_t>(i)]));
    return tensor;
}

/// Where they first differ, but for which NaN it is; empty: nowhere.
std::string differenceOf(const Tensor& a, const Tensor& b)
{
    if (!(a.shape() == b.shape()) || a.format() != b.format())
        return a.shape().text() + std::string(a.format().name) + " and " + b.shape().text()
            + std::string(b.format().name);
    for (Index i = 0; i < a.size(); ++i)
        if (!sameBits(a.at(i), b.at(i)) && !(std::isnan(a.at(i)) && std::isnan(b.at(i))))
            return std::to_string(a.at(i)) + " and " + std::to_string(b.at(i)) + " at " + std::to_string(i);
    return {};
}

/// Where both first differ over a few steps; empty: nowhere.
std::string difference(
    const SessionSpec& spec, const Kernels& kernels, std::mt19937& random, bool areClasses = false)
{
    const Result<CheckedSession> checked = resolveSession(spec);
    if (!checked)
        return "session: " + checked.error().text();
    const Result<graph::Graph> step = stepFormula(*checked, StepPart::Whole);
    if (!step)
        return "formula: " + step.error().text();
    const Dataset data = randomData(*checked, random, areClasses);
    const Format& floatx = floatxFor(checked->session.policies);
    Lane lane(checked->plan, checked->session.training, ArithmeticKind::Written,
        lossScaleOf(checked->session), floatx, kernels);
    Arithmetic arithmetic(kernels);
    Tensor storage;
    graph::GraphRun run(*step);

    std::vector<Variable*> trained;
    for (Node& node : lane.model().nodes())
        for (Variable& variable : node.layer->variables())
            trained.push_back(&variable);
    std::map<graph::ValueId, Tensor> kept; // variables and what the optimizer keeps
    std::vector<graph::ValueId> variables;
    for (const graph::Output& output : step->outputs())
        if (output.name == "gradient")
            variables.push_back(*output.variable);
    for (std::size_t i = 0; i < variables.size(); ++i)
        kept[variables[i]].assign(trained[i]->value);
    for (const graph::Output& output : step->outputs())
        if (output.name == "next" && !kept.contains(*output.variable))
            kept[*output.variable]
                = Tensor((*step)[*output.variable].shape, *(*step)[*output.variable].format);

    for (std::int64_t at = 0; at < kSteps; ++at) {
        std::vector<std::int64_t> batch;
        for (std::int64_t i = 0; i < spec.training.batchSize; ++i)
            batch.push_back(at * spec.training.batchSize + i);
        const double learningRate = lane.optimizer().learningRate();
        const double scale = static_cast<double>(lane.lossScale().scale);
        if (!lane.computeGradients(data, batch, at))
            return "stopped";
        std::map<std::string, Tensor> inputs;
        for (std::size_t i = 0; i < step->nodes().size(); ++i) {
            const graph::Node& node = step->nodes()[i];
            const graph::ValueId id(i);
            if (node.operation == graph::Operation::Variable)
                run.give(id, kept.at(id));
            if (node.operation != graph::Operation::Input)
                continue;
            const auto rows = [&](const std::vector<float>& all) {
                const auto width = static_cast<std::size_t>(node.shape.elements());
                return std::vector<double>(
                    all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(at) * width),
                    all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(at + 1) * width));
            };
            inputs[node.name] = filled(node.shape, *node.format,
                node.name == "features"            ? rows(data.train.features)
                    : node.name == "targets"       ? rows(data.train.targets)
                    : node.name == "learning_rate" ? std::vector{learningRate}
                                                   : std::vector{scale});
            run.give(id, inputs.at(node.name));
        }
        for (const Pass pass : {Pass::Forward, Pass::Loss, Pass::Backward, Pass::Update})
            run.run(arithmetic, pass);
        const std::string where = " of step " + std::to_string(at);
        std::size_t count = 0;
        for (const graph::Output& output : step->outputs()) {
            const Tensor& value = run.value(output.value);
            if (output.name == "prediction")
                if (const std::string found = differenceOf(value, lane.model().output()); !found.empty())
                    return found + " in the prediction" + where;
            if (output.name == "loss" && !sameBits(value.at(0), lane.outcome().loss)
                && !std::isnan(value.at(0)))
                return "loss" + where;
            if (output.name == "gradient") {
                const Variable& variable = *trained[count++];
                const std::string found = differenceOf(
                    value, castIfNeeded(arithmetic, variable.gradient, variable.value.format(), storage));
                if (!found.empty())
                    return found + " in the gradient of " + step->nameOf(*output.variable) + where;
            }
        }
        lane.update();
        if (lane.outcome().skipped)
            return {}; // no update to compare
        count = 0;
        for (const graph::Output& output : step->outputs()) {
            if (output.name != "next")
                continue;
            const Tensor& value = run.value(output.value);
            const bool isVariable = std::ranges::find(variables, *output.variable) != variables.end();
            const std::string found
                = isVariable ? differenceOf(value, trained[count++]->value) : std::string();
            if (!found.empty())
                return found + " in the next " + step->nameOf(*output.variable) + where;
            kept.at(*output.variable).assign(value);
        }
    }
    return {};
}

std::string pick(std::mt19937& random, const std::vector<std::string>& from)
{
    return from[random() % from.size()];
}

std::vector<std::string> shownActivations()
{
    std::vector<std::string> names = activationNames();
    std::erase(names, "softmax");
    return names;
}

const std::vector<std::string> kPolicies{
    "float32", "float16", "bfloat16", "float64", "mixed_float16", "mixed_bfloat16"};

} // namespace

class TestStepFormula : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void everyActivation_data();
    void everyActivation();
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
    for (const std::string& activation : shownActivations())
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
            layers.push_back(dense(name, units(), pick(random, shownActivations()), !chance(4)));
            if (chance(3))
                layers.push_back({"act_" + std::to_string(i), "Activation",
                    {{"activation", pick(random, shownActivations())}}, {}, {}});
            if (chance(4)) { // a residual connection
                const std::string from = layers.back().name;
                LayerSpec branch = dense(name + "_branch", 6, pick(random, shownActivations()));
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
        SessionSpec session = sessionOf(layers, pick(random, kPolicies), units());
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
        const std::string found = difference(session, *m_kernels, random, areClasses);
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
    row("softmax", sessionOf({dense("a", 2, "softmax")}, "float32"), "layers[1]");
    SessionSpec session = sessionOf({dense("a", 2)}, "float32");
    session.training.optimizer = {"Adam", {}};
    row("Adam", session, "training.optimizer");
    session.training.optimizer = {"SGD", {{"clipnorm", 1.0}}};
    row("clipping", session, "training.optimizer");
    session = sessionOf({dense("a", 2)}, "float32");
    session.training.loss = {"Poisson", {}};
    row("loss", session, "training.loss");
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
