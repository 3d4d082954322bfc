// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor operations at every kernel level: one rounding an operation, counted events, known sums.
#include "engine/base/philox.h"
#include "engine/dtype/rounding.h"
#include "engine/tensor/layout_ops.h"
#include "engine/tensor/ops.h"
#include "engine/tensor/updates.h"
#include "tests/engine/kernel_levels.h"

#include <QTest>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Tensor tensorOf(const Format& format, const Shape& shape, const std::vector<double>& values)
{
    Tensor tensor(shape, format);
    for (std::size_t i = 0; i < values.size(); ++i)
        tensor.set(static_cast<Index>(i), values[i]);
    return tensor;
}

/// Values of the format that reach from its subnormals to near its maximum, signs mixed.
Tensor mixedTensor(const Format& format, Index n, std::uint64_t seed)
{
    Tensor tensor(Shape{n}, format);
    const RandomKey key{seed, RandomUse::Dataset, 0, 0};
    for (Index i = 0; i < n; ++i) {
        const auto at = static_cast<std::uint64_t>(i);
        const int exponent = static_cast<int>(randomBits(key, at) % 40) - 20;
        tensor.set(i,
            roundToFormat(format, std::ldexp(randomNormal(key, at + 1'000'000), exponent),
                Rounding{.overflow = findOverflowRule("keras")}));
    }
    return tensor;
}

} // namespace

class TestOps : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addKernelLevels(); }

    void init()
    {
        m_kernels.emplace(kernelsOfThisLevel());
        m_arithmetic.emplace(*m_kernels);
    }

    void everyElementwiseResultIsTheExactOneRoundedOnce_data()
    {
        QTest::addColumn<QString>("format");
        for (const std::string& name : formatNames())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void everyElementwiseResultIsTheExactOneRoundedOnce()
    {
        QFETCH(QString, format);
        const Format& row = *findFormat(format.toStdString());
        if (row.precision() > 24)
            return; // float64 is the processor's own arithmetic; there is nothing wider to compare with
        const Tensor a = mixedTensor(row, 5003, 1);
        const Tensor b = mixedTensor(row, 5003, 2);
        Tensor out;
        for (const Binary op : {Binary::Add, Binary::Subtract, Binary::Multiply, Binary::Divide}) {
            binary(*m_arithmetic, op, a, b, out);
            for (Index i = 0; i < a.size(); ++i) {
                const long double x = a.at(i);
                const long double y = b.at(i);
                // long double has 64 digits, enough to round + - * / of 24-digit operands innocuously (2 * 24 + 2).
                const long double exact = op == Binary::Add ? x + y
                    : op == Binary::Subtract                ? x - y
                    : op == Binary::Multiply                ? x * y
                                                            : x / y;
                const double rounded = static_cast<double>(exact);
                // float64 is itself wide enough for a second innocuous rounding of these operands (53 >= 2 * 24 + 2).
                const double expected = roundToFormat(row, rounded);
                if (std::isnan(expected))
                    QVERIFY(std::isnan(out.at(i)));
                else
                    QVERIFY2(out.at(i) == expected && std::signbit(out.at(i)) == std::signbit(expected),
                        qPrintable(QStringLiteral("element %1: %2, expected %3")
                                       .arg(i)
                                       .arg(out.at(i))
                                       .arg(expected)));
            }
        }
    }

    void eventsOfACastAreCounted()
    {
        const Tensor in
            = tensorOf(float32Format(), {8}, {1, 1e-9, -1e-9, 0, 70000, -70000, kInfinity, std::nan("")});
        Tensor out;
        cast(*m_arithmetic, in, *findFormat("float16"), out);
        QCOMPARE(m_arithmetic->counts().underflows, 2);
        QCOMPARE(m_arithmetic->counts().overflows, 2); // not the infinity and the NaN that came in
        QCOMPARE(m_arithmetic->counts().nonFinite, 4);
        QVERIFY(std::signbit(out.at(2))); // -1e-9 becomes -0
        cast(*m_arithmetic, in, *findFormat("float8_e4m3fn"), out,
            Rounding{.overflow = findOverflowRule("keras")});
        QCOMPARE(out.at(4), 448.0);
        QCOMPARE(out.at(6), 448.0); // as Keras' clip
        QVERIFY(std::isnan(out.at(7)));
    }

    void overflowOfTheCarrierItselfIsCounted()
    {
        Tensor big = tensorOf(float32Format(), {1, 2}, {3e38, 3e38});
        const Tensor ones = tensorOf(float32Format(), {2, 1}, {1, 1});
        Tensor out;
        matmul(*m_arithmetic, big, ones, Transpose::None, out);
        QVERIFY(std::isinf(out.at(0)));
        QCOMPARE(m_arithmetic->counts().overflows, 1);
        big.set(0, kInfinity);
        matmul(*m_arithmetic, big, ones, Transpose::None, out);
        QCOMPARE(m_arithmetic->counts().overflows, 1); // an infinity that came in is none
        const Tensor x = tensorOf(float32Format(), {1}, {3e38});
        binary(*m_arithmetic, Binary::Add, x, x, out);
        QCOMPARE(m_arithmetic->counts().overflows, 2);
    }

    void resultsThatLeaveTheCarrierCountAsOverflows_data()
    {
        QTest::addColumn<QString>("format");
        for (const char* name : {"float32", "bfloat16", "float64", "tf32"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void resultsThatLeaveTheCarrierCountAsOverflows()
    {
        QFETCH(QString, format);
        const Format& row = *findFormat(format.toStdString());
        const double max = row.maxFinite();
        Tensor x = tensorOf(row, {2, 2}, {max, max, max, 1});
        Tensor out;
        columnSums(*m_arithmetic, x, out);
        QCOMPARE(m_arithmetic->counts().overflows, 1); // max + max; max + 1 stays
        binaryInPlace(*m_arithmetic, Binary::Multiply, x, x); // overwrites its operands
        QCOMPARE(m_arithmetic->counts().overflows, 4);
        binaryInPlace(*m_arithmetic, Binary::Add, x, x); // infinities that came in are none
        QCOMPARE(m_arithmetic->counts().overflows, 4);
        Tensor one = tensorOf(row, {1}, {1});
        scalarInPlace(*m_arithmetic, Binary::Divide, one, 0); // exactly infinite, so no overflow
        QVERIFY(std::isinf(one.at(0)));
        QCOMPARE(m_arithmetic->counts().overflows, 4);
    }

    void overflowInsideAnOptimizerIsCounted()
    {
        const Format& row = *findFormat("float16");
        Tensor weight = tensorOf(row, {1}, {1});
        descend(weight, tensorOf(row, {1}, {60000}), 4);
        QVERIFY(std::isinf(weight.at(0)));
        QCOMPARE(m_arithmetic->counts().overflows, 1); // lr * g
        weight.set(0, 1);
        std::array<Tensor, 2> state{Tensor(Shape{1}, row), Tensor(Shape{1}, row)};
        const Tensor gradient = tensorOf(row, {1}, {1000});
        // alpha, 1 - beta 1, 1 - beta 2, epsilon
        applyUpdate(*m_arithmetic, UpdateKind::Adam,
            {.variable = weight, .weights = weight, .state = state, .gradient = gradient},
            {0.5, 0.5, 0.5, 1});
        QCOMPARE(weight.at(0), 1.0); // g * g is infinite, so the step is zero
        QCOMPARE(m_arithmetic->counts().overflows, 2);
    }

    void matmulRoundsOnceAtTheEnd()
    {
        // 2048 + 1 + 1 in float16: 2048 when every sum is rounded, 2050 when summed in float32.
        const Tensor a = tensorOf(*findFormat("float16"), {1, 3}, {2048, 1, 1});
        const Tensor b = tensorOf(*findFormat("float16"), {3, 1}, {1, 1, 1});
        Tensor out;
        matmul(*m_arithmetic, a, b, Transpose::None, out);
        QCOMPARE(out.at(0), 2050.0);
    }

    void matmulTransposesEitherOperand()
    {
        const Tensor a = tensorOf(float32Format(), {2, 3}, {1, 2, 3, 4, 5, 6});
        const Tensor b = tensorOf(float32Format(), {2, 2}, {1, 10, 100, 1000});
        Tensor out;
        matmul(*m_arithmetic, a, b, Transpose::A, out); // [3, 2]
        const std::vector<double> expected{401, 4010, 502, 5020, 603, 6030};
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(out.at(static_cast<Index>(i)), expected[i]);
        matmul(*m_arithmetic, b, a, Transpose::None, out); // [2, 3]
        QCOMPARE(out.at(0), 41.0);
        const Tensor c = tensorOf(float32Format(), {4, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1});
        matmul(*m_arithmetic, a, c, Transpose::B, out); // [2, 4]
        QCOMPARE(out.at(7), 15.0);
    }

    void productsAreOneChainOfFusedMultiplyAdds_data()
    {
        QTest::addColumn<QString>("format");
        QTest::newRow("float32") << "float32";
        QTest::newRow("float64") << "float64";
    }
    void productsAreOneChainOfFusedMultiplyAdds()
    {
        QFETCH(QString, format);
        const bool isFloat = format == "float32";
        const Format& compute = *findFormat(format.toStdString());
        // No, one and several tiles and blocks along each extent, each with a rest.
        for (const auto& [m, n, k] : std::vector<std::array<Index, 3>>{{1, 1, 3}, {1, 70, 300}, {90, 1, 31},
                 {13, 5, 17}, {23, 67, 300}, {140, 33, 40}, {3, 2100, 9}}) {
            for (const Transpose transpose : {Transpose::None, Transpose::A, Transpose::B}) {
                const bool turnsA = transpose == Transpose::A;
                const bool turnsB = transpose == Transpose::B;
                Tensor a = mixedTensor(compute, m * k, 1);
                a.reshape(turnsA ? Shape{k, m} : Shape{m, k});
                Tensor b = mixedTensor(compute, k * n, 2);
                b.reshape(turnsB ? Shape{n, k} : Shape{k, n});
                Tensor out;
                matmul(*m_arithmetic, a, b, transpose, out);
                for (Index i = 0; i < m; ++i)
                    for (Index j = 0; j < n; ++j) {
                        double sum = 0;
                        for (Index p = 0; p < k; ++p) {
                            const double x = a.at(turnsA ? p * m + i : i * k + p);
                            const double y = b.at(turnsB ? j * k + p : p * n + j);
                            sum = isFloat ? static_cast<double>(std::fma(
                                      static_cast<float>(x), static_cast<float>(y), static_cast<float>(sum)))
                                          : std::fma(x, y, sum);
                        }
                        QVERIFY2(std::bit_cast<std::uint64_t>(out.at(i * n + j))
                                == std::bit_cast<std::uint64_t>(sum),
                            qPrintable(QStringLiteral("%1 x %2 x %3, element %4, %5: %6 for %7")
                                           .arg(m)
                                           .arg(n)
                                           .arg(k)
                                           .arg(i)
                                           .arg(j)
                                           .arg(out.at(i * n + j))
                                           .arg(sum)));
                    }
            }
        }
    }

    void aProductThatCastsIsTheCastAndTheProduct_data()
    {
        QTest::addColumn<QString>("format");
        for (const char* name : {"float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz"})
            QTest::newRow(name) << name;
    }
    void aProductThatCastsIsTheCastAndTheProduct()
    {
        QFETCH(QString, format);
        const Format& compute = *findFormat(format.toStdString());
        // Vectors and products too small for blocks, one of several blocks along each extent, one with a remainder.
        const std::vector<std::array<Index, 3>> extents{
            {1, 7, 5}, {6, 1, 40}, {3, 4, 5}, {17, 33, 65}, {40, 700, 330}, {129, 50, 511}};
        for (const auto& [m, n, k] : extents) {
            for (const Transpose transpose : {Transpose::None, Transpose::A, Transpose::B}) {
                Tensor a = mixedTensor(compute, m * k, 1);
                a.reshape(transpose == Transpose::A ? Shape{k, m} : Shape{m, k});
                Tensor b = mixedTensor(float32Format(), k * n, 2);
                b.set(0, 1e30); // too large for some
                b.set(k * n / 2, 1e-30); // too small for some
                b.reshape(transpose == Transpose::B ? Shape{n, k} : Shape{k, n});
                Arithmetic apart(*m_kernels);
                Tensor castB;
                cast(apart, b, compute, castB);
                Tensor expected;
                matmul(apart, a, castB, transpose, expected);
                Tensor out;
                matmulCasting(*m_arithmetic, a, b, transpose, true, out);
                QVERIFY(identical(out, expected));
                const RoundingCounts& counts = m_arithmetic->counts();
                QCOMPARE(counts.underflows, apart.counts().underflows);
                QCOMPARE(counts.overflows, apart.counts().overflows);
                QCOMPARE(counts.nonFinite, apart.counts().nonFinite);
                m_arithmetic->counts() = {};
                matmulCasting(*m_arithmetic, a, b, transpose, false, out);
                QVERIFY(identical(out, expected));
                QVERIFY(m_arithmetic->counts().underflows < apart.counts().underflows
                    || apart.counts().underflows == 0);
                m_arithmetic->counts() = {};
            }
        }
    }

    void elementsAboveALimitAreCounted()
    {
        constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
        for (const Format* format : {&float32Format(), &float64Format()}) {
            for (const Index n : {Index{1}, Index{17}, Index{5000}}) {
                Tensor x = mixedTensor(*format, n, 8);
                for (const double special : {0.0, kInfinity, -kInfinity, kNan}) {
                    x.set(n / 3, special);
                    for (const double limit : {0.0, 0.25, 1.0, x.at(0), 1e30}) {
                        if (!(limit >= 0) || std::isinf(limit))
                            continue;
                        std::int64_t above = 0;
                        for (Index i = 0; i < n; ++i)
                            above += std::fabs(x.at(i)) > limit ? 1 : 0;
                        QCOMPARE(countAbove(*m_arithmetic, x, limit), above);
                    }
                }
            }
        }
    }

    void theRangeThatAnOperationLeavesIsThatOfItsElements_data()
    {
        QTest::addColumn<QString>("format");
        for (const std::string& name : formatNames())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void theRangeThatAnOperationLeavesIsThatOfItsElements()
    {
        QFETCH(QString, format);
        const Format& target = *findFormat(format.toStdString());
        const auto check = [&](const Tensor& x) {
            const FiniteRange known = finiteRange(*m_arithmetic, x);
            const FiniteRange counted = statistics(*m_arithmetic, x);
            QCOMPARE(known.amax, counted.amax);
            QCOMPARE(known.nonFinite, counted.nonFinite);
            QCOMPARE(allFinite(*m_arithmetic, x), counted.nonFinite == 0);
        };
        const bool isFloat = carrierOf(target) == Carrier::Float;
        for (const Index n : {Index{1}, Index{15}, Index{512}, Index{1700}}) {
            Tensor x = mixedTensor(isFloat ? float32Format() : float64Format(), n, 3);
            const auto inFormat = [&] {
                Tensor result;
                cast(*m_arithmetic, x, target, result);
                return result;
            };
            check(inFormat());
            x.set(n / 2, -target.maxFinite() * 3); // the largest, and in most formats an overflow
            check(inFormat());
            x.set(n - 1, std::numeric_limits<double>::quiet_NaN());
            x.set(0, -kInfinity);
            check(inFormat());
        }
        if (!target.hasNan() || !isFloat)
            return;
        Tensor a = mixedTensor(target, 600, 4);
        a.reshape(Shape{20, 30});
        Tensor product;
        matmul(*m_arithmetic, a, a, Transpose::B, product);
        check(product);
        product.set(3, std::numeric_limits<double>::quiet_NaN()); // what was known is so no longer
        check(product);
        Tensor copy;
        copy.assign(product);
        check(copy);
        copy.fill(0);
        check(copy);
    }

    void relativeErrorOfNothingIsZeroAndOfSomethingToNothingInfinite()
    {
        const Tensor zero = tensorOf(float64Format(), {2}, {0, 0});
        const Tensor one = tensorOf(float32Format(), {2}, {1, 0});
        const Tensor none = tensorOf(float32Format(), {2}, {0, -0.0});
        QCOMPARE(relativeError(compare(*m_arithmetic, none, 1, zero)), 0.0);
        QVERIFY(std::isinf(relativeError(compare(*m_arithmetic, one, 1, zero))));
        const Tensor lost = tensorOf(float32Format(), {2}, {std::nan(""), 0});
        QVERIFY(std::isnan(relativeError(compare(*m_arithmetic, lost, 1, zero))));
    }

    void flushedElementsAreThoseThatTheReferenceStillHas()
    {
        const Tensor reference = tensorOf(float64Format(), {4}, {1e-30, 0, 2, 3});
        const Tensor candidate = tensorOf(float32Format(), {4}, {-0.0, 0, 0, 1536});
        const Comparison comparison = compare(*m_arithmetic, candidate, 512, reference);
        QCOMPARE(comparison.referenceNonZero, 3);
        QCOMPARE(comparison.flushed, 2);
        QCOMPARE(comparison.squaredError, 4.0 + 1e-60); // 3 * 512 / 512 is right, 2 is missing
    }

    void updatesBelowHalfAnUlpAreLost_data()
    {
        // numerics.md F.5: SGD on w = 1, g = 1, lr = 2^-12, 1000 steps
        QTest::addColumn<QString>("format");
        QTest::addColumn<double>("expected");
        QTest::newRow("float16 stays at 1") << "float16" << 1.0;
        QTest::newRow("bfloat16 stays at 1") << "bfloat16" << 1.0;
        QTest::newRow("float32 gets there") << "float32" << 0.755859375;
        QTest::newRow("float64 gets there") << "float64" << 0.755859375;
    }

    void updatesBelowHalfAnUlpAreLost()
    {
        QFETCH(QString, format);
        QFETCH(double, expected);
        const Format& row = *findFormat(format.toStdString());
        Tensor weight = tensorOf(row, {1}, {1});
        const Tensor gradient = tensorOf(row, {1}, {1});
        for (int step = 0; step < 1000; ++step)
            QCOMPARE(descend(weight, gradient, 0x1p-12).amax,
                0x1p-12); // computed, whether it moves the weight or not
        QCOMPARE(weight.at(0), expected);
    }

    void float16StopsAtTwoThousandAndFortyEight()
    {
        // numerics.md F.2: adding ones stalls at 2^(M+1)
        for (const auto& [name, limit] : {std::pair{"float16", 2048.0}, {"bfloat16", 256.0},
                 {"float8_e4m3fn", 16.0}, {"float8_e5m2", 8.0}, {"tf32", 2048.0}}) {
            const Format& row = *findFormat(name);
            Tensor sum(Shape{1}, row);
            const Tensor one = tensorOf(row, {1}, {1});
            for (int i = 0; i < 5000; ++i)
                binaryInPlace(*m_arithmetic, Binary::Add, sum, one);
            QCOMPARE(sum.at(0), limit);
        }
    }

private:
    /// One step of plain gradient descent.
    UpdateSize descend(Tensor& weight, const Tensor& gradient, double learningRate)
    {
        return applyUpdate(*m_arithmetic, UpdateKind::Sgd,
            {.variable = weight, .weights = weight, .state = {}, .gradient = gradient}, {learningRate});
    }

    std::optional<Kernels> m_kernels;
    std::optional<Arithmetic> m_arithmetic;
};

QTEST_GUILESS_MAIN(TestOps)
#include "tst_ops.moc"
