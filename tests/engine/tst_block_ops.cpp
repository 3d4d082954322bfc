// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors in block formats at every kernel level, bit for bit as the plain routine; the Hadamard transform.
#include "engine/dtype/block_array.h"
#include "engine/tensor/block_ops.h"
#include "engine/tensor/ops.h"
#include "tests/engine/kernel_levels.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Normal numbers times 2^-20 to 2^20, with zeros, and in some blocks what is special.
std::vector<float> mixedValues(Index n, std::uint64_t seed, bool withSpecials)
{
    std::vector<float> values;
    const RandomKey key{seed, RandomUse::Dataset, 0, 0};
    for (Index i = 0; i < n; ++i) {
        const auto at = static_cast<std::uint64_t>(i);
        const int exponent = static_cast<int>(randomBits(key, at / 37) % 40) - 20;
        values.push_back(static_cast<float>(std::ldexp(randomNormal(key, at + 1'000'000), exponent)));
        if (randomBits(key, at + 2'000'000) % 11 == 0)
            values.back() = i % 2 == 0 ? 0.0F : -0.0F;
    }
    if (withSpecials && n > 0) {
        const auto put = [&](Index i, float x) { values[static_cast<std::size_t>(i % n)] = x; };
        put(100, std::numeric_limits<float>::max());
        put(333, std::numeric_limits<float>::denorm_min());
        put(334, -0x1.8p-127F);
        put(577, std::numeric_limits<float>::infinity());
        put(578, -std::numeric_limits<float>::infinity());
    }
    return values;
}

bool isSame(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b)
        || (std::isnan(a) && std::isnan(b));
}

Shape shapeOf(const std::vector<std::int64_t>& extents)
{
    Shape shape;
    for (const std::int64_t extent : extents)
        shape.append(extent);
    return shape;
}

} // namespace

class TestBlockOps : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addKernelLevels(); }

    void init()
    {
        m_kernels.emplace(kernelsOfThisLevel());
        m_arithmetic.emplace(*m_kernels);
    }

    void tensorsAreAsThePlainRoutine_data()
    {
        QTest::addColumn<QString>("format");
        std::vector<std::string> names = blockFormatNames();
        for (const char* base :
            {"mxfp8_e4m3", "mxfp8_e5m2", "mxfp6_e2m3", "mxfp6_e3m2", "mxfp4_e2m1", "mxint8"})
            for (const char* rule : {":ceil", ":rceil", ":even"})
                names.push_back(std::string(base) + rule);
        for (const char* name :
            {"mxfp8:16", "mxfp8:7", "mxfp4:row", "mxfp8:16x16", "mxint8:tensor", "mxfp8:channel",
                "nvfp4:16x16", "nvfp4:5", "block128x128_e4m3:current", "block128x128_e4m3:3x3",
                "block1x128_e4m3:16", "float8_e4m3fn_scaled:torchao", "float8_e4m3fn_scaled:row",
                "int8_symmetric:absmax-half", "int4_symmetric:16x16", "float8_e5m2_scaled:channel"})
            names.emplace_back(name);
        for (const std::string& name : names)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void tensorsAreAsThePlainRoutine()
    {
        QFETCH(QString, format);
        const Result<BlockFormat> row = blockFormatByName(format.toStdString());
        QVERIFY2(row.ok(), row.ok() ? "" : row.error().text().c_str());
        struct Case
        {
            std::vector<std::int64_t> shape;
            int axis;
        };
        const std::vector<Case> cases{{{64, 96}, -1}, {{64, 96}, 0}, {{5, 45}, 1}, {{45, 5}, 0},
            {{3, 33, 17}, 1}, {{2, 3, 40, 9}, 2}, {{2, 3, 40, 9}, -4}, {{1, 700}, -1}, {{0, 32}, -1},
            {{3, 0}, 0}, {{33, 600}, 0}, {{1, 20'001}, -1}};
        for (const bool withSpecials : {false, true})
            for (const RoundingMode mode : {RoundingMode::NearestEven, RoundingMode::Stochastic})
                for (const Case& c : cases) {
                    if (mode == RoundingMode::Stochastic && c.shape[0] * c.shape[1] > 10'000)
                        continue; // the plain routine draws slowly
                    compare(*row, shapeOf(c.shape), c.shape, c.axis, mode, withSpecials);
                    if (QTest::currentTestFailed())
                        return;
                }
    }

    void longRowsAreCutIntoPieces()
    {
        for (const char* format : {"mxfp8", "mxint8:128", "nvfp4"})
            compare(
                *blockFormatByName(format), Shape{17, 9000}, {17, 9000}, 0, RoundingMode::NearestEven, true);
    }

    void scalesOfEveryBinadeAreAsThePlainRoutine_data()
    {
        QTest::addColumn<QString>("format");
        for (const char* base :
            {"mxfp8_e4m3", "mxfp8_e5m2", "mxfp6_e2m3", "mxfp6_e3m2", "mxfp4_e2m1", "mxint8"})
            for (const char* rule : {"floor", "ceil", "rceil", "even"})
                QTest::newRow(
                    qPrintable(QStringLiteral("%1:%2").arg(QLatin1String(base), QLatin1String(rule))))
                    << QStringLiteral("%1:%2:1").arg(QLatin1String(base), QLatin1String(rule));
    }

    void scalesOfEveryBinadeAreAsThePlainRoutine()
    {
        // Where a rule goes from one power of two to the next, a mantissa has few digits; and one unit to either side.
        QFETCH(QString, format);
        std::vector<float> values;
        for (std::uint32_t top = 0; top < 255 * 128; ++top)
            for (const std::uint32_t bits : {top << 16, (top << 16) + 1, (top << 16) + 0xFFFF})
                values.push_back(std::bit_cast<float>(bits));
        compareValues(*blockFormatByName(format.toStdString()), values);
    }

    void aSingleNumberIsABlock()
    {
        const BlockFormat format = *blockFormatByName("mxfp8");
        Tensor in(Shape{}, float32Format());
        in.set(0, 100);
        Tensor out;
        Tensor scales;
        for (const int axis : {0, -1})
            QCOMPARE(quantizeBlocks(*m_arithmetic, in, format, axis, out, scales), 1.0);
        QCOMPARE(scales.shape().rank(), 0);
        QCOMPARE(scales.at(0), 0.25); // 2^(6 - 8)
        QCOMPARE(out.at(0), 96.0); // 400 lies between 384 and 416, at the tie 384 is even
    }

    void float64TensorsAreQuantizedInFloat64()
    {
        // By way of float32 the first would round to 1: 1 + 2^-4 + 2^-40.
        const BlockFormat format = *blockFormatByName("mxfp8:4");
        Tensor in(Shape{4}, float64Format());
        const std::vector<double> values{256.0, 256.0 * (1 + 0x1p-4 + 0x1p-40), -1e-9, 3.0};
        for (std::size_t i = 0; i < values.size(); ++i)
            in.set(static_cast<Index>(i), values[i]);
        Tensor out;
        Tensor scales;
        quantizeBlocks(*m_arithmetic, in, format, 0, out, scales);
        QCOMPARE(out.format().name, float64Format().name);
        QCOMPARE(out.at(0), 256.0);
        QCOMPARE(out.at(1), 288.0);
        QVERIFY(out.at(2) == 0 && std::signbit(out.at(2)));
        QCOMPARE(out.at(3), 3.0);
    }

    void eventsAreCounted()
    {
        const BlockFormat format = *blockFormatByName("mxfp4:4");
        Tensor in(Shape{2, 4}, float32Format());
        const std::vector<double> values{6, 0.1, -0.1, 0, 1, kInfinity, 2, kNan};
        for (std::size_t i = 0; i < values.size(); ++i)
            in.set(static_cast<Index>(i), values[i]);
        Tensor out;
        Tensor scales;
        quantizeBlocks(*m_arithmetic, in, format, -1, out, scales);
        QCOMPARE(m_arithmetic->counts().underflows, 2);
        QCOMPARE(m_arithmetic->counts().nonFinite, 4);
        QCOMPARE(m_arithmetic->counts().overflows, 2); // the 1 and the 2 beside them
    }

    void stochasticRoundingIsRightOnAverage()
    {
        // 1.25 steps lie a quarter of the way from 1 to 2: E[x] = x; 4096 draws have a standard error of 0.007 steps.
        const BlockFormat format = *blockFormatByName("nvfp4");
        Tensor in(Shape{4096, 16}, float32Format());
        for (Index i = 0; i < in.size(); ++i)
            in.set(i, i % 16 == 0 ? 6.0 : 2.5);
        Tensor out;
        Tensor scales;
        quantizeBlocks(*m_arithmetic, in, format, -1, out, scales,
            {RoundingMode::StochasticFastest, 8, {7, RandomUse::Rounding, 1, 2}});
        double sum = 0;
        for (Index i = 0; i < in.size(); ++i)
            sum += i % 16 == 0 ? 0 : out.at(i);
        QVERIFY(std::fabs(sum / (4096 * 15) - 2.5) < 5 * 0.5 / std::sqrt(4096.0 * 15));
    }

    void hadamardIsSylvestersMatrixWithSigns()
    {
        Tensor in(Shape{16, 16}, float32Format());
        for (Index i = 0; i < 16; ++i)
            in.set(i * 16 + i, 1);
        Tensor out;
        hadamard16(*m_arithmetic, in, -1, HadamardDirection::Forward, out);
        for (unsigned row = 0; row < 16; ++row)
            for (unsigned column = 0; column < 16; ++column) {
                const double sylvester = std::popcount(row & column) % 2 == 0 ? 1 : -1;
                QCOMPARE(out.at(row * 16 + column), 0.25 * sylvester * hadamardSigns()[row]);
            }
    }

    void hadamardComesBack_data()
    {
        QTest::addColumn<int>("axis");
        for (const int axis : {0, 1, 2, -1})
            QTest::newRow(qPrintable(QString::number(axis))) << axis;
    }

    void hadamardComesBack()
    {
        QFETCH(int, axis);
        Tensor in(Shape{32, 16, 48}, float64Format());
        const RandomKey key{3, RandomUse::Dataset, 0, 0};
        for (Index i = 0; i < in.size(); ++i)
            in.set(i, randomNormal(key, static_cast<std::uint64_t>(i)));
        Tensor there;
        Tensor back;
        hadamard16(*m_arithmetic, in, axis, HadamardDirection::Forward, there);
        hadamard16(*m_arithmetic, there, axis, HadamardDirection::Inverse, back);
        for (Index i = 0; i < in.size(); ++i) // eight additions each way of numbers up to 16 x 5
            QVERIFY(std::fabs(back.at(i) - in.at(i)) < 80 * 8 * 0x1p-52);
    }

    void hadamardLeavesProductsUnchanged()
    {
        // numerics: (x H)(H^T w) = x w to float32's rounding.
        Tensor x(Shape{8, 64}, float32Format());
        Tensor w(Shape{8, 64}, float32Format());
        const RandomKey key{4, RandomUse::Dataset, 0, 0};
        for (Index i = 0; i < x.size(); ++i) {
            x.set(
                i, static_cast<double>(static_cast<float>(randomNormal(key, static_cast<std::uint64_t>(i)))));
            w.set(i,
                static_cast<double>(
                    static_cast<float>(randomNormal(key, static_cast<std::uint64_t>(i) + 9999))));
        }
        Tensor product;
        Tensor xh;
        Tensor wh;
        Tensor transformed;
        matmul(*m_arithmetic, x, w, Transpose::B, product);
        hadamard16(*m_arithmetic, x, -1, HadamardDirection::Forward, xh);
        hadamard16(*m_arithmetic, w, -1, HadamardDirection::Forward, wh);
        matmul(*m_arithmetic, xh, wh, Transpose::B, transformed);
        for (Index i = 0; i < product.size(); ++i) // 64 terms of size up to 10, each with a few roundings
            QVERIFY(std::fabs(product.at(i) - transformed.at(i)) < 64 * 10 * 0x1p-22);
    }

    void hadamardKeepsWhatIsSmallBesideAnOutlier()
    {
        // One 20 among normal numbers takes the whole scale: half of the others become zero, transformed first next to
        // none do. (The squared error rises: the outlier itself, 6 times the scale, is exact when left alone.)
        const BlockFormat format = *blockFormatByName("nvfp4");
        int flushed = 0;
        int flushedWhenSpread = 0;
        constexpr std::uint64_t kVectors = 64;
        for (std::uint64_t seed = 0; seed < kVectors; ++seed) {
            const RandomKey key{seed, RandomUse::Dataset, 0, 0};
            Tensor in(Shape{16}, float32Format());
            for (Index i = 0; i < 16; ++i)
                in.set(i,
                    static_cast<double>(
                        static_cast<float>(randomNormal(key, static_cast<std::uint64_t>(i)))));
            in.set(static_cast<Index>(seed % 16), 20);
            Tensor plain;
            Tensor transformed;
            Tensor quantized;
            Tensor back;
            Tensor scales;
            quantizeBlocks(*m_arithmetic, in, format, -1, plain, scales);
            hadamard16(*m_arithmetic, in, -1, HadamardDirection::Forward, transformed);
            quantizeBlocks(*m_arithmetic, transformed, format, -1, quantized, scales);
            hadamard16(*m_arithmetic, quantized, -1, HadamardDirection::Inverse, back);
            for (Index i = 0; i < 16; ++i) {
                flushed += plain.at(i) == 0 ? 1 : 0;
                flushedWhenSpread += back.at(i) == 0 ? 1 : 0;
            }
        }
        QVERIFY2(flushed > 16 * 64 / 2 && flushedWhenSpread < flushed / 4,
            qPrintable(QStringLiteral("%1, %2").arg(flushed).arg(flushedWhenSpread)));
    }

private:
    void compare(const BlockFormat& format, const Shape& shape, const std::vector<std::int64_t>& extents,
        int axis, RoundingMode mode, bool withSpecials)
    {
        compareValues(format,
            mixedValues(shape.elements(), static_cast<std::uint64_t>(shape.elements()), withSpecials), shape,
            extents, axis, mode);
    }

    void compareValues(const BlockFormat& format, const std::vector<float>& values)
    {
        const auto n = static_cast<std::int64_t>(values.size());
        compareValues(format, values, Shape{n}, {n}, 0, RoundingMode::NearestEven);
    }

    void compareValues(const BlockFormat& format, const std::vector<float>& values, const Shape& shape,
        const std::vector<std::int64_t>& extents, int axis, RoundingMode mode)
    {
        const BlockOptions options{
            mode, mode == RoundingMode::Stochastic ? 8 : kAllRandomBits, {5, RandomUse::Rounding, 6, 7}};
        const Result<QuantizedArray> expected
            = quantizeArray({extents, std::span<const float>(values)}, format, axis, options);
        QVERIFY(expected.ok());
        Tensor in(shape, float32Format());
        in.copyFrom(values);
        Tensor out;
        Tensor scales;
        const double tensorScale = quantizeBlocks(*m_arithmetic, in, format, axis, out, scales, options);
        const QByteArray where
            = (QString::fromStdString(shape.text()) + QStringLiteral(" axis %1").arg(axis)).toUtf8();
        QVERIFY2(isSame(tensorScale, static_cast<double>(expected->tensorScale)), where.constData());
        QCOMPARE(scales.shape().text(), shapeOf(expected->scalesShape).text());
        for (Index i = 0; i < scales.size(); ++i)
            if (!isSame(scales.at(i), static_cast<double>(expected->scales[static_cast<std::size_t>(i)])))
                QFAIL(qPrintable(QStringLiteral("%1, scale %2").arg(QString::fromUtf8(where)).arg(i)));
        const auto& dequantized = std::get<std::vector<float>>(expected->values);
        for (Index i = 0; i < out.size(); ++i)
            if (const auto wanted = static_cast<double>(dequantized[static_cast<std::size_t>(i)]);
                !isSame(out.at(i), wanted))
                QFAIL(qPrintable(QStringLiteral("%1, element %2: %3 becomes %4, expected %5")
                                     .arg(QString::fromUtf8(where))
                                     .arg(i)
                                     .arg(in.at(i))
                                     .arg(out.at(i))
                                     .arg(wanted)));
    }

    std::optional<Kernels> m_kernels;
    std::optional<Arithmetic> m_arithmetic;
};

QTEST_GUILESS_MAIN(TestBlockOps)
#include "tst_block_ops.moc"
