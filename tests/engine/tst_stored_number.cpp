// SPDX-License-Identifier: GPL-3.0-or-later
// What a format makes of one number, in numbers and words.
#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/stored_number.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

} // namespace

class TestStoredNumber : public QObject
{
    Q_OBJECT
private slots:
    void outcomesHaveWords_data();
    void outcomesHaveWords();
    void errorsAndNeighbours();
    void everyCodeIsItself();
    void everyFormatTakesEveryNumber();
    void bitsKnowTheirField();
    void decimalsAreExact_data();
    void decimalsAreExact();
};

void TestStoredNumber::outcomesHaveWords_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("words");
    const auto row
        = [](const char* name, const char* format, double value, const char* rule, const char* words) {
              QTest::newRow(name) << QString::fromLatin1(format) << value << QString::fromLatin1(rule)
                                  << QString::fromLatin1(words);
          };
    row("exact", "float16", 1.5, "ml_dtypes", "exact");
    row("rounded", "float16", 0.1, "ml_dtypes", "rounded");
    row("underflow", "float16", std::ldexp(1.0, -25), "ml_dtypes", "underflow to 0");
    row("overflow to infinity", "float16", 65520, "ml_dtypes", "overflow to infinity");
    row("overflow to NaN", "float8_e4m3fn", 465, "ml_dtypes", "overflow to NaN");
    row("rounded down to the largest", "float8_e4m3fn", 464, "ml_dtypes", "rounded");
    row("rounded down to the largest, below the middle", "float16", 65519, "ml_dtypes", "rounded");
    row("beyond the middle", "float8_e4m3fn", 464.5, "ofp8", "clamped to the largest");
    row("rounded to the largest integer", "int8", 127.25, "ml_dtypes", "rounded");
    row("beyond the integers", "int8", 128, "ml_dtypes", "clamped to the largest");
    row("clamped", "float8_e4m3fn", 1e6, "ofp8", "clamped to the largest");
    row("clamped below", "float8_e4m3fn", -1e6, "ofp8", "clamped to the lowest");
    row("infinity", "float16", kInf, "ml_dtypes", "infinity");
    row("infinity lost", "float8_e4m3fn", kInf, "ml_dtypes", "infinity became NaN");
    row("infinity clamped", "float8_e4m3fn", kInf, "ofp8", "clamped to the largest");
    row("NaN", "float16", kNaN, "ml_dtypes", "NaN");
    row("NaN lost", "float4_e2m1fn", kNaN, "ml_dtypes", "NaN became a number");
}

void TestStoredNumber::outcomesHaveWords()
{
    QFETCH(QString, format);
    QFETCH(double, value);
    QFETCH(QString, rule);
    QFETCH(QString, words);
    const StoredNumber number = storeNumber(
        *findFormat(format.toStdString()), value, {.overflow = findOverflowRule(rule.toStdString())});
    QCOMPARE(QString::fromStdString(std::string(outcomeText(number))), words);
}

void TestStoredNumber::errorsAndNeighbours()
{
    const StoredNumber number = storeNumber(*findFormat("float16"), 0.1);
    QCOMPARE(number.stored, 0.0999755859375);
    QCOMPARE(number.code, std::uint64_t{0x2E66});
    QCOMPARE(number.ulp, std::ldexp(1.0, -14));
    QCOMPARE(number.error, 0.0999755859375 - 0.1);
    QCOMPARE(number.above - number.stored, number.ulp);
    QCOMPARE(number.stored - number.below, number.ulp);
    QCOMPARE(hexCode(*number.format, number.code), std::string("0x2e66"));
    QCOMPARE(storeNumber(*findFormat("float16"), kInf).error, 0.0);
}

void TestStoredNumber::everyCodeIsItself()
{
    for (const Format& format : formats()) {
        if (format.bits() > 8)
            continue;
        for (std::uint64_t code = 0; code < std::uint64_t{1} << format.bits(); ++code) {
            const StoredNumber number = storedCode(format, code);
            QCOMPARE(number.code, code);
            QVERIFY(number.outcome == StoreOutcome::Exact || number.outcome == StoreOutcome::Infinity
                || number.outcome == StoreOutcome::Nan);
        }
    }
}

void TestStoredNumber::everyFormatTakesEveryNumber()
{
    std::vector<const Format*> all = p3109Formats();
    for (const Format& format : formats())
        all.push_back(&format);
    for (const FormatFamily& family : formatFamilies())
        all.push_back(findFormat(family.example));
    for (const Format* format : all) {
        const double values[]
            = {0.0, -0.0, 1, -1, 0.1, 1e300, -1e300, 5e-324, -5e-324, kInf, -kInf, kNaN, -kNaN,
                format->maxFinite(), format->lowest(), 2 * format->maxFinite(), format->minSubnormal() / 2};
        for (const double value : values)
            for (const RoundingModeRow& mode : roundingModes())
                for (const OverflowRule& rule : overflowRules()) {
                    const StoredNumber number
                        = storeNumber(*format, value, {.mode = mode.mode, .overflow = &rule}, 12345);
                    const double decoded = decode(*format, number.code);
                    QVERIFY2(decoded == number.stored || (std::isnan(decoded) && std::isnan(number.stored)),
                        format->name.data());
                    QVERIFY(!outcomeText(number).empty());
                }
    }
}

void TestStoredNumber::bitsKnowTheirField()
{
    for (const Format& format : formats()) {
        int counts[3] = {};
        for (int bit = 0; bit < format.bits(); ++bit)
            ++counts[int(bitField(format, bit))];
        QCOMPARE(counts[int(BitField::Sign)], format.isSigned ? 1 : 0);
        QCOMPARE(counts[int(BitField::Exponent)], format.exponentBits);
        QCOMPARE(counts[int(BitField::Mantissa)], format.mantissaBits);
    }
    QCOMPARE(bitFieldText(*findFormat("int8"), BitField::Mantissa), std::string_view("value"));
}

void TestStoredNumber::decimalsAreExact_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("exact");
    QTest::newRow("0.1") << 0.1
                         << QStringLiteral("0.1000000000000000055511151231257827021181583404541015625");
    QTest::newRow("half") << 0.5 << QStringLiteral("0.5");
    QTest::newRow("whole") << 65504.0 << QStringLiteral("65504");
    QTest::newRow("minus zero") << -0.0 << QStringLiteral("-0");
    QTest::newRow("small") << std::ldexp(1.0, -25) << QStringLiteral("2.98023223876953125e-08");
    QTest::newRow("large") << 1e22 << QStringLiteral("1e+22");
    QTest::newRow("NaN") << kNaN << QStringLiteral("NaN");
}

void TestStoredNumber::decimalsAreExact()
{
    QFETCH(double, value);
    QTEST(QString::fromStdString(exactDecimal(value)), "exact");
}

QTEST_GUILESS_MAIN(TestStoredNumber)
#include "tst_stored_number.moc"
