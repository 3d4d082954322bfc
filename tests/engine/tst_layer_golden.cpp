// SPDX-License-Identifier: GPL-3.0-or-later
// Layers one by one against real Keras on JAX: every row of tests/golden/layers.csv, which make_layers.py beside it wrote.
#include "app/io/keras/model/keras_layer_config.h"
#include "engine/layer/layer.h"
#include "engine/model/model_plan.h"
#include "engine/tensor/ops.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTest>
#include <cmath>
#include <map>

using namespace ulpscope;

namespace {

struct Case
{
    QString className;
    QByteArray config;
    Shape shape; ///< with the batch
    std::map<QString, std::vector<double>> values; ///< by "policy|what|name"

    const std::vector<double>& at(const QString& key) const { return values.at(key); }
};

const std::map<QString, Case>& golden()
{
    static const std::map<QString, Case> cases = [] {
        std::map<QString, Case> result;
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/layers.csv"));
        if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
            QTest::qFail("layers.csv cannot be read", __FILE__, __LINE__);
        while (!file.atEnd()) {
            const QString line = QString::fromLatin1(file.readLine()).trimmed();
            if (line.startsWith(u'#'))
                continue;
            const QStringList cells = line.split(u'|');
            Case& found = result[cells[0]];
            if (cells[1] == QStringLiteral("layer")) {
                found.className = cells[2];
                found.config = cells[4].toLatin1();
                continue;
            }
            std::vector<double> numbers; // with the digits of a float, except under float64
            for (const QString& number : cells[4].split(u' '))
                numbers.push_back(cells[1] == QStringLiteral("float64")
                        ? number.toDouble()
                        : static_cast<double>(number.toFloat()));
            if (cells[2] == QStringLiteral("shape"))
                for (const double extent : numbers)
                    found.shape.append(static_cast<Index>(extent));
            else
                found.values[cells[1] + u'|' + cells[2] + u'|' + cells[3]] = numbers;
        }
        return result;
    }();
    return cases;
}

/// Equal, or both NaN.
bool same(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// How far a tensor is from what Keras computed, relative to the largest finite number there.
struct Distance
{
    double error = 0; ///< infinite where one is finite and the other is not
    double largest = 0;
    int different = 0;

    void add(const Tensor& actual, const std::vector<double>& expected)
    {
        if (static_cast<std::size_t>(actual.size()) != expected.size())
            error = HUGE_VAL;
        for (std::size_t i = 0; i < expected.size() && error < HUGE_VAL; ++i) {
            const double value = actual.at(static_cast<Index>(i));
            if (std::isfinite(expected[i]))
                largest = std::max(largest, std::fabs(expected[i]));
            if (same(value, expected[i]))
                continue;
            ++different;
            const double difference = std::fabs(value - expected[i]);
            error = std::max(error, std::isfinite(difference) ? difference : HUGE_VAL);
        }
    }
    double relative() const { return error == 0 ? 0 : error / largest; }
};

/// The layer of a case under a policy, with the case's weights.
struct Fixture
{
    Fixture(const Case& golden, const QString& policyName)
        : kernels(*Kernels::load())
        , arithmetic(kernels)
    {
        const DTypePolicy policy = *getPolicy(policyName.toStdString());
        ModelSpec model;
        std::vector<std::int64_t> example;
        for (int i = 1; i < golden.shape.rank(); ++i)
            example.push_back(golden.shape[i]);
        model.layers = {{"input_layer", "InputLayer", {{"shape", example}}, {}, {}},
            {"layer", golden.className.toStdString(), {}, {}, {}}};
        const Status read = readKerasLayerConfig(
            nlohmann::ordered_json::parse(golden.config.toStdString()), policy, model.layers[1]);
        if (!read)
            qFatal("%s", read.error().message.text().c_str());
        const Result<ModelPlan> plan = planModel(model, {policy, {}}, 5);
        if (!plan)
            qFatal("%s", plan.error().message.text().c_str());
        const PlannedLayer& planned = plan->layers[1];
        layer = std::make_unique<Layer>(planned.options, planned.layerClass->formula);
        Shape shape;
        for (const std::int64_t extent : example)
            shape.append(extent);
        layer->build(std::span(&shape, 1), arithmetic);
        const bool isWide = policyName == QStringLiteral("float64");
        Tensor arrived(golden.shape, isWide ? float64Format() : float32Format());
        const std::vector<double>& values = golden.at(QStringLiteral("all|input|"));
        for (Index i = 0; i < arrived.size(); ++i)
            arrived.set(i, values[static_cast<std::size_t>(i)]);
        if (layer->autocast())
            cast(arithmetic, arrived, *layer->numerics().compute, input);
        else
            input = std::move(arrived);
        for (Variable& variable : layer->variables())
            if (variable.trainable) {
                const auto& weights
                    = golden.at(QStringLiteral("all|weight|") + QString::fromStdString(variable.name));
                for (Index i = 0; i < variable.value.size(); ++i)
                    variable.value.set(i, weights[static_cast<std::size_t>(i)]);
            }
    }

    void run()
    {
        const StepContext context{arithmetic, 0, true};
        const Tensor* x = &input;
        layer->forward(context, std::span(&x, 1), output);
        Tensor exact(output.shape(), float64Format());
        for (Index i = 0; i < exact.size(); ++i)
            exact.set(i, std::cos(0.9 * static_cast<double>(i)));
        Tensor upstream;
        cast(arithmetic, exact, output.format(), upstream);
        layer->backward(context, std::span(&x, 1), output, upstream, std::span(&inputGradient, 1));
    }

    Kernels kernels;
    Arithmetic arithmetic;
    std::unique_ptr<Layer> layer;
    Tensor input;
    Tensor output;
    Tensor inputGradient;
};

/// In units of half an ulp of 1. Keras and we sum in other orders; and where a float16 result of one operation goes into
/// the next, the last digit of an exponential can differ.
double allowed(const QString& name, const QString& policy, const QString& what, const Tensor& output)
{
    const double unit = output.format().epsilon() / 2;
    const bool isNarrow = policy.startsWith(QStringLiteral("mixed"));
    if (name == QStringLiteral("activation tanh") && policy == QStringLiteral("float64"))
        return 3e-7; // XLA's tanh is 1 from about 7.9 on
    // The same operations rounded alike; of the others an exponential's last digit or its underflow differs.
    for (const char* exact :
        {"relu", "relu6", "leaky_relu", "sigmoid", "silu", "softsign", "hard_sigmoid", "hard_silu"})
        if (isNarrow && name == QStringLiteral("activation ") + QLatin1String(exact))
            return 0;
    if (!isNarrow) // 20 around a mean of 70000 leaves so many digits fewer
        return (name.endsWith(QStringLiteral("large")) ? 8192 : 64) * unit;
    if (what
        == QStringLiteral("gradient|bias")) // XLA adds these up in the compute dtype, Ulpscope in float32
        return 16 * unit;
    if (name.startsWith(QStringLiteral("average")))
        return policy == QStringLiteral("mixed_bfloat16") ? 0 : 8 * unit; // XLA adds float16 in another order
    return 4 * unit;
}

} // namespace

class TestLayerGolden : public QObject
{
    Q_OBJECT
private slots:
    void isAsInKeras_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("policy");
        for (const auto& [name, found] : golden())
            for (const char* policy : {"float64", "float32", "mixed_float16", "mixed_bfloat16"})
                if (found.values.contains(QString::fromLatin1(policy) + QStringLiteral("|output|")))
                    QTest::addRow("%s under %s", qPrintable(name), policy)
                        << name << QString::fromLatin1(policy);
        QVERIFY(golden().size() > 40);
    }

    void isAsInKeras()
    {
        QFETCH(QString, name);
        QFETCH(QString, policy);
        const Case& expected = golden().at(name);
        Fixture fixture(expected, policy);
        fixture.run();
        const auto compare = [&](const Tensor& actual, const QString& what) {
            const double bound = allowed(name, policy, what, fixture.output);
            Distance distance;
            distance.add(actual, expected.at(policy + u'|' + what));
            if (qEnvironmentVariableIsSet("ULPSCOPE_PRINT"))
                qInfo("%s %s %s: %g of %g units, %d of %lld differ", qPrintable(name), qPrintable(policy),
                    qPrintable(what), distance.relative() / (fixture.output.format().epsilon() / 2),
                    bound / (fixture.output.format().epsilon() / 2), distance.different,
                    static_cast<long long>(actual.size()));
            QVERIFY2(distance.relative() <= bound,
                qPrintable(QStringLiteral("%1: %2").arg(what).arg(distance.relative())));
        };
        compare(fixture.output, QStringLiteral("output|"));
        compare(fixture.inputGradient, QStringLiteral("input_gradient|"));
        for (const Variable& variable : fixture.layer->variables()) {
            const QString variableName = QString::fromStdString(variable.name);
            if (variable.trainable)
                compare(variable.gradient, QStringLiteral("gradient|") + variableName);
            else
                compare(variable.value, QStringLiteral("state|") + variableName);
        }
        if (expected.values.contains(policy + QStringLiteral("|inference|"))) {
            const Tensor* x = &fixture.input;
            fixture.layer->forward({fixture.arithmetic, 1, false}, std::span(&x, 1), fixture.output);
            compare(fixture.output, QStringLiteral("inference|"));
        }
    }

    /// Under float16 an activation is the same chain of rounded operations: equal but for the last bit of libm.
    void activationsRoundAsJaxDoes_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& [name, found] : golden())
            if (found.className == QStringLiteral("Activation"))
                QTest::newRow(qPrintable(name)) << name;
    }
    void activationsRoundAsJaxDoes()
    {
        QFETCH(QString, name);
        Fixture fixture(golden().at(name), QStringLiteral("mixed_float16"));
        fixture.run();
        Distance output;
        Distance gradient;
        output.add(fixture.output, golden().at(name).at(QStringLiteral("mixed_float16|output|")));
        gradient.add(
            fixture.inputGradient, golden().at(name).at(QStringLiteral("mixed_float16|input_gradient|")));
        // XLA's float16 expm1 is itself a chain of rounded operations; here it is rounded once.
        const bool hasExpm1 = name.endsWith(QStringLiteral("elu")) && !name.endsWith(QStringLiteral("gelu"))
            && !name.endsWith(QStringLiteral("relu"));
        const int most = hasExpm1 ? 40 : 2;
        QVERIFY2(output.different <= most && gradient.different <= most,
            qPrintable(QStringLiteral("%1 and %2 of 128").arg(output.different).arg(gradient.different)));
    }
};

QTEST_GUILESS_MAIN(TestLayerGolden)
#include "tst_layer_golden.moc"
