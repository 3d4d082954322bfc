// SPDX-License-Identifier: GPL-3.0-or-later
// Initializers: Keras' distributions by their moments and bounds, orthogonality, arguments, refusals.
#include "engine/layer/support/initializer.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>

using namespace ulpscope;

namespace {

Tensor made(const char* text, const Shape& shape)
{
    const Kernels kernels = *Kernels::load();
    Arithmetic arithmetic(kernels);
    Tensor out;
    initialize(arithmetic, text, shape, {7, RandomUse::Initializer, 3, 0}, float32Format(), out);
    return out;
}

} // namespace

class TestInitializer : public QObject
{
    Q_OBJECT

private slots:
    /// keras/src/initializers/random_initializers.py: limits, and standard deviations after truncation.
    void momentsAreThoseOfTheDistribution_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("deviation");
        QTest::addColumn<double>("lowest"); // all draws are between these
        QTest::addColumn<double>("highest");
        const double in = 200;
        const double out = 100;
        const auto uniform = [](const char* name, double limit) {
            QTest::newRow(name) << QString::fromLatin1(name) << 0.0 << limit / std::sqrt(3.0) << -limit
                                << limit;
        };
        const auto truncated = [](const char* name, double deviation) {
            const double limit = 2 * deviation / 0.87962566103423978;
            QTest::newRow(name) << QString::fromLatin1(name) << 0.0 << deviation << -limit << limit;
        };
        uniform("glorot_uniform", std::sqrt(6 / (in + out)));
        uniform("he_uniform", std::sqrt(6 / in));
        uniform("lecun_uniform", std::sqrt(3 / in));
        uniform("random_uniform", 0.05);
        truncated("glorot_normal", std::sqrt(2 / (in + out)));
        truncated("he_normal", std::sqrt(2 / in));
        truncated("lecun_normal", std::sqrt(1 / in));
        truncated("truncated_normal", 0.05 * 0.87962566103423978);
        const auto scaled = [&](const char* text, double deviation, double limit) {
            QTest::newRow(text) << QString::fromLatin1(text) << 0.0 << deviation << -limit << limit;
        };
        const double ofOut = std::sqrt(2 / out);
        scaled("variance_scaling", std::sqrt(1 / in), 2 * std::sqrt(1 / in) / 0.87962566103423978);
        scaled("variance_scaling(2, fan_out)", ofOut, 2 * ofOut / 0.87962566103423978);
        scaled("variance_scaling(3, fan_avg, uniform)", std::sqrt(3 / 150.0), 3 / std::sqrt(150.0));
        scaled("variance_scaling(0.5, fan_in, untruncated_normal)", std::sqrt(0.5 / in), HUGE_VAL);
        QTest::newRow("by its class") << QStringLiteral("HeUniform") << 0.0 << std::sqrt(2 / in)
                                      << -std::sqrt(6 / in) << std::sqrt(6 / in);
        QTest::newRow("uniform with bounds")
            << QStringLiteral("random_uniform(0.5, 2)") << 1.25 << 1.5 / std::sqrt(12.0) << 0.5 << 2.0;
        QTest::newRow("normal") << QStringLiteral("random_normal") << 0.0 << 0.05 << -HUGE_VAL << HUGE_VAL;
        QTest::newRow("normal with moments")
            << QStringLiteral("random_normal(-1, 0.25)") << -1.0 << 0.25 << -HUGE_VAL << HUGE_VAL;
        QTest::newRow("truncated with moments")
            << QStringLiteral("truncated_normal(2, 0.5)") << 2.0 << 0.5 * 0.87962566103423978 << 1.0 << 3.0;
        QTest::newRow("constant") << QStringLiteral("constant(-0.75)") << -0.75 << 0.0 << -0.75 << -0.75;
        QTest::newRow("constant without a value") << QStringLiteral("constant") << 0.0 << 0.0 << 0.0 << 0.0;
        QTest::newRow("zeros") << QStringLiteral("zeros") << 0.0 << 0.0 << 0.0 << 0.0;
        QTest::newRow("ones") << QStringLiteral("ones") << 1.0 << 0.0 << 1.0 << 1.0;
    }
    void momentsAreThoseOfTheDistribution()
    {
        QFETCH(QString, text);
        QFETCH(double, mean);
        QFETCH(double, deviation);
        QFETCH(double, lowest);
        QFETCH(double, highest);
        const Tensor drawn = made(qPrintable(text), Shape{200, 100});
        double sum = 0;
        double squares = 0;
        for (Index i = 0; i < drawn.size(); ++i) {
            const double x = drawn.at(i);
            QVERIFY(x >= lowest * (lowest < 0 ? 1 + 0x1p-23 : 1 - 0x1p-23));
            QVERIFY(x <= highest * (highest > 0 ? 1 + 0x1p-23 : 1 - 0x1p-23));
            sum += x - mean;
            squares += (x - mean) * (x - mean);
        }
        const auto count = static_cast<double>(drawn.size());
        // Five standard errors of the mean; of the deviation at most five of a normal's.
        QVERIFY(std::fabs(sum / count) <= 5 * deviation / std::sqrt(count));
        QVERIFY(std::fabs(std::sqrt(squares / count) - deviation) <= 5 * deviation / std::sqrt(2 * count));
    }

    void orthogonalIsOrthogonal_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<int>("columns");
        QTest::newRow("tall") << 40 << 12;
        QTest::newRow("wide") << 12 << 40;
        QTest::newRow("square") << 30 << 30;
        QTest::newRow("a vector") << 1 << 5;
    }
    void orthogonalIsOrthogonal()
    {
        QFETCH(int, rows);
        QFETCH(int, columns);
        const Tensor q = made("orthogonal(1.5)", Shape{2, rows / 2 + rows % 2, columns});
        const Index height = q.rows();
        const bool isTall = height >= columns;
        const Index count = isTall ? columns : height;
        const Index length = isTall ? height : columns;
        const auto at = [&](Index vector, Index i) {
            return isTall ? q.at(i * columns + vector) : q.at(vector * columns + i);
        };
        for (Index a = 0; a < count; ++a)
            for (Index b = 0; b <= a; ++b) {
                double product = 0;
                for (Index i = 0; i < length; ++i)
                    product += at(a, i) * at(b, i);
                // float32 entries below 1.5: each product is off by at most 2^-23 of the vectors' lengths
                QVERIFY(std::fabs(product - (a == b ? 1.5 * 1.5 : 0)) < 1e-6);
            }
    }

    void orthogonalHasNoPreferredSign()
    {
        int positive = 0;
        constexpr int kSide = 60;
        const Tensor q = made("orthogonal", Shape{kSide, kSide});
        for (Index i = 0; i < kSide; ++i)
            positive += q.at(i * kSide + i) > 0 ? 1 : 0;
        QVERIFY(positive > kSide / 4 && positive < 3 * kSide / 4);
    }

    void identityIsScaled()
    {
        const Tensor eye = made("identity(0.5)", Shape{3, 4});
        for (Index i = 0; i < eye.size(); ++i)
            QCOMPARE(eye.at(i), i / 4 == i % 4 ? 0.5 : 0.0);
    }

    void textsComeBack()
    {
        for (const char* text : {"he_normal", "constant(0.5)", "random_uniform(-1, 2)", "orthogonal",
                 "variance_scaling", "variance_scaling(2, fan_in, uniform)"})
            QCOMPARE(textOf(*initializerByName(text)), std::string(text));
        QCOMPARE(textOf(*initializerByName("random_normal(0, 0.05)")), std::string("random_normal"));
        QCOMPARE(textOf(*initializerByName("random_normal( 1 )")), std::string("random_normal(1, 0.05)"));
        const std::array<std::pair<const char*, const char*>, 6> names{{{"HeNormal", "he_normal"},
            {"uniform", "random_uniform"}, {"normal(0, 1)", "random_normal(0, 1)"}, {"zero", "zeros"},
            {"OrthogonalInitializer", "orthogonal"},
            {"VarianceScaling( 2,fan_out )", "variance_scaling(2, fan_out, truncated_normal)"}}};
        for (const auto& [name, text] : names) // as keras.initializers.get() takes them
            QCOMPARE(textOf(*initializerByName(name)), std::string(text));
        for (const char* text : {"variance_scaling(0)", "variance_scaling(1, fan)", "henormal",
                 "variance_scaling(fan_in)", "constant(1,)", "he_normal(1)", "constant(", "constant(1, 2)",
                 "constant(nan)", "constant(x)", "orthogonl", "", "constant(1)2", "constant(1e31)"})
            QVERIFY2(!initializerByName(text), text);
    }

    void shapesThatKerasRefuses()
    {
        const Config config{{"a", std::string("orthogonal")}, {"b", std::string("identity")}};
        QVERIFY(checkInitializers(config, {{"a", 2}, {"b", 2}}));
        QVERIFY(checkInitializers(config, {{"a", 4}}));
        QCOMPARE(checkInitializers(config, {{"a", 1}}).error().place, std::string("a"));
        QCOMPARE(checkInitializers(config, {{"b", 3}}).error().place, std::string("b"));
        QVERIFY(checkInitializers(config, {{"b", 0}})); // there is no such tensor
    }
};

QTEST_GUILESS_MAIN(TestInitializer)
#include "tst_initializer.moc"
