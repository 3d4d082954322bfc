// SPDX-License-Identifier: GPL-3.0-or-later
// Losses: values worked out by hand, gradients against central differences.
#include "engine/loss/loss_catalog.h"

#include <QTest>
#include <cmath>

using namespace ulpscope;

namespace {

struct Case
{
    Component loss;
    Shape shape;
    std::vector<double> prediction;
    std::vector<float> targets;
    double value;
};

const std::map<QString, Case>& cases()
{
    static const std::map<QString, Case> rows{
        {QStringLiteral("mean squared error"),
            {{"MeanSquaredError", {}}, {2, 1}, {1.5, -1}, {1, 1}, (0.25 + 4) / 2}},
        {QStringLiteral("binary from logits"),
            {{"BinaryCrossentropy", {{"from_logits", true}}}, {2, 1}, {2, -0.5}, {1, 1},
                (std::log1p(std::exp(-2)) + std::log1p(std::exp(0.5))) / 2}},
        {QStringLiteral("binary from probabilities"),
            {{"BinaryCrossentropy", {{"from_logits", false}}}, {2, 1}, {0.75, 0.5}, {1, 0},
                -(std::log(0.75) + std::log(0.5)) / 2}},
        {QStringLiteral("sparse categorical from logits"),
            {{"SparseCategoricalCrossentropy", {{"from_logits", true}}}, {1, 3}, {1, 2, 0.5}, {2},
                std::log(std::exp(1) + std::exp(2) + std::exp(0.5)) - 0.5}},
        {QStringLiteral("sparse categorical from unnormalised probabilities"),
            {{"SparseCategoricalCrossentropy", {{"from_logits", false}}}, {1, 3}, {1, 2, 1}, {1},
                std::log(2)}},
    };
    return rows;
}

} // namespace

class TestLosses : public QObject
{
    Q_OBJECT

private slots:
    void valueAndGradientAreRight_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& [name, row] : cases())
            QTest::newRow(qPrintable(name)) << name;
    }

    void valueAndGradientAreRight()
    {
        QFETCH(QString, name);
        const Case& row = cases().at(name);
        const std::unique_ptr<Loss> loss = findRow(lossCatalog(), row.loss.className)->make(row.loss.config);
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        Tensor prediction(row.shape, float64Format());
        for (std::size_t i = 0; i < row.prediction.size(); ++i)
            prediction.set(static_cast<Index>(i), row.prediction[i]);
        Tensor gradient;
        Tensor unused;
        constexpr double kUpstream = 8; // a loss scale multiplies the gradient, not the value
        const double value = loss->evaluate(arithmetic, prediction, row.targets, kUpstream, gradient);
        QVERIFY2(std::fabs(value - row.value) < 1e-14, qPrintable(QString::number(value, 'g', 17)));
        for (Index i = 0; i < prediction.size(); ++i) {
            constexpr double kStep = 1e-6;
            const double x = prediction.at(i);
            prediction.set(i, x + kStep);
            const double above = loss->evaluate(arithmetic, prediction, row.targets, 1, unused);
            prediction.set(i, x - kStep);
            const double below = loss->evaluate(arithmetic, prediction, row.targets, 1, unused);
            prediction.set(i, x);
            QVERIFY(std::fabs(gradient.at(i) - kUpstream * (above - below) / (2 * kStep)) < 1e-7);
        }
    }

    void logitsThatOverflowAnExponentialGiveAFiniteLoss()
    {
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        for (const char* name : {"BinaryCrossentropy", "SparseCategoricalCrossentropy"}) {
            const auto loss = findRow(lossCatalog(), name)->make({{"from_logits", true}});
            Tensor prediction(Shape{1, name[0] == 'B' ? 1 : 2}, float32Format());
            prediction.set(0, 1000);
            Tensor gradient;
            const double value = loss->evaluate(
                arithmetic, prediction, std::vector<float>{name[0] == 'B' ? 0.0F : 1.0F}, 1, gradient);
            QCOMPARE(value, 1000.0);
            QCOMPARE(gradient.at(0), 1.0);
        }
    }

    void aNanPredictionIsNeverCorrectAndGivesANanLoss()
    {
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        for (const LossClass& row : lossCatalog()) {
            const auto loss = row.make(*checkConfig({}, row.parameters));
            Tensor prediction(Shape{1, 2}, float32Format());
            prediction.set(0, std::nan(""));
            Tensor gradient;
            QVERIFY(
                std::isnan(loss->evaluate(arithmetic, prediction, std::vector<float>{0, 0}, 1, gradient)));
            Score score;
            loss->score(prediction, std::vector<float>{0, 0}, score);
            QVERIFY(score.correct <= 1);
        }
    }
};

QTEST_GUILESS_MAIN(TestLosses)
#include "tst_losses.moc"
