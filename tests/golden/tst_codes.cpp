// SPDX-License-Identifier: GPL-3.0-or-later
// Every code of every format: what it stands for, that it comes back, and the limits that the specifications
// print.
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"

#include <QFile>
#include <QTest>

#include <bit>
#include <cmath>
#include <limits>

using namespace ulpscope;

class TestCodes : public QObject
{
    Q_OBJECT

private slots:
    void everyCodeComesBack_data() { allFormats(); }
    void everyCodeComesBack();
    void valuesRiseWithTheirCodes_data() { allFormats(); }
    void valuesRiseWithTheirCodes();
    void aValueOfTheFormatIsItsOwnRounding_data() { allFormats(); }
    void aValueOfTheFormatIsItsOwnRounding();
    void neighboursAreNeighbours_data() { allFormats(); }
    void neighboursAreNeighbours();
    void limitsAreThoseOfTheSpecification_data();
    void limitsAreThoseOfTheSpecification();
    void everyFormatHasItsLimits();
    void nanCodesAreThoseOfTheSpecification_data();
    void nanCodesAreThoseOfTheSpecification();
    void float32CodesAreTheProcessorsOwn();
    void withoutLimitsTheDigitsStay();

private:
    static void allFormats();
};

namespace {

const Format& named(const QString& name)
{
    return *findFormat(name.toStdString());
}

std::uint64_t codeCount(const Format& format)
{
    return format.bits() == 64 ? std::numeric_limits<std::uint64_t>::max()
                               : std::uint64_t{1} << format.bits();
}

// All codes of a format of up to 19 bits; of wider ones about a million, the two ends of the range among
// them.
template <class Visit>
void forCodes(const Format& format, Visit&& visit)
{
    const std::uint64_t count = codeCount(format);
    const std::uint64_t stride = format.bits() <= 19 ? 1 : (count >> 20) | 1;
    for (std::uint64_t step = 0; step <= (count - 1) / stride; ++step)
        visit(step * stride);
    if (stride > 1)
        for (std::uint64_t near = 0; near < 4096; ++near) {
            visit(near);
            visit(count - 1 - near);
            visit((count >> 1) + near);
            visit((count >> 1) - 1 - near);
        }
}

// Equal, and of the same sign where they are zero; any NaN equals any NaN.
bool same(double a, double b)
{
    return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

} // namespace

void TestCodes::allFormats()
{
    QTest::addColumn<QString>("name");
    QStringList names;
    for (const std::string& name : formatNames())
        names += QString::fromStdString(name);
    for (const char* member : {"binary8p3se", "binary8p4sf", "binary8p1se", "binary8p5ue", "binary8p8uf",
             "binary4p2sf", "binary3p1ue", "binary16p8se", "binary16p11ue", "float10_e4m5fn",
             "float12_e5m6fnuz", "float8_e4m4fu", "float8_e4m3f", "float16_e8m7b128", "float36_e11m24",
             "float18_e8m9", "fixed16_12", "fixed8_6"})
        names += QString::fromLatin1(member);
    for (const QString& name : names)
        QTest::newRow(qPrintable(name)) << name;
}

void TestCodes::everyCodeComesBack()
{
    QFETCH(QString, name);
    const Format& format = named(name);
    std::uint64_t wrong = 0;
    std::uint64_t firstWrong = 0;
    forCodes(format, [&](std::uint64_t code) {
        const double value = decode(format, code);
        const std::uint64_t back = encode(format, value);
        // A NaN keeps its sign, and comes back as the format's quiet NaN.
        const bool right = std::isnan(value)
            ? std::isnan(decode(format, back)) && (back ^ code) >> (format.bits() - 1) == 0
            : back == code;
        if (!right && wrong++ == 0)
            firstWrong = code;
    });
    QVERIFY2(wrong == 0, qPrintable(QStringLiteral("%1 codes, first %2").arg(wrong).arg(firstWrong, 0, 16)));
}

void TestCodes::valuesRiseWithTheirCodes()
{
    QFETCH(QString, name);
    const Format& format = named(name);
    const std::uint64_t signBit = format.isSigned ? std::uint64_t{1} << (format.bits() - 1) : 0;
    const std::uint64_t top = encode(format, format.maxFinite());
    const std::uint64_t stride = format.bits() <= 19 ? 1 : top >> 18;
    QCOMPARE(decode(format, 0), format.hasZero ? 0.0 : format.minSubnormal());
    double below = decode(format, 0);
    for (std::uint64_t code = stride; code <= top && code >= stride; code += stride) {
        const double value = decode(format, code);
        QVERIFY2(value > below, qPrintable(QString::number(code, 16)));
        if (format.encoding == Encoding::FixedPoint)
            QCOMPARE(decode(format, ~code + 1), -value);
        else if (format.isSigned)
            QVERIFY2(same(decode(format, code | signBit), -value), qPrintable(QString::number(code, 16)));
        below = value;
    }
    if (format.hasInfinity() || format.nans == Nans::AllOnes)
        QVERIFY(!std::isfinite(decode(format, top + 1)));
}

void TestCodes::aValueOfTheFormatIsItsOwnRounding()
{
    QFETCH(QString, name);
    const Format& format = named(name);
    std::uint64_t wrong = 0;
    forCodes(format, [&](std::uint64_t code) {
        const double value = decode(format, code);
        for (const RoundingModeRow& mode : roundingModes())
            if (!same(roundToFormat(format, value, {.mode = mode.mode, .randomBits = 8}, 255), value))
                ++wrong;
    });
    QCOMPARE(wrong, std::uint64_t{0});
}

void TestCodes::neighboursAreNeighbours()
{
    QFETCH(QString, name);
    const Format& format = named(name);
    const std::uint64_t top = encode(format, format.maxFinite());
    std::uint64_t wrong = 0;
    forCodes(format, [&](std::uint64_t code) {
        if (code >= top) // and the negative half, which nextDown covers
            return;
        const double value = decode(format, code);
        const double above = decode(format, code + 1);
        if (!same(nextUp(format, value), above))
            ++wrong;
        if (nextDown(format, above) != value)
            ++wrong;
        if (format.isSigned && nextDown(format, -value) != -above)
            ++wrong;
        if (format.isSigned && nextUp(format, -above) != -value)
            ++wrong;
    });
    QCOMPARE(wrong, std::uint64_t{0});
}

void TestCodes::limitsAreThoseOfTheSpecification_data()
{
    QTest::addColumn<double>("maxFinite");
    QTest::addColumn<quint64>("maxCode");
    QTest::addColumn<int>("log2MinNormal");
    QTest::addColumn<int>("log2MinSubnormal");
    QTest::addColumn<int>("log2Epsilon");
    QTest::addColumn<bool>("hasInfinity");
    // IEEE 754-2019 table 3.5; OCP OFP8 rev 1.0 table 2; tf32: 10 bits of significand on float32's exponent.
    QTest::newRow("float64") << 1.7976931348623157e308 << quint64{0x7FEFFFFFFFFFFFFF} << -1022 << -1074 << -52
                             << true;
    QTest::newRow("float32") << 3.4028234663852886e38 << quint64{0x7F7FFFFF} << -126 << -149 << -23 << true;
    QTest::newRow("tf32") << (2 - 0x1p-10) * 0x1p127 << quint64{0x3FBFF} << -126 << -136 << -10 << true;
    QTest::newRow("bfloat16") << 3.3895313892515355e38 << quint64{0x7F7F} << -126 << -133 << -7 << true;
    QTest::newRow("float16") << 65504.0 << quint64{0x7BFF} << -14 << -24 << -10 << true;
    QTest::newRow("float8_e4m3fn") << 448.0 << quint64{0x7E} << -6 << -9 << -3 << false;
    QTest::newRow("float8_e5m2") << 57344.0 << quint64{0x7B} << -14 << -16 << -2 << true;
    // ml_dtypes 0.6.0; OCP MX rev 1.0 table 5
    QTest::newRow("dlfloat16") << 4290772992.0 << quint64{0x7DFF} << -30 << -39 << -9 << true;
    QTest::newRow("float8_e4m3") << 240.0 << quint64{0x77} << -6 << -9 << -3 << true;
    QTest::newRow("float8_e3m4") << 15.5 << quint64{0x6F} << -2 << -6 << -4 << true;
    QTest::newRow("float8_e4m3fnuz") << 240.0 << quint64{0x7F} << -7 << -10 << -3 << false;
    QTest::newRow("float8_e5m2fnuz") << 57344.0 << quint64{0x7F} << -15 << -17 << -2 << false;
    QTest::newRow("float8_e4m3b11fnuz") << 30.0 << quint64{0x7F} << -10 << -13 << -3 << false;
    QTest::newRow("float8_e8m0fnu") << 0x1p127 << quint64{0xFE} << -127 << -127 << 0 << false;
    QTest::newRow("float6_e3m2fn") << 28.0 << quint64{0x1F} << -2 << -4 << -2 << false;
    QTest::newRow("float6_e2m3fn") << 7.5 << quint64{0x1F} << 0 << -3 << -3 << false;
    QTest::newRow("float4_e2m1fn") << 6.0 << quint64{0x7} << 0 << -1 << -1 << false;
    // IEEE P3109 interim report 3.2.0
    QTest::newRow("binary8p3se") << 49152.0 << quint64{0x7E} << -15 << -17 << -2 << true;
    QTest::newRow("binary8p4se") << 224.0 << quint64{0x7E} << -7 << -10 << -3 << true;
    QTest::newRow("binary8p4sf") << 240.0 << quint64{0x7F} << -7 << -10 << -3 << false;
    QTest::newRow("binary8p3sf") << 57344.0 << quint64{0x7F} << -15 << -17 << -2 << false;
    QTest::newRow("binary4p2sf") << 3.0 << quint64{0x7} << -1 << -2 << -1 << false;
    QTest::newRow("binary6p3sf") << 14.0 << quint64{0x1F} << -3 << -5 << -2 << false;
    QTest::newRow("binary6p4sf") << 3.75 << quint64{0x1F} << -1 << -4 << -3 << false;
    QTest::newRow("fixed16_12") << 8 - 0x1p-12 << quint64{0x7FFF} << -12 << -12 << -12 << false;
    QTest::newRow("int8") << 127.0 << quint64{0x7F} << 0 << 0 << 0 << false;
    QTest::newRow("int4") << 7.0 << quint64{0x7} << 0 << 0 << 0 << false;
    QTest::newRow("int2") << 1.0 << quint64{0x1} << 0 << 0 << 0 << false;
}

void TestCodes::limitsAreThoseOfTheSpecification()
{
    QFETCH(double, maxFinite);
    QFETCH(quint64, maxCode);
    QFETCH(int, log2MinNormal);
    QFETCH(int, log2MinSubnormal);
    QFETCH(int, log2Epsilon);
    QFETCH(bool, hasInfinity);
    const Format* format = findFormat(QTest::currentDataTag());
    QVERIFY(format);
    QVERIFY(format->maxFinite() == maxFinite); // QCOMPARE is fuzzy on doubles
    QCOMPARE(quint64{encode(*format, maxFinite)}, maxCode);
    QVERIFY(format->minNormal() == std::ldexp(1.0, log2MinNormal));
    QVERIFY(format->minSubnormal() == std::ldexp(1.0, log2MinSubnormal));
    QVERIFY(format->epsilon() == std::ldexp(1.0, log2Epsilon));
    QCOMPARE(format->hasInfinity(), hasInfinity);
}

/// A format is added with what its specification prints of it: the rows above are read as text.
void TestCodes::everyFormatHasItsLimits()
{
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/tst_codes.cpp"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray rows = file.readAll();
    for (const Format& format : formats()) {
        const QByteArray row
            = "newRow(\"" + QByteArray(format.name.data(), qsizetype(format.name.size())) + "\")";
        QVERIFY2(rows.contains(row), (row + " is missing").constData());
    }
}

void TestCodes::nanCodesAreThoseOfTheSpecification_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<quint64>("canonical");
    QTest::newRow("bfloat16") << 254 << quint64{0x7FC0};
    QTest::newRow("float16") << 2046 << quint64{0x7E00};
    QTest::newRow("float8_e4m3fn") << 2 << quint64{0x7F};
    QTest::newRow("float8_e5m2") << 6 << quint64{0x7E};
    QTest::newRow("float8_e4m3") << 14 << quint64{0x7C};
    QTest::newRow("float8_e3m4") << 30 << quint64{0x78};
    QTest::newRow("float8_e4m3fnuz") << 1 << quint64{0x80};
    QTest::newRow("float8_e5m2fnuz") << 1 << quint64{0x80};
    QTest::newRow("float8_e4m3b11fnuz") << 1 << quint64{0x80};
    QTest::newRow("float8_e8m0fnu") << 1 << quint64{0xFF};
    QTest::newRow("binary8p3se") << 1 << quint64{0x80};
    QTest::newRow("binary8p3ue") << 1 << quint64{0xFF};
}

void TestCodes::nanCodesAreThoseOfTheSpecification()
{
    QFETCH(int, count);
    QFETCH(quint64, canonical);
    const Format* format = findFormat(QTest::currentDataTag());
    QVERIFY(format);
    int found = 0;
    for (std::uint64_t code = 0; code < codeCount(*format); ++code)
        found += std::isnan(decode(*format, code)) ? 1 : 0;
    QCOMPARE(found, count);
    QCOMPARE(quint64{encode(*format, std::numeric_limits<double>::quiet_NaN())}, canonical);
}

void TestCodes::float32CodesAreTheProcessorsOwn()
{
    std::uint64_t wrong = 0;
    forCodes(float32Format(), [&](std::uint64_t code) {
        const auto value = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(code)));
        if (!same(decode(float32Format(), code), value))
            ++wrong;
    });
    QCOMPARE(wrong, std::uint64_t{0});
}

void TestCodes::withoutLimitsTheDigitsStay()
{
    for (const char* name :
        {"float8_e8m0fnu", "binary8p1se", "float4_e2m1fn", "float16", "tf32", "float32"}) {
        const Format& format = *findFormat(name);
        const Format& unlimited = withoutExponentLimits(format);
        QCOMPARE(unlimited.mantissaBits, format.mantissaBits);
        QVERIFY(unlimited.maxFinite() > 0x1p1000 && unlimited.minNormal() < 0x1p-1000);
    }
    QVERIFY(withoutExponentLimits(*findFormat("int8")) == *findFormat("int8"));
}

QTEST_GUILESS_MAIN(TestCodes)
#include "tst_codes.moc"
