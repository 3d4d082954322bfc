// SPDX-License-Identifier: GPL-3.0-or-later
// By whose rules a session is computed. That the rules are those of the real thing is tests/interop/keras_steps.py's.
#include "engine/io/session/run_files.h"
#include "engine/io/session/run_summary_text.h"
#include "engine/io/session/session_file.h"
#include "engine/session/arithmetic_choice.h"
#include "engine/session/checked_session.h"
#include "engine/tensor/ops.h"
#include "tests/engine/small_sessions.h"

#include <QtTest>

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
        QTest::newRow("the last layer") << Change([](SessionSpec& s) {
            s.model.layers[3].config.set("activation", std::string("sigmoid"));
        }) << "written: not keras-jax: sequential/logits: a last layer other than a linear Dense with a bias is not proved";
        QTest::newRow("a loss") << Change([](SessionSpec& s) {
            s.training.loss = {"Huber", {}};
        }) << "written: not keras-jax: loss: Huber is not proved";
        QTest::newRow("a loop") << Change([](SessionSpec& s) { s.training.loop = TrainingLoop::Custom; })
                                << "written: not keras-jax: a custom loop is not proved";
        QTest::newRow("an optimizer's knob")
            << Change([](SessionSpec& s) { s.training.optimizer.config.set("nesterov", true); })
            << "written: not keras-jax: optimizer: SGD with its nesterov is not proved";
    }
    void whatIsNotProvedIsWritten()
    {
        QFETCH(Change, change);
        QFETCH(QString, text);
        SessionSpec session = regression("mixed_bfloat16");
        change(session);
        const Result<CheckedSession> checked = resolveSession(session);
        QVERIFY2(checked, checked ? "" : checked.error().text().c_str());
        const ArithmeticChoice choice = arithmeticChoice(checked->session.training, checked->plan);
        QCOMPARE(QString::fromStdString(choice.text()), text);
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

    void whatItWouldBeAsWrittenIsTrainedBeside()
    {
        const Result<Kernels> kernels = Kernels::load();
        SessionSpec session = regression("mixed_bfloat16");
        session.training.steps = 5;
        const Result<FinishedRun> compiled = runIntoFolder(session, *kernels, {.alsoAsWritten = true});
        session.training.arithmetic = ArithmeticKind::Written;
        const Result<FinishedRun> written = runIntoFolder(session, *kernels, {.alsoAsWritten = true});
        QVERIFY(compiled && written);
        QVERIFY(compiled->summary.asWritten.has_value());
        QVERIFY(compiled->summary.asWritten->loss != compiled->summary.last.loss);
        QCOMPARE(*compiled->summary.asWritten, headlineOf(written->summary));
        QVERIFY(!written->summary.asWritten.has_value()); // it is
        const QString table = QString::fromStdString(summaryTable(compiled->summary));
        QVERIFY2(table.contains(QStringLiteral("it would be: loss ")), qPrintable(table));
        QVERIFY2(table.contains(QStringLiteral("keras-jax: proved for every layer")), qPrintable(table));
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
