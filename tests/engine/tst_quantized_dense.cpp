// SPDX-License-Identifier: GPL-3.0-or-later
// Dense and EinsumDense under int8, int4 and ternary policies against real Keras layers after quantize()
// (tests/golden/quantized_dense.csv, quantized_ternary.csv), and what training does to them.
#include "app/io/session/session_file.h"
#include "engine/layer/layer.h"
#include "engine/layer/layer_catalog.h"
#include "engine/model/layer_numerics.h"
#include "engine/tensor/integer_kernel.h"
#include "engine/tensor/ops.h"
#include "engine/train/training_run.h"

#include <QFile>
#include <QMap>
#include <QTest>
#include <cmath>

using namespace ulpscope;

namespace {

using Values = std::vector<double>;

/// The values of both files by "case,policy,what".
const QMap<QString, Values>& golden()
{
    static const QMap<QString, Values> values = [] {
        QMap<QString, Values> read;
        for (const char* name : {"quantized_dense.csv", "quantized_ternary.csv"}) {
            QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/") + QLatin1String(name));
            if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
                QTest::qFail("a golden file cannot be read", __FILE__, __LINE__);
            while (!file.atEnd()) {
                const QString line = QString::fromUtf8(file.readLine()).trimmed();
                if (line.startsWith(QLatin1Char('#')))
                    continue;
                const qsizetype comma = line.lastIndexOf(QLatin1Char(','));
                Values& row = read[line.left(comma)];
                for (const QString& number : line.mid(comma + 1).split(QLatin1Char(' '), Qt::SkipEmptyParts))
                    row.push_back(number.toDouble());
            }
        }
        return read;
    }();
    return values;
}

Values goldenOf(const QString& kind, const QString& policy, const char* what)
{
    return golden().value(kind + QLatin1Char(',') + policy + QLatin1Char(',') + QString::fromLatin1(what));
}

struct Case
{
    QString name;
    const char* className;
    Config config;
    Shape example;
    bool isExact; ///< sums of integers: every output has Keras' bits
};

std::vector<Case> cases()
{
    using List = std::vector<std::int64_t>;
    const auto dense = [](std::int64_t units) { return Config{{"units", units}}; };
    const auto einsum = [](const char* equation, const List& shape, const char* axes) {
        return Config{
            {"equation", std::string(equation)}, {"output_shape", shape}, {"bias_axes", std::string(axes)}};
    };
    const Config heads = einsum("abc,cde->abde", List{-1, 2, 3}, "de");
    const Config twoAxes = einsum("abcd,cde->abe", List{-1, 4}, "e");
    return {{QStringLiteral("dense ternary"), "Dense", dense(5), Shape{7}, false},
        {QStringLiteral("dense ternary wide"), "Dense", dense(3), Shape{1200}, false},
        {QStringLiteral("dense ternary sequence"), "Dense", dense(4), Shape{3, 6}, false},
        {QStringLiteral("dense int8"), "Dense", dense(5), Shape{7}, true},
        {QStringLiteral("dense int8 wide"), "Dense", dense(3), Shape{1200}, true},
        {QStringLiteral("dense int8 sequence"), "Dense", dense(4), Shape{3, 6}, true},
        {QStringLiteral("dense int4 channel"), "Dense", dense(5), Shape{9}, false},
        {QStringLiteral("dense int4 block 4"), "Dense", dense(5), Shape{9}, false},
        {QStringLiteral("dense int4 block 128"), "Dense", dense(3), Shape{130}, false},
        {QStringLiteral("einsum int8"), "EinsumDense", heads, Shape{3, 6}, true},
        {QStringLiteral("einsum int8 two axes"), "EinsumDense", twoAxes, Shape{3, 2, 5}, true},
        {QStringLiteral("einsum int4 channel"), "EinsumDense", heads, Shape{3, 6}, false},
        {QStringLiteral("einsum int4 block 4"), "EinsumDense", twoAxes, Shape{3, 2, 5}, false}};
}

Case int8Case()
{
    for (const Case& kind : cases())
        if (kind.name == QLatin1String("dense int8"))
            return kind;
    return {};
}

/// A layer with Keras' weights, run on given values.
class Subject
{
public:
    Subject(const Case& kind, const DTypePolicy& policy)
        : m_kernels(*Kernels::load())
        , m_arithmetic(m_kernels)
        , m_example(kind.example)
    {
        const LayerClass& row = *findRow(layerCatalog(), kind.className);
        m_numerics = *resolveNumerics(policy, {}, {}, row);
        m_layer = std::make_unique<Layer>(
            LayerOptions{*checkConfig(kind.config, row.parameters), m_numerics, 1, 0}, row.formula);
        m_layer->build(std::span(&kind.example, 1), m_arithmetic);
    }

    void setVariable(std::size_t which, const Values& values)
    {
        Tensor& target = m_layer->variables()[which].value;
        const Tensor rounded = tensorOf(values, target.shape(), target.format());
        for (Index i = 0; i < target.size(); ++i)
            target.set(i, rounded.at(i));
    }

    void forward(const Values& input)
    {
        const auto batch = static_cast<Index>(input.size()) / m_example.elements();
        m_input = tensorOf(input, m_example.withBatch(batch), *m_numerics.compute);
        const Tensor* x = &m_input;
        m_layer->forward({m_arithmetic, 0, true}, std::span(&x, 1), m_output);
    }

    void backward(const Values& upstream)
    {
        const Tensor gradient = tensorOf(upstream, m_output.shape(), *m_numerics.compute);
        const Tensor* x = &m_input;
        m_layer->backward(
            {m_arithmetic, 0, true}, std::span(&x, 1), m_output, gradient, std::span(&m_inputGradient, 1));
    }

    Values output() const { return valuesOf(m_output); }
    Values inputGradient() const { return valuesOf(m_inputGradient); }
    Layer& layer() { return *m_layer; }
    Index rows() const { return m_output.rows(); }
    Index units() const { return m_output.size() / m_input.shape()[0]; }

private:
    Tensor tensorOf(const Values& values, const Shape& shape, const Format& format)
    {
        Tensor plain(shape, float32Format());
        for (Index i = 0; i < plain.size(); ++i)
            plain.set(i, static_cast<double>(static_cast<float>(values.at(static_cast<std::size_t>(i)))));
        Tensor rounded;
        cast(m_arithmetic, plain, format, rounded);
        return rounded;
    }
    static Values valuesOf(const Tensor& tensor)
    {
        Values values;
        for (Index i = 0; i < tensor.size(); ++i)
            values.push_back(tensor.at(i));
        return values;
    }

    Kernels m_kernels;
    Arithmetic m_arithmetic;
    Shape m_example;
    LayerNumerics m_numerics;
    std::unique_ptr<Layer> m_layer;
    Tensor m_input;
    Tensor m_output;
    Tensor m_inputGradient;
};

double relativeDistance(const Values& a, const Values& b)
{
    double difference = 0;
    double size = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
        difference += (a[i] - b[i]) * (a[i] - b[i]);
        size += b[i] * b[i];
    }
    return std::sqrt(difference / size);
}

void compareBits(const Values& actual, const Values& expected, const char* what)
{
    QCOMPARE(actual.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY2(static_cast<float>(actual[i]) == static_cast<float>(expected[i]),
            qPrintable(QStringLiteral("%1[%2]: %3 instead of Keras' %4")
                           .arg(QLatin1String(what))
                           .arg(i)
                           .arg(actual[i], 0, 'g', 9)
                           .arg(expected[i], 0, 'g', 9)));
}

SessionSpec circle()
{
    return *loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
}

} // namespace

class TestQuantizedDense : public QObject
{
    Q_OBJECT

private slots:
    void computesAsKerasDoes_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("policy");
        const std::vector<Case> all = cases();
        for (auto row = golden().begin(); row != golden().end(); ++row) {
            const QStringList cells = row.key().split(QLatin1Char(','));
            if (cells[2] != QLatin1String("output"))
                continue;
            const auto found = std::find_if(
                all.begin(), all.end(), [&](const Case& kind) { return kind.name == cells[0]; });
            QVERIFY(found != all.end());
            QTest::newRow(qPrintable(cells[0] + QLatin1String(" ") + cells[1]))
                << static_cast<int>(found - all.begin()) << cells[1];
        }
    }

    void computesAsKerasDoes()
    {
        QFETCH(int, which);
        QFETCH(QString, policy);
        const Case kind = cases()[static_cast<std::size_t>(which)];
        const QString all = QStringLiteral("all");
        Subject subject(kind, *getPolicy(policy.toStdString()));
        subject.setVariable(0, goldenOf(kind.name, all, "kernel"));
        subject.setVariable(1, goldenOf(kind.name, all, "bias"));

        subject.forward(goldenOf(kind.name, all, "input"));
        const Values output = goldenOf(kind.name, policy, "output");
        // XLA adds in another order than Eigen where the terms are no integers.
        const bool isFloat32 = policy.endsWith(QLatin1String("_from_float32"));
        const double tolerance = isFloat32 ? 0x1p-20 : 0x1p-8;
        if (kind.isExact)
            compareBits(subject.output(), output, "output");
        else
            QVERIFY(relativeDistance(subject.output(), output) < tolerance);
        subject.backward(goldenOf(kind.name, all, "upstream"));
        QVERIFY(relativeDistance(subject.inputGradient(), goldenOf(kind.name, policy, "input_gradient"))
            < tolerance);
        if (QTest::currentTestFailed())
            return;

        // One unit of upstream gradient in each row: rows of the kernel that the codes stand for.
        const Values gradient = goldenOf(kind.name, policy, "identity_gradient");
        const Values kernel = goldenOf(kind.name, all, "kernel");
        const std::size_t contracted = gradient.size() * kernel.size() == 0 ? 0 : contractedOf(kind);
        const std::size_t units = kernel.size() / contracted;
        const std::size_t rows = output.size() / units;
        Values ones(rows * units, 0.0);
        for (std::size_t i = 0; i < std::min(rows, units); ++i)
            ones[i * units + i] = 1;
        subject.backward(ones);
        compareBits(subject.inputGradient(), gradient, "input gradient of the identity");

        const Values identityOutput = goldenOf(kind.name, policy, "identity_output");
        if (identityOutput.empty())
            return;
        const auto batch
            = static_cast<std::size_t>(goldenOf(kind.name, policy, "identity_input_rows").front());
        Values eye(batch * static_cast<std::size_t>(kind.example.elements()), 0.0);
        for (std::size_t i = 0; i < contracted; ++i)
            eye[i * contracted + i] = 1;
        subject.forward(eye);
        compareBits(subject.output(), identityOutput, "output of the identity");
    }

private:
    static std::size_t contractedOf(const Case& kind)
    {
        const bool hasTwoAxes = kind.example.rank() == 3;
        return static_cast<std::size_t>(hasTwoAxes ? kind.example[1] * kind.example[2] : kind.example.last());
    }

private slots:
    void ternaryCodesAndScaleAreKeras()
    {
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        int compared = 0;
        for (const Case& kind : cases())
            for (const char* source : {"float32", "mixed_bfloat16", "bfloat16"}) {
                const QString policy = QStringLiteral("ternary_from_") + QLatin1String(source);
                const Values codes = goldenOf(kind.name, policy, "codes");
                if (codes.empty())
                    continue;
                const Values given = goldenOf(kind.name, QStringLiteral("all"), "kernel");
                const Index in = kind.example.last();
                Tensor plain(Shape{in, static_cast<Index>(given.size()) / in}, float32Format());
                for (std::size_t i = 0; i < given.size(); ++i)
                    plain.set(static_cast<Index>(i), static_cast<double>(static_cast<float>(given[i])));
                Tensor kernel;
                cast(arithmetic, plain, *findFormat(getPolicy(policy.toStdString())->variableDtype), kernel);
                IntegerCodes made;
                quantizeTernary(kernel, made);
                for (std::size_t i = 0; i < codes.size(); ++i)
                    QCOMPARE(made.codes.at(static_cast<Index>(i)), codes[i]);
                compareBits({made.scales.at(0)}, goldenOf(kind.name, policy, "scale"), "scale");
                ++compared;
            }
        QCOMPARE(compared, 9);
    }

    void onlyTheBiasTrains()
    {
        Subject subject(int8Case(), *getPolicy("int8_from_float32"));
        const std::span<Variable> variables = subject.layer().variables();
        QCOMPARE(variables.size(), std::size_t{2});
        QVERIFY(!variables[0].trainable);
        QVERIFY(variables[1].trainable);
        subject.forward(goldenOf(int8Case().name, QStringLiteral("all"), "input"));
        subject.backward(goldenOf(int8Case().name, QStringLiteral("all"), "upstream"));
        QVERIFY(variables[0].gradient.isEmpty());
        QVERIFY(!variables[1].gradient.isEmpty());
    }

    void weightsThatArePutInLaterAreQuantized()
    {
        Subject subject(int8Case(), *getPolicy("int8_from_float32"));
        const Values input = goldenOf(int8Case().name, QStringLiteral("all"), "input");
        subject.forward(input);
        const Values before = subject.output();
        subject.setVariable(0, goldenOf(int8Case().name, QStringLiteral("all"), "kernel"));
        subject.forward(input);
        QVERIFY(subject.output() != before);
    }

    void aNanInARowStaysInThatRow()
    {
        Subject subject(int8Case(), *getPolicy("int8_from_float32"));
        Values input = goldenOf(int8Case().name, QStringLiteral("all"), "input");
        input[8] = std::nan(""); // second row
        subject.forward(input);
        const Values output = subject.output();
        for (std::size_t i = 0; i < output.size(); ++i)
            QCOMPARE(std::isnan(output[i]), i / 5 == 1);
    }

    void aRunFreezesTheKernelAndLowersTheLoss()
    {
        SessionSpec session = circle();
        const auto dense = std::find_if(session.model.layers.begin(), session.model.layers.end(),
            [](const LayerSpec& layer) { return layer.className == "Dense"; });
        dense->policy = *getPolicy("int8_from_float32");
        session.policies.global = *getPolicy("float32");
        session.training.lossScale = {"none", {}};
        session.training.steps = 200;
        session.probes.tensorsEvery = 1;
        const Kernels kernels = *Kernels::load();
        Result<TrainingRun> run = TrainingRun::create(session, kernels);
        QVERIFY2(run.ok(), qPrintable(QString::fromStdString(run.ok() ? "" : run.error().text())));
        double first = 0;
        for (std::int64_t i = 0; i < session.training.steps; ++i) {
            run->step();
            if (i == 0)
                first = run->record().loss;
        }
        QVERIFY(run->record().loss < first);
        QVERIFY(run->record().errorVsFloat64 > 0);
        const std::string name = session.model.layerPath(*dense);
        bool hasKernelUpdate = false;
        bool hasBiasUpdate = false;
        for (const TensorPoint& point : run->record().tensors) {
            if (point.role != TensorRole::Update)
                continue;
            hasKernelUpdate = hasKernelUpdate || run->paths()[point.path.index()] == name + "/kernel";
            hasBiasUpdate = hasBiasUpdate || run->paths()[point.path.index()] == name + "/bias";
        }
        QVERIFY(!hasKernelUpdate);
        QVERIFY(hasBiasUpdate);
    }

    void aOverrideOfAProductIsRefused()
    {
        NumericsSpec spec;
        spec[NumericsOverride::ForwardKernel] = "bfloat16";
        const LayerClass& dense = *findRow(layerCatalog(), "Dense");
        const Result<LayerNumerics> numerics
            = resolveNumerics(*getPolicy("int4_from_float32"), {}, spec, dense);
        QVERIFY(!numerics.ok());
        QCOMPARE(QString::fromStdString(numerics.error().text()),
            QStringLiteral(
                "policy: under 'int4_from_float32' the layer multiplies integers as Keras does, which "
                "numerics.forward.kernel cannot change; expected another policy, or the setting removed"));
        NumericsSpec stored;
        stored[NumericsOverride::Variable] = "bfloat16"; // of the bias
        QVERIFY(resolveNumerics(*getPolicy("int4_from_float32"), {}, stored, dense).ok());
    }
};

QTEST_GUILESS_MAIN(TestQuantizedDense)
#include "tst_quantized_dense.moc"
