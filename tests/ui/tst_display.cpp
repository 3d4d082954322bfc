// SPDX-License-Identifier: GPL-3.0-or-later
// How numbers become text and places on a plot: nothing that is not finite or zero may get lost on the way.
#include "ui/look/models/axis_powers.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/plot_theme.h"
#include "ui/look/theme.h"
#include "ui/training/models/rails.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

using Rgb = std::array<double, 3>; ///< linear light, 0 to 1
using Sight = std::array<Rgb, 3>; ///< by what what is there becomes what is seen

// Machado, Oliveira and Fernandes 2009, table 1, severity 1.0; of linear light.
constexpr Sight kAllColors{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Sight kNoRed{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Sight kNoGreen{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Sight kNoBlue{
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

double product(const Rgb& a, const Rgb& b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// CIE L*a*b* (D65) of a colour as it is seen.
Rgb seen(const QColor& color, const Sight& sight)
{
    const auto linear
        = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    const Rgb light{linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
    Rgb rgb{};
    for (std::size_t i = 0; i < 3; ++i)
        rgb[i] = std::clamp(product(sight[i], light), 0.0, 1.0);
    const auto root
        = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = root(product({0.4124, 0.3576, 0.1805}, rgb) / 0.95047);
    const double y = root(product({0.2126, 0.7152, 0.0722}, rgb));
    const double z = root(product({0.0193, 0.1192, 0.9505}, rgb) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

} // namespace

class TestDisplay : public QObject
{
    Q_OBJECT
private slots:
    void numbersReadWell_data();
    void numbersReadWell();
    void percentsNeverRoundToNothingOrAll();
    void oneIsNotMany();
    void theLargestValueHasATick();
    void lossScalesRoundTrip_data();
    void lossScalesRoundTrip();
    void wrongLossScalesAreRefused_data();
    void wrongLossScalesAreRefused();
    void everySampleHasAPlace_data();
    void everySampleHasAPlace();
    void everyRailIsCounted();
    void lonePointsAreMarked();
    void constantSeriesGetARange();
    void railsHaveRoomInPixels();
    void everyDtypeHasItsMark();
    void runsAreToldApartByWhoSeesFewerColors_data();
    void runsAreToldApartByWhoSeesFewerColors();
};

void TestDisplay::numbersReadWell_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << QStringLiteral("0");
    QTest::newRow("NaN") << kNaN << QStringLiteral("NaN");
    QTest::newRow("infinity") << -kInf << QStringLiteral("-Inf");
    QTest::newRow("plain") << 0.0543 << QStringLiteral("0.0543");
    QTest::newRow("small") << 5.432e-6 << QStringLiteral("5.43×10⁻⁶");
    QTest::newRow("large") << 1.5e12 << QStringLiteral("1.50×10¹²");
    QTest::newRow("rounds up to the next power") << 0.0009999 << QStringLiteral("0.00100");
    QTest::newRow("whole") << 12345.0 << QStringLiteral("12345");
}

void TestDisplay::numbersReadWell()
{
    QFETCH(double, value);
    QTEST(numberText(value), "text");
}

void TestDisplay::oneIsNotMany()
{
    const auto steps = [](std::int64_t count) {
        return countedText(count, QStringLiteral("step"), QStringLiteral("steps"));
    };
    QCOMPARE(steps(1), QStringLiteral("1 step"));
    QCOMPARE(steps(0), QStringLiteral("0 steps"));
    QCOMPARE(steps(12345), countText(12345) + QStringLiteral(" steps"));
}

void TestDisplay::theLargestValueHasATick()
{
    const auto ticks = [](const AxisPowers& powers, int first, int last) {
        QList<int> found;
        for (int exponent = first; exponent <= last; ++exponent)
            if (powers.has(exponent))
                found += exponent;
        return found;
    };
    // A loss scale of 1, then of 1024: both have labels, however few there are.
    QCOMPARE(ticks(axisPowers(-1, 11, 2, std::pair(0, 10)), -1, 11), (QList<int>{0, 10}));
    QCOMPARE(ticks(axisPowers(-1, 11, 4, std::pair(0, 10)), -1, 11), (QList<int>{0, 5, 10}));
    QCOMPARE(ticks(axisPowers(-1, 11, 1, std::pair(0, 10)), -1, 11), (QList<int>{10}));
    QCOMPARE(ticks(axisPowers(-1, 11, 20, std::pair(0, 10)), -1, 11).size(), 13);
    // A constant one has its label, and the farther end of the axis the other.
    QCOMPARE(ticks(axisPowers(-2, 2, 2, std::pair(0, 0)), -2, 2), (QList<int>{-2, 0, 2})); // not -2 and 1
    QCOMPARE(ticks(axisPowers(8, 12, 2, std::pair(10, 10)), 8, 12), (QList<int>{8, 10, 12}));
    // Without data, multiples.
    QCOMPARE(ticks(axisPowers(-7, 8, 4, {}), -7, 8), (QList<int>{-4, 0, 4, 8}));
}

void TestDisplay::percentsNeverRoundToNothingOrAll()
{
    QCOMPARE(percentText(0), QStringLiteral("0 %"));
    QCOMPARE(percentText(100), QStringLiteral("100 %"));
    QCOMPARE(percentText(0.001), QStringLiteral("< 0.1 %"));
    QCOMPARE(percentText(99.99), QStringLiteral("> 99.9 %"));
    QCOMPARE(percentText(83.94), QStringLiteral("83.9 %"));
}

void TestDisplay::lossScalesRoundTrip_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("shown");
    QTest::newRow("none") << QStringLiteral("none") << QStringLiteral("none");
    QTest::newRow("fixed") << QStringLiteral("fixed 1024") << QStringLiteral("fixed 1024");
    QTest::newRow("number alone") << QStringLiteral(" 1024 ") << QStringLiteral("fixed 1024");
    QTest::newRow("power") << QStringLiteral("dynamic 2^15") << QStringLiteral("dynamic 32768");
    QTest::newRow("large power") << QStringLiteral("2^20") << QStringLiteral("fixed 2^20");
    QTest::newRow("as compile") << QStringLiteral("auto") << QStringLiteral("auto");
    QTest::newRow("another rule") << QStringLiteral("tf_keras 1024") << QStringLiteral("tf_keras 1024");
    QTest::newRow("torch") << QStringLiteral("grad_scaler 2^17") << QStringLiteral("grad_scaler 2^17");
    QTest::newRow("any case") << QStringLiteral("Dynamic") << QStringLiteral("dynamic 32768");
}

void TestDisplay::lossScalesRoundTrip()
{
    QFETCH(QString, typed);
    const Result<Component> parsed = parseLossScale(typed, {"none", {}});
    QVERIFY2(parsed.ok(), parsed.ok() ? "" : parsed.error().text().c_str());
    QTEST(lossScaleText(*parsed), "shown");
    const Result<Component> again = parseLossScale(lossScaleText(*parsed), {"none", {}});
    QVERIFY(again.ok());
    QVERIFY(*again == *parsed);
}

void TestDisplay::wrongLossScalesAreRefused_data()
{
    QTest::addColumn<QString>("typed");
    QTest::newRow("unknown word") << QStringLiteral("automatic");
    QTest::newRow("no number") << QStringLiteral("fixed large");
    QTest::newRow("a number for auto") << QStringLiteral("auto 3");
    QTest::newRow("below 1 where that is refused") << QStringLiteral("experimental_fixed 0.5");
    QTest::newRow("a number for none") << QStringLiteral("none 3");
    QTest::newRow("negative") << QStringLiteral("fixed -1");
    QTest::newRow("empty") << QString();
}

void TestDisplay::wrongLossScalesAreRefused()
{
    QFETCH(QString, typed);
    const Result<Component> parsed = parseLossScale(typed, {"none", {}});
    QVERIFY(!parsed.ok());
    QVERIFY(!parsed.error().message.empty());
}

void TestDisplay::everySampleHasAPlace_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<bool>("isLogAxis");
    QTest::addColumn<int>("rail"); // -1: on the axis
    QTest::newRow("finite") << 1.0 << true << -1;
    QTest::newRow("smallest double") << std::numeric_limits<double>::denorm_min() << true << -1;
    QTest::newRow("zero, logarithmic") << 0.0 << true << int(Rail::Zero);
    QTest::newRow("negative zero, logarithmic") << -0.0 << true << int(Rail::Zero);
    QTest::newRow("zero, linear") << 0.0 << false << -1;
    QTest::newRow("negative, logarithmic") << -2.0 << true << int(Rail::Negative);
    QTest::newRow("negative, linear") << -2.0 << false << -1;
    QTest::newRow("NaN") << kNaN << false << int(Rail::NotANumber);
    QTest::newRow("infinity") << kInf << true << int(Rail::PlusInfinity);
    QTest::newRow("minus infinity") << -kInf << true << int(Rail::MinusInfinity);
}

void TestDisplay::everySampleHasAPlace()
{
    QFETCH(double, value);
    QFETCH(bool, isLogAxis);
    QFETCH(int, rail);
    RailedSeries series(isLogAxis);
    series.append(7, value);
    QCOMPARE(series.line().steps(), QVector<double>{7});
    QCOMPARE(std::isnan(series.line().values().first()), rail >= 0);
    for (const Rail candidate : kRails)
        QCOMPARE(series.onRail(candidate).size(), int(candidate) == rail ? 1 : 0);
}

void TestDisplay::everyRailIsCounted()
{
    for (const double value : {kNaN, kInf, -kInf, 0.0, -0.0, -1.5, 5e-324, 1.0}) {
        SpecialCounts counts;
        counts.add(value);
        for (const Rail rail : kRails)
            QCOMPARE(countOn(rail, counts), std::int64_t(railOf(value, true) == rail ? 1 : 0));
    }
}

void TestDisplay::lonePointsAreMarked()
{
    RailedSeries series(true);
    const double values[] = {1, 2, kNaN, 3, kInf, 4, 5, 0};
    double step = 0;
    for (const double value : values)
        series.append(step++, value);
    // 1-2 and 4-5 are lines; 3 has none to either side.
    QCOMPARE(series.isolated(), QVector<int>{3});
    series.append(step++, 6);
    QCOMPARE(series.isolated(), (QVector<int>{3, 8}));
    series.append(step, 7);
    QCOMPARE(series.isolated(), QVector<int>{3});
}

void TestDisplay::constantSeriesGetARange()
{
    const AxisRange range = padded(2, 2, 100, 0, 0, 1);
    QCOMPARE(range.low, 1.5);
    QCOMPARE(range.high, 2.5);
}

void TestDisplay::railsHaveRoomInPixels()
{
    const AxisRange range = padded(0, 10, 120, 15, 5, 1);
    // 100 pixels for 10 units: 15 pixels are 1.5 units.
    QCOMPARE(range.low, -1.5);
    QCOMPARE(range.high, 10.5);
}

void TestDisplay::everyDtypeHasItsMark()
{
    QSet<QString> colors;
    QSet<QString> texts;
    const auto channel
        = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    for (const char* name :
        {"float64", "float32", "tf32", "bfloat16", "float16", "float8_e4m3fn", "float8_e5m2"}) {
        const DtypeLook look = dtypeLook(QString::fromLatin1(name));
        colors += look.color.name();
        texts += look.text; // the second cue
        // WCAG 2.1, white text on it: 1.05 / (luminance + 0.05).
        const double luminance = 0.2126 * channel(look.color.redF()) + 0.7152 * channel(look.color.greenF())
            + 0.0722 * channel(look.color.blueF());
        QVERIFY2(1.05 / (luminance + 0.05) >= 4.5, name);
    }
    QCOMPARE(colors.size(), 7);
    QCOMPARE(texts.size(), 7);
    QCOMPARE(dtypeLook(QStringLiteral("mixed_bfloat16")).color, dtypeLook(QStringLiteral("bfloat16")).color);
    QVERIFY(!dtypeLook(QStringLiteral("float6_e3m2fn")).text.isEmpty());
    QVERIFY(dtypeMark(QStringLiteral("no dtype")).isNull());
}

void TestDisplay::runsAreToldApartByWhoSeesFewerColors_data()
{
    QTest::addColumn<Theme>("theme");
    QTest::newRow("light") << Theme::Light;
    QTest::newRow("dark") << Theme::Dark;
}

/// By dashes, or by a colour: a difference of 2.3 is just seen side by side (Mahy 1994), and thin lines that are apart need several of these.
void TestDisplay::runsAreToldApartByWhoSeesFewerColors()
{
    constexpr double kClear = 8 * 2.3;
    QFETCH(Theme, theme);
    const PlotTheme plots = plotTheme(themePalette(theme));
    for (int a = 0; a < kRunColors; ++a) // dashes vanish in noise
        QVERIFY2(plots.runPen(a).style() == Qt::SolidLine, qPrintable(QString::number(a)));
    for (int a = 0; a < kRunLooks; ++a)
        for (int b = 0; b < a; ++b) {
            const QPen one = plots.runPen(a);
            const QPen other = plots.runPen(b);
            if (one.dashPattern() != other.dashPattern())
                continue;
            for (const Sight& sight : {kAllColors, kNoRed, kNoGreen, kNoBlue}) {
                const Rgb first = seen(one.color(), sight);
                const Rgb second = seen(other.color(), sight);
                const double apart
                    = std::hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2]);
                QVERIFY2(apart >= kClear,
                    qPrintable(QStringLiteral("runs %1 and %2 are %3 apart").arg(b).arg(a).arg(apart)));
            }
        }
}

QTEST_GUILESS_MAIN(TestDisplay)
#include "tst_display.moc"
