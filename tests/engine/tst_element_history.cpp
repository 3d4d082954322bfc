// SPDX-License-Identifier: GPL-3.0-or-later
// A number followed through a step: what the history says is what the run's own tensors have, in both lanes.
#include "app/judge/runs/element_story.h"
#include "engine/dtype/rounding.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ulpscope;

namespace {

/// The one row of that operation in that pass.
const HistoryRow& rowOf(const ElementHistory& history, Pass pass, std::string_view operation)
{
    const auto row = std::ranges::find_if(history.rows,
        [&](const HistoryRow& one) { return one.pass == pass && one.operation == operation && !one.isUse; });
    if (row == history.rows.end())
        throw std::runtime_error("no row of " + std::string(operation));
    return *row;
}

double rounded(const char* format, double value)
{
    return roundToFormat(*findFormat(format), value);
}

} // namespace

class TestElementHistory : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
        m_kernels = std::make_unique<Kernels>(*std::move(kernels));
    }

    void everyTensorsElementIsTheRunsOwn_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<double>("scale");
        for (const char* policy : {"float32", "mixed_float16", "bfloat16", "float16", "mixed_bfloat16",
                 "float64", "float8_from_mixed_bfloat16"})
            for (const char* optimizer : {"SGD", "Adam"})
                QTest::addRow("%s %s", policy, optimizer) << policy << optimizer << 1.0;
        QTest::addRow("scaled SGD") << "mixed_float16"
                                    << "SGD" << 1024.0;
        QTest::addRow("scaled Adam") << "mixed_float16"
                                     << "Adam" << 1024.0;
        QTest::addRow("scaled float16") << "float16"
                                        << "Adam" << 1024.0;
    }

    void everyTensorsElementIsTheRunsOwn()
    {
        QFETCH(QString, policy);
        QFETCH(QString, optimizer);
        QFETCH(double, scale);
        SessionSpec session = circle(policy.toStdString());
        session.training.optimizer = {optimizer.toStdString(), {{"learning_rate", 0.01}}};
        if (scale != 1)
            session.training.lossScale = {"fixed", {{"scale", scale}}};
        session.probes.tensorsEvery = 1;
        TrainingRun run = trained(session, 5);
        const StepRecord before = run.record();
        int rows = 0;
        for (const TensorName& tensor : run.tensors()) {
            const TensorSnapshot snapshot = run.snapshot(tensor);
            const std::int64_t element = std::int64_t(snapshot.values.size()) - 1;
            if (element < 0)
                continue;
            const std::optional<ElementHistory> history = run.history({tensor, element});
            QVERIFY2(history, tensor.name.c_str());
            const std::string what = tensor.layer + " " + tensor.name;
            QVERIFY2(sameBits(history->value, snapshot.values.back()), what.c_str());
            QVERIFY2(history->reference, what.c_str());
            QVERIFY2(sameBits(*history->reference, snapshot.reference.back()), what.c_str());
            QCOMPARE(history->step, std::int64_t{4});
            QCOMPARE(history->scale, snapshot.scale != 1 ? scale : history->scale);
            for (const HistoryRow& row : history->rows)
                QVERIFY2(!row.isAfterGap, (what + ", " + row.operation).c_str());
            rows += int(history->rows.size());
            // What makes the number ends with the number.
            if (tensor.role == TensorRole::Output && !tensor.layer.ends_with("input_layer")) {
                const auto last = std::ranges::find_if(
                    history->rows.rbegin(), history->rows.rend(), [&](const HistoryRow& row) {
                        return !row.isUse && row.pass == Pass::Forward && row.layer == tensor.layer;
                    });
                QVERIFY2(last != history->rows.rend(), what.c_str());
                QVERIFY2(sameBits(last->detail.result, history->value), what.c_str());
            }
        }
        QVERIFY(rows > 40);
        QVERIFY2(sameRecord(before, run.record()), "the question changed the run");
        TrainingRun other = trained(session, 5);
        QVERIFY(run.step() && other.step());
        QVERIFY2(sameRecord(other.record(), run.record()), "the question changed the next step");
    }

    void aWeightsRowsAreItsLife()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.optimizer = {"Adam", {{"learning_rate", 0.01}}};
        session.training.lossScale = {"fixed", {{"scale", 1024.0}}};
        session.probes.tensorsEvery = 1;
        const TensorName kernel{"sequential/dense_2", "kernel", TensorRole::Weight};
        constexpr std::int64_t kElement = 35;
        TrainingRun earlier = trained(session, 3);
        const double weight = earlier.snapshot(kernel).values[kElement];
        TrainingRun run = trained(session, 4);
        const std::optional<ElementHistory> history = run.history({kernel, kElement});
        QVERIFY(history);
        QCOMPARE(history->index, std::string("[2, 3]"));

        const HistoryRow& cast = rowOf(*history, Pass::Forward, "cast");
        QCOMPARE(cast.detail.operands.at(0).value, weight);
        QCOMPARE(cast.detail.result, rounded("float16", weight));
        QCOMPARE(effectOf(cast), RoundingEffect::Rounded);

        const HistoryRow& gradient = rowOf(*history, Pass::Backward, "matrix product");
        const TensorName name{"sequential/dense_2", "kernel gradient", TensorRole::WeightGradient};
        const TensorSnapshot gradients = run.snapshot(name);
        QCOMPARE(gradient.detail.result, gradients.values[kElement]);
        QCOMPARE(gradient.reference.value(), gradients.reference[kElement]);
        QCOMPARE(gradient.detail.termCount, session.training.batchSize);
        // The exact sum is that of the tensors that the step left.
        const std::vector<double> inputs
            = run.snapshot({"sequential/dense_2", "input", TensorRole::Input}).values;
        double sum = 0; // products of float16 values, of which 32 lose nothing in float64's 53 digits
        const HistoryRow& use = *std::ranges::find_if(
            history->rows, [](const HistoryRow& row) { return row.isUse && row.pass == Pass::Forward; });
        QCOMPARE(use.detail.result, cast.detail.result);
        QCOMPARE(use.goesInto, session.training.batchSize);
        const ElementDetail::Term& largest = gradient.detail.terms.at(0);
        for (std::int64_t row = 0; row < session.training.batchSize; ++row)
            if (row == largest.index)
                sum = inputs[std::size_t(row * 16 + 2)];
        QCOMPARE(largest.left, sum);

        const HistoryRow& state = rowOf(*history, Pass::Update, "optimizer state");
        QVERIFY(!state.detail.operands.at(0).name.empty());
        const HistoryRow& update = rowOf(*history, Pass::Update, "weight update");
        QCOMPARE(update.detail.operands.at(0).value, weight);
        QCOMPARE(update.detail.exact.value(), weight + update.detail.operands.at(1).value);
        QCOMPARE(update.detail.result, run.snapshot(kernel).values[kElement]);
        QCOMPARE(update.detail.result, rounded("float32", *update.detail.exact));
        QCOMPARE(update.reference.value(), run.snapshot(kernel).reference[kElement]);
        // The optimizer takes the gradient without the scale, a power of two that takes no digits.
        QCOMPARE(state.detail.operands.at(1).value, gradient.detail.result / 1024);
    }

    void aLostUpdateIsSaid()
    {
        SessionSpec session = circle("bfloat16");
        session.training.optimizer = {"SGD", {{"learning_rate", 1e-6}}};
        TrainingRun run = trained(session, 2);
        const TensorName kernel{"sequential/dense_1", "kernel", TensorRole::Weight};
        const std::optional<ElementHistory> history = run.history({kernel, 0});
        QVERIFY(history);
        const HistoryRow& update = rowOf(*history, Pass::Update, "weight update");
        QVERIFY(update.detail.operands.at(1).value != 0);
        QCOMPARE(update.detail.result, update.detail.operands.at(0).value);
        QCOMPARE(effectOf(update), RoundingEffect::Lost);
        const std::string finding = findingMessage(*history).text();
        QVERIFY2(finding.starts_with("The weight stays "), finding.c_str());
        QVERIFY2(finding.ends_with(" of its last digit in bfloat16, and rounds away."), finding.c_str());
    }

    void aFlushedGradientIsAnUnderflowOfItsSum()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.lossWeight = 1e-9;
        TrainingRun run = trained(session, 1);
        const TensorName gradient{"sequential/dense_2", "kernel gradient", TensorRole::WeightGradient};
        const TensorSnapshot snapshot = run.snapshot(gradient);
        const auto flushed
            = std::ranges::find_if(snapshot.reference, [](double value) { return value != 0; });
        QVERIFY(flushed != snapshot.reference.end());
        const std::int64_t element = flushed - snapshot.reference.begin();
        const std::optional<ElementHistory> history = run.history({gradient, element});
        QVERIFY(history);
        QCOMPARE(history->value, 0.0);
        QCOMPARE(history->reference.value(), *flushed);
        const HistoryRow& product = rowOf(*history, Pass::Backward, "matrix product");
        QCOMPARE(product.detail.result, 0.0);
        // The terms show which it was: their own zeros, or the rounding of a sum that is none.
        const bool haveZeros = product.detail.terms.front().left * product.detail.terms.front().right == 0;
        QCOMPARE(effectOf(product), haveZeros ? RoundingEffect::Exact : RoundingEffect::Underflow);
    }

    void aSumOfZerosIsFollowedToWhereTheyCameFrom()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.lossWeight
            = 1e-9; // below float16's smallest number: the loss' gradient is all zeros
        TrainingRun run = trained(session, 1);
        const TensorName gradient{"sequential/dense_1", "kernel gradient", TensorRole::WeightGradient};
        const std::vector<double> exact = run.snapshot(gradient).reference;
        const auto element = std::ranges::find_if(exact, [](double value) { return value != 0; });
        QVERIFY(element != exact.end());
        const std::optional<ElementHistory> history = run.history({gradient, element - exact.begin()});
        QVERIFY(history);
        // From the sum backwards, each zero is the one before it: to the cast of the loss' gradient, which was none.
        const auto sum = std::ranges::find_if(history->rows, [&](const HistoryRow& row) {
            return row.operation == "matrix product" && row.layer == gradient.layer && !row.isUse
                && row.pass == Pass::Backward;
        });
        QVERIFY(sum != history->rows.end());
        const HistoryRow* row = &*sum;
        while (row->from) {
            QCOMPARE(row->detail.result, 0.0);
            row = &history->rows[*row->from];
        }
        QCOMPARE(row->operation, std::string("cast"));
        QCOMPARE(row->layer, std::string("sequential/logits"));
        QCOMPARE(effectOf(*row), RoundingEffect::Underflow);
        QVERIFY(row->detail.exact.value() != 0);
        const std::string finding = findingMessage(*history).text();
        QVERIFY2(
            finding.starts_with("Every term of its sum is 0; the one with the largest operand is followed. "
                                "It became 0 in sequential/"),
            finding.c_str());
    }

    void nothingIsSaidWithoutAStateOrAnElement()
    {
        const TensorName kernel{"sequential/dense_1", "kernel", TensorRole::Weight};
        Result<TrainingRun> run = TrainingRun::create(circle("float32"), *m_kernels);
        QVERIFY(run.ok());
        QVERIFY(run->step());
        QVERIFY(!run->history({kernel, 0}));
        QCOMPARE(run->stepsDone(), std::int64_t{1});
        TrainingRun kept = trained(circle("float32"), 1);
        QVERIFY(!kept.history({kernel, 32}));
        QVERIFY(!kept.history({kernel, -1}));
        QVERIFY(!kept.history({{"sequential/dense_1", "no tensor", TensorRole::Weight}, 0}));
        QVERIFY(kept.history({kernel, 31}));
        QCOMPARE(kept.stepsDone(), std::int64_t{1});
    }

private:
    TrainingRun trained(const SessionSpec& session, int steps) const
    {
        Result<TrainingRun> run = TrainingRun::create(session, *m_kernels);
        if (!run)
            throw std::runtime_error(run.error().text());
        run->keepStates(std::size_t{1} << 24);
        while (run->stepsDone() < steps)
            run->step();
        return *std::move(run);
    }

    std::unique_ptr<Kernels> m_kernels;
};

QTEST_GUILESS_MAIN(TestElementHistory)
#include "tst_element_history.moc"
