// SPDX-License-Identifier: GPL-3.0-or-later
// A step computed operation by operation from the layers' formulas gives the bits of the layers themselves: outputs, loss, gradients
// and weights, for every activation in every dtype and for 500 random models.
#include "engine/layer/support/activations.h"
#include "tests/engine/step_difference.h"

#include <QTest>
#include <algorithm>
#include <random>

using namespace ulpscope;

namespace {

std::vector<std::string> shownActivations()
{
    std::vector<std::string> names = activationNames();
    std::erase(names, "softmax");
    return names;
}

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
    row("softmax", sessionOf({dense("a", 2, "softmax")}, "float32"), "layers[1]");
    row("float8", sessionOf({dense("a", 2)}, "float8_from_float32"), "layers[1]");
    SessionSpec session = sessionOf({dense("a", 2)}, "float32");
    session.training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    row("loss", session, "training.loss");
    session = sessionOf({dense("a", 2)}, "mixed_bfloat16");
    session.training.arithmetic = ArithmeticKind::Torch;
    row("torch", session, "training.arithmetic");
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
