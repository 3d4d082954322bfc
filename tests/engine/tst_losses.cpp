// SPDX-License-Identifier: GPL-3.0-or-later
// Losses: values worked out by hand, gradients against central differences.
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/loss/loss_catalog.h"
#include "engine/loss/metric_catalog.h"
#include "engine/tensor/nonfinite_watch.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>
#include <QTest>
#include <bit>
#include <cmath>
#include <random>

using namespace ulpscope;

namespace {

struct Case
{
    Component loss;
    Shape shape;
    std::vector<double> prediction;
    std::vector<double> targets;
    double value;
};

const QStringList kSameInHalf{QStringLiteral("MeanSquaredError"), QStringLiteral("MeanAbsoluteError"),
    QStringLiteral("Huber"), QStringLiteral("LogCosh"), QStringLiteral("Poisson"), QStringLiteral("Hinge")};

Loss lossOf(const Component& component)
{
    const Component checked = *checkComponent(lossCatalog(), "loss", component);
    return {*findRow(lossCatalog(), checked.className), checked.config};
}

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
        {QStringLiteral("mean absolute error"),
            {{"MeanAbsoluteError", {}}, {2, 1}, {1.5, -1}, {1, 1}, (0.5 + 2) / 2}},
        {QStringLiteral("mean over outputs and examples"),
            {{"MeanAbsoluteError", {}}, {2, 2}, {1.5, -1, 3, 0.25}, {1, 1, 1, 1}, (0.5 + 2 + 2 + 0.75) / 4}},
        {QStringLiteral("huber"),
            {{"Huber", {{"delta", 1.0}}}, {2, 1}, {1.5, -1}, {1, 1}, (0.125 + 1.5) / 2}},
        {QStringLiteral("huber of a small delta"),
            {{"Huber", {{"delta", 0.25}}}, {2, 1}, {1.5, -1}, {1, 1}, (0.09375 + 0.46875) / 2}},
        {QStringLiteral("binary, smoothed"),
            {{"BinaryCrossentropy", {{"from_logits", true}, {"label_smoothing", 0.2}}}, {2, 1}, {2, -0.5},
                {1, 1}, (0.2 + std::log1p(std::exp(-2)) + 0.45 + std::log1p(std::exp(-0.5))) / 2}},
        {QStringLiteral("sparse categorical of a sequence"),
            {{"SparseCategoricalCrossentropy", {{"from_logits", true}}}, {1, 2, 3}, {1, 2, 0.5, 1, 2, 0.5},
                {2, 0}, std::log(std::exp(1) + std::exp(2) + std::exp(0.5)) - 0.75}},
        {QStringLiteral("categorical from logits"),
            {{"CategoricalCrossentropy", {{"from_logits", true}}}, {1, 3}, {1, 2, 0.5}, {2},
                std::log(std::exp(1) + std::exp(2) + std::exp(0.5)) - 0.5}},
        {QStringLiteral("categorical from logits, smoothed"),
            {{"CategoricalCrossentropy", {{"from_logits", true}, {"label_smoothing", 0.3}}}, {1, 3},
                {1, 2, 0.5}, {2}, std::log(std::exp(1) + std::exp(2) + std::exp(0.5)) - (0.1 + 0.2 + 0.4)}},
        {QStringLiteral("categorical of given rows"),
            {{"CategoricalCrossentropy", {{"from_logits", true}}}, {1, 3}, {1, 2, 0.5}, {0.25, 0.5, 0.25},
                std::log(std::exp(1) + std::exp(2) + std::exp(0.5)) - 1.375}},
        {QStringLiteral("categorical from unnormalised probabilities"),
            {{"CategoricalCrossentropy", {}}, {2, 3}, {1, 2, 1, 0.25, 0.25, 0.5}, {1, 2}, std::log(2)}},
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
        Loss loss = lossOf(row.loss);
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        Tensor prediction(row.shape, float64Format());
        for (std::size_t i = 0; i < row.prediction.size(); ++i)
            prediction.set(static_cast<Index>(i), row.prediction[i]);
        Tensor gradient;
        Tensor unused;
        constexpr double kUpstream = 8; // a loss scale multiplies the gradient, not the value
        const double value = loss.evaluate(arithmetic, prediction, row.targets, kUpstream, gradient);
        QVERIFY2(std::fabs(value - row.value) < 1e-14, qPrintable(QString::number(value, 'g', 17)));
        for (Index i = 0; i < prediction.size(); ++i) {
            constexpr double kStep = 1e-6;
            const double x = prediction.at(i);
            prediction.set(i, x + kStep);
            const double above = loss.evaluate(arithmetic, prediction, row.targets, 1, unused);
            prediction.set(i, x - kStep);
            const double below = loss.evaluate(arithmetic, prediction, row.targets, 1, unused);
            prediction.set(i, x);
            QVERIFY(std::fabs(gradient.at(i) - kUpstream * (above - below) / (2 * kStep)) < 1e-7);
        }
    }

    void lossesAreKeras_data()
    {
        QTest::addColumn<QJsonObject>("row");
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/losses.jsonl"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        file.readLine(); // versions
        for (int line = 2; !file.atEnd(); ++line) {
            const QJsonObject row = QJsonDocument::fromJson(file.readLine()).object();
            QTest::addRow("%d %s %s", line, qPrintable(row["dtype"].toString()),
                qPrintable(row["loss"].toObject()["class"].toString()))
                << row;
        }
    }

    void everyLossHasACaseOfKeras()
    {
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/losses.jsonl"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray rows = file.readAll();
        for (const LossClass& row : lossCatalog())
            QVERIFY2(rows.contains("{\"class\":\"" + QByteArray::fromStdString(row.name) + '"'),
                (row.name + " has no case in make_losses.py").c_str());
    }

    void lossesAreKeras()
    {
        QFETCH(QJsonObject, row);
        const Format& format = *findFormat(row["dtype"].toString().toStdString());
        const QJsonObject json = row["loss"].toObject();
        Component component{json["class"].toString().toStdString(), {}};
        for (auto member = json.begin(); member != json.end(); ++member) {
            if (member.value().isBool())
                component.config.set(member.key().toStdString(), member.value().toBool());
            else if (member.value().isDouble())
                component.config.set(member.key().toStdString(), member.value().toDouble());
        }
        const Result<Component> checked = checkComponent(lossCatalog(), "loss", component);
        QVERIFY2(checked, checked ? "" : checked.error().text().c_str());
        Loss loss(*findRow(lossCatalog(), checked->className), checked->config);
        Shape shape;
        for (const QJsonValue& extent : row["shape"].toArray())
            shape.append(extent.toInt());
        Tensor prediction(shape, format);
        std::vector<double> targets;
        for (Index i = 0; i < prediction.size(); ++i)
            prediction.set(i, row["prediction"].toArray()[static_cast<int>(i)].toDouble());
        for (const QJsonValue& target : row["targets"].toArray())
            targets.push_back(static_cast<float>(target.toDouble()));
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        Tensor gradient;
        const double value = loss.evaluate(arithmetic, prediction, targets, 8, gradient);
        // A few roundings each; Keras' own are float32 where it rounds float64 down (label smoothing of targets). In 16 bits the
        // losses that are differences, and the mean of them, are the same bits; logarithms and softmax are taken apart by JAX.
        const bool isSame = format.precision() < float32Format().precision()
            && kSameInHalf.contains(QString::fromStdString(checked->className));
        const double ulp = isSame ? 0 : std::ldexp(1.0, 1 - format.precision());
        QVERIFY2(std::fabs(value - row["value"].toDouble()) <= 8 * ulp * (1 + std::fabs(value)),
            qPrintable(QStringLiteral("%1, Keras %2")
                           .arg(value, 0, 'g', 17)
                           .arg(row["value"].toDouble(), 0, 'g', 17)));
        for (Index i = 0; i < gradient.size(); ++i) {
            const double expected = row["gradient"].toArray()[static_cast<int>(i)].toDouble();
            QVERIFY2(std::fabs(gradient.at(i) - expected) <= 8 * ulp * (1 + std::fabs(expected)),
                qPrintable(QStringLiteral("%1: %2, Keras %3")
                               .arg(i)
                               .arg(gradient.at(i), 0, 'g', 17)
                               .arg(expected, 0, 'g', 17)));
        }
    }

    void logitsThatOverflowAnExponentialGiveAFiniteLoss()
    {
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        for (const char* name : {"BinaryCrossentropy", "SparseCategoricalCrossentropy"}) {
            Loss loss = lossOf({name, {{"from_logits", true}}});
            Tensor prediction(Shape{1, name[0] == 'B' ? 1 : 2}, float32Format());
            prediction.set(0, 1000);
            Tensor gradient;
            const double value = loss.evaluate(
                arithmetic, prediction, std::vector<double>{name[0] == 'B' ? 0.0 : 1.0}, 1, gradient);
            QCOMPARE(value, 1000.0);
            QCOMPARE(gradient.at(0), 1.0);
        }
    }

    /// A watched loss is computed operation by operation, in float64 and then rounded.
    void oneLoopGivesTheBitsOfSingleOperations_data()
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < lossCatalog().size(); ++i)
            for (const bool fromLogits : {false, true})
                if (!fromLogits || lossCatalog()[i].name.find("Crossentropy") != std::string::npos)
                    QTest::addRow("%s%s", lossCatalog()[i].name.c_str(), fromLogits ? ", logits" : "")
                        << 2 * i + (fromLogits ? 1 : 0);
    }

    void oneLoopGivesTheBitsOfSingleOperations()
    {
        QFETCH(std::size_t, index);
        const LossClass& row = lossCatalog()[index / 2];
        Loss loss = lossOf({row.name, index % 2 == 0 ? Config() : Config{{"from_logits", true}}});
        const Kernels kernels = *Kernels::load();
        std::mt19937 random(7);
        std::normal_distribution<double> draw;
        for (const char* name : {"float32", "float16", "bfloat16", "float64"}) {
            const Format& format = *findFormat(name);
            Tensor prediction(Shape{70, 5}, format);
            for (Index i = 0; i < prediction.size(); ++i) {
                const double x = draw(random);
                prediction.set(i, roundToFormat(format, index % 2 == 0 ? std::fabs(x) / 3 : 3 * x));
            }
            std::vector<double> targets(row.targets.areClasses ? 70 : 350);
            for (double& target : targets)
                target = static_cast<double>(random() % (row.targets.areClasses ? 5 : 2));
            Arithmetic plain(kernels);
            Arithmetic watched(kernels);
            NonFiniteWatch watch;
            watched.setWatch(&watch);
            Tensor gradient;
            Tensor expected;
            const double value = loss.evaluate(plain, prediction, targets, 8, gradient);
            QCOMPARE(value, loss.evaluate(watched, prediction, targets, 8, expected));
            for (Index i = 0; i < gradient.size(); ++i)
                QVERIFY2(std::bit_cast<std::uint64_t>(gradient.at(i))
                        == std::bit_cast<std::uint64_t>(expected.at(i)),
                    name);
            QCOMPARE(plain.counts().nonFinite, watched.counts().nonFinite);
        }
    }

    /// keras.losses.MeanSquaredError(dtype="float16") under jax.jit; without it the doubled error is infinite.
    void aDoubledErrorMayLeaveFloat16()
    {
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        Loss loss = lossOf({"MeanSquaredError", {}});
        Tensor prediction(Shape{8, 1}, *findFormat("float16"));
        prediction.fill(40000);
        Tensor gradient;
        loss.evaluate(arithmetic, prediction, std::vector<double>(8), 1, gradient);
        QCOMPARE(gradient.at(0), 10000.0);
    }

    void classNumbersAreExactInEveryDtype()
    {
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        Loss loss = lossOf({"SparseCategoricalCrossentropy", {{"from_logits", true}}});
        Tensor prediction(Shape{1, 400}, *findFormat("bfloat16"));
        prediction.set(299, 64);
        QCOMPARE(loss.evaluate(arithmetic, prediction, std::vector{299.0}), 0.0);
        QCOMPARE(loss.evaluate(arithmetic, prediction, std::vector{300.0}), 64.0);
    }

    void aScoreCountsDecisions()
    {
        Tensor prediction(Shape{2, 2, 6}, float32Format());
        for (Index i = 0; i < prediction.size(); ++i)
            prediction.set(i, static_cast<double>(i % 6)); // class 5 first, class 0 last
        Score score;
        lossOf({"SparseCategoricalCrossentropy", {{"from_logits", true}}})
            .score(prediction, std::vector<double>{5, 1, 0, 5}, score);
        score.examples = 2;
        score.loss = 4;
        QCOMPARE(score.decisions, 4);
        const std::map<std::string_view, double> expected{
            {"loss", 2}, {"accuracy", 0.5}, {"top_5_accuracy", 0.75}, {"perplexity", std::exp(2)}};
        for (const TestMetric& metric : testMetricCatalog()) {
            const std::optional<double> value = metric.value(score);
            QCOMPARE(value.has_value(), expected.contains(metric.name));
            if (value)
                QCOMPARE(*value, expected.at(metric.name));
        }
    }

    void targetsFitOutputs()
    {
        const auto fits
            = [](const char* name, const Shape& output, std::int64_t targets, std::int64_t classes) {
                  return findRow(lossCatalog(), name)->targets.fits(output, targets, classes).ok();
              };
        QVERIFY(fits("SparseCategoricalCrossentropy", {10}, 1, 10));
        QVERIFY(fits("SparseCategoricalCrossentropy", {7, 10}, 7, 10));
        QVERIFY(!fits("SparseCategoricalCrossentropy", {10}, 7, 10));
        QVERIFY(!fits("SparseCategoricalCrossentropy", {7, 9}, 7, 10));
        QVERIFY(fits("CategoricalCrossentropy", {3}, 1, 3));
        QVERIFY(fits("CategoricalCrossentropy", {3}, 3, 0));
        QVERIFY(!fits("CategoricalCrossentropy", {3}, 1, 0));
        QVERIFY(fits("Huber", {3}, 3, 0));
        QVERIFY(!fits("MeanAbsoluteError", {3}, 1, 0));
    }

    void aNanPredictionIsNeverCorrectAndGivesANanLoss()
    {
        const Kernels kernels = *Kernels::load();
        Arithmetic arithmetic(kernels);
        for (const LossClass& row : lossCatalog()) {
            Loss loss = lossOf({row.name, {}});
            Tensor prediction(Shape{1, 2}, float32Format());
            prediction.set(0, std::nan(""));
            Tensor gradient;
            const std::vector<double> targets(row.targets.areClasses ? 1 : 2);
            QVERIFY(std::isnan(loss.evaluate(arithmetic, prediction, targets, 1, gradient)));
            Score score;
            loss.score(prediction, targets, score);
            QVERIFY(score.correct <= 1);
        }
    }
};

QTEST_GUILESS_MAIN(TestLosses)
#include "tst_losses.moc"
