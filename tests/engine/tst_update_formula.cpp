// SPDX-License-Identifier: GPL-3.0-or-later
// What an optimizer does, computed operation by operation from its formula, gives the bits of its kernel: every optimizer with its
// options, and all that lies around a rule, in every dtype and under every training loop.
#include "engine/optimizer/optimizer_catalog.h"
#include "tests/engine/step_difference.h"

#include <QTest>
#include <limits>
#include <tuple>

using namespace ulpscope;

namespace {

struct Case
{
    const char* optimizer;
    std::vector<std::pair<const char*, ParameterValue>> options = {};
};

/// Each optimizer with what of its options changes its formula.
const std::vector<Case>& rules()
{
    static const std::vector<Case> cases{
        {"SGD"},
        {"SGD", {{"momentum", 0.9}}},
        {"SGD", {{"momentum", 0.9}, {"nesterov", true}}},
        {"Adam"},
        {"Adam", {{"beta_1", 0.81}, {"beta_2", 0.95}, {"epsilon", 1e-3}, {"amsgrad", true}}},
        {"AdamW", {{"weight_decay", 0.1}, {"epsilon", 1e-3}}},
        {"Adamax", {{"epsilon", 1e-3}}},
        {"Nadam", {{"epsilon", 1e-3}}},
        {"Nadam", {{"beta_1", 0.8}, {"beta_2", 0.95}, {"epsilon", 1e-2}}},
        {"RMSprop", {{"epsilon", 1e-3}}},
        {"RMSprop", {{"momentum", 0.7}, {"epsilon", 1e-3}}},
        {"RMSprop", {{"centered", true}, {"epsilon", 1e-3}}},
        {"RMSprop", {{"rho", 0.83}, {"momentum", 0.7}, {"centered", true}, {"epsilon", 1e-3}}},
        {"Adagrad"},
        {"Adagrad", {{"initial_accumulator_value", 0.3}, {"epsilon", 1e-3}}},
        {"Lion"},
        {"Lion", {{"beta_1", 0.5}, {"beta_2", 0.7}}},
        {"Adafactor"},
        {"Adafactor",
            {{"clip_threshold", 0.5}, {"epsilon_1", 1e-3}, {"epsilon_2", 0.1}, {"beta_2_decay", -0.5}}},
        {"Lamb", {{"epsilon", 1e-3}}},
        {"Adadelta", {{"learning_rate", 1.0}, {"epsilon", 1e-3}}},
    };
    return cases;
}

/// What lies around a rule.
const std::vector<Case>& surroundings()
{
    static const std::vector<Case> cases{
        {"plain"},
        {"decay", {{"weight_decay", 0.07}}},
        {"clipvalue", {{"clipvalue", 0.02}}},
        {"clipnorm", {{"clipnorm", 0.1}}},
        {"global clipnorm", {{"global_clipnorm", 0.1}}},
        {"large global clipnorm", {{"global_clipnorm", 1e4}}},
        {"accumulation", {{"gradient_accumulation_steps", std::int64_t{2}}}},
        {"accumulation and clipnorm", {{"gradient_accumulation_steps", std::int64_t{3}}, {"clipnorm", 0.1}}},
        {"average", {{"use_ema", true}, {"ema_momentum", 0.8}}},
        {"overwriting average",
            {{"use_ema", true}, {"ema_momentum", 0.7}, {"ema_overwrite_frequency", std::int64_t{2}}}},
        {"all",
            {{"use_ema", true}, {"ema_overwrite_frequency", std::int64_t{2}}, {"weight_decay", 0.07},
                {"gradient_accumulation_steps", std::int64_t{2}}, {"global_clipnorm", 0.1}}},
    };
    return cases;
}

const std::vector<Component>& lossScales()
{
    static const std::vector<Component> scales{{"none", {}}, {"fixed", {{"scale", 1024.0}}},
        {"fixed", {{"scale", 3.0}}}, {"fixed", {{"scale", 1000.1}}}, {"dynamic", {{"initial_scale", 64.0}}},
        {"dynamic", {{"initial_scale", 100.0}}}, {"tf_keras", {{"initial_scale", 48.0}}},
        {"grad_scaler", {{"init_scale", 48.0}}}};
    return scales;
}

void set(Component& optimizer, const Case& from)
{
    for (const auto& [name, value] : from.options)
        optimizer.config.set(name, value);
}

SessionSpec smallSession(const std::string& policy, const Component& optimizer)
{
    SessionSpec session = sessionOf({dense("dense", 7, "tanh"), dense("logits", 3)}, policy);
    session.training.optimizer = optimizer;
    session.training.optimizer.config.set("learning_rate", 0.0131);
    return session;
}

} // namespace

class TestUpdateFormula : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void everyOptimizerHasAFormula();
    void everyRule_data();
    void everyRule();
    void everySurrounding_data();
    void everySurrounding();
    void randomTrainings();
    void formulasCountAsKernels_data();
    void formulasCountAsKernels();
    void aFixedScaleIsRoundedToTheGradientsDtype();

private:
    std::optional<Kernels> m_kernels;
};

void TestUpdateFormula::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::move(kernels).value();
}

void TestUpdateFormula::everyOptimizerHasAFormula()
{
    for (const OptimizerClass& row : optimizerCatalog()) {
        QVERIFY2(row.formula != nullptr, row.name.c_str());
        QVERIFY2(std::ranges::any_of(rules(), [&](const Case& each) { return each.optimizer == row.name; }),
            row.name.c_str());
    }
}

void TestUpdateFormula::everyRule_data()
{
    QTest::addColumn<int>("rule");
    QTest::addColumn<std::string>("policy");
    for (int i = 0; i < static_cast<int>(rules().size()); ++i)
        for (const std::string& policy : kPolicies)
            QTest::addRow("%s %d in %s", rules()[static_cast<std::size_t>(i)].optimizer, i, policy.c_str())
                << i << policy;
}

void TestUpdateFormula::everyRule()
{
    QFETCH(int, rule);
    QFETCH(std::string, policy);
    std::mt19937 random(7);
    const Case& each = rules()[static_cast<std::size_t>(rule)];
    Component optimizer{each.optimizer, {}};
    set(optimizer, each);
    Compared compared;
    const std::string found
        = difference(smallSession(policy, optimizer), *m_kernels, random, Targets::Numbers, &compared);
    QVERIFY2(found.empty(), found.c_str());
    QVERIFY(compared.updates > 1);
}

void TestUpdateFormula::everySurrounding_data()
{
    QTest::addColumn<int>("surrounding");
    QTest::addColumn<int>("scale");
    QTest::addColumn<std::string>("policy");
    for (int i = 0; i < static_cast<int>(surroundings().size()); ++i)
        for (int scale = 0; scale < static_cast<int>(lossScales().size()); ++scale)
            for (const std::string& policy : kPolicies)
                QTest::addRow("%s, %s %d in %s", surroundings()[static_cast<std::size_t>(i)].optimizer,
                    lossScales()[static_cast<std::size_t>(scale)].className.c_str(), scale, policy.c_str())
                    << i << scale << policy;
}

void TestUpdateFormula::everySurrounding()
{
    QFETCH(int, surrounding);
    QFETCH(int, scale);
    QFETCH(std::string, policy);
    std::mt19937 random(static_cast<unsigned>(11 + surrounding));
    Component optimizer{surrounding % 2 == 0 ? "Adam" : "SGD", {}};
    set(optimizer, surroundings()[static_cast<std::size_t>(surrounding)]);
    SessionSpec session = smallSession(policy, optimizer);
    session.training.lossScale = lossScales()[static_cast<std::size_t>(scale)];
    Compared compared;
    const std::string found = difference(session, *m_kernels, random, Targets::Numbers, &compared);
    QVERIFY2(found.empty(), found.c_str());
    QVERIFY(compared.updates > 1);
}

void TestUpdateFormula::randomTrainings()
{
    const std::vector<TrainingLoop> loops{TrainingLoop::Fit, TrainingLoop::Custom,
        TrainingLoop::CustomWithoutScaling, TrainingLoop::CustomWithoutUnscaling,
        TrainingLoop::CustomClippedWhileScaled, TrainingLoop::CustomScheduleCountsSkipped};
    Compared compared;
    for (unsigned seed = 1; seed <= 600; ++seed) {
        std::mt19937 random(seed);
        const auto chance = [&](unsigned of) { return random() % of == 0; };
        const Case& rule = rules()[random() % rules().size()];
        Component optimizer{rule.optimizer, {}};
        set(optimizer, rule);
        set(optimizer, surroundings()[random() % surroundings().size()]);
        SessionSpec session = smallSession(pick(random, kPolicies), optimizer);
        for (LayerSpec& layer : session.model.layers)
            if (layer.className != "InputLayer" && chance(3))
                layer.policy = *getPolicy(pick(random, kPolicies));
        session.training.lossScale = lossScales()[random() % lossScales().size()];
        session.training.loop = loops[random() % loops.size()];
        if (chance(2))
            session.training.schedule = {"ExponentialDecay", {{"decay_steps", std::int64_t{2}}}};
        if (!checkSession(session)) // a mistake that this loss scale has no room for
            session.training.loop = TrainingLoop::Custom;
        session.training.lossWeight = chance(2) ? 1 : 0.37;
        session.training.batchSize = static_cast<std::int64_t>(random() % 5 + 1);
        const std::string found = difference(session, *m_kernels, random, Targets::Numbers, &compared);
        const std::string what = rule.optimizer + std::string(", ") + session.training.lossScale.className
            + ", loop " + std::to_string(static_cast<int>(session.training.loop)) + ": ";
        QVERIFY2(found.empty(), ("seed " + std::to_string(seed) + ", " + what + found).c_str());
    }
    QVERIFY(compared.updates > 1200);
}

void TestUpdateFormula::formulasCountAsKernels_data()
{
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<bool>("isTorch");
    for (std::size_t i = 0; i < rules().size(); ++i) {
        const OptimizerClass& row = *findRow(optimizerCatalog(), rules()[i].optimizer);
        if (row.kernel != nullptr)
            QTest::addRow("%s %d", rules()[i].optimizer, static_cast<int>(i)) << i << false;
        if (row.torchKernel != nullptr)
            QTest::addRow("torch, %s %d", rules()[i].optimizer, static_cast<int>(i)) << i << true;
    }
}

void TestUpdateFormula::formulasCountAsKernels()
{
    QFETCH(std::size_t, index);
    QFETCH(bool, isTorch);
    Component optimizer{rules()[index].optimizer, {}};
    set(optimizer, rules()[index]);
    const OptimizerClass& row = *findRow(optimizerCatalog(), optimizer.className);
    const Result<Config> config = checkConfig(optimizer.config, row.parameters);
    QVERIFY2(config, config ? "" : config.error().text().c_str());
    for (unsigned seed = 1; seed <= 120; ++seed) {
        std::mt19937 random(seed);
        const std::string name = pick(random, {"float32", "float16", "bfloat16", "float64", "float8_e5m2"});
        const Format& format = *findFormat(name);
        Shape shape;
        for (auto axis = random() % 5; axis > 0; --axis)
            shape.append(static_cast<Index>(random() % 7 + 1));
        std::normal_distribution<double> draw;
        const auto drawn = [&](double scale) {
            Tensor tensor(shape, format);
            for (Index i = 0; i < tensor.size(); ++i)
                tensor.set(i, roundToFormat(format, draw(random) * scale));
            return tensor;
        };
        const OptimizerContext context;
        const UpdateFormulas formulas = isTorch ? UpdateFormulas::Torch : UpdateFormulas::Keras;
        UpdateRule rule = row.rule(*config, formulas);
        Optimizer byKernel(rule, *config, context);
        rule.scalars = {};
        Optimizer byFormula(rule, *config, context);
        Tensor one = drawn(1);
        Tensor other;
        other.assign(one);
        for (int step = 0; step < 4; ++step) {
            // Some overflow when they are squared, a few are not finite themselves.
            Tensor gradient = drawn(random() % 3 == 0 ? format.maxFinite() / 2 : 1);
            if (random() % 5 == 0)
                gradient.set(0, random() % 2 == 0 ? std::numeric_limits<double>::infinity() : std::nan(""));
            const GradientScale scale{.scale = random() % 2 == 0 ? 1.0 : 3.0};
            const auto applied = [&](Optimizer& by, Tensor& variable) {
                Arithmetic arithmetic(*m_kernels);
                std::vector<UpdateSize> sizes;
                const VariableUpdate update{&variable, &gradient};
                by.apply(arithmetic, {&update, 1}, scale, sizes);
                // PyTorch's kernel tells the step before it is rounded.
                return std::tuple(roundToFormat(format, sizes.at(0).amax), arithmetic.counts().overflows,
                    arithmetic.counts().nonFinite);
            };
            const auto counted = applied(byKernel, one);
            const std::string where = "seed " + std::to_string(seed) + ", step " + std::to_string(step) + ": "
                + name + shape.text();
            const auto found = applied(byFormula, other);
            QVERIFY2(differenceOf(one, other).empty(), (where + differenceOf(one, other)).c_str());
            QCOMPARE(byFormula.keptCount(0), byKernel.keptCount(0));
            for (std::size_t i = 0; i < byKernel.keptCount(0); ++i) {
                QCOMPARE(byFormula.keptName(0, i), byKernel.keptName(0, i));
                const std::string difference = differenceOf(byKernel.kept(0, i), byFormula.kept(0, i));
                QVERIFY2(difference.empty(), (where + difference).c_str());
            }
            const auto text = [](const auto& counts) {
                return std::to_string(std::get<0>(counts)) + ", " + std::to_string(std::get<1>(counts)) + ", "
                    + std::to_string(std::get<2>(counts));
            };
            QVERIFY2(counted == found, (where + ": " + text(counted) + " and " + text(found)).c_str());
        }
    }
}

/// Steps of keras.optimizers.SGD(1, loss_scale_factor=...) on float16 variables under jax.jit.
void TestUpdateFormula::aFixedScaleIsRoundedToTheGradientsDtype()
{
    const Format& float16 = *findFormat("float16");
    const Tensor gradient = filled({3}, float16, {1000, 3, 60000});
    for (const auto& [scale, moved] : std::map<double, std::vector<double>>{{65536, {0, 0, 0}},
             {1000.3F, {-0.99951171875, -0.00299835205078125, -59.96875}}, {3, {-333.25, -1, -20000}}})
        for (const double clip : {0.0, 60000.0}) {
            const Config config = *checkConfig({{"learning_rate", 1.0}, {"clipvalue", clip}},
                findRow(optimizerCatalog(), "SGD")->parameters);
            Optimizer optimizer(findRow(optimizerCatalog(), "SGD")->rule(config), config, {});
            Tensor variable(Shape{3}, float16);
            const VariableUpdate update{&variable, &gradient};
            Arithmetic arithmetic(*m_kernels);
            std::vector<UpdateSize> sizes;
            optimizer.apply(arithmetic, {&update, 1}, {.scale = scale}, sizes);
            const std::string found = differenceOf(variable, filled({3}, float16, moved));
            QVERIFY2(found.empty(), (std::to_string(scale) + ": " + found).c_str());
        }
}

QTEST_GUILESS_MAIN(TestUpdateFormula)
#include "tst_update_formula.moc"
