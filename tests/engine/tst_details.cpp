// SPDX-License-Identifier: GPL-3.0-or-later
// Every metric of sampled tensors, at each kernel level against plain loops over the elements, and levels against each other.
#include "engine/base/philox.h"
#include "engine/dtype/encoding.h"
#include "engine/dtype/rounding.h"
#include "engine/tensor/details.h"
#include "tests/engine/kernel_levels.h"

#include <QTest>
#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Sizes around the blocks in which kernels and walks go.
constexpr std::array<Index, 7> kSizes{1, 7, 16, 2047, 2049, 4096, 12301};

struct Kind
{
    const char* name;
    int binades; ///< how far the magnitudes spread
    int zeroEvery; ///< an element that is zero; 0: none
    int nonFiniteEvery; ///< an element that is NaN or infinite; 0: none
    double scale;
};
constexpr std::array<Kind, 6> kKinds{{{"few binades", 12, 5, 0, 1}, {"many binades", 200, 0, 0, 1},
    {"a scale", 14, 7, 0, 1024}, {"a scale that is no power of two", 14, 7, 0, 3},
    {"not finite", 20, 9, 1000, 1}, {"all zero", 1, 1, 0, 1}}};

Tensor tensorOf(const Kind& kind, const Format& format, Index n, std::uint64_t seed)
{
    Tensor tensor(Shape{n}, format);
    const RandomKey key{seed, RandomUse::Dataset, 0, 0};
    constexpr std::array<double, 3> kOthers{std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity};
    for (Index i = 0; i < n; ++i) {
        const auto at = static_cast<std::uint64_t>(i);
        double value = kind.scale
            * std::ldexp(randomNormal(key, at + 1'000'000),
                static_cast<int>(randomBits(key, at) % static_cast<unsigned>(kind.binades))
                    - kind.binades / 2);
        if (kind.zeroEvery > 0 && i % kind.zeroEvery == 0)
            value = i % 2 == 0 ? 0.0 : -0.0;
        if (kind.nonFiniteEvery > 0 && i % kind.nonFiniteEvery == 3)
            value = kOthers[static_cast<std::size_t>(i / kind.nonFiniteEvery) % 3];
        else
            value = roundToFormat(format, value, Rounding{.overflow = findOverflowRule("keras")});
        tensor.set(i, value);
    }
    return tensor;
}

/// The float64 numbers that `tensor` might have been rounded from.
Tensor referenceOf(const Tensor& tensor, double scale)
{
    Tensor reference(tensor.shape(), float64Format());
    for (Index i = 0; i < tensor.size(); ++i)
        reference.set(i,
            tensor.at(i) / scale * (1 + 1e-4 * static_cast<double>(i % 11 - 5)) + (i % 13 == 0 ? 1e-9 : 0));
    return reference;
}

bool isClose(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b))
        || std::fabs(a - b) <= 1e-12 * (std::fabs(a) + std::fabs(b));
}

void compareDetails(const Tensor& x, const TensorDetail& detail)
{
    TensorDetail expected;
    long double sum = 0;
    long double squares = 0;
    double magnitudes = 0;
    for (Index i = 0; i < x.size(); ++i) {
        const double value = x.at(i);
        const double magnitude = std::fabs(value);
        expected.nans += std::isnan(value) ? 1 : 0;
        expected.positiveInfinities += value == kInfinity ? 1 : 0;
        expected.negativeInfinities += value == -kInfinity ? 1 : 0;
        if (!std::isfinite(value))
            continue;
        expected.amax = std::max(expected.amax, magnitude);
        if (magnitude > 0)
            expected.amin = expected.amin == 0 ? magnitude : std::min(expected.amin, magnitude);
        expected.zeros += magnitude == 0 ? 1 : 0;
        expected.subnormals += magnitude > 0 && magnitude < x.format().minNormal() ? 1 : 0;
        expected.saturated += magnitude == x.format().maxFinite() ? 1 : 0;
        sum += value;
        squares += static_cast<long double>(value) * value;
        magnitudes += magnitude;
    }
    QCOMPARE(detail.amax, expected.amax);
    QCOMPARE(detail.amin, expected.amin);
    QCOMPARE(detail.zeros, expected.zeros);
    QCOMPARE(detail.subnormals, expected.subnormals);
    QCOMPARE(detail.saturated, expected.saturated);
    QCOMPARE(detail.nans, expected.nans);
    QCOMPARE(detail.positiveInfinities, expected.positiveInfinities);
    QCOMPARE(detail.negativeInfinities, expected.negativeInfinities);
    QVERIFY(std::fabs(detail.sum - static_cast<double>(sum)) <= 1e-13 * magnitudes);
    QVERIFY(isClose(detail.squares, static_cast<double>(squares)));
}

void compareExponents(const Tensor& x, double scale, const ExponentBins& bins)
{
    ExponentBins expected{};
    for (Index i = 0; i < x.size(); ++i)
        if (const double value = x.at(i) / scale; std::isfinite(value) && value != 0)
            ++expected[static_cast<std::size_t>(
                std::clamp(std::ilogb(value), kFirstExponent, kLastExponent) - kFirstExponent)];
    QVERIFY(bins == expected);
}

void compareErrors(const Tensor& x, double scale, const Tensor& reference, const ComparisonDetail& found)
{
    ComparisonDetail expected;
    double worst = 0;
    for (Index i = 0; i < x.size(); ++i) {
        const double a = x.at(i) / scale;
        const double b = reference.at(i);
        expected.squaredError += (a - b) * (a - b);
        expected.squaredReference += b * b;
        expected.squaredCandidate += a * a;
        expected.dot += a * b;
        expected.referenceNonZero += b != 0 ? 1 : 0;
        expected.flushed += b != 0 && a == 0 ? 1 : 0;
        // In the candidate's own magnitudes.
        const double inUlp = std::fabs(x.at(i) - b * scale)
            / std::ldexp(1.0, std::ilogb(std::max(std::fabs(b * scale), x.format().minNormal())));
        worst = std::isnan(inUlp) || std::isnan(worst) ? std::nan("") : std::max(worst, inUlp);
    }
    QCOMPARE(found.referenceNonZero, expected.referenceNonZero);
    QCOMPARE(found.flushed, expected.flushed);
    QVERIFY(isClose(found.squaredReference, expected.squaredReference));
    QVERIFY(isClose(found.squaredCandidate, expected.squaredCandidate));
    if (std::isnan(worst)) {
        QVERIFY(std::isnan(found.maxBinadeError));
        QVERIFY(std::isnan(found.squaredError));
        return;
    }
    QCOMPARE(found.maxBinadeError, worst);
    QVERIFY(std::fabs(found.squaredError - expected.squaredError) <= 1e-10 * expected.squaredError);
    QVERIFY(std::fabs(found.dot - expected.dot)
        <= 1e-12 * std::sqrt(expected.squaredCandidate * expected.squaredReference));
}

bool sameBits(const TensorMetrics& a, const TensorMetrics& b)
{
    const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    return same(a.detail.sum, b.detail.sum) && same(a.detail.squares, b.detail.squares)
        && same(a.comparison.squaredError, b.comparison.squaredError)
        && same(a.comparison.dot, b.comparison.dot)
        && same(a.comparison.squaredCandidate, b.comparison.squaredCandidate)
        && same(a.comparison.squaredReference, b.comparison.squaredReference)
        && same(a.comparison.maxBinadeError, b.comparison.maxBinadeError) && a.exponents == b.exponents;
}

} // namespace

class TestDetails : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addKernelLevels(); }

    void init()
    {
        m_kernels.emplace(kernelsOfThisLevel());
        m_arithmetic.emplace(*m_kernels);
    }

    void metricsAreThoseOfTheElements_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("format");
        for (std::size_t k = 0; k < kKinds.size(); ++k)
            for (const char* format : {"float16", "bfloat16", "float32", "float64", "float8_e4m3fn"})
                QTest::addRow("%s, %s", kKinds[k].name, format) << static_cast<int>(k) << QString(format);
    }

    void metricsAreThoseOfTheElements()
    {
        QFETCH(int, kind);
        QFETCH(QString, format);
        const Kernels least = *Kernels::load(Kernels::availableLevels().front());
        const Arithmetic leastArithmetic(least);
        const Kind& row = kKinds[static_cast<std::size_t>(kind)];
        for (const Index size : kSizes) {
            const Format& stored = *findFormat(format.toStdString());
            if (row.nonFiniteEvery > 0 && std::string_view(stored.name) == "float8_e4m3fn")
                return; // has no infinity
            const Tensor x = tensorOf(row, stored, size, static_cast<std::uint64_t>(size));
            const Tensor reference = referenceOf(x, row.scale);
            TensorMetrics metrics;
            measure(*m_arithmetic, x, row.scale, &reference, metrics);
            compareDetails(x, metrics.detail);
            compareExponents(x, row.scale, metrics.exponents);
            compareErrors(x, row.scale, reference, metrics.comparison);
            QVERIFY2(!QTest::currentTestFailed(), qPrintable(QString("size %1").arg(size)));
            TensorMetrics atLeastLevel;
            measure(leastArithmetic, x, row.scale, &reference, atLeastLevel);
            QVERIFY(sameBits(metrics, atLeastLevel));
            const ComparisonDetail whole = compareDetail(*m_arithmetic, x, row.scale, reference);
            QVERIFY(isClose(whole.squaredError, metrics.comparison.squaredError));
            QCOMPARE(whole.flushed, metrics.comparison.flushed);
        }
    }

    void changesAreDifferencesInFloat64()
    {
        for (const char* format : {"float32", "bfloat16", "float64"}) {
            const Kind kind{"", 10, 6, 0, 1};
            const Tensor after = tensorOf(kind, *findFormat(format), 9001, 1);
            const Tensor before = tensorOf(kind, float64Format(), 9001, 2);
            const Tensor referenceAfter = tensorOf(kind, float64Format(), 9001, 3);
            Tensor change(after.shape(), float64Format());
            Tensor referenceChange(after.shape(), float64Format());
            for (Index i = 0; i < after.size(); ++i) {
                change.set(i, after.at(i) - before.at(i));
                referenceChange.set(i, referenceAfter.at(i) - before.at(i));
            }
            TensorMetrics expected;
            measure(*m_arithmetic, change, 1, &referenceChange, expected);
            TensorMetrics found;
            measureChange(*m_arithmetic, {&before, &after}, {&before, &referenceAfter}, found);
            QVERIFY(sameBits(found, expected));
            QCOMPARE(found.detail.zeros, expected.detail.zeros);
            measureChange(*m_arithmetic, {&before, &after}, {}, found);
            QCOMPARE(found.detail.sum, expected.detail.sum);
            QCOMPARE(found.comparison.referenceNonZero, 0);
        }
    }

    void theLargestBinadeOfFloat64HasAnUlp()
    {
        Tensor x(Shape{2}, float64Format());
        Tensor reference(Shape{2}, float64Format());
        const double largest = std::numeric_limits<double>::max();
        x.set(0, std::nextafter(largest, 0.0));
        reference.set(0, largest);
        x.set(1, 1);
        reference.set(1, 1);
        const ComparisonDetail found = compareDetail(*m_arithmetic, x, 1, reference);
        QCOMPARE(maxUlpError(found, float64Format()), 1.0);
    }

private:
    std::optional<Kernels> m_kernels;
    std::optional<Arithmetic> m_arithmetic;
};

QTEST_APPLESS_MAIN(TestDetails)
#include "tst_details.moc"
