// SPDX-License-Identifier: GPL-3.0-or-later
// In which number runs under several rows of arithmetic differ, as a sentence.
#include "app/judge/runs/arithmetic_difference.h"

#include <QtTest>

#include <limits>

using namespace ulpscope;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

ArithmeticOutcome outcome(ArithmeticKind kind, double loss, std::optional<std::int64_t> divergedAt = {})
{
    ArithmeticOutcome run{.asked = kind, .computed = kind, .steps = 50, .metrics = {}};
    run.metrics.loss = loss;
    run.metrics.testAccuracy = 0.5;
    run.metrics.divergedAt = divergedAt;
    return run;
}

using Outcomes = std::vector<ArithmeticOutcome>;

} // namespace

Q_DECLARE_METATYPE(Outcomes)

class TestArithmeticDifference : public QObject
{
    Q_OBJECT

private slots:
    void theSentence_data()
    {
        QTest::addColumn<Outcomes>("runs");
        QTest::addColumn<QString>("sentence");
        using enum ArithmeticKind;
        QTest::newRow("one becomes NaN")
            << Outcomes{outcome(KerasTorchHopper, 0.3), outcome(KerasJax, kNan, 31)}
            << "with Keras on JAX on a CPU (keras-jax) this run becomes NaN at step 31; with Keras on PyTorch on an H200 "
               "(keras-torch-hopper) it does not";
        QTest::newRow("a weight becomes infinite")
            << Outcomes{outcome(KerasJax, 0.3, 31), outcome(Torch, 0.3)}
            << "with Keras on JAX on a CPU (keras-jax) this run diverges at step 31; with PyTorch on a CPU (torch) it does "
               "not";
        QTest::newRow("at other steps, two alike")
            << Outcomes{outcome(Written, kNan, 2), outcome(KerasJax, kNan, 2), outcome(Torch, kNan, 4)}
            << "with every rounding of the source (written) and Keras on JAX on a CPU (keras-jax) this run becomes NaN at "
               "step 2; with PyTorch on a CPU (torch) at step 4";
        QTest::newRow("the loss, with the digits that tell it")
            << Outcomes{outcome(Written, 0.12345612), outcome(KerasJax, 0.12345698)}
            << "loss after 50 steps: 0.123456 with every rounding of the source (written); 0.123457 with Keras on JAX on a "
               "CPU (keras-jax)";
        Outcomes accuracies{outcome(Written, 0.25), outcome(TorchHopper, 0.25)};
        accuracies[1].metrics.testAccuracy = 0.75;
        QTest::newRow("the accuracy")
            << accuracies
            << "test accuracy after 50 steps: 50 % with every rounding of the source (written); "
               "75 % with PyTorch on an H200 (torch-hopper)";
        QTest::newRow("both NaN at the same step")
            << Outcomes{outcome(Written, kNan, 2), outcome(KerasJax, kNan, 2)}
            << "no headline number differs between every rounding of the source (written) and Keras on JAX on a CPU "
               "(keras-jax)";
        Outcomes unproved{outcome(Written, 0.25), outcome(KerasJax, 0.3), outcome(Torch, 0.25)};
        unproved[2].computed = Written;
        QTest::newRow("one is not proved")
            << unproved
            << "loss after 50 steps: 0.25 with every rounding of the source (written); 0.3 with Keras on JAX on a CPU "
               "(keras-jax) (computed as written, because not proved for this session: torch)";
        unproved.erase(unproved.begin() + 1);
        QTest::newRow("nothing else is left")
            << unproved
            << "nothing to compare: every run is computed with every rounding of the source (written) (computed as "
               "written, because not proved for this session: torch)";
        Outcomes open{outcome(KerasJax, 0.25), outcome(Written, 0.25)};
        open[0].asked.reset();
        QTest::newRow("auto is no row of its own")
            << open
            << "no headline number differs between Keras on JAX on a CPU (keras-jax) and every rounding of the source "
               "(written)";
    }
    void theSentence()
    {
        QFETCH(Outcomes, runs);
        QFETCH(QString, sentence);
        QCOMPARE(QString::fromStdString(arithmeticDifference(runs).text()), sentence);
    }
};

QTEST_GUILESS_MAIN(TestArithmeticDifference)
#include "tst_arithmetic_difference.moc"
