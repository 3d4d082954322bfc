// SPDX-License-Identifier: GPL-3.0-or-later
// The overrides of a layer's arithmetic: what they inherit, and that each does what it says and nothing else.
#include "engine/model/model.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/policy/effective_policy.h"
#include "engine/tensor/block_ops.h"
#include "engine/tensor/ops.h"
#include "engine/train/training_run.h"

#include <QTest>
#include <cmath>
#include <cstring>

using namespace ulpscope;

namespace {

using Override = NumericsOverride;

constexpr Index kBatch = 33; // no multiple of a block
constexpr Index kIn = 40;
constexpr Index kUnits = 36;

NumericsSpec with(Override setting, const std::string& text)
{
    NumericsSpec spec;
    spec[setting] = text;
    return spec;
}

/// A float32 layer, then a Dense without bias under the policy; its numerics are those under test.
ModelSpec twoLayers(const NumericsSpec& numerics, const char* policy)
{
    ModelSpec model;
    model.layers = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{4}}}, {}, {}},
        {"first", "Dense", {{"units", std::int64_t{kIn}}, {"activation", std::string("tanh")}}, {},
            *getPolicy("float32")},
        {"layer", "Dense", {{"units", std::int64_t{kUnits}}, {"use_bias", false}}, {}, *getPolicy(policy)}};
    model.layers.back().numerics = numerics;
    return model;
}

/// One forward and one backward pass of that model, from fixed data.
struct OnePass
{
    explicit OnePass(const NumericsSpec& numerics, const char* policy = "mixed_float16",
        std::uint64_t seed = 5, std::int64_t step = 0)
        : plan(*planModel(twoLayers(numerics, policy), {}, seed))
        , kernels(*Kernels::load())
        , arithmetic(kernels)
        , model(plan, arithmetic)
    {
        Tensor& input = model.input();
        input.reset(plan.layers.front().outputShape.withBatch(kBatch), model.inputFormat());
        for (Index i = 0; i < input.size(); ++i)
            input.set(
                i, static_cast<double>(static_cast<float>(std::sin(1.7 * static_cast<double>(i) + 0.3))));
        model.forward({arithmetic, step, true});
        gradient.reset(model.output().shape(), float32Format());
        for (Index i = 0; i < gradient.size(); ++i)
            gradient.set(i, static_cast<double>(std::cos(0.9F * static_cast<float>(i))));
        model.backward({arithmetic, step, true}, gradient);
    }

    const Node& node() const { return model.nodes()[2]; }
    const Tensor& arrived() const { return model.nodes()[1].output; } ///< x in float32
    const Tensor& kernel() { return model.nodes()[2].layer->variables()[0].value; }
    const Tensor& output() const { return node().output; }
    const Tensor& inputGradient() const { return node().inputGradients[0]; }
    const Tensor& weightGradient() { return model.nodes()[2].layer->variables()[0].gradient; }

    ModelPlan plan;
    Kernels kernels;
    Arithmetic arithmetic;
    Model model;
    Tensor gradient;
};

bool sameBits(double a, double b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

bool sameBits(const Tensor& a, const Tensor& b)
{
    if (!(a.shape() == b.shape()) || !(a.format() == b.format()))
        return false;
    for (Index i = 0; i < a.size(); ++i)
        if (!sameBits(a.at(i), b.at(i)))
            return false;
    return true;
}

/// The three products written out: an operand is cast from its source, a sum is the named accumulator's.
struct ByHand
{
    ByHand(OnePass& pass, const NumericsSpec& spec, const char* policyName)
        : arithmetic(pass.kernels)
        , numerics(spec)
        , policy(*getPolicy(policyName))
    {
        const Format& compute = *findFormat(policy.computeDtype);
        Tensor g;
        cast(arithmetic, pass.gradient, compute, g);
        multiply(pass.arrived(), Override::ForwardInput, pass.kernel(), Override::ForwardKernel,
            Override::ForwardAccumulator, Transpose::None, *findFormat(text(Override::Output)), output);
        multiply(g, Override::InputGradientOutputGradient, pass.kernel(), Override::InputGradientKernel,
            Override::InputGradientAccumulator, Transpose::B, compute, inputGradient);
        multiply(pass.arrived(), Override::WeightGradientInput, g, Override::WeightGradientOutputGradient,
            Override::WeightGradientAccumulator, Transpose::A, compute, weightGradient);
    }

    std::string text(Override setting) const
    {
        return effectiveOverride(policy, {}, numerics, setting).value;
    }

    void operand(const Tensor& source, Override setting, int axis, Tensor& out)
    {
        const CastTarget target = *castTargetByName(text(setting), true);
        Tensor scales;
        if (target.block)
            quantizeBlocks(arithmetic, source, *target.block, axis, out, scales, {target.rounding.mode});
        else
            cast(arithmetic, source, *target.format, out, target.rounding);
    }

    void multiply(const Tensor& left, Override leftOverride, const Tensor& right, Override rightOverride,
        Override accumulator, Transpose transpose, const Format& format, Tensor& out)
    {
        Tensor a;
        Tensor b;
        operand(left, leftOverride, transpose == Transpose::A ? 0 : 1, a);
        operand(right, rightOverride, transpose == Transpose::B ? 1 : 0, b);
        if (carrierOf(a.format()) != carrierOf(b.format())) {
            Tensor wideA;
            Tensor wideB;
            cast(arithmetic, a, float64Format(), wideA);
            cast(arithmetic, b, float64Format(), wideB);
            std::swap(a, wideA);
            std::swap(b, wideB);
        }
        matmul(arithmetic, a, b, transpose, *accumulatorByName(text(accumulator)), format, out);
    }

    Arithmetic arithmetic;
    NumericsSpec numerics;
    DTypePolicy policy;
    Tensor output;
    Tensor inputGradient;
    Tensor weightGradient;
};

SessionSpec circle()
{
    SessionSpec session;
    const auto dense = [](const char* name, std::int64_t units, const char* activation) {
        return LayerSpec{name, "Dense",
            {{"units", units}, {"activation", std::string(activation)},
                {"kernel_initializer", std::string("he_normal")}},
            {}, {}};
    };
    session.model.layers = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}, {}, {}},
        dense("dense_1", 16, "relu"), dense("dense_2", 16, "tanh"), dense("logits", 1, "linear")};
    session.policies.global = *getPolicy("mixed_float16");
    session.data = {"circle", {{"points", std::int64_t{512}}}};
    session.training.loss = {"BinaryCrossentropy", {{"from_logits", true}}};
    session.training.optimizer = {"SGD", {{"learning_rate", 0.1}, {"momentum", 0.9}}};
    session.training.lossScale = {"fixed", {{"scale", 64.0}}};
    session.training.steps = 20;
    session.probes.tensorsEvery = 1;
    return session;
}

std::vector<StepRecord> recordsOf(const SessionSpec& session, int threads = 1)
{
    const Result<Kernels> kernels = Kernels::load();
    Result<TrainingRun> run = TrainingRun::create(session, *kernels, {.threads = threads});
    if (!run)
        qFatal("%s", run.error().text().c_str());
    std::vector<StepRecord> records;
    for (std::int64_t i = 0; i < session.training.steps; ++i) {
        run->step();
        records.push_back(run->record());
    }
    return records;
}

/// The sum of a metric's points in a role, of the layer's path; -1: none.
double total(const SessionSpec& session, const StepRecord& record, const std::string& layer, TensorRole role,
    Metric metric)
{
    const Result<Kernels> kernels = Kernels::load();
    const Result<TrainingRun> run = TrainingRun::create(session, *kernels);
    double sum = -1;
    for (const TensorPoint& point : record.tensors)
        if (point.role == role && point.metric == metric && run->paths()[point.path.index()].ends_with(layer))
            sum = std::max(sum, 0.0) + point.value;
    return sum;
}

bool sameBits(const std::vector<StepRecord>& a, const std::vector<StepRecord>& b)
{
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!sameBits(a[i].loss, b[i].loss) || !sameBits(*a[i].referenceLoss, *b[i].referenceLoss)
            || !(a[i].counts == b[i].counts) || a[i].tensors.size() != b[i].tensors.size())
            return false;
        for (std::size_t k = 0; k < a[i].tensors.size(); ++k)
            if (a[i].tensors[k].metric != Metric::Underflow // casts of operands are counted apart
                && a[i].tensors[k].role != TensorRole::Input // arrive uncast where an operand is overridden
                && !sameBits(a[i].tensors[k].value, b[i].tensors[k].value))
                return false;
    }
    return a.size() == b.size();
}

/// An optimizer's step on three weights, with what is stored otherwise.
struct Update
{
    Update(const char* className, const Config& config, const NumericsSpec& spec, const char* variable)
        : kernels(*Kernels::load())
        , arithmetic(kernels)
        , numerics(updateNumerics(*readNumerics(spec), *findFormat(variable)))
    {
        const OptimizerClass& row = *findRow(optimizerCatalog(), className);
        optimizer = row.make(*checkConfig(config, row.parameters), {});
    }
    UpdateSize step(Tensor& weights, const Tensor& gradient)
    {
        const VariableUpdate update{&weights, &gradient, numerics ? &*numerics : nullptr};
        std::vector<UpdateSize> counts;
        optimizer->apply(arithmetic, {&update, 1}, {}, counts);
        return counts.at(0);
    }

    Kernels kernels;
    Arithmetic arithmetic;
    std::optional<UpdateNumerics> numerics;
    std::unique_ptr<Optimizer> optimizer;
};

/// 1 / (1 + exp(-x)), each operation computed in float32 and rounded.
double sigmoidIn(const Format& format, double x)
{
    const double power = roundToFormat(format, static_cast<double>(std::exp(static_cast<float>(-x))));
    return roundToFormat(format, 1 / roundToFormat(format, 1 + power));
}

Tensor tensorOf(const Format& format, const std::vector<double>& values)
{
    Tensor tensor(Shape{static_cast<Index>(values.size())}, format);
    for (std::size_t i = 0; i < values.size(); ++i)
        tensor.set(static_cast<Index>(i), roundToFormat(format, values[i]));
    return tensor;
}

float toBfloat16(float x)
{
    return static_cast<float>(roundToFormat(*findFormat("bfloat16"), static_cast<double>(x)));
}

QString planError(const ModelSpec& model)
{
    const Result<ModelPlan> plan = planModel(model, {}, 1);
    return QString::fromStdString(plan ? "no error" : plan.error().text());
}

} // namespace

class TestNumerics : public QObject
{
    Q_OBJECT

private slots:
    void aFloat8BiasIsRoundedAsTheWholeMapComputes()
    {
        // Keras' _float8_call asks layer.dtype_policy.compute_dtype, and the dtype_policy is the map (keras_policies.py runs it).
        const auto roundsBias = [](const char* global, const char* policy, bool isOwn) {
            SessionSpec session = circle();
            session.policies.global = *getPolicy(global);
            if (isOwn)
                session.model.layers[1].policy = *getPolicy(policy);
            else
                session.policies.map = {{"sequential/dense_1", *getPolicy(policy)}};
            return planModel(session.model, session.policies, 1)->layers[1].options.numerics.roundsBias;
        };
        for (const bool isOwn : {false, true}) {
            QCOMPARE(roundsBias("mixed_bfloat16", "float8_from_float32", isOwn), isOwn);
            QCOMPARE(roundsBias("float32", "float8_from_mixed_float16", isOwn), !isOwn);
            QVERIFY(roundsBias("float32", "float8_from_float32", isOwn));
            QVERIFY(!roundsBias("mixed_float16", "float8_from_mixed_float16", isOwn));
            QVERIFY(!roundsBias("float32", "mixed_float16", isOwn));
        }
    }

    void anInputsCastCountsAtTheInput()
    {
        // The first layer puts out 131072, which the second one's float16 makes infinite: an event of its input.
        SessionSpec session = circle();
        session.policies.global = *getPolicy("float32");
        session.training.lossScale = {"none", {}};
        session.model.layers[1].config.set("activation", std::string("linear"));
        session.model.layers[1].config.set(
            "bias_initializer", std::string("constant(131072)")); // beyond float16
        session.data = {"circle", {{"points", std::int64_t{512}}}};
        session.model.layers[1].config.set("kernel_initializer", std::string("zeros"));
        session.model.layers[2].policy = *getPolicy("float16");
        session.training.batchSize = 4;
        const StepRecord record = recordsOf(session).front();
        QCOMPARE(total(session, record, "dense_2", TensorRole::Input, Metric::Overflow), 4.0 * 16);
        QCOMPARE(total(session, record, "dense_2", TensorRole::Output, Metric::Overflow), 0.0);
        QCOMPARE(total(session, record, "logits", TensorRole::Input, Metric::Overflow), 0.0);
    }

    void overridesAreInTheOrderOfTheirIds()
    {
        QCOMPARE(numericsOverrides().size(), kNumericsOverrides);
        QSet<QString> paths;
        for (std::size_t i = 0; i < kNumericsOverrides; ++i) {
            const NumericsOverrideRow& row = numericsOverrides()[i];
            QCOMPARE(static_cast<std::size_t>(row.setting), i);
            QVERIFY(!row.title.empty() && row.description.ends_with('.'));
            paths.insert(QString::fromUtf8(row.path.data(), static_cast<qsizetype>(row.path.size())));
        }
        QCOMPARE(paths.size(), static_cast<qsizetype>(kNumericsOverrides));
    }

    void aPolicyFillsInEveryOverride_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("operand");
        QTest::addColumn<QString>("gradient");
        QTest::addColumn<QString>("accumulator");
        QTest::addColumn<QString>("output");
        QTest::addColumn<QString>("variable");
        const auto row = [](const char* policy, const char* operand, const char* gradient,
                             const char* accumulator, const char* output, const char* variable) {
            QTest::newRow(policy) << policy << operand << gradient << accumulator << output << variable;
        };
        row("float32", "float32", "float32", "float32", "float32", "float32");
        row("float64", "float64", "float64", "float64", "float64", "float64");
        row("bfloat16", "bfloat16", "bfloat16", "float32", "bfloat16", "bfloat16");
        row("mixed_float16", "float16", "float16", "float32", "float16", "float32");
        row("float8_from_mixed_bfloat16", "float8_e4m3fn", "float8_e5m2", "float32", "bfloat16", "float32");
    }

    void aPolicyFillsInEveryOverride()
    {
        QFETCH(QString, policy);
        QFETCH(QString, operand);
        QFETCH(QString, gradient);
        QFETCH(QString, accumulator);
        QFETCH(QString, output);
        QFETCH(QString, variable);
        const DTypePolicy given = *getPolicy(policy.toStdString());
        for (const NumericsOverrideRow& row : numericsOverrides()) {
            const EffectiveOverride setting = effectiveOverride(given, {}, {}, row.setting);
            const QString expected = row.path.ends_with("output_gradient") ? gradient
                : row.kind == OverrideKind::Operand                        ? operand
                : row.kind == OverrideKind::Accumulator                    ? accumulator
                : row.kind == OverrideKind::Format                         ? output
                                                                           : variable;
            QCOMPARE(QString::fromStdString(setting.value), expected);
            QVERIFY(!setting.isOverridden());
            QCOMPARE(setting.isScaled, given.isFloat8() && row.kind == OverrideKind::Operand);
        }
    }

    void anOverrideIsSaidAndTakenBack()
    {
        const DTypePolicy policy = *getPolicy("float8_from_float32");
        NumericsSpec spec = with(Override::ForwardKernel, "mxfp8");
        QVERIFY((effectiveOverride(policy, {}, spec, Override::ForwardKernel)
            == EffectiveOverride{"mxfp8", OverrideOrigin::Own, false}));
        QVERIFY(!spec.isEmpty());
        spec[Override::ForwardKernel].reset();
        QVERIFY(spec.isEmpty());
        QVERIFY((effectiveOverride(policy, {}, spec, Override::ForwardKernel)
            == EffectiveOverride{"float8_e4m3fn", OverrideOrigin::Policy, true}));
        spec[Override::Variable] = "bfloat16:stochastic:8"; // the state follows the variable's format
        QCOMPARE(
            effectiveOverride(policy, {}, spec, Override::OptimizerState).value, std::string("bfloat16"));
    }

    void namesOfCastTargetsAreReadBack_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("canonical");
        QTest::newRow("alias") << "e4m3fn"
                               << "float8_e4m3fn";
        QTest::newRow("rule") << "float8_e4m3fn:te"
                              << "float8_e4m3fn:te";
        QTest::newRow("all three") << "float8_e5m2:te:sr:8"
                                   << "float8_e5m2:stochastic:8:te";
        QTest::newRow("defaults") << "bfloat16:rne:ml_dtypes"
                                  << "bfloat16";
        QTest::newRow("full") << "bfloat16:stochastic:full"
                              << "bfloat16:stochastic";
        QTest::newRow("block") << "mxfp8"
                               << "mxfp8_e4m3";
        QTest::newRow("block with rule, size, mode") << "mxfp4:rceil:16:stochastic:4"
                                                     << "mxfp4_e2m1:rceil:16:stochastic:4";
    }

    void namesOfCastTargetsAreReadBack()
    {
        QFETCH(QString, name);
        QFETCH(QString, canonical);
        const Result<CastTarget> target = castTargetByName(name.toStdString(), true);
        QVERIFY2(target.ok(), target ? "" : target.error().text().c_str());
        QCOMPARE(QString::fromStdString(target->name), canonical);
        const Result<CastTarget> again = castTargetByName(target->name, true);
        QVERIFY(again.ok());
        QCOMPARE(again->name, target->name);
        QVERIFY(again->rounding == target->rounding);
    }

    void wrongTextsAreRefusedWithTheirOverride_data()
    {
        QTest::addColumn<int>("setting");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, Override setting, const char* text, const QString& error) {
            QTest::newRow(name) << static_cast<int>(setting) << text << "layers[2].numerics." + error;
        };
        row("format", Override::ForwardKernel, "flot16",
            "forward.kernel: unknown format 'flot16'; did you mean 'float16'?");
        row("block format", Override::ForwardInput, "mxpf8",
            "forward.input: unknown format 'mxpf8'; did you mean 'mxfp8'?");
        row("empty", Override::ForwardInput, "", "forward.input: expected a format's name");
        row("empty output", Override::Output, "", "output: expected a format's name");
        row("rule", Override::ForwardInput, "bfloat16:kears",
            "forward.input: unknown rounding mode or overflow rule 'kears'; did you mean 'keras'?");
        row("bits without a mode", Override::ForwardInput, "bfloat16:8",
            "forward.input: '8' stands where a rounding mode or an overflow rule is expected");
        row("too many bits", Override::ForwardInput, "bfloat16:stochastic:25",
            "forward.input: stochastic rounding takes from 1 to 24 random bits, or 'full', not '25'");
        row("rule of a block", Override::ForwardInput, "mxfp8:te",
            "forward.input: elements of a block format saturate; 'te' cannot be chosen");
        row("stored blocks", Override::Variable, "mxfp8",
            "variable: 'mxfp8' is a block format, in which only operands can be");
        row("rounding of the output", Override::Output, "bfloat16:stochastic",
            "output: expected a format alone, to which is rounded to nearest even, got 'bfloat16:stochastic'");
        row("accumulator", Override::WeightGradientAccumulator, "sequental",
            "weight_gradient.accumulator: unknown accumulator 'sequental'; did you mean 'sequential'?");
        row("a core's operands", Override::InputGradientAccumulator, "hopper-fp8",
            "input_gradient.accumulator: 'hopper-fp8' multiplies float8_e4m3fn, float8_e5m2, which do not "
            "hold every float16");
    }

    void wrongTextsAreRefusedWithTheirOverride()
    {
        QFETCH(int, setting);
        QFETCH(QString, text);
        QFETCH(QString, error);
        QCOMPARE(
            planError(twoLayers(with(static_cast<Override>(setting), text.toStdString()), "mixed_float16")),
            error);
    }

    void aCoreTakesOperandsThatAreRoundedForIt()
    {
        NumericsSpec spec = with(Override::ForwardAccumulator, "hopper-fp8");
        spec[Override::ForwardInput] = "float8_e4m3fn";
        QCOMPARE(planError(twoLayers(spec, "mixed_float16")),
            QStringLiteral("layers[2].numerics.forward.accumulator: 'hopper-fp8' multiplies float8_e4m3fn, "
                           "float8_e5m2, which do not hold every float16"));
        spec[Override::ForwardKernel] = "float8_e4m3fn:te";
        QCOMPARE(planError(twoLayers(spec, "mixed_float16")), QStringLiteral("no error"));
    }

    void overridesThatMeanNothingAreRefused()
    {
        ModelSpec model = twoLayers({}, "mixed_float16");
        model.layers.push_back({"flatten", "Flatten", {}, {}, {}, with(Override::ForwardKernel, "float16")});
        QCOMPARE(planError(model),
            QStringLiteral(
                "layers[3].numerics.forward.kernel: Flatten multiplies no matrices; its policy says "
                "what it computes in"));
        model.layers.back().numerics = with(Override::Variable, "float16");
        QCOMPARE(planError(model),
            QStringLiteral("layers[3].numerics.variable: Flatten has no variables to store"));
    }

    void eachOverrideAloneDoesWhatItSays_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<int>("setting");
        QTest::addColumn<QString>("text");
        const std::vector<const char*> operands{"float8_e4m3fn", "float8_e5m2:te:toward-zero", "bfloat16",
            "tf32", "mxfp8", "nvfp4", "mxfp4:rceil:16", "int8_asymmetric", "block128x128_e4m3", "nf4"};
        const std::vector<const char*> sums{
            "sequential:float16", "float64", "exact", "chunked:8:bfloat16", "kahan:float16"};
        const std::vector<const char*> results{"bfloat16", "float8_e4m3fn", "float64"};
        for (const char* policy : {"float32", "mixed_float16"})
            for (const NumericsOverrideRow& row : numericsOverrides()) {
                if (isStorage(row.kind))
                    continue;
                const std::string path(row.path);
                for (const char* text : row.kind == OverrideKind::Operand ? operands
                        : row.kind == OverrideKind::Accumulator           ? sums
                                                                          : results)
                    QTest::addRow("%s %s %s", policy, path.c_str(), text) << QString::fromLatin1(
                        policy) << static_cast<int>(row.setting) << QString::fromLatin1(text);
            }
        QTest::newRow("mixed_float16 core")
            << "mixed_float16" << static_cast<int>(Override::ForwardAccumulator) << "ampere-fp16-to-fp16";
        QTest::newRow("float32 core")
            << "float32" << static_cast<int>(Override::WeightGradientAccumulator) << "hopper-tf32";
    }

    void eachOverrideAloneDoesWhatItSays()
    {
        QFETCH(QString, policy);
        QFETCH(int, setting);
        QFETCH(QString, text);
        const auto changed = static_cast<Override>(setting);
        const std::string policyName = policy.toStdString();
        const NumericsSpec spec = with(changed, text.toStdString());
        OnePass plain({}, policyName.c_str());
        OnePass pass(spec, policyName.c_str());
        ByHand expected(pass, spec, policyName.c_str());
        QVERIFY(sameBits(pass.output(), expected.output));
        QVERIFY(sameBits(pass.inputGradient(), expected.inputGradient));
        QVERIFY(sameBits(pass.weightGradient(), expected.weightGradient));

        const std::string_view path = rowOf(changed).path;
        const bool changesOutput = path.starts_with("forward.") || changed == Override::Output;
        const bool changesInputGradient = path.starts_with("input_gradient.");
        const bool changesWeightGradient = path.starts_with("weight_gradient.");
        QVERIFY(changesOutput || sameBits(pass.output(), plain.output()));
        QVERIFY(changesInputGradient || sameBits(pass.inputGradient(), plain.inputGradient()));
        QVERIFY(changesWeightGradient || sameBits(pass.weightGradient(), plain.weightGradient()));
        if (policy == QStringLiteral("float32")) { // a float16 result can hide a finer operand or sum
            QCOMPARE(!sameBits(pass.output(), plain.output()), changesOutput);
            QCOMPARE(!sameBits(pass.inputGradient(), plain.inputGradient()), changesInputGradient);
            QCOMPARE(!sameBits(pass.weightGradient(), plain.weightGradient()), changesWeightGradient);
        }
    }

    void allOverridesTogetherDoWhatTheySay()
    {
        NumericsSpec spec;
        spec[Override::ForwardInput] = "float8_e4m3fn:te";
        spec[Override::ForwardKernel] = "mxfp8";
        spec[Override::ForwardAccumulator] = "chunked:64:float16";
        spec[Override::InputGradientOutputGradient] = "float8_e5m2";
        spec[Override::InputGradientKernel] = "tf32";
        spec[Override::InputGradientAccumulator] = "exact";
        spec[Override::WeightGradientInput] = "bfloat16";
        spec[Override::WeightGradientOutputGradient] = "bfloat16";
        spec[Override::WeightGradientAccumulator] = "ampere-bf16:promote:16";
        spec[Override::Output] = "float32";
        spec[Override::Variable] = "bfloat16";
        OnePass pass(spec);
        QCOMPARE(pass.kernel().format().name, std::string_view("bfloat16"));
        ByHand expected(pass, spec, "mixed_float16");
        QVERIFY(sameBits(pass.output(), expected.output));
        QVERIFY(sameBits(pass.inputGradient(), expected.inputGradient));
        QVERIFY(sameBits(pass.weightGradient(), expected.weightGradient));
    }

    void biasAndActivationComputeInTheOutputFormat()
    {
        ModelSpec model = twoLayers(with(Override::Output, "bfloat16"), "mixed_float16");
        model.layers.back().config = {{"units", std::int64_t{kUnits}}, {"activation", std::string("sigmoid")},
            {"bias_initializer", std::string("ones")}};
        const Result<Kernels> kernels = Kernels::load();
        Arithmetic arithmetic(*kernels);
        Model made(*planModel(model, {}, 5), arithmetic);
        Tensor& input = made.input();
        input.reset(Shape{kBatch, 4}, float32Format());
        for (Index i = 0; i < input.size(); ++i)
            input.set(i, 0.125 * static_cast<double>(i % 7 - 3));
        made.forward({arithmetic, 0, true});

        const Format& float16 = *findFormat("float16");
        Tensor x;
        Tensor w;
        Tensor y;
        cast(arithmetic, made.nodes()[1].output, float16, x);
        cast(arithmetic, made.nodes()[2].layer->variables()[0].value, float16, w);
        matmul(arithmetic, x, w, Transpose::None, *accumulatorByName("float32"), *findFormat("bfloat16"), y);
        addRow(arithmetic, y, Tensor(tensorOf(y.format(), std::vector<double>(kUnits, 1.0))));
        for (Index i = 0; i < y.size(); ++i)
            y.set(i, sigmoidIn(y.format(), y.at(i)));
        QVERIFY(sameBits(made.output(), y));

        Tensor gradient = tensorOf(float16, std::vector<double>(kBatch * kUnits, 0.25));
        gradient.reshape(y.shape());
        made.backward({arithmetic, 0, true}, gradient);
        // The bias' gradient: sums of dy * (y * (1 - y)) in the compute dtype.
        Tensor yInCompute;
        Tensor g;
        Tensor sums;
        cast(arithmetic, y, float16, yInCompute);
        g = tensorOf(float16, std::vector<double>(static_cast<std::size_t>(yInCompute.size()), 1.0));
        g.reshape(y.shape());
        binaryInPlace(arithmetic, Binary::Subtract, g, yInCompute);
        binaryInPlace(arithmetic, Binary::Multiply, g, yInCompute);
        binaryInPlace(arithmetic, Binary::Multiply, g, gradient);
        columnSums(arithmetic, g, sums);
        QVERIFY(sameBits(made.nodes()[2].layer->variables()[1].gradient, sums));
    }

    void stochasticOperandsDependOnSeedStepAndRoleAlone()
    {
        NumericsSpec spec;
        for (const NumericsOverrideRow& row : numericsOverrides())
            if (row.kind == OverrideKind::Operand)
                spec[row.setting] = "float8_e4m3fn:stochastic:8";
        OnePass pass(spec);
        OnePass again(spec);
        QVERIFY(sameBits(pass.output(), again.output()));
        QVERIFY(sameBits(pass.weightGradient(), again.weightGradient()));
        OnePass nextStep(spec, "mixed_float16", 5, 1);
        QVERIFY(sameBits(pass.kernel(), nextStep.kernel()));
        QVERIFY(!sameBits(pass.output(), nextStep.output()));

        // Two roles that round the same kernel must not round it alike.
        NumericsSpec oneRole = with(Override::ForwardKernel, "float8_e4m3fn:stochastic:8");
        oneRole[Override::InputGradientKernel] = "float8_e4m3fn:stochastic:8";
        OnePass roles(oneRole);
        const Result<CastTarget> target = castTargetByName("float8_e4m3fn:stochastic:8", true);
        const auto castKernel = [&](std::uint32_t stream, Tensor& out) {
            cast(roles.arithmetic, roles.kernel(), *target->format, out, target->rounding,
                {5, RandomUse::Rounding, stream, 0});
        };
        constexpr std::uint32_t kLayer = 2 * 4096; // layer index 2; four streams a role; 1: the right operand
        Tensor forward;
        Tensor backward;
        castKernel(kLayer + 1, forward);
        castKernel(kLayer + 4 + 1, backward);
        QVERIFY(!sameBits(forward, backward));
        Tensor x;
        Tensor g;
        Tensor product;
        cast(roles.arithmetic, roles.arrived(), *findFormat("float16"), x);
        cast(roles.arithmetic, roles.gradient, *findFormat("float16"), g);
        const Accumulator float32 = *accumulatorByName("float32");
        matmul(roles.arithmetic, x, forward, Transpose::None, float32, *findFormat("float16"), product);
        QVERIFY(sameBits(roles.output(), product));
        matmul(roles.arithmetic, g, backward, Transpose::B, float32, *findFormat("float16"), product);
        QVERIFY(sameBits(roles.inputGradient(), product));
    }

    void inheritedValuesAsOverridesChangeNoBit_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("optimizer");
        for (const char* policy : {"float64", "float32", "float16", "bfloat16", "mixed_float16",
                 "mixed_bfloat16", "float8_from_mixed_bfloat16"})
            for (const char* optimizer : {"SGD", "Adam"})
                QTest::addRow("%s %s", policy, optimizer)
                    << QString::fromLatin1(policy) << QString::fromLatin1(optimizer);
    }

    void inheritedValuesAsOverridesChangeNoBit()
    {
        QFETCH(QString, policy);
        QFETCH(QString, optimizer);
        SessionSpec session = circle();
        session.policies.global = *getPolicy(policy.toStdString());
        if (optimizer == "Adam")
            session.training.optimizer = {"Adam", {{"epsilon", 1e-3}}};
        const std::vector<StepRecord> plain = recordsOf(session);
        for (LayerSpec& layer : session.model.layers)
            for (const NumericsOverrideRow& row : numericsOverrides()) {
                const EffectiveOverride inherited
                    = effectiveOverride(session.policies.global, {}, {}, row.setting);
                if (layer.className == "Dense" && !inherited.isScaled)
                    layer.numerics[row.setting] = inherited.value;
            }
        QVERIFY(sameBits(plain, recordsOf(session)));
        session.model.layers[2].numerics[Override::ForwardAccumulator] = "sequential:float8_e4m3fn";
        QVERIFY(!sameBits(plain, recordsOf(session)));
    }

    void runsDoNotDependOnThreadsOrOnOthersBesideThem()
    {
        SessionSpec session = circle();
        session.training.batchSize = 256;
        for (LayerSpec& layer : session.model.layers)
            if (layer.className == "Dense") {
                layer.config.set("units", std::int64_t{layer.name == "logits" ? 1 : 128});
                layer.numerics[Override::ForwardKernel] = "float8_e4m3fn:stochastic";
                layer.numerics[Override::WeightGradientAccumulator] = "stochastic:8:bfloat16";
                layer.numerics[Override::InputGradientOutputGradient] = "mxfp8:stochastic:8";
                layer.numerics[Override::Variable] = "bfloat16:stochastic";
                layer.numerics[Override::OptimizerState] = "bfloat16:stochastic:8";
            }
        const std::vector<StepRecord> one = recordsOf(session, 1);
        QVERIFY(sameBits(one, recordsOf(session, 3)));
        SessionSpec other = session;
        other.model.layers[1].numerics = {};
        const Result<Kernels> kernels = Kernels::load();
        Result<TrainingRun> together = TrainingRun::create(std::vector{other, session}, *kernels);
        std::vector<StepRecord> records;
        for (std::int64_t i = 0; i < session.training.steps; ++i) {
            together->step();
            records.push_back(together->record(1));
        }
        QVERIFY(sameBits(one, records));
    }

    void theFloat64LaneAndTheLocalErrorKnowNoOverrides()
    {
        SessionSpec session = circle();
        session.policies.global = *getPolicy("float64");
        session.training.lossScale = {"none", {}};
        const std::vector<StepRecord> plain = recordsOf(session);
        session.model.layers[2].numerics = with(Override::ForwardKernel, "float8_e4m3fn");
        const Result<Kernels> kernels = Kernels::load();
        Result<TrainingRun> run = TrainingRun::create(session, *kernels);
        run->step();
        QVERIFY(sameBits(*run->record().referenceLoss, *plain[0].referenceLoss));
        int layers = 0;
        for (const TensorPoint& point : run->record().tensors) {
            if (point.metric != Metric::LocalError || point.role != TensorRole::Output)
                continue;
            ++layers;
            QCOMPARE(point.value > 0, run->paths()[point.path.index()] == "sequential/dense_2");
        }
        QCOMPARE(layers, 3);
    }

    void overriddenOperandsLeaveKerasFloat8Alone()
    {
        // Other operands keep their scales; a tensor that no product takes scaled has no history any more.
        const char* policy = "float8_from_float32";
        OnePass plain({}, policy);
        OnePass forward(with(Override::ForwardInput, "bfloat16"), policy);
        QVERIFY(!sameBits(plain.output(), forward.output()));
        QVERIFY(sameBits(plain.inputGradient(), forward.inputGradient()));
        QVERIFY(sameBits(plain.weightGradient(), forward.weightGradient()));
        NumericsSpec both = with(Override::ForwardInput, "bfloat16");
        both[Override::WeightGradientInput] = "bfloat16";
        OnePass unscaled(both, policy);
        const auto amaxes = [](OnePass& pass) {
            pass.model.nodes()[2].layer->commitScaling(StepOutcome::Applied);
            std::vector<float> result;
            for (const TensorScaling& scaling : pass.node().layer->scalings())
                result.push_back(scaling.history().front());
            return result;
        };
        const std::vector<float> all = amaxes(plain);
        QCOMPARE(amaxes(forward), all);
        QVERIFY(all[0] > 0 && all[1] > 0 && all[2] > 0);
        QCOMPARE(amaxes(unscaled),
            (std::vector<float>{all[1], all[2]})); // no history of an operand that nothing scales so
    }

    void whatTheStepIsComputedIn_data()
    {
        QTest::addColumn<QString>("policyVariable");
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("state");
        QTest::addColumn<QString>("compute");
        QTest::newRow("narrower weights") << "float32"
                                          << "bfloat16"
                                          << ""
                                          << "float32";
        QTest::newRow("narrower state") << "float32"
                                        << ""
                                        << "float8_e5m2"
                                        << "float32";
        QTest::newRow("wider state") << "bfloat16"
                                     << ""
                                     << "float32"
                                     << "float32";
        QTest::newRow("neither holds the other") << "bfloat16"
                                                 << "float16"
                                                 << ""
                                                 << "float32";
        QTest::newRow("tf32 beside float16") << "float16"
                                             << "tf32"
                                             << ""
                                             << "tf32";
        QTest::newRow("float64") << "float64"
                                 << "bfloat16"
                                 << "float32"
                                 << "float64";
    }

    void whatTheStepIsComputedIn()
    {
        QFETCH(QString, policyVariable);
        QFETCH(QString, variable);
        QFETCH(QString, state);
        QFETCH(QString, compute);
        NumericsSpec spec;
        if (!variable.isEmpty())
            spec[Override::Variable] = variable.toStdString();
        if (!state.isEmpty())
            spec[Override::OptimizerState] = state.toStdString();
        const auto update = updateNumerics(*readNumerics(spec), *findFormat(policyVariable.toStdString()));
        QCOMPARE(std::string(update->compute->name), compute.toStdString());
        QVERIFY(!updateNumerics({}, float32Format()));
    }

    void weightsStoredNearestAreRoundedOncePerStep()
    {
        Update update("SGD", {{"learning_rate", 0.1}}, with(Override::Variable, "bfloat16"), "float32");
        const std::vector<double> start{1.0, -0.37, 3.25};
        const std::vector<float> gradient{0.3F, -0.02F, 0.001F};
        Tensor weights = tensorOf(*findFormat("bfloat16"), start);
        const Tensor g = tensorOf(float32Format(), std::vector<double>(gradient.begin(), gradient.end()));
        std::vector<float> expected;
        for (const double value : start)
            expected.push_back(toBfloat16(static_cast<float>(value)));
        for (int step = 0; step < 5; ++step) {
            update.step(weights, g);
            for (std::size_t i = 0; i < 3; ++i) {
                expected[i] = toBfloat16(expected[i] - 0.1F * gradient[i]);
                QCOMPARE(static_cast<float>(weights.at(static_cast<Index>(i))), expected[i]);
            }
        }
        QCOMPARE(weights.at(2), 3.25); // 0.0001 beside it, whose neighbours are 0.016 away
        QCOMPARE(weights.format().name, std::string_view("bfloat16"));
    }

    void weightsStoredStochasticallyMoveOnAverage()
    {
        constexpr int kWeights = 4000;
        constexpr double kStep = 1.0 / 8; // of the spacing 2^-7 above 1
        const std::vector<double> ones(kWeights, 1.0);
        const Tensor g = tensorOf(float32Format(), std::vector<double>(kWeights, -kStep * 0x1p-7));
        const auto movedBy = [&](const char* variable) {
            Update update("SGD", {{"learning_rate", 1.0}}, with(Override::Variable, variable), "float32");
            Tensor weights = tensorOf(*findFormat("bfloat16"), ones);
            update.step(weights, g);
            int moved = 0;
            for (Index i = 0; i < weights.size(); ++i) {
                if (weights.at(i) != 1.0 && weights.at(i) != 1 + 0x1p-7)
                    return -1;
                moved += weights.at(i) > 1 ? 1 : 0;
            }
            return moved;
        };
        QCOMPARE(movedBy("bfloat16"), 0);
        const int moved = movedBy("bfloat16:stochastic");
        // Binomial with p = 1/8: 500 +- 21; five standard deviations.
        QVERIFY2(std::abs(moved - 500) < 105, qPrintable(QString::number(moved)));
        QVERIFY(std::abs(movedBy("bfloat16:stochastic:8") - 500) < 105);
    }

    void aVelocityIsStoredInItsFormat()
    {
        Update update("SGD", {{"learning_rate", 0.1}, {"momentum", 0.9}},
            with(Override::OptimizerState, "bfloat16"), "float32");
        const std::vector<float> gradient{0.3F, -0.02F, 0.7F};
        Tensor weights = tensorOf(float32Format(), {1.0, -0.37, 3.25});
        std::vector<float> w;
        for (Index i = 0; i < 3; ++i)
            w.push_back(static_cast<float>(weights.at(i)));
        std::vector<float> v(3, 0.0F);
        const Tensor g = tensorOf(float32Format(), std::vector<double>(gradient.begin(), gradient.end()));
        for (int step = 0; step < 6; ++step) {
            update.step(weights, g);
            const Tensor& stored = update.optimizer->state(0)[0];
            QCOMPARE(stored.format().name, std::string_view("bfloat16"));
            for (std::size_t i = 0; i < 3; ++i) {
                const float next = 0.9F * v[i] - gradient[i] * 0.1F;
                w[i] += next; // by what was computed
                v[i] = toBfloat16(next); // kept rounded
                QCOMPARE(static_cast<float>(stored.at(static_cast<Index>(i))), v[i]);
                QCOMPARE(static_cast<float>(weights.at(static_cast<Index>(i))), w[i]);
            }
        }
    }

    void momentsAreStoredInTheirFormat()
    {
        Update update("Adam", {}, with(Override::OptimizerState, "bfloat16"), "float32");
        Update plain("Adam", {}, {}, "float32");
        const std::vector<float> gradient{0.3F, -0.02F, 0.7F};
        const Tensor g = tensorOf(float32Format(), std::vector<double>(gradient.begin(), gradient.end()));
        Tensor weights = tensorOf(float32Format(), {1.0, -0.37, 3.25});
        Tensor others = tensorOf(float32Format(), {1.0, -0.37, 3.25});
        std::vector<float> mean(3, 0.0F);
        std::vector<float> variance(3, 0.0F);
        const auto oneMinusBeta1 = static_cast<float>(1 - 0.9);
        const auto oneMinusBeta2 = static_cast<float>(1 - 0.999);
        for (int step = 0; step < 4; ++step) {
            update.step(weights, g);
            plain.step(others, g);
            const auto stored = update.optimizer->state(0);
            QCOMPARE(stored.size(), std::size_t{2});
            for (std::size_t i = 0; i < 3; ++i) {
                mean[i] = toBfloat16(mean[i] + (gradient[i] - mean[i]) * oneMinusBeta1);
                variance[i]
                    = toBfloat16(variance[i] + (gradient[i] * gradient[i] - variance[i]) * oneMinusBeta2);
                QCOMPARE(static_cast<float>(stored[0].at(static_cast<Index>(i))), mean[i]);
                QCOMPARE(static_cast<float>(stored[1].at(static_cast<Index>(i))), variance[i]);
            }
            QCOMPARE(sameBits(weights, others), step == 0); // only later steps start from what was stored
        }
    }

    void aStateThatOverflowsIsCountedAndNoDivergedWeight()
    {
        Update update("Adam", {}, with(Override::OptimizerState, "float16"), "float32");
        Tensor weights = tensorOf(float32Format(), {1.0});
        update.step(weights, tensorOf(float32Format(), {1e6})); // (1 - beta_2) 1e12 is beyond 65504
        QVERIFY(std::isinf(update.optimizer->state(0)[1].at(0)));
        QVERIFY(std::isfinite(weights.at(0)));
        QCOMPARE(update.arithmetic.counts().overflows, 2); // the mean is 1e5, the variance 1e9
        QCOMPARE(update.arithmetic.counts().nonFinite, 0);
    }

    // SGD on w = 1, g = 1, learning rate 2^-12, 1000 steps: Micikevicius et al. 2017, section 3.1.
    void aCompensatedWeightLosesNoUpdates_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("stored");
        QTest::addColumn<double>("expected");
        constexpr double kExact = 1 - 1000 * 0x1p-12;
        QTest::newRow("float16") << "float16"
                                 << "float16" << 1.0;
        QTest::newRow("bfloat16") << "bfloat16"
                                  << "bfloat16" << 1.0;
        QTest::newRow("float32 master") << "float32"
                                        << "float32" << kExact;
        QTest::newRow("float16 kahan") << "float16"
                                       << "float16:kahan" << kExact;
        QTest::newRow("float16 kahan, step in float32") << "float32"
                                                        << "float16:kahan" << kExact;
    }

    void aCompensatedWeightLosesNoUpdates()
    {
        QFETCH(QString, policy);
        QFETCH(QString, stored);
        QFETCH(double, expected);
        Update update("SGD", {{"learning_rate", 0x1p-12}},
            with(Override::Variable, stored.toStdString().c_str()), policy.toStdString().c_str());
        const Format& format = *update.numerics->variable.format;
        Tensor weight = tensorOf(format, {1});
        const Tensor gradient = tensorOf(*findFormat(policy.toStdString()), {1});
        for (int step = 0; step < 1000; ++step)
            update.step(weight, gradient);
        QCOMPARE(weight.at(0), expected);
        QCOMPARE(update.optimizer->applied(), 1000);
    }

    void whatACompensatedWeightOwesIsKept()
    {
        Update update(
            "SGD", {{"learning_rate", 0x1p-12}}, with(Override::Variable, "bfloat16:kahan"), "bfloat16");
        Tensor weight = tensorOf(*findFormat("bfloat16"), {1});
        update.step(weight, tensorOf(*findFormat("bfloat16"), {1}));
        QCOMPARE(update.optimizer->keptCount(0), std::size_t{1});
        QCOMPARE(update.optimizer->keptName(0, 0), std::string_view("compensation"));
        QCOMPARE(weight.at(0), 1.0);
        QCOMPARE(update.optimizer->kept(0, 0).at(0), -0x1p-12);
        for (const char* wrong : {"bfloat16:stochastic:kahan", "mxfp8:kahan", ":kahan"})
            QVERIFY2(!readNumerics(with(Override::Variable, wrong)), wrong);
        QVERIFY(!readNumerics(with(Override::OptimizerState, "bfloat16:kahan")));
    }
};

QTEST_GUILESS_MAIN(TestNumerics)
#include "tst_numerics.moc"
