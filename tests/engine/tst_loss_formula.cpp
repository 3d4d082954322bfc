// SPDX-License-Identifier: GPL-3.0-or-later
// A loss in the graph of a whole step gives the bits of the trainer's, which runs its formula alone: value and gradients, in every floatx.
#include "engine/loss/loss_catalog.h"
#include "tests/engine/step_difference.h"

#include <QTest>

using namespace ulpscope;

namespace {

struct Case
{
    const char* loss;
    Config config;
    Targets targets;
    const char* activation = "linear"; ///< of the outputs
};

const std::vector<Case>& cases()
{
    static const std::vector<Case> all{
        {"MeanSquaredError", {}, Targets::Numbers}, {"MeanAbsoluteError", {}, Targets::Numbers},
        {"MeanAbsoluteError", {}, Targets::Counts, "relu"},
        {"MeanAbsolutePercentageError", {}, Targets::Counts},
        {"MeanSquaredLogarithmicError", {}, Targets::Counts, "relu"},
        {"CosineSimilarity", {}, Targets::Numbers}, {"CosineSimilarity", {}, Targets::Counts, "relu"},
        {"Huber", {}, Targets::Numbers}, {"Huber", {{"delta", 0.3}}, Targets::Counts, "relu"},
        {"LogCosh", {}, Targets::Numbers}, {"Poisson", {}, Targets::Counts, "exponential"},
        {"Poisson", {}, Targets::Counts, "softplus"}, {"Hinge", {}, Targets::Signs},
        {"Hinge", {}, Targets::Binary}, {"Hinge", {}, Targets::Numbers},
        {"Hinge", {}, Targets::Signs, "softsign"},
        {"Hinge", {}, Targets::Signs, "hard_sigmoid"}, // whose 1 is the margin itself
        {"SquaredHinge", {}, Targets::Signs}, {"SquaredHinge", {}, Targets::Binary, "hard_sigmoid"},
        {"BinaryCrossentropy", {{"from_logits", true}}, Targets::Binary},
        {"BinaryCrossentropy", {{"from_logits", true}, {"label_smoothing", 0.1}}, Targets::Binary},
        {"BinaryCrossentropy", {}, Targets::Binary, "sigmoid"},
        {"BinaryCrossentropy", {}, Targets::Binary, "hard_sigmoid"}, // 0 and 1 are clipped
        {"BinaryCrossentropy", {{"label_smoothing", 0.1}}, Targets::Binary, "sigmoid"},
        {"SparseCategoricalCrossentropy", {{"from_logits", true}}, Targets::Classes},
        {"SparseCategoricalCrossentropy", {}, Targets::Classes, "sigmoid"},
        {"SparseCategoricalCrossentropy", {}, Targets::Classes, "hard_sigmoid"},
        {"CategoricalCrossentropy", {{"from_logits", true}}, Targets::Rows},
        {"CategoricalCrossentropy", {{"from_logits", true}, {"label_smoothing", 0.1}}, Targets::Rows},
        {"CategoricalCrossentropy", {}, Targets::Rows, "sigmoid"},
        {"CategoricalCrossentropy", {}, Targets::Rows, "hard_sigmoid"},
        {"CategoricalCrossentropy", {{"label_smoothing", 0.1}}, Targets::Rows, "sigmoid"},
        {"KLDivergence", {}, Targets::Rows, "sigmoid"},
        {"KLDivergence", {}, Targets::Rows, "hard_sigmoid"}, // bounds themselves
    };
    return all;
}

} // namespace

class TestLossFormula : public QObject
{
    Q_OBJECT
private slots:
    void everyLossHasACase();
    void everyLoss_data();
    void everyLoss();
};

void TestLossFormula::everyLossHasACase()
{
    for (const LossClass& row : lossCatalog())
        QVERIFY2(std::ranges::any_of(cases(), [&](const Case& each) { return each.loss == row.name; }),
            row.name.c_str());
}

void TestLossFormula::everyLoss_data()
{
    QTest::addColumn<std::size_t>("index");
    QTest::addColumn<std::string>("floatx");
    QTest::addColumn<std::string>("policy");
    for (std::size_t i = 0; i < cases().size(); ++i)
        for (const char* floatx : {"float32", "float16", "bfloat16", "float64"})
            for (const char* policy : {"float32", "mixed_float16", "bfloat16", "float64"})
                QTest::addRow("%s %d %s in %s, %s", cases()[i].loss, static_cast<int>(i),
                    cases()[i].activation, floatx, policy)
                    << i << std::string(floatx) << std::string(policy);
}

void TestLossFormula::everyLoss()
{
    QFETCH(std::size_t, index);
    QFETCH(std::string, floatx);
    QFETCH(std::string, policy);
    const Case& each = cases()[index];
    for (unsigned seed = 1; seed <= 4; ++seed) {
        std::mt19937 random(seed);
        const auto outputs = static_cast<std::int64_t>(2 + random() % 5);
        SessionSpec session
            = sessionOf({dense("dense", 6, "tanh"), dense("logits", outputs, each.activation)}, policy);
        session.policies.floatx = floatx;
        session.training.loss = {each.loss, each.config};
        session.training.batchSize = static_cast<std::int64_t>(random() % 6 + 1);
        session.training.lossWeight = random() % 2 == 0 ? 1 : 0.37;
        session.training.lossScale = {"fixed", {{"scale", random() % 2 == 0 ? 1.0 : 64.0}}};
        session.training.optimizer = {"SGD", {{"learning_rate", 0.05}}};
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
        const std::string found = difference(session, *kernels, random, each.targets);
        QVERIFY2(found.empty(), ("seed " + std::to_string(seed) + ": " + found).c_str());
    }
}

QTEST_GUILESS_MAIN(TestLossFormula)
#include "tst_loss_formula.moc"
