// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_regularizer.h"
#include "engine/dtype/rounding.h"
#include "engine/layer/support/regularizer.h"
#include "engine/model/model.h"
#include "engine/train/training_run.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>

using namespace ulpscope;

namespace {

Tensor tensorOf(const QList<double>& values, const Format& format)
{
    Tensor x(Shape{values.size()}, format);
    for (Index i = 0; i < x.size(); ++i)
        x.set(i, roundToFormat(format, values[i]));
    return x;
}

ModelSpec denseWith(const Config& regularizers)
{
    ModelSpec spec;
    spec.layers.push_back({"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}, {}, {}});
    Config config{{"units", std::int64_t{2}}, {"kernel_initializer", std::string("ones")}};
    for (const auto& [key, value] : regularizers.entries())
        config.set(key, value);
    spec.layers.push_back({"dense", "Dense", config, {}, {}});
    return spec;
}

} // namespace

class TestRegularizer : public QObject
{
    Q_OBJECT
private slots:
    void namesAreRead_data();
    void namesAreRead();
    void wrongTextsAreRefusedAtTheirKey();
    void isAsInKeras_data();
    void isAsInKeras();
    void weightsInTheVariableDtypeOutputsInTheComputeDtype();
    void partsAreAddedInTheOrderOfJax();
    void gradientsAreThoseOfTheLossWithPenalties();
    void kerasJsonGoesBothWays();
};

void TestRegularizer::namesAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("l1");
    QTest::addColumn<double>("l2");
    QTest::newRow("none") << "" << 0.0 << 0.0;
    QTest::newRow("l1") << "l1" << 0.01 << 0.0;
    QTest::newRow("l2") << "l2" << 0.0 << 0.01;
    QTest::newRow("both, with Keras' defaults of 0") << "l1_l2" << 0.0 << 0.0;
    QTest::newRow("l1 with its weight") << "l1(0.5)" << 0.5 << 0.0;
    QTest::newRow("l2 with its weight") << "l2(1e-3)" << 0.0 << 1e-3;
    QTest::newRow("both with spaces") << "l1_l2( 0.25 , 4 )" << 0.25 << 4.0;
}

void TestRegularizer::namesAreRead()
{
    QFETCH(QString, text);
    QFETCH(double, l1);
    QFETCH(double, l2);
    const Result<Regularizer> regularizer = regularizerByName(text.toStdString());
    QVERIFY2(regularizer.ok(), regularizer ? "" : regularizer.error().text().c_str());
    QVERIFY((*regularizer == Regularizer{l1, l2}));
    QVERIFY(*regularizerByName(textOf(*regularizer)) == *regularizer);
}

void TestRegularizer::wrongTextsAreRefusedAtTheirKey()
{
    for (const char* text :
        {"l3", "l2(", "l2()", "l2(x)", "l2(-1)", "l2(nan)", "l2(0.1,0.2)", "l1_l2(0.1)", "L2", " l2"}) {
        QVERIFY2(!regularizerByName(text), text);
        const Result<ModelPlan> plan
            = planModel(denseWith({{"kernel_regularizer", std::string(text)}}), {}, 1);
        QVERIFY(!plan);
        QCOMPARE(QString::fromStdString(plan.error().place), QStringLiteral("layers[1].kernel_regularizer"));
    }
}

void TestRegularizer::isAsInKeras_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("penalty");
    QTest::addColumn<QList<double>>("gradient");
    const auto row = [](const char* format, const char* text, double penalty, const QList<double>& gradient) {
        QTest::newRow(qPrintable(QString("%1 %2").arg(format, text)))
            << format << text << penalty << gradient;
    };
    // Keras 3.15.1 on JAX: the penalty of x and the gradient of 1024 times it, x below; no excess precision in XLA.
    row("float32", "l1(0.01)", 0.128509998,
        {10.2399998, -10.2399998, 10.2399998, 10.2399998, 10.2399998, -10.2399998});
    row("float32", "l2(0.01)", 0.678224981,
        {2.0480001, -51.1999969, 61.4399986, 0, 0.0204800013, -148.479996});
    row("float32", "l1_l2(0.003, 0.02)", 1.39500296,
        {7.16800022, -105.471992, 125.951996, 3.07200003, 3.1129601, -300.031982});
    row("float16", "l1(0.01)", 0.128540039,
        {10.2421875, -10.2421875, 10.2421875, 10.2421875, 10.2421875, -10.2421875});
    row("float16", "l2(0.01)", 0.678222656, {2.04882812, -51.21875, 61.4375, 0, 0.0204925537, -148.5});
    row("float16", "l1_l2(0.003, 0.02)", 1.39453125,
        {7.171875, -105.5, 125.9375, 3.07226562, 3.11328125, -300});
    row("bfloat16", "l1(0.01)", 0.12890625, {10.25, -10.25, 10.25, 10.25, 10.25, -10.25});
    row("bfloat16", "l2(0.01)", 0.6796875, {2.046875, -51.25, 61.5, 0, 0.0205078125, -149});
    row("bfloat16", "l1_l2(0.003, 0.02)", 1.3984375, {7.1875, -105.5, 126, 3.078125, 3.125, -302});
}

void TestRegularizer::isAsInKeras()
{
    QFETCH(QString, format);
    QFETCH(QString, text);
    QFETCH(double, penalty);
    QFETCH(QList<double>, gradient);
    const Kernels kernels = *Kernels::load();
    Arithmetic arithmetic(kernels);
    const Format& dtype = *findFormat(format.toStdString());
    const Tensor x = tensorOf({0.1, -2.5, 3.0, 0.0, 1e-3, -7.25}, dtype);
    const Regularizer regularizer = *regularizerByName(text.toStdString());
    // The rows have nine digits; a float32 sum may be in another order there.
    const double tolerance = dtype == float32Format() ? 2e-7 : 1e-8;
    QVERIFY(std::fabs(penaltyOf(arithmetic, regularizer, x) - penalty) <= tolerance * penalty);
    Tensor sum(x.shape(), dtype);
    addPenaltyGradient(arithmetic, regularizer, x, 1024, sum);
    for (Index i = 0; i < x.size(); ++i)
        QVERIFY2(std::fabs(sum.at(i) - gradient[i]) <= tolerance * std::fabs(gradient[i]),
            qPrintable(QString("%1: %2 for %3").arg(i).arg(sum.at(i), 0, 'g', 12).arg(gradient[i])));
}

void TestRegularizer::weightsInTheVariableDtypeOutputsInTheComputeDtype()
{
    // Keras 3.15.1: Dense(2, dtype="mixed_float16", kernel of ones, both regularizers L2(0.01)) of this input adds
    // 0.0231323 in float16 and 0.04 in float32.
    const auto text = [](const char* name) { return std::string(name); };
    const ModelPlan plan = *planModel(
        denseWith({{"kernel_regularizer", text("l2(0.01)")}, {"activity_regularizer", text("l2(0.01)")}}),
        {.global = *getPolicy("mixed_float16")}, 1);
    const Kernels kernels = *Kernels::load();
    Arithmetic arithmetic(kernels);
    Model model(plan, arithmetic);
    model.input() = tensorOf({1.0, 0.3, 0.7, -2.0, 0.1, 0.2}, float32Format());
    model.input().reshape(Shape{3, 2});
    model.forward({arithmetic, 0, true});
    const double activity = 0.02313232421875;
    QCOMPARE(model.nodes()[1].layer->penalty(), activity + static_cast<double>(0.04F));
}

void TestRegularizer::partsAreAddedInTheOrderOfJax()
{
    // Of bfloat16's numbers 256 is followed by 258 and 260. An output's gradient takes l2's 1, which a tie leaves off, and then l1's
    // 1.5; a variable's takes their sum. tests/interop/keras_training.py trains Keras with both.
    const Kernels kernels = *Kernels::load();
    Arithmetic arithmetic(kernels);
    const Format& dtype = *findFormat("bfloat16");
    const Tensor one = tensorOf({1}, dtype);
    Tensor ofOutput = tensorOf({256}, dtype);
    addPenaltyGradient(arithmetic, {1.5, 0.5}, one, 1, ofOutput);
    QCOMPARE(ofOutput.at(0), 258.0);
    const Penalties penalties({{"kernel_regularizer", std::string("l1_l2(1, 0.5)")}}, {"kernel_regularizer"});
    std::vector<Variable> variables(1);
    variables[0].value = tensorOf({1}, dtype);
    variables[0].gradient = tensorOf({256}, dtype);
    penalties.addToGradients({arithmetic, 0, true, 1}, variables);
    QCOMPARE(variables[0].gradient.at(0), 258.0);
}

void TestRegularizer::gradientsAreThoseOfTheLossWithPenalties()
{
    const auto text = [](const char* name) { return std::string(name); };
    const ModelPlan plan = *planModel(
        denseWith({{"kernel_initializer", text("glorot_uniform")},
            {"kernel_regularizer", text("l1_l2(0.03, 0.2)")}, {"bias_regularizer", text("l2(0.5)")},
            {"activity_regularizer", text("l1_l2(0.1, 0.3)")}, {"activation", text("tanh")}}),
        {.global = *getPolicy("float64")}, 3);
    const Kernels kernels = *Kernels::load();
    Arithmetic arithmetic(kernels);
    Model model(plan, arithmetic);
    model.input() = tensorOf({1.0, 0.3, 0.7, -2.0, 0.1, 0.2}, float64Format());
    model.input().reshape(Shape{3, 2});
    constexpr double kScale = 8;
    const StepContext context{arithmetic, 0, true, kScale};
    const auto objective = [&] {
        model.forward(context);
        double sum = 0;
        for (Index i = 0; i < model.output().size(); ++i)
            sum += model.output().at(i) * std::cos(static_cast<double>(i));
        return kScale * (sum + model.nodes()[1].layer->penalty());
    };
    objective();
    Tensor upstream(model.output().shape(), float64Format());
    for (Index i = 0; i < upstream.size(); ++i)
        upstream.set(i, kScale * std::cos(static_cast<double>(i)));
    for (Variable& variable : model.nodes()[1].layer->variables())
        if (variable.name == "bias")
            for (Index i = 0; i < variable.value.size(); ++i)
                variable.value.set(i, 0.25);
    objective();
    model.backward(context, upstream);
    for (Variable& variable : model.nodes()[1].layer->variables())
        for (Index i = 0; i < variable.value.size(); ++i) {
            const double at = variable.value.at(i);
            constexpr double kStep = 1e-6;
            variable.value.set(i, at + kStep);
            const double above = objective();
            variable.value.set(i, at - kStep);
            const double below = objective();
            variable.value.set(i, at);
            const double expected = (above - below) / (2 * kStep);
            QVERIFY2(std::fabs(variable.gradient.at(i) - expected) < 1e-7 * (1 + std::fabs(expected)),
                qPrintable(QString("%1[%2]: %3, by differences %4")
                               .arg(QString::fromStdString(variable.name))
                               .arg(i)
                               .arg(variable.gradient.at(i), 0, 'g', 12)
                               .arg(expected, 0, 'g', 12)));
        }
}

void TestRegularizer::kerasJsonGoesBothWays()
{
    for (const Regularizer& regularizer :
        {Regularizer{}, Regularizer{0.5, 0}, Regularizer{0, 0.25}, Regularizer{0.1, 0.2}}) {
        const std::optional<Regularizer> read = regularizerFromJson(kerasJson(regularizer));
        QVERIFY(read && *read == regularizer);
    }
    QCOMPARE(kerasJson(Regularizer{0, 0.25}).dump(),
        std::string(
            R"({"module":"keras.regularizers","class_name":"L2","config":{"l2":0.25},"registered_name":null})"));
    // keras.regularizers.serialize(keras.regularizers.L1(0.01)), in float32 and with floatx float64
    QCOMPARE(kerasJson(Regularizer{0.01, 0})["config"].dump(), std::string(R"({"l1":0.009999999776482582})"));
    QCOMPARE(kerasJson(Regularizer{0.01, 0}, true)["config"].dump(), std::string(R"({"l1":0.01})"));
    QVERIFY((*regularizerFromJson(kerasJson(Regularizer{0.01, 0})) == Regularizer{0.01, 0}));
    QVERIFY((*regularizerFromJson("l2") == Regularizer{0, 0.01}));
    QVERIFY(!regularizerFromJson(nlohmann::ordered_json::parse(
        R"({"class_name": "OrthogonalRegularizer", "config": {"factor": 0.01}})")));
    QCOMPARE(kerasExpression({0.5, 0.25}), std::string("keras.regularizers.L1L2(l1=0.5, l2=0.25)"));
}

QTEST_APPLESS_MAIN(TestRegularizer)
#include "tst_regularizer.moc"
