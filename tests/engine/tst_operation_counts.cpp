// SPDX-License-Identifier: GPL-3.0-or-later
// What each operation of a step lost: the step that is done again is the run's own to the last bit, the run goes on as if nothing had been
// asked, and the counts are those of what was rounded.
#include "app/io/session/session_file.h"
#include "engine/dtype/rounding.h"
#include "engine/train/operation_counts.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ulpscope;

namespace {

constexpr std::size_t kStateBytes = std::size_t{64} << 20;

struct Trained
{
    TrainingRun run;
    std::vector<NamedArray> weightsBefore; ///< of the last step
};

Trained trained(const SessionSpec& session, const Kernels& kernels, int steps)
{
    Result<TrainingRun> made = TrainingRun::create(session, kernels);
    if (!made)
        throw std::runtime_error(made.error().text());
    Trained result{*std::move(made), {}};
    result.run.keepStates(kStateBytes);
    for (int i = 0; i < steps; ++i) {
        result.weightsBefore = result.run.weights();
        result.run.step();
    }
    return result;
}

/// The first of that operation and pass that belongs to the layer.
const OperationCount& countOf(
    const OperationCounts& counts, graph::Operation operation, Pass pass, const std::string& path)
{
    for (std::size_t i = 0; i < counts.of.size(); ++i) {
        const graph::Node& node = counts.graph.nodes()[i];
        if (node.operation == operation && node.pass == pass && counts.of[i]
            && counts.graph.ownerOf(graph::ValueId(i)).path == path)
            return *counts.of[i];
    }
    throw std::runtime_error("no such operation");
}

} // namespace

class TestOperationCounts : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
        m_kernels = std::make_unique<Kernels>(*std::move(kernels));
    }

    void theStepIsTheRunsOwn_data()
    {
        QTest::addColumn<QString>("scene");
        for (const char* scene :
            {"accumulator", "adam-bfloat16", "attention-overflow", "circle", "fashion-mnist", "float8-amax",
                "float8-float16", "layer-normalization", "loss-scale", "lost-updates"})
            QTest::newRow(scene) << QString::fromLatin1(scene);
    }

    void theStepIsTheRunsOwn()
    {
        QFETCH(const QString, scene);
        const Result<SessionSpec> session = loadSession(
            (QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/%1.ulps").arg(scene)).toStdString());
        QVERIFY(session.ok());
        Trained after = trained(*session, *m_kernels, 3);
        const std::vector<NamedArray> before = after.run.wholeState();
        const std::optional<OperationCounts> counts = after.run.operationCounts();
        QVERIFY(counts);
        QVERIFY(counts->isTheRuns);
        QCOMPARE(counts->step, std::int64_t{2});
        QCOMPARE(counts->of.size(), counts->graph.nodes().size());
        const std::vector<NamedArray> now = after.run.wholeState();
        QVERIFY(now == before);
    }

    void soItIsUnderThePassesOfAGpu()
    {
        SessionSpec session
            = *loadSession(std::string(ULPSCOPE_SOURCE_DIR) + "/resources/scenes/circle.ulps");
        session.training.arithmetic = ArithmeticKind::TorchHopper;
        Trained after = trained(session, *m_kernels, 3);
        const std::optional<OperationCounts> counts = after.run.operationCounts();
        QVERIFY(counts && counts->isTheRuns);
    }

    /// From the weights alone: what casting the kernel to float16 did to it.
    void aCastsCountIsThatOfItsNumbers()
    {
        Trained after = trained(circle("mixed_float16"), *m_kernels, 5);
        const std::optional<OperationCounts> counts = after.run.operationCounts();
        QVERIFY(counts && counts->isTheRuns);
        double apart = 0;
        double size = 0;
        for (const NamedArray& weight : after.weightsBefore)
            if (weight.name.ends_with("dense_2/kernel"))
                for (const float value : std::get<std::vector<float>>(weight.array.values)) {
                    const double own = static_cast<double>(value);
                    const double cast = roundToFormat(*findFormat("float16"), own);
                    apart += (cast - own) * (cast - own);
                    size += own * own;
                }
        QVERIFY(size > 0);
        const OperationCount& count
            = countOf(*counts, graph::Operation::Cast, Pass::Forward, "sequential/dense_2");
        QCOMPARE(count.elements, Index{256});
        // Sums of 256 terms in two orders differ by less than 256 units of 2^-53, relatively.
        QVERIFY(std::abs(count.error - std::sqrt(apart / size)) <= 1e-12 * count.error);
    }

    /// With a loss weight that makes gradients less than half of float16's smallest number, the product itself loses nothing.
    void whatIsFlushedIsToldWhereItHappens()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.lossWeight = std::ldexp(1.0, -40);
        Trained after = trained(session, *m_kernels, 2);
        const std::optional<OperationCounts> counts = after.run.operationCounts();
        QVERIFY(counts && counts->isTheRuns);
        // The gradient of the loss is cast to float16 there, and all of it becomes zero.
        const OperationCount& cast = countOf(*counts, graph::Operation::Cast, Pass::Backward, "");
        QCOMPARE(cast.flushed, cast.elements);
        const OperationCount& product
            = countOf(*counts, graph::Operation::Product, Pass::Backward, "sequential/dense_1");
        QCOMPARE(product.flushed, Index{0});
        QCOMPARE(product.error, 0.0);
    }

    void anOverflowIsToldWhereItHappens()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.lossScale = {"fixed", {{"scale", std::ldexp(1.0, 40)}}};
        Trained after = trained(session, *m_kernels, 1);
        std::optional<OperationCounts> counts = after.run.operationCounts();
        QVERIFY(counts && counts->isTheRuns);
        QVERIFY(countOf(*counts, graph::Operation::Cast, Pass::Backward, "").overflowed > 0);
        // The weights are NaN from then on, which no operation of the next step makes.
        after.run.step();
        counts = after.run.operationCounts();
        QVERIFY(counts);
        const OperationCount& product
            = countOf(*counts, graph::Operation::Product, Pass::Forward, "sequential/dense_1");
        QCOMPARE(product.overflowed, Index{0});
        QCOMPARE(product.nonFinite, product.elements);
    }

    void withoutAStepThereAreNone()
    {
        Trained none = trained(circle("mixed_float16"), *m_kernels, 0);
        QVERIFY(!none.run.operationCounts()); // no step was done
    }

private:
    std::unique_ptr<Kernels> m_kernels;
};

QTEST_MAIN(TestOperationCounts)
#include "tst_operation_counts.moc"
