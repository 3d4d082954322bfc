// SPDX-License-Identifier: GPL-3.0-or-later
// By whose rules a session is computed. That the rules are those of the real thing is tests/interop/keras_steps.py's and
// torch_steps.py's.
#include "app/io/runs/run_files.h"
#include "app/io/runs/run_summary_text.h"
#include "app/io/session/session_file.h"
#include "engine/dtype/rounding.h"
#include "engine/layer/layer.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/session/arithmetic_choice.h"
#include "engine/session/checked_session.h"
#include "engine/session/unrounded_float8.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/normalize.h"
#include "engine/tensor/ops.h"
#include "engine/train/prediction.h"
#include "tests/engine/small_sessions.h"

#include <QtTest>

#include <cmath>
#include <functional>

using namespace ulpscope;

namespace {

SessionSpec regression(const std::string& policy)
{
    SessionSpec session = circle(policy);
    session.training.loss = {"MeanSquaredError", {}};
    session.training.arithmetic = ArithmeticKind::KerasJax;
    return session;
}

using Change = std::function<void(SessionSpec&)>;

} // namespace

Q_DECLARE_METATYPE(Change)

class TestArithmetic : public QObject
{
    Q_OBJECT

private slots:
    void whatIsNotProvedIsWritten_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("text");
        const QString proved
            = QStringLiteral("keras-jax: proved for every layer, the loss and the optimizer");
        QTest::newRow("proved") << Change([](SessionSpec&) {}) << proved;
        QTest::newRow("not asked for: what is proved")
            << Change([](SessionSpec& s) { s.training.arithmetic.reset(); }) << proved;
        QTest::newRow("written is asked for")
            << Change([](SessionSpec& s) { s.training.arithmetic = ArithmeticKind::Written; })
            << "written: asked for";
        QTest::newRow("float32") << Change([](SessionSpec& s) { s.policies.global = *getPolicy("float32"); })
                                 << proved;
        QTest::newRow("a cross-entropy of logits")
            << Change([](SessionSpec& s) { s.training.loss = circle("bfloat16").training.loss; }) << proved;
        QTest::newRow("a cross-entropy of probabilities") << Change([](SessionSpec& s) {
            s.training.loss = {"BinaryCrossentropy", {}};
        }) << "written: not keras-jax: loss: BinaryCrossentropy with its from_logits is not proved";
        QTest::newRow("an older family") << Change([](SessionSpec& s) {
            s.policies.family = PolicyFamily::TfKeras;
            s.training.arithmetic.reset();
        }) << "written: not keras-jax: the policy family tf_keras is not proved";
        QTest::newRow("a policy, not asked for") << Change([](SessionSpec& s) {
            s.policies.global = *getPolicy("mixed_float16");
            s.training.arithmetic.reset();
        }) << "written: not keras-jax: sequential/dense_1: Dense in float16 is not proved";
        QTest::newRow("two dtypes") << Change([](SessionSpec& s) {
            s.model.layers[2].policy = *getPolicy("float32");
        }) << "written: not keras-jax: sequential/dense_2: layers in several dtypes are not proved";
        QTest::newRow("an activation")
            << Change([](SessionSpec& s) { s.model.layers[1].config.set("activation", std::string("mish")); })
            << "written: not keras-jax: sequential/dense_1: Dense with mish is not proved";
        QTest::newRow("a layer") << Change([](SessionSpec& s) {
            s.model.layers.insert(s.model.layers.begin() + 2, {"norm", "LayerNormalization", {}, {}, {}});
        }) << "written: not keras-jax: sequential/norm: LayerNormalization in bfloat16 is not proved";
        QTest::newRow("an embedding") << Change([](SessionSpec& s) {
            s.model.layers.insert(s.model.layers.begin() + 1,
                {{"ids", "Embedding", {{"input_dim", std::int64_t{9}}, {"output_dim", std::int64_t{4}}}, {},
                     {}},
                    {"flat", "Flatten", {}, {}, {}}});
        }) << proved;
        QTest::newRow("the last layer") << Change([](SessionSpec& s) {
            s.model.layers[3].config.set("activation", std::string("sigmoid"));
        }) << "written: not keras-jax: sequential/logits: a last layer other than a linear Dense with a bias is not proved";
        QTest::newRow("a loss") << Change([](SessionSpec& s) {
            s.training.loss = {"Huber", {}};
        }) << "written: not keras-jax: loss: Huber is not proved";
        QTest::newRow("a loop") << Change([](SessionSpec& s) { s.training.loop = TrainingLoop::Custom; })
                                << "written: not keras-jax: a custom loop is not proved";
        QTest::newRow("an optimizer's setting")
            << Change([](SessionSpec& s) { s.training.optimizer.config.set("nesterov", true); })
            << "written: not keras-jax: optimizer: SGD with its nesterov is not proved";

        const auto torch = [](const Change& change) {
            return Change([change](SessionSpec& s) {
                s.training.arithmetic = ArithmeticKind::Torch;
                change(s);
            });
        };
        const auto layer = [&](const char* className) {
            return torch([className](SessionSpec& s) {
                s.model.layers.insert(s.model.layers.begin() + 2, {"other", className, {}, {}, {}});
            });
        };
        const QString provedTorch
            = QStringLiteral("torch: proved for every layer, the loss and the optimizer");
        QTest::newRow("torch") << torch([](SessionSpec&) {}) << provedTorch;
        QTest::newRow("torch, Nesterov") << torch([](SessionSpec& s) {
            s.training.optimizer.config.set("nesterov", true);
            s.training.optimizer.config.set("momentum", 0.9);
        }) << provedTorch;
        QTest::newRow("torch, Nesterov without momentum")
            << torch([](SessionSpec& s) { s.training.optimizer.config.set("nesterov", true); })
            << "written: not torch: optimizer: PyTorch's SGD raises ValueError for nesterov without momentum";
        QTest::newRow("torch, a region that is switched off")
            << torch([](SessionSpec& s) { s.model.layers[2].policy = *getPolicy("float32"); }) << provedTorch;
        QTest::newRow("torch, GradScaler") << torch([](SessionSpec& s) {
            s.policies.global = *getPolicy("mixed_float16");
            s.training.lossScale = {"grad_scaler", {}};
        }) << provedTorch;
        QTest::newRow("torch, two regions")
            << torch([](SessionSpec& s) { s.model.layers[2].policy = *getPolicy("mixed_float16"); })
            << "written: not torch: sequential/dense_2: regions in both float16 and bfloat16 are not proved";
        QTest::newRow("torch, narrow parameters")
            << torch([](SessionSpec& s) { s.policies.global = *getPolicy("bfloat16"); })
            << "written: not torch: sequential/dense_1: bfloat16 is no autocast, whose parameters are float32 and whose "
               "products float16 or bfloat16";
        QTest::newRow("torch, dropout")
            << layer("Dropout") << "written: not torch: sequential/other: PyTorch draws other masks";
        QTest::newRow("torch, batch normalization")
            << layer("BatchNormalization")
            << "written: not torch: sequential/other: PyTorch's moving variance divides by one less than the number of values";
        QTest::newRow("torch, another normalization") << layer(
            "RMSNormalization") << "written: not torch: sequential/other: RMSNormalization is not proved";
        QTest::newRow("torch, another loss scale") << torch([](SessionSpec& s) {
            s.training.lossScale = {"dynamic", {}};
        }) << "written: not torch: loss scale dynamic is not proved";
        QTest::newRow("torch, weight decay")
            << torch([](SessionSpec& s) { s.training.optimizer.config.set("weight_decay", 0.1); })
            << "written: not torch: optimizer: SGD with its weight_decay is not proved";
    }
    void whatIsNotProvedIsWritten()
    {
        QFETCH(Change, change);
        QFETCH(QString, text);
        SessionSpec session = regression("mixed_bfloat16");
        change(session);
        const Result<CheckedSession> checked = resolveSession(session);
        QVERIFY2(checked, checked ? "" : checked.error().text().c_str());
        QCOMPARE(QString::fromStdString(checked->arithmetic.sentence().text()), text);
    }

    /// torch 2.15.0: torch.autocast("cpu", dtype=torch.bfloat16) over Embedding, Linear, LayerNorm, their sum, Linear.
    void autocastSaysInWhichDtypeALayerRuns()
    {
        SessionSpec session = regression("mixed_bfloat16");
        session.training.arithmetic = ArithmeticKind::Torch;
        auto& layers = session.model.layers;
        layers.insert(layers.begin() + 1,
            {{"ids", "Embedding", {{"input_dim", std::int64_t{9}}, {"output_dim", std::int64_t{4}}}, {}, {}},
                {"wide", "Dense", {{"units", std::int64_t{4}}}, {}, {}},
                {"norm", "LayerNormalization", {}, {}, {}}, {"sum", "Add", {}, {"ids", "norm"}, {}},
                {"flat", "Flatten", {}, {}, {}}});
        const auto dtypes = [&] {
            const Result<CheckedSession> checked = resolveSession(session);
            if (!checked)
                return QString::fromStdString(checked.error().text());
            QStringList names;
            for (const PlannedLayer& layer : checked->plan.layers)
                names.append(QString::fromStdString(std::string(layer.options.numerics.output->name)));
            return names.join(QStringLiteral(" "));
        };
        QCOMPARE(dtypes(),
            QStringLiteral("float32 float32 bfloat16 bfloat16 float32 float32 bfloat16 bfloat16 bfloat16"));
        session.training.arithmetic = ArithmeticKind::Written;
        QCOMPARE(dtypes(),
            QStringLiteral(
                "float32 bfloat16 bfloat16 bfloat16 bfloat16 bfloat16 bfloat16 bfloat16 bfloat16"));
    }

    /// torch 2.15.0 on a CPU, a Linear under autocast. The product, 1 + 2^-8, is halfway between two bfloat16: to even, which is 1, to
    /// which the bias adds nothing, or, with the bias, up.
    void aBiasIsAddedBeforeTheProductIsRounded_data()
    {
        QTest::addColumn<QString>("arithmetic");
        QTest::addColumn<double>("sum");
        QTest::newRow("torch") << "torch" << 1.0078125;
        QTest::newRow("written") << "written" << 1.0;
    }
    void aBiasIsAddedBeforeTheProductIsRounded()
    {
        QFETCH(QString, arithmetic);
        QFETCH(double, sum);
        const Result<Kernels> kernels = Kernels::load();
        Arithmetic rules(*kernels);
        rules.setRules(rulesOf(*arithmeticOf(arithmetic.toStdString())));
        const LayerClass& dense = *findRow(layerCatalog(), "Dense");
        LayerNumerics numerics;
        numerics.compute = numerics.output = findFormat("bfloat16");
        numerics.variable = &float32Format();
        const auto layer = std::make_unique<Layer>(
            LayerOptions{*checkConfig({{"units", std::int64_t{1}}}, dense.parameters), numerics, 1, 0},
            dense.formula);
        const std::vector<Shape> shapes{Shape{2}};
        layer->build(shapes, rules);
        layer->variables()[0].value.fill(1.0);
        layer->variables()[1].value.fill(0x1p-10);
        Tensor x(Shape{1, 2}, *findFormat("bfloat16"));
        x.set(0, 1.0);
        x.set(1, 0x1p-8);
        const Tensor* input = &x;
        Tensor output;
        layer->forward({.arithmetic = rules}, std::span(&input, 1), output);
        QCOMPARE(output.at(0), sum);
    }

    /// Under torch gamma's and beta's gradients are summed in float16, addition by addition: of two rows of 60000 and 2^-26 the first
    /// sum leaves it with the second row, the other is zero after each.
    void whatNormalizationsSumsRoundToIsCounted()
    {
        const Result<Kernels> kernels = Kernels::load();
        Arithmetic arithmetic(*kernels);
        Tensor x(Shape{2, 2}, float32Format());
        Tensor upstream(Shape{2, 2}, float32Format());
        for (const Index row : {0, 1}) {
            x.set(2 * row, 1.0);
            upstream.set(2 * row, 60000.0);
            upstream.set(2 * row + 1, 0x1p-26);
        }
        NormalizationGradients gradients;
        normalizeRowsGradient(arithmetic, x, nullptr, 0, upstream, *findFormat("float16"), gradients);
        for (const Tensor* sums : {&gradients.gamma, &gradients.beta}) { // normalized rows are 1 and -1
            QVERIFY(std::isinf(sums->at(0)));
            QCOMPARE(sums->at(1), 0.0);
        }
        QCOMPARE(arithmetic.counts().overflows, 2);
        QCOMPARE(arithmetic.counts().nonFinite, 2);
        QCOMPARE(arithmetic.counts().underflows, 4);
    }

    void whereNormalizationsSumsLeaveFloat16IsFound()
    {
        const Result<Kernels> kernels = Kernels::load();
        Arithmetic rules(*kernels);
        rules.setRules(rulesOf(ArithmeticKind::Torch));
        const LayerClass& normalization = *findRow(layerCatalog(), "LayerNormalization");
        LayerNumerics numerics;
        numerics.compute = numerics.output = findFormat("float16");
        numerics.variable = &float32Format();
        const auto layer = std::make_unique<Layer>(
            LayerOptions{*checkConfig({}, normalization.parameters), numerics, 1, 0}, normalization.formula);
        const std::vector<Shape> shapes{Shape{2}};
        layer->build(shapes, rules);
        Tensor x(Shape{2, 2}, *numerics.compute);
        x.set(0, 1.0);
        x.set(2, 1.0);
        Tensor upstream(Shape{2, 2}, *numerics.compute);
        upstream.fill(60000.0);
        const Tensor* input = &x;
        Tensor output;
        std::vector<Tensor> gradients(1);
        layer->forward({.arithmetic = rules}, std::span(&input, 1), output);
        NonFiniteWatch watch;
        rules.setWatch(&watch);
        layer->backward({.arithmetic = rules}, std::span(&input, 1), output, upstream, gradients);
        QVERIFY(watch.birth().has_value());
        QCOMPARE(watch.birth()->operation, std::string("sum over the rows"));
        QVERIFY2(watch.birth()->how.find("65504") != std::string::npos, watch.birth()->how.c_str());
    }

    /// torch 2.15.0 on a CPU: three steps of torch.optim, eps=1e-7.
    void optimizersStepByTorchsFormulas_data()
    {
        QTest::addColumn<QString>("className");
        QTest::addColumn<bool>("hasMomentum");
        QTest::addColumn<bool>("isNesterov");
        QTest::addColumn<QList<double>>("after");
        QTest::newRow("SGD") << "SGD" << false << false
                             << QList<double>{0x1.fdf3b6p-4, -0x1.66d5cep-1, 0x1.55c1e6p+0};
        QTest::newRow("momentum") << "SGD" << true << false
                                  << QList<double>{0x1.809d48p-4, -0x1.66e818p-1, 0x1.5dd12ap+0};
        QTest::newRow("Nesterov") << "SGD" << true << true
                                  << QList<double>{0x1.e77708p-4, -0x1.674a8ap-1, 0x1.6512ap+0};
        QTest::newRow("Adam") << "Adam" << false << false
                              << QList<double>{0x1.8fb626p-6, -0x1.6faabap-1, 0x1.50e3c8p+0};
    }
    void optimizersStepByTorchsFormulas()
    {
        QFETCH(QString, className);
        QFETCH(bool, hasMomentum);
        QFETCH(bool, isNesterov);
        QFETCH(QList<double>, after);
        Component component{className.toStdString(), {{"learning_rate", 0.05}}};
        if (hasMomentum)
            component.config.set("momentum", 0.9);
        if (isNesterov)
            component.config.set("nesterov", true);
        component = *checkComponent(optimizerCatalog(), "optimizer", component);
        const std::unique_ptr<Optimizer> optimizer
            = findRow(optimizerCatalog(), component.className)
                  ->make(component.config, {.formulas = UpdateFormulas::Torch});
        const Result<Kernels> kernels = Kernels::load();
        Arithmetic arithmetic(*kernels);
        Tensor weights(Shape{3}, float32Format());
        Tensor gradient(Shape{3}, float32Format());
        const auto fill = [](Tensor& tensor, const QList<double>& values) {
            for (Index i = 0; i < tensor.size(); ++i)
                tensor.set(i, roundToFormat(tensor.format(), values[static_cast<qsizetype>(i)]));
        };
        fill(weights, {0.1, -0.7, 1.3});
        const std::vector<VariableUpdate> updates{{&weights, &gradient, nullptr}};
        std::vector<UpdateSize> sizes;
        for (const QList<double>& step :
            {QList<double>{0.3, -1e-3, 2e-4}, {0.11, 5e-3, -0.7}, {-0.9, 0.013, 1e-6}}) {
            fill(gradient, step);
            optimizer->apply(arithmetic, updates, {}, sizes);
        }
        for (Index i = 0; i < weights.size(); ++i)
            QCOMPARE(weights.at(i), after[static_cast<qsizetype>(i)]);
    }

    void theRulesChangeTheRunAndTheFileKeepsThem()
    {
        const Result<Kernels> kernels = Kernels::load();
        SessionSpec session = regression("mixed_bfloat16");
        TrainingRun compiled = *TrainingRun::create(session, *kernels);
        QCOMPARE(
            readSession(writeSession(session))->training.arithmetic, std::optional(ArithmeticKind::KerasJax));
        session.training.arithmetic = ArithmeticKind::Written;
        TrainingRun written = *TrainingRun::create(session, *kernels);
        for (int i = 0; i < 3; ++i) { // the first adds biases of 0, which rounds nothing
            compiled.step();
            written.step();
        }
        QVERIFY(compiled.record().loss != written.record().loss);
        QVERIFY(compiled.record().referenceLoss == written.record().referenceLoss);
        QCOMPARE(compiled.summarize().arithmetic, ArithmeticKind::KerasJax);
    }

    /// Its loop alone would be proved, the candidate's is not: Adam adds its epsilon elsewhere in PyTorch.
    void theFloat64LaneHasTheCandidatesFormulas_data()
    {
        QTest::addColumn<TrainingLoop>("loop");
        QTest::addColumn<bool>("isWritten");
        QTest::newRow("a loop that is proved") << TrainingLoop::Fit << false;
        QTest::newRow("a loop that is not") << TrainingLoop::Custom << true;
    }
    void theFloat64LaneHasTheCandidatesFormulas()
    {
        QFETCH(TrainingLoop, loop);
        QFETCH(bool, isWritten);
        const Result<Kernels> kernels = Kernels::load();
        const auto lossOf = [&](ArithmeticKind kind) {
            SessionSpec session = regression("mixed_bfloat16");
            session.training.optimizer = {"Adam", {{"epsilon", 0.1}}};
            session.training.loop = loop;
            session.training.arithmetic = kind;
            TrainingRun run = *TrainingRun::create(session, *kernels);
            for (int i = 0; i < 3; ++i)
                run.step();
            return *run.record().referenceLoss;
        };
        QCOMPARE(lossOf(ArithmeticKind::Torch) == lossOf(ArithmeticKind::Written), isWritten);
    }

    void aPredictionIsComputedByTheRulesToo()
    {
        const Result<Kernels> kernels = Kernels::load();
        SessionSpec session = regression("mixed_bfloat16");
        session.model.layers[1].config.set("activation", std::string("gelu"));
        NpyArray inputs{{16, 2}, std::vector<float>(32)};
        for (std::size_t i = 0; i < 32; ++i)
            std::get<std::vector<float>>(inputs.values)[i] = 0.07F * static_cast<float>(i) - 1;
        const auto outputs = [&](ArithmeticKind kind) {
            session.training.arithmetic = kind;
            return predict(session, inputs, *kernels, "sequential/dense_1")->output.values;
        };
        QVERIFY(outputs(ArithmeticKind::Torch) != outputs(ArithmeticKind::Written));
    }

    void aGpuLeavesFloat8OutWhereItWasMeasured_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("layers"); ///< of the sentence
        const QString all
            = QStringLiteral(" of sequential/dense_1, sequential/dense_2, sequential/logits is");
        const auto under = [](const char* policy) {
            return [policy](SessionSpec& s) { s.policies.global = *getPolicy(policy); };
        };
        const auto asked
            = [](ArithmeticKind kind) { return [kind](SessionSpec& s) { s.training.arithmetic = kind; }; };
        QTest::newRow("over bfloat16") << Change([](SessionSpec&) {}) << all;
        QTest::newRow("over float16") << Change(under("float8_from_mixed_float16")) << all;
        QTest::newRow("over float32") << Change(under("float8_from_float32")) << QString();
        QTest::newRow("no float8") << Change(under("mixed_bfloat16")) << QString();
        QTest::newRow("int8") << Change(under("int8_from_mixed_bfloat16")) << QString();
        QTest::newRow("no arithmetic")
            << Change([](SessionSpec& s) { s.training.arithmetic.reset(); }) << all;
        QTest::newRow("as written") << Change(asked(ArithmeticKind::Written)) << all;
        QTest::newRow("Keras on PyTorch") << Change(asked(ArithmeticKind::KerasTorchHopper)) << QString();
        QTest::newRow("PyTorch") << Change(asked(ArithmeticKind::Torch)) << QString();
        QTest::newRow("a layer's own policy") << Change([](SessionSpec& s) {
            s.policies.global = *getPolicy("float32");
            s.model.layers[2].policy = *getPolicy("float8_from_mixed_bfloat16");
        }) << QStringLiteral(" of sequential/dense_2 is");
        QTest::newRow("a recipe") << Change([](SessionSpec& s) {
            s.policies.recipe = {"te_current", {}};
        }) << QString();
        QTest::newRow("an operand's override") << Change([](SessionSpec& s) {
            s.model.layers[1].numerics[NumericsOverride::ForwardKernel] = "bfloat16";
        }) << QStringLiteral(" of sequential/dense_2, sequential/logits is");
        QTest::newRow("many layers") << Change([](SessionSpec& s) {
            LayerSpec more = s.model.layers[2];
            more.name = "more";
            s.model.layers.insert(s.model.layers.begin() + 3, more);
        }) << QStringLiteral(" of sequential/dense_1, sequential/dense_2 and 2 more layers is");
    }
    void aGpuLeavesFloat8OutWhereItWasMeasured()
    {
        QFETCH(Change, change);
        QFETCH(QString, layers);
        SessionSpec session = regression("float8_from_mixed_bfloat16");
        change(session);
        const QString said = QString::fromStdString(unroundedFloat8(session).text());
        QVERIFY2(layers.isEmpty() ? said.isEmpty() : said.contains(layers), qPrintable(said));
    }

    void whatItWouldBeAsWrittenIsTrainedBeside()
    {
        const Result<Kernels> kernels = Kernels::load();
        SessionSpec session = regression("mixed_bfloat16");
        session.training.steps = 5;
        const Result<FinishedRun> compiled
            = runIntoFolder(session, *kernels, {.folder = {}, .alsoAsWritten = true});
        session.training.arithmetic = ArithmeticKind::Written;
        const Result<FinishedRun> written
            = runIntoFolder(session, *kernels, {.folder = {}, .alsoAsWritten = true});
        QVERIFY(compiled && written);
        QVERIFY(compiled->summary.asWritten.has_value());
        QVERIFY(compiled->summary.asWritten->loss != compiled->summary.last.loss);
        QCOMPARE(*compiled->summary.asWritten, headlineOf(written->summary));
        QVERIFY(!written->summary.asWritten.has_value()); // it is
        const QString table = QString::fromStdString(summaryTable(compiled->summary, session));
        QVERIFY2(table.contains(QStringLiteral("it would be: loss ")), qPrintable(table));
        QVERIFY2(table.contains(QStringLiteral("keras-jax: proved for every layer")), qPrintable(table));
    }

    /// Both end with NaN, which is no difference.
    void twoThatDivergeAlikeAreTheSame()
    {
        const Result<Kernels> kernels = Kernels::load();
        SessionSpec session = regression("bfloat16");
        session.training.optimizer = {"SGD", {{"learning_rate", 1e30}}};
        session.training.steps = 10;
        const Result<FinishedRun> run
            = runIntoFolder(session, *kernels, {.folder = {}, .alsoAsWritten = true});
        QVERIFY(run);
        QVERIFY(std::isnan(run->summary.last.loss) && std::isnan(*run->summary.last.errorVsFloat64));
        const QString table = QString::fromStdString(summaryTable(run->summary, session));
        QVERIFY2(
            table.contains(QStringLiteral("it would be: every headline number the same")), qPrintable(table));
    }

    /// jax 0.10.2: jnp.asarray(x, dtype) / s under jit.
    void manyNumbersAreDividedByOneAsXlaDoes_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<double>("x");
        QTest::addColumn<double>("divisor");
        QTest::addColumn<double>("quotient");
        QTest::newRow("float16, a quotient that the reciprocal misses")
            << "float16" << 28.0 << 3.0 << 0x1.2a8p+3;
        QTest::newRow("float16, a reciprocal that is infinite") << "float16" << 0x1p-20 << 0x1p-20 << qInf();
        QTest::newRow("bfloat16 divides") << "bfloat16" << 5.0 << 3.0 << 0x1.aap+0;
    }
    void manyNumbersAreDividedByOneAsXlaDoes()
    {
        QFETCH(QString, format);
        QFETCH(double, x);
        QFETCH(double, divisor);
        QFETCH(double, quotient);
        const Result<Kernels> kernels = Kernels::load();
        Arithmetic arithmetic(*kernels);
        Tensor values(Shape{2}, *findFormat(format.toStdString()));
        values.fill(x);
        divideByOne(arithmetic, values, divisor);
        QCOMPARE(values.at(1), quotient);
    }
};

QTEST_GUILESS_MAIN(TestArithmetic)
#include "tst_arithmetic.moc"
