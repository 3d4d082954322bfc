// SPDX-License-Identifier: GPL-3.0-or-later
// Passes over a step's graph: what each puts where, and that a step with it has the bits of the layers, which do the same by hand.
#include "engine/graph/print.h"
#include "engine/layer/support/activations.h"
#include "engine/policy/recipe.h"
#include "tests/engine/formula_steps.h"

#include <QTest>

using namespace ulpscope;

namespace {

using Strings = std::vector<std::string>;

const Strings kAllPolicies{"float32", "float16", "bfloat16", "float64", "mixed_float16", "mixed_bfloat16",
    "float8_from_float32", "float8_from_mixed_bfloat16"};

LayerSpec named(const std::string& name, const char* className, Config config)
{
    return {name, className, std::move(config), {}, {}};
}

/// Dense layers with activations, in between Activation, and Add over two of them.
SessionSpec randomSession(std::mt19937& random, const Strings& policies, Strings activations = {})
{
    if (activations.empty()) {
        activations = activationNames();
        std::erase(activations, "softmax");
        std::erase(activations, "exponential"); // which explodes
    }
    const auto chance = [&](unsigned of) { return random() % of == 0; };
    const auto dense = [&](const std::string& name, std::int64_t units, bool isLinear = false) {
        return named(name, "Dense",
            {{"units", units}, {"activation", isLinear ? "linear" : pick(random, activations)},
                {"use_bias", !chance(4)}});
    };
    const auto units = [&] { return static_cast<std::int64_t>(random() % 9 + 1); };
    std::vector<LayerSpec> layers;
    const unsigned depth = random() % 4 + 1;
    for (unsigned i = 0; i < depth; ++i) {
        const std::string name = "dense_" + std::to_string(i);
        layers.push_back(dense(name, units()));
        if (chance(3))
            layers.push_back(
                named("act_" + std::to_string(i), "Activation", {{"activation", pick(random, activations)}}));
        if (chance(3)) {
            const std::string from = layers.back().name;
            LayerSpec branch = dense(name + "_branch", 6);
            LayerSpec straight = dense(name + "_straight", 6, true);
            branch.inputs = straight.inputs = {from};
            layers.push_back(branch);
            layers.push_back(straight);
            layers.push_back(named("add_" + std::to_string(i), "Add", {}));
            layers.back().inputs = {straight.name, branch.name};
        }
    }
    layers.push_back(dense("logits", units(), true));
    SessionSpec session = sessionOf(layers, pick(random, policies), {units()});
    for (LayerSpec& spec : session.model.layers)
        if (spec.className != "InputLayer" && chance(3))
            spec.policy = *getPolicy(pick(random, policies));
    session.training.batchSize = static_cast<std::int64_t>(random() % 7 + 1);
    const double momentum = chance(2) ? 0 : 0.9;
    session.training.optimizer = {"SGD",
        {{"learning_rate", chance(2) ? 0.03 : 0.013}, {"momentum", momentum},
            {"nesterov", momentum != 0 && chance(2)}}};
    if (chance(2))
        session.training.lossScale = {"fixed", {{"scale", 1024.0}}};
    return session;
}

/// Those that PyTorch has; softmax has no formula.
Strings torchActivations()
{
    Strings names;
    for (const ActivationFunction& row : activationFunctions())
        if (!row.torch.empty() && row.name != "softmax" && row.name != "exponential")
            names.push_back(row.name);
    return names;
}

/// The session's layers, to find a difference by.
std::string textOf(const SessionSpec& session)
{
    std::string text = "\n  " + session.policies.global.name;
    for (const LayerSpec& spec : session.model.layers) {
        const ParameterValue* activation = spec.config.find("activation");
        text += "\n  " + spec.name + (activation ? ' ' + std::get<std::string>(*activation) : "") + ' '
            + (spec.policy ? spec.policy->name : "");
        for (const NumericsOverrideRow& row : numericsOverrides())
            if (spec.numerics[row.setting])
                text += ' ' + std::string(row.path) + '=' + *spec.numerics[row.setting];
    }
    return text;
}

} // namespace

class TestGraphPasses : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void float8IsTheLayers();
    void recipesAreTheLayers();
    void overridesAreTheLayers();
    void integersAreTheLayers();
    void xlaIsTheLayers();
    void torchIsTheLayers();
    void whatAPassPuts_data();
    void whatAPassPuts();

private:
    void holds(const std::function<SessionSpec(std::mt19937& random)>& make, unsigned count);
    std::optional<Kernels> m_kernels;
};

void TestGraphPasses::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::move(kernels).value();
}

void TestGraphPasses::holds(const std::function<SessionSpec(std::mt19937& random)>& make, unsigned count)
{
    std::string all;
    for (unsigned seed = 1; seed <= count; ++seed) {
        std::mt19937 random(seed);
        const SessionSpec session = make(random);
        const std::string found = differenceByName(session, *m_kernels, random);
        if (!found.empty())
            all += "\nseed " + std::to_string(seed) + ": " + found + textOf(session);
    }
    QVERIFY2(all.empty(), all.c_str());
}

void TestGraphPasses::float8IsTheLayers()
{
    holds(
        [](std::mt19937& random) {
            SessionSpec session = randomSession(random,
                {"float8_from_float32", "float8_from_float16", "float8_from_bfloat16",
                    "float8_from_mixed_float16", "float8_from_mixed_bfloat16", "float32"});
            for (LayerSpec& spec : session.model.layers)
                if (spec.policy && random() % 2 == 0) // a history shorter than the run
                    spec.policy = *makeFloat8Policy(pick(random, {"float32", "mixed_float16"}), 3);
            return session;
        },
        200);
}

void TestGraphPasses::recipesAreTheLayers()
{
    holds(
        [](std::mt19937& random) {
            SessionSpec session = randomSession(random, kAllPolicies);
            for (LayerSpec& spec : session.model.layers)
                if (spec.className == "Dense" && random() % 4 != 0) {
                    const RecipeClass& row = recipeCatalog()[random() % recipeCatalog().size()];
                    spec.recipe = Component{row.name, {}};
                }
            return session;
        },
        200);
}

void TestGraphPasses::overridesAreTheLayers()
{
    holds(
        [](std::mt19937& random) {
            SessionSpec session = randomSession(random, kAllPolicies);
            const Strings operands{"float8_e4m3fn", "float8_e5m2:te", "bfloat16:stochastic:8", "mxfp8",
                "nvfp4", "mxfp8:stochastic", "float16:toward-zero", "float32", "float8_e4m3fn_scaled",
                "float64"};
            const Strings accumulators{"float32", "exact", "sequential:float16", "chunked:4:bfloat16",
                "stochastic:8:bfloat16", "kahan", "float64"};
            const auto text = [&](OverrideKind kind) -> std::string {
                switch (kind) {
                case OverrideKind::Operand:
                    return pick(random, operands);
                case OverrideKind::Accumulator:
                    return pick(random, accumulators);
                case OverrideKind::Format:
                    return pick(random, {"float16", "bfloat16", "float32"});
                case OverrideKind::Variable:
                    return pick(random, {"bfloat16", "bfloat16:stochastic", "bfloat16:kahan", "float16"});
                case OverrideKind::Storage:
                    return pick(random, {"bfloat16", "bfloat16:stochastic:4", "float8_e4m3fn"});
                }
                return {};
            };
            for (LayerSpec& spec : session.model.layers)
                for (const NumericsOverrideRow& row : numericsOverrides())
                    if (spec.className == "Dense" && random() % 4 == 0)
                        spec.numerics[row.setting] = text(row.kind);
            return session;
        },
        400);
}

void TestGraphPasses::integersAreTheLayers()
{
    holds(
        [](std::mt19937& random) {
            return randomSession(random,
                {"int8_from_float32", "int8_from_mixed_bfloat16", "int8_from_bfloat16", "int4_from_float32",
                    "int4_from_mixed_float16", "int4/3_from_bfloat16", "ternary_from_float32",
                    "ternary_from_mixed_bfloat16", "float32"});
        },
        200);
}

void TestGraphPasses::xlaIsTheLayers()
{
    holds(
        [](std::mt19937& random) {
            SessionSpec session = randomSession(random,
                {"float32", "bfloat16", "mixed_bfloat16", "mixed_float16", "float8_from_mixed_bfloat16"});
            session.training.arithmetic = ArithmeticKind::KerasJax;
            if (random() % 2 == 0) // a kernel of one number
                session.model.layers.push_back(named("one", "Dense", {{"units", std::int64_t{1}}})),
                    session.model.layers.push_back(named("last", "Dense", {{"units", std::int64_t{1}}}));
            return session;
        },
        300);
}

void TestGraphPasses::torchIsTheLayers()
{
    holds(
        [](std::mt19937& random) {
            SessionSpec session
                = randomSession(random, {"float32", "mixed_bfloat16", "mixed_float16"}, torchActivations());
            session.training.arithmetic = ArithmeticKind::Torch;
            return session;
        },
        300);
}

void TestGraphPasses::whatAPassPuts_data()
{
    QTest::addColumn<SessionSpec>("session");
    QTest::addColumn<std::string>("pass");
    QTest::addColumn<std::string>("operations");
    const auto row = [](const char* pass, const std::string& operations, const char* policy,
                         const std::function<void(SessionSpec&)>& change = {}) {
        SessionSpec session = sessionOf({named("dense", "Dense", {{"units", std::int64_t{2}}})}, policy);
        if (change)
            change(session);
        QTest::addRow("%s, %s", pass, policy) << session << std::string(pass) << operations;
    };
    const auto under = [](ArithmeticKind kind) {
        return [kind](SessionSpec& session) { session.training.arithmetic = kind; };
    };
    const std::string pair
        = "@:float32 @:float32 convert_element_type:bfloat16 div:bfloat16 max:bfloat16 min:bfloat16 "
          "convert_element_type:# convert_element_type:bfloat16 mul:bfloat16 abs:bfloat16 "
          "reduce_max:bfloat16 convert_element_type:float32 ";
    const auto of = [](std::string text, const std::string& slot, const std::string& format) {
        for (const std::string& name : {slot + "_scale", slot + "_amax_history"})
            text.replace(text.find('@'), 1, "variable " + name);
        return text.replace(text.find('#'), 1, format);
    };
    row("float8",
        of(pair, "inputs", "float8_e4m3fn") + of(pair, "kernel", "float8_e4m3fn")
            + of(pair, "outputs_grad", "float8_e5m2"),
        "float8_from_mixed_bfloat16");
    row("overrides", "quantize:float32 quantize:float32 quantize:float32 quantize:float32 ", "float32",
        [](SessionSpec& session) {
            session.model.layers.back().recipe = Component{"mxfp8", {}};
        });
    const std::string scaled
        = "@:float32 @:float32 mul:float32 max:float32 min:float32 div:float32 convert_element_type:# "
          "convert_element_type:float32 mul:float32 eq:float32 abs:float32 select_n:float32 "
          "reduce_max:float32 ";
    row("delayed scaling",
        of(scaled, "inputs", "float8_e4m3fn") + of(scaled, "kernel", "float8_e4m3fn")
            + of(scaled, "outputs_grad", "float8_e5m2"),
        "float32", [](SessionSpec& session) {
            session.model.layers.back().recipe = Component{"te_delayed", {}};
        });
    row("output format",
        "convert_element_type:float16 convert_element_type:float32 convert_element_type:float32 neg:float32 "
        "mul:float32 erfc:float32 mul:float32 ",
        "float32", [](SessionSpec& session) {
            session.model.layers.back().config.set("activation", std::string("gelu"));
            session.model.layers.back().numerics[NumericsOverride::Output] = "float16";
        });
    row("stored updates",
        "variable compensation:bfloat16 convert_element_type:bfloat16 add:bfloat16 add:bfloat16 sub:bfloat16 "
        "add:bfloat16 ",
        "float32", [](SessionSpec& session) {
            session.model.layers.back().config.set("use_bias", false);
            session.model.layers.back().numerics[NumericsOverride::Variable] = "bfloat16:kahan";
        });
    row("integers",
        "quantize_integers:int8 quantize_integers:bfloat16 quantize_integers:int8 dot_general:bfloat16 add:bfloat16 "
        "quantize_integers:float32 convert_element_type:bfloat16 mul:bfloat16 div:bfloat16 ",
        "int8_from_mixed_bfloat16");
    row("integers",
        "quantize_integers:int8 convert_element_type:bfloat16 dot_general:bfloat16 quantize_integers:float32 "
        "convert_element_type:bfloat16 convert_element_type:float32 div:float32 convert_element_type:float32 "
        "mul:float32 convert_element_type:bfloat16 ",
        "int4_from_mixed_bfloat16");
    row("fused updates", "neg:float32 fma:float32 neg:float32 fma:float32 ", "mixed_bfloat16",
        under(ArithmeticKind::KerasJax));
    row("excess precision", "convert_element_type:float32 convert_element_type:float32 add:float32 ",
        "mixed_bfloat16", under(ArithmeticKind::KerasJax));
    row("bias in sum", "convert_element_type:float32 add:float32 convert_element_type:bfloat16 ",
        "mixed_bfloat16", under(ArithmeticKind::Torch));
    row("sums once", "reduce_sum:bfloat16 ", "mixed_bfloat16", under(ArithmeticKind::Torch));
    row("rounded once", "convert_element_type:float32 convert_element_type:bfloat16 ", "mixed_bfloat16",
        [](SessionSpec& session) {
            session.training.arithmetic = ArithmeticKind::Torch;
            session.model.layers.back().config.set("activation", std::string("relu"));
        });
}

void TestGraphPasses::whatAPassPuts()
{
    QFETCH(SessionSpec, session);
    QFETCH(std::string, pass);
    QFETCH(std::string, operations);
    const Result<CheckedSession> checked = resolveSession(session);
    QVERIFY2(checked.ok(), checked.ok() ? "" : checked.error().text().c_str());
    const graph::Graph step = *stepFormula(*checked, StepPart::Whole);
    std::string put;
    for (const graph::Node& node : step.nodes()) {
        const bool isNumber
            = node.operation == graph::Operation::Constant || node.operation == graph::Operation::Broadcast;
        const bool isOfScale
            = node.pass == Pass::Update && pass != "stored updates" && pass != "fused updates";
        if (node.addedBy == pass && !isNumber && !isOfScale)
            put += std::string(graph::rowOf(node.operation).name) + (node.name.empty() ? "" : ' ' + node.name)
                + ':' + std::string(node.format->name) + ' ';
    }
    QCOMPARE(put, operations);
}

QTEST_GUILESS_MAIN(TestGraphPasses)
#include "tst_graph_passes.moc"
