// SPDX-License-Identifier: GPL-3.0-or-later
// Block formats by name, where their blocks lie, what their scales are, and the numbers that the field prints for them.
#include "engine/base/philox.h"
#include "engine/dtype/block_array.h"
#include "engine/dtype/block_quantize.h"
#include "engine/dtype/formats.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

BlockFormat named(const QString& name)
{
    return *blockFormatByName(name.toStdString());
}

QuantizedArray quantized(const char* format, const std::vector<std::int64_t>& shape,
    const std::vector<float>& values, int axis = -1)
{
    return *quantizeArray({shape, std::span<const float>(values)}, *blockFormatByName(format), axis);
}

std::vector<double> valuesOf(const QuantizedArray& array)
{
    const auto& values = std::get<std::vector<float>>(array.values);
    return {values.begin(), values.end()};
}

std::vector<float> normalValues(std::size_t n)
{
    std::vector<float> values(n);
    // The first stream whose largest of 2^20 is 4.87, as of the samples for which the numbers of whole tensors are printed:
    // an integer's step is that one number over 127 or 7.
    const RandomKey key{20261120, RandomUse::Dataset, 34, 0};
    for (std::size_t i = 0; i < n; ++i)
        values[i] = static_cast<float>(randomNormal(key, i));
    return values;
}

const std::vector<float>& manyNormalValues()
{
    static const std::vector<float> values = normalValues(std::size_t{1} << 20);
    return values;
}

/// In decibels.
double signalToNoise(const std::vector<float>& values, const std::vector<float>& quantized)
{
    double signal = 0;
    double noise = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto x = static_cast<double>(values[i]);
        signal += x * x;
        noise += std::pow(static_cast<double>(quantized[i]) - x, 2);
    }
    return 10 * std::log10(signal / noise);
}

} // namespace

class TestBlockFormats : public QObject
{
    Q_OBJECT

private slots:
    void everyRowComesBackByItsName();
    void namesSayWhatDiffersFromTheRow_data();
    void namesSayWhatDiffersFromTheRow();
    void aWrongNameIsExplained_data();
    void aWrongNameIsExplained();
    void bitsPerElement_data();
    void bitsPerElement();
    void rulesAreInTheirOrderAndExplained();
    void scalesOfMxAreThoseThatArePrinted_data();
    void scalesOfMxAreThoseThatArePrinted();
    void nvfp4IsTheExampleThatIsPrinted();
    void signalToNoiseIsWhatIsPrinted_data();
    void signalToNoiseIsWhatIsPrinted();
    void signalToNoiseOfFormatsWithoutScales_data();
    void signalToNoiseOfFormatsWithoutScales();
    void anAmaxOfZeroOrInfinityOrNan_data();
    void anAmaxOfZeroOrInfinityOrNan();
    void blocksLieAlongAnyAxis();
    void scalesHaveTheShapeOfTheBlocks_data();
    void scalesHaveTheShapeOfTheBlocks();
    void aWrongAxisOrShapeIsExplained();
    void float64IsQuantizedWithoutFloat32();
    void zeroPointsKeepZeroExact();
    void integersAreSymmetric();
    void stochasticDrawsBelongToElements();
};

void TestBlockFormats::everyRowComesBackByItsName()
{
    for (const BlockFormat& row : blockFormats()) {
        const Result<BlockFormat> found = blockFormatByName(row.name);
        QVERIFY2(found.ok(), row.name.c_str());
        QCOMPARE(found->name, row.name);
        QVERIFY(!row.summary.empty() && !row.source.empty());
        if (!row.alias.empty())
            QCOMPARE(blockFormatByName(row.alias)->name, row.name);
    }
}

void TestBlockFormats::namesSayWhatDiffersFromTheRow_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("canonical");
    const auto row = [](const char* name, const char* canonical) {
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(canonical);
    };
    row("mxfp8", "mxfp8_e4m3");
    row("mxfp8:floor", "mxfp8_e4m3");
    row("mxfp4:rceil", "mxfp4_e2m1:rceil");
    row("mxfp8:64:even", "mxfp8_e4m3:even:64");
    row("int8_symmetric:32", "int8_symmetric_block32");
    row("int8_symmetric_block32:tensor", "int8_symmetric");
    row("int8_symmetric:channel", "int8_symmetric:channel");
    row("nvfp4:16x16", "nvfp4:16x16");
    row("nvfp4:1x16", "nvfp4");
    row("nvfp4:4over6", "nvfp4_4over6");
    row("block1x128_e4m3:128x128", "block128x128_e4m3");
    row("float8_e4m3fn_scaled:torchao:row", "float8_e4m3fn_scaled:torchao:row");
}

void TestBlockFormats::namesSayWhatDiffersFromTheRow()
{
    QFETCH(QString, name);
    QFETCH(QString, canonical);
    const Result<BlockFormat> format = blockFormatByName(name.toStdString());
    QVERIFY2(format.ok(), format.ok() ? "" : format.error().text().c_str());
    QCOMPARE(QString::fromStdString(format->name), canonical);
    QCOMPARE(QString::fromStdString(blockFormatByName(format->name)->name), canonical);
}

void TestBlockFormats::aWrongNameIsExplained_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("words");
    QTest::newRow("a typing error") << "mxpf8"
                                    << "did you mean 'mxfp8'";
    QTest::newRow("empty") << ""
                           << "unknown block format";
    QTest::newRow("a rule's typing error") << "mxfp8:rciel"
                                           << "did you mean 'rceil'";
    QTest::newRow("a rule of another family") << "mxfp8:torchao"
                                              << "scale rule or block shape of mxfp8_e4m3";
    QTest::newRow("no extent") << "mxfp8:0"
                               << "'0'";
    QTest::newRow("a huge extent") << "mxfp8:99999999999"
                                   << "'99999999999'";
    QTest::newRow("an oblong tile") << "mxfp8:16x32"
                                    << "'16x32'";
    QTest::newRow("nothing after the colon") << "mxfp8:"
                                             << "''";
}

void TestBlockFormats::aWrongNameIsExplained()
{
    QFETCH(QString, name);
    QFETCH(QString, words);
    const Result<BlockFormat> format = blockFormatByName(name.toStdString());
    QVERIFY(!format.ok());
    QVERIFY2(QString::fromStdString(format.error().text()).contains(words), format.error().text().c_str());
}

void TestBlockFormats::bitsPerElement_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<double>("bits");
    QTest::newRow("mxfp8") << "mxfp8" << 8.25;
    QTest::newRow("mxfp6") << "mxfp6" << 6.25;
    QTest::newRow("mxfp4") << "mxfp4" << 4.25;
    QTest::newRow("nvfp4") << "nvfp4" << 4.5;
    QTest::newRow("1x128") << "block1x128_e4m3" << 8.25;
    QTest::newRow("128x128") << "block128x128_e4m3" << 8 + 32.0 / (128 * 128);
    QTest::newRow("nf4") << "nf4" << 4.5;
    QTest::newRow("tensor") << "int8_symmetric" << 8.0;
    QTest::newRow("zero point") << "int4_asymmetric_block32" << 4 + 36.0 / 32;
}

void TestBlockFormats::bitsPerElement()
{
    QFETCH(QString, format);
    QFETCH(double, bits);
    QCOMPARE(named(format).bitsPerElement(), bits);
}

void TestBlockFormats::rulesAreInTheirOrderAndExplained()
{
    for (const ScaleRuleRow& row : scaleRules()) {
        QVERIFY(rowOf(row.rule).rule == row.rule);
        QVERIFY(!row.formula.empty() && !row.zero.empty() && !row.nonFinite.empty() && !row.source.empty());
    }
}

void TestBlockFormats::scalesOfMxAreThoseThatArePrinted_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<double>("amax");
    QTest::addColumn<QList<int>>("codes"); // floor, ceil, rceil, even
    const auto row = [](const char* format, double amax, const QList<int>& codes) {
        QTest::newRow(qPrintable(QStringLiteral("%1 amax %2").arg(QString::fromLatin1(format)).arg(amax)))
            << QString::fromLatin1(format) << amax << codes;
    };
    row("mxfp8_e4m3", 150, {126, 127, 126, 126});
    row("mxfp8_e4m3", 224, {126, 127, 126, 126});
    row("mxfp8_e4m3", 240, {126, 127, 127, 126});
    row("mxfp8_e4m3", 248, {126, 127, 127, 127});
    row("mxfp8_e4m3", 448, {127, 128, 127, 127});
    row("mxfp8_e4m3", 480, {127, 128, 128, 127});
    row("mxfp8_e4m3", 496, {127, 128, 128, 128});
    row("mxfp8_e4m3", 1, {119, 119, 119, 119});
    row("mxfp4_e2m1", 5, {127, 128, 127, 127});
    row("mxfp4_e2m1", 6, {127, 128, 127, 127});
    row("mxfp4_e2m1", 6.5, {127, 128, 128, 127});
    row("mxfp4_e2m1", 7, {127, 128, 128, 128});
    row("mxfp6_e3m2", 29, {127, 128, 128, 127});
    row("mxfp6_e3m2", 30, {127, 128, 128, 128});
    row("mxfp6_e2m3", 7.7, {127, 128, 128, 127});
    row("mxfp6_e2m3", 7.8, {127, 128, 128, 128});
}

void TestBlockFormats::scalesOfMxAreThoseThatArePrinted()
{
    QFETCH(QString, format);
    QFETCH(double, amax);
    QFETCH(QList<int>, codes);
    const std::array block{static_cast<double>(static_cast<float>(amax)), -0.5};
    const std::array rules{":floor", ":ceil", ":rceil", ":even"};
    for (std::size_t i = 0; i < rules.size(); ++i)
        QCOMPARE(static_cast<int>(blockScaleFor(named(format + QString::fromLatin1(rules[i])), block).code),
            codes[static_cast<qsizetype>(i)]);
}

void TestBlockFormats::nvfp4IsTheExampleThatIsPrinted()
{
    // Tensor amax 1000, block amax 10: d = 10 * 2.688 / 6 = 4.48, in E4M3 4.5; a step is 4.5 / 2.688 = 1.674107.
    std::vector<float> values(32, 0.0F);
    values[0] = 1000;
    values[16] = 10;
    values[17] = 3;
    const QuantizedArray result = quantized("nvfp4", {32}, values);
    QCOMPARE(result.scales, (std::vector<float>{448, 4.5F}));
    QCOMPARE(result.codes[16], std::uint8_t{7}); // 6
    QCOMPARE(result.codes[17], std::uint8_t{4}); // 2
    QVERIFY(std::fabs(valuesOf(result)[16] - 10.0446) < 0.00005);
    QVERIFY(std::fabs(valuesOf(result)[17] - 3.3482) < 0.00005);
    QVERIFY(std::fabs(static_cast<double>(result.scales[1] * result.tensorScale) - 1.674107) < 0.0000005);
    QCOMPARE(static_cast<int>(result.codes[0]), 7);
}

void TestBlockFormats::signalToNoiseIsWhatIsPrinted_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<double>("decibels");
    const auto row = [](const char* format, double decibels) {
        QTest::newRow(format) << QString::fromLatin1(format) << decibels;
    };
    row("float8_e4m3fn_scaled", 31.56);
    row("int8_symmetric", 39.11);
    row("int8_symmetric_block32", 45.45);
    row("int4_symmetric", 13.93);
    row("int4_symmetric_block32", 20.26);
    row("nvfp4", 20.43);
    row("mxfp8_e4m3:floor", 30.65);
    row("mxfp8_e4m3:ceil", 31.53);
    row("mxfp8_e4m3:rceil", 31.53);
    row("mxfp8_e4m3:even", 31.17);
    row("mxfp8_e5m2:floor", 25.37);
    row("mxfp8_e5m2:ceil", 25.55);
    row("mxfp8_e5m2:rceil", 25.55);
    row("mxfp8_e5m2:even", 25.55);
    row("mxfp6_e2m3:floor", 30.94);
    row("mxfp6_e2m3:ceil", 28.77);
    row("mxfp6_e2m3:rceil", 30.96);
    row("mxfp6_e2m3:even", 30.99);
    row("mxfp6_e3m2:floor", 25.37);
    row("mxfp6_e3m2:ceil", 25.55);
    row("mxfp6_e3m2:rceil", 25.55);
    row("mxfp6_e3m2:even", 25.55);
    row("mxfp4_e2m1:floor", 18.78);
    row("mxfp4_e2m1:ceil", 16.82);
    row("mxfp4_e2m1:rceil", 18.75);
    row("mxfp4_e2m1:even", 19.02);
}

void TestBlockFormats::signalToNoiseIsWhatIsPrinted()
{
    // 2^20 samples of N(0, 1), +-0.1 dB.
    QFETCH(QString, format);
    QFETCH(double, decibels);
    const std::vector<float>& values = manyNormalValues();
    const BlockFormat row = named(format);
    const std::vector<std::int64_t> shape{static_cast<std::int64_t>(values.size())};
    const Result<QuantizedArray> result = quantizeArray({shape, std::span<const float>(values)}, row);
    const double measured = signalToNoise(values, std::get<std::vector<float>>(result->values));
    QVERIFY2(std::fabs(measured - decibels) <= 0.1, qPrintable(QString::number(measured)));
}

void TestBlockFormats::signalToNoiseOfFormatsWithoutScales_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<double>("decibels");
    QTest::newRow("float16") << "float16" << 73.65;
    QTest::newRow("bfloat16") << "bfloat16" << 55.60;
    QTest::newRow("float8_e4m3fn") << "float8_e4m3fn" << 31.53;
    QTest::newRow("float8_e5m2") << "float8_e5m2" << 25.55;
}

void TestBlockFormats::signalToNoiseOfFormatsWithoutScales()
{
    QFETCH(QString, format);
    QFETCH(double, decibels);
    const Format& row = *findFormat(format.toStdString());
    std::vector<float> rounded;
    for (const float x : manyNormalValues())
        rounded.push_back(static_cast<float>(roundToFormat(row, static_cast<double>(x))));
    const double measured = signalToNoise(manyNormalValues(), rounded);
    QVERIFY2(std::fabs(measured - decibels) <= 0.1, qPrintable(QString::number(measured)));
}

void TestBlockFormats::anAmaxOfZeroOrInfinityOrNan_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<double>("zeroScale"); // of {0, -0}
    QTest::addColumn<double>("besideInfinity"); // what 1 becomes beside an infinity
    QTest::addColumn<double>("infinity"); // what the infinity becomes
    QTest::addColumn<double>("besideNan"); // what 1 becomes beside a NaN
    const auto row
        = [](const char* format, double zeroScale, double besideInfinity, double infinity, double besideNan) {
              QTest::newRow(format) << QString::fromLatin1(format) << zeroScale << besideInfinity << infinity
                                    << besideNan;
          };
    for (const char* format : {"mxfp8", "mxfp8_e5m2:ceil", "mxfp4:rceil", "mxint8:even"})
        row(format, 0x1p-127, kNan, kNan, kNan);
    row("float8_e4m3fn_scaled", 1, 1, 448, 1);
    row("block1x128_e4m3", 1, 1, 448, 1);
    row("float8_e5m2_scaled:torchao", static_cast<double>(1 / static_cast<float>(57344e12)), kNan, kNan,
        kNan);
    row("int8_symmetric", 1, kNan, kNan, kNan);
    row("int8_asymmetric", 1, kNan, kNan, kNan);
    row("nf4", 1, kNan, kNan, kNan);
    // The block's scale saturates at 448 with S = 1: 1 is far below half of a step.
    row("nvfp4", 0, 0, 6 * 448, kNan);
}

void TestBlockFormats::anAmaxOfZeroOrInfinityOrNan()
{
    QFETCH(QString, format);
    QFETCH(double, zeroScale);
    QFETCH(double, besideInfinity);
    QFETCH(double, infinity);
    QFETCH(double, besideNan);
    const auto isSame = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    const std::string name = format.toStdString();
    const QuantizedArray zeros = quantized(name.c_str(), {2}, {0.0F, -0.0F});
    QCOMPARE(static_cast<double>(zeros.scales[0]), zeroScale);
    QCOMPARE(valuesOf(zeros), (std::vector<double>{0, 0}));
    const std::vector<double> withInfinity
        = valuesOf(quantized(name.c_str(), {2}, {1.0F, std::numeric_limits<float>::infinity()}));
    QVERIFY2(isSame(withInfinity[0], besideInfinity), qPrintable(QString::number(withInfinity[0])));
    QVERIFY2(isSame(withInfinity[1], infinity), qPrintable(QString::number(withInfinity[1])));
    const std::vector<double> withNan
        = valuesOf(quantized(name.c_str(), {2}, {1.0F, std::numeric_limits<float>::quiet_NaN()}));
    QVERIFY2(isSame(withNan[0], besideNan), qPrintable(QString::number(withNan[0])));
    QVERIFY(std::isnan(withNan[1]));
}

void TestBlockFormats::blocksLieAlongAnyAxis()
{
    // Along axis 0 of [40, 3] as along the last axis of its transpose.
    const std::vector<float> values = normalValues(120);
    std::vector<float> transposed(120);
    for (std::size_t r = 0; r < 40; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            transposed[c * 40 + r] = values[r * 3 + c];
    const QuantizedArray columns = quantized("mxfp4", {40, 3}, values, 0);
    const QuantizedArray rows = quantized("mxfp4", {3, 40}, transposed, -1);
    QCOMPARE(columns.scalesShape, (std::vector<std::int64_t>{2, 3}));
    for (std::size_t r = 0; r < 40; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            QCOMPARE(columns.codes[r * 3 + c], rows.codes[c * 40 + r]);
    for (std::size_t b = 0; b < 2; ++b)
        for (std::size_t c = 0; c < 3; ++c)
            QCOMPARE(columns.scales[b * 3 + c], rows.scales[c * 2 + b]);
    // Tiles are the same either way.
    const QuantizedArray tiles = quantized("nvfp4:16x16", {40, 3}, values, 0);
    const QuantizedArray turned = quantized("nvfp4:16x16", {3, 40}, transposed, 1);
    for (std::size_t r = 0; r < 40; ++r)
        for (std::size_t c = 0; c < 3; ++c)
            QCOMPARE(tiles.codes[r * 3 + c], turned.codes[c * 40 + r]);
}

void TestBlockFormats::scalesHaveTheShapeOfTheBlocks_data()
{
    using Sizes = QList<qint64>;
    QTest::addColumn<QString>("format");
    QTest::addColumn<QList<qint64>>("shape");
    QTest::addColumn<int>("axis");
    QTest::addColumn<QList<qint64>>("scales");
    QTest::newRow("ragged") << "mxfp8" << Sizes{3, 45} << -1 << Sizes{3, 2};
    QTest::newRow("first of four axes") << "mxfp8" << Sizes{64, 2, 3, 5} << -4 << Sizes{2, 2, 3, 5};
    QTest::newRow("third of four axes") << "mxfp8" << Sizes{2, 3, 40, 5} << 2 << Sizes{2, 3, 2, 5};
    QTest::newRow("a number") << "mxfp8" << Sizes{} << 0 << Sizes{};
    QTest::newRow("a number in a tensor") << "int8_symmetric" << Sizes{} << -1 << Sizes{};
    QTest::newRow("nothing") << "mxfp8" << Sizes{0} << -1 << Sizes{0};
    QTest::newRow("no rows") << "mxfp8" << Sizes{0, 33} << -1 << Sizes{0, 2};
    QTest::newRow("no columns") << "nvfp4" << Sizes{3, 0} << -1 << Sizes{3, 0};
    QTest::newRow("nothing in a tensor") << "int8_asymmetric" << Sizes{0} << -1 << Sizes{};
    QTest::newRow("channels of nothing") << "int8_symmetric:channel" << Sizes{0, 4} << 1 << Sizes{4};
    QTest::newRow("tiles") << "block128x128_e4m3" << Sizes{2, 200, 129} << -1 << Sizes{2, 2, 2};
    QTest::newRow("tiles of the first axis") << "nvfp4:16x16" << Sizes{17, 32, 5} << 0 << Sizes{2, 2, 5};
    QTest::newRow("rows") << "int8_symmetric:row" << Sizes{4, 100} << 1 << Sizes{4, 1};
    QTest::newRow("channels") << "int8_symmetric:channel" << Sizes{4, 7, 3} << 1 << Sizes{7};
    QTest::newRow("tensor") << "float8_e4m3fn_scaled" << Sizes{4, 7, 3} << 1 << Sizes{};
}

void TestBlockFormats::scalesHaveTheShapeOfTheBlocks()
{
    QFETCH(QString, format);
    QFETCH(QList<qint64>, shape);
    QFETCH(int, axis);
    QFETCH(QList<qint64>, scales);
    const std::vector<std::int64_t> extents(shape.begin(), shape.end());
    std::int64_t elements = 1;
    for (const std::int64_t extent : extents)
        elements *= extent;
    const QuantizedArray result = quantized(
        format.toStdString().c_str(), extents, normalValues(static_cast<std::size_t>(elements)), axis);
    QCOMPARE(QList<qint64>(result.scalesShape.begin(), result.scalesShape.end()), scales);
    std::int64_t count = 1;
    for (const std::int64_t extent : result.scalesShape)
        count *= extent;
    QCOMPARE(static_cast<std::int64_t>(result.scales.size()), count);
    QCOMPARE(static_cast<std::int64_t>(result.codes.size()), elements);
}

void TestBlockFormats::aWrongAxisOrShapeIsExplained()
{
    const std::vector<float> values(6);
    const std::vector<std::int64_t> matrix{2, 3};
    const std::vector<std::int64_t> line{6};
    for (const int axis : {2, -3}) {
        const auto result = quantizeArray({matrix, std::span<const float>(values)}, named("mxfp8"), axis);
        QVERIFY(!result.ok());
        QCOMPARE(result.error().place, std::string("axis"));
        QVERIFY(QString::fromStdString(result.error().message.text()).contains("(2, 3)"));
    }
    const auto tiles = quantizeArray({line, std::span<const float>(values)}, named("block128x128_e4m3"));
    QVERIFY(!tiles.ok());
    QVERIFY(QString::fromStdString(tiles.error().message.text()).contains("two axes"));
    const auto channels
        = quantizeArray({{}, std::span<const float>(values).first(1)}, named("int8_symmetric:channel"));
    QVERIFY(!channels.ok());
}

void TestBlockFormats::float64IsQuantizedWithoutFloat32()
{
    // 272 + 2^-32 is above the tie of 256 and 288; float32 would have it at the tie.
    const std::vector<double> values{272 + 0x1p-32, 256};
    const std::vector<std::int64_t> shape{2};
    const auto result = quantizeArray({shape, std::span<const double>(values)}, named("mxfp8"));
    QCOMPARE(std::get<std::vector<double>>(result->values), (std::vector<double>{288, 256}));
    const std::vector<double> huge{1e300, -1e300};
    const auto clipped = quantizeArray({shape, std::span<const double>(huge)}, named("mxfp8"));
    QCOMPARE(clipped->scaleCodes,
        (std::vector<std::uint8_t>{
            254,
        }));
    QCOMPARE(
        std::get<std::vector<double>>(clipped->values), (std::vector<double>{448 * 0x1p127, -448 * 0x1p127}));
}

void TestBlockFormats::zeroPointsKeepZeroExact()
{
    const QuantizedArray positive = quantized("int8_asymmetric", {4}, {0.0F, 1.0F, 2.0F, 2.55F});
    QCOMPARE(positive.zeroPoints, (std::vector<std::int32_t>{-128}));
    QCOMPARE(valuesOf(positive)[0], 0.0);
    QCOMPARE(positive.codes, (std::vector<std::uint8_t>{0x80, 228, 72, 127})); // -128, -28, 72, 127
    const QuantizedArray shifted = quantized("int4_asymmetric", {3}, {-0.5F, 0.0F, 1.0F});
    QCOMPARE(shifted.zeroPoints, (std::vector<std::int32_t>{-3})); // scale 0.1
    QCOMPARE(valuesOf(shifted)[1], 0.0);
}

void TestBlockFormats::integersAreSymmetric()
{
    const QuantizedArray result = quantized("int4_symmetric", {3}, {-7.0F, 7.0F, -6.6F});
    QCOMPARE(result.codes, (std::vector<std::uint8_t>{9, 7, 9})); // -7, 7, -7: -8 is not used
    QCOMPARE(result.scales, std::vector<float>{1});
}

void TestBlockFormats::stochasticDrawsBelongToElements()
{
    // The same key and the same element give the same draw, wherever its block begins.
    std::vector<float> values(64, 2.4F);
    values[0] = values[16] = values[32] = values[48] = 6;
    BlockOptions options;
    options.mode = RoundingMode::Stochastic;
    options.randomBits = 8;
    const std::vector<std::int64_t> line{64};
    const std::vector<std::int64_t> matrix{4, 16};
    const std::span<const float> all(values);
    const auto a = quantizeArray({line, all}, named("nvfp4"), -1, options);
    const auto b = quantizeArray({matrix, all}, named("nvfp4"), -1, options);
    QCOMPARE(a->codes, b->codes);
    QVERIFY(a->codes[1] == 4 || a->codes[1] == 5);
    options.key.step = 1;
    QVERIFY(quantizeArray({line, all}, named("nvfp4"), -1, options)->codes != a->codes);
}

QTEST_GUILESS_MAIN(TestBlockFormats)
#include "tst_block_formats.moc"
