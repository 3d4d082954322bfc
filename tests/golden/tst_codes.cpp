// SPDX-License-Identifier: GPL-3.0-or-later
// Every code of every format: what it stands for, that it comes back, and the limits that the specifications
// print.
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"

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
    void nanCodesAreThoseOfTheSpecification_data();
    void nanCodesAreThoseOfTheSpecification();
    void float32CodesAreTheProcessorsOwn();

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
    for (const Format& format : formats())
        QTest::newRow(std::string(format.name).c_str()) << QString::fromStdString(std::string(format.name));
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
    const std::uint64_t signBit = std::uint64_t{1} << (format.bits() - 1);
    const std::uint64_t top = encode(format, format.maxFinite());
    const std::uint64_t stride = format.bits() <= 19 ? 1 : top >> 18;
    QCOMPARE(decode(format, 0), 0.0);
    double below = 0;
    for (std::uint64_t code = stride; code <= top && code >= stride; code += stride) {
        const double value = decode(format, code);
        QVERIFY2(value > below, qPrintable(QString::number(code, 16)));
        QVERIFY2(same(decode(format, code | signBit), -value), qPrintable(QString::number(code, 16)));
        below = value;
    }
    QVERIFY(!std::isfinite(decode(format, top + 1)));
}

void TestCodes::aValueOfTheFormatIsItsOwnRounding()
{
    QFETCH(QString, name);
    const Format& format = named(name);
    std::uint64_t wrong = 0;
    forCodes(format, [&](std::uint64_t code) {
        const double value = decode(format, code);
        if (!same(roundToFormat(format, value), value))
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
        if (!same(nextDown(format, -value), -above))
            ++wrong;
        if (nextDown(format, above) != value)
            ++wrong;
        if (nextUp(format, -above) != -value)
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

void TestCodes::nanCodesAreThoseOfTheSpecification_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<quint64>("canonical");
    QTest::newRow("bfloat16") << 254 << quint64{0x7FC0};
    QTest::newRow("float16") << 2046 << quint64{0x7E00};
    QTest::newRow("float8_e4m3fn") << 2 << quint64{0x7F};
    QTest::newRow("float8_e5m2") << 6 << quint64{0x7E};
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

QTEST_GUILESS_MAIN(TestCodes)
#include "tst_codes.moc"
