// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types as a number: values to the bit, and errors with their place.
#include "engine/base/expression.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <string>

using namespace ulpscope;

class TestExpression : public QObject
{
    Q_OBJECT
private slots:
    void valuesAreExact_data();
    void valuesAreExact();
    void codesStandAlone();
    void errorsHaveAPlace_data();
    void errorsHaveAPlace();
    void hostileTextsEndInAnError();
};

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

} // namespace

void TestExpression::valuesAreExact_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("value");
    const auto row
        = [](const char* text, double value) { QTest::newRow(text) << QString::fromLatin1(text) << value; };
    row("0.1", 0.1);
    row(" 65520 ", 65520);
    row("1e-5", 1e-5);
    row("1E+3", 1000);
    row(".5", 0.5);
    row("5.", 5);
    row("-0", -0.0);
    row("0x1.8p-3", 0.1875);
    row("0x1.fffffffffffffp1023", std::numeric_limits<double>::max());
    row("0x7Ep0", 126);
    row("0x.8", 0.5);
    row("2^-24*1.5", std::ldexp(1.5, -24));
    row("2^-25", std::ldexp(1.0, -25));
    row("2^-1074", std::numeric_limits<double>::denorm_min());
    row("2**10", 1024);
    row("1+2^-11", 1 + std::ldexp(1.0, -11));
    row("1 + 2 * 3", 7);
    row("(1 + 2) * 3", 9);
    row("8 - 4 - 2", 2);
    row("16 / 4 / 2", 2);
    row("2^3^2", 512);
    row("-2^2", -4);
    row("2^-2^2", 0.0625);
    row("--3", 3);
    row("2*-3", -6);
    row("pi", 3.141592653589793);
    row("e", 2.718281828459045);
    row("-inf", -kInf);
    row("INFINITY", kInf);
    row("max", std::numeric_limits<double>::max());
    row("min", std::numeric_limits<double>::min());
    row("eps", std::numeric_limits<double>::epsilon());
    row("1/0", kInf);
    row("1e999", kInf);
    row("sqrt(2)", std::sqrt(2.0));
    row("abs(-3)^2", 9);
    row("log2(1024)", 10);
    row("exp(0) + log(1)", 1);
}

void TestExpression::valuesAreExact()
{
    QFETCH(QString, text);
    QFETCH(double, value);
    const auto parsed = parseExpression(text.toStdString());
    const auto* error = std::get_if<ExpressionError>(&parsed);
    QVERIFY2(!error, error ? error->message.text().c_str() : "");
    const TypedNumber number = std::get<TypedNumber>(parsed);
    QVERIFY(!number.code);
    QVERIFY2(number.value == value && std::signbit(number.value) == std::signbit(value),
        qPrintable(QString::number(number.value, 'g', 17)));
}

void TestExpression::codesStandAlone()
{
    const auto parsed = parseExpression(" 0x7E ");
    QCOMPARE(std::get<TypedNumber>(parsed).code, std::optional<std::uint64_t>(0x7E));
    QCOMPARE(std::get<TypedNumber>(parseExpression("0xffffffffffffffff")).code,
        std::optional<std::uint64_t>(~std::uint64_t{0}));
    QVERIFY(std::isnan(std::get<TypedNumber>(parseExpression("nan")).value));
    QVERIFY(std::isnan(std::get<TypedNumber>(parseExpression("inf - inf")).value));
}

void TestExpression::errorsHaveAPlace_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("position");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* text, int position, const char* words) {
        QTest::newRow(text) << QString::fromLatin1(text) << position << QString::fromLatin1(words);
    };
    row("", 0, "type a number");
    row("   ", 3, "type a number");
    row("2*", 2, "missing");
    row("2 * * 3", 4, "'*'");
    row("2 ** ", 5, "missing");
    row("(1+2", 0, "not closed");
    row("1+2)", 3, "')'");
    row("1,5", 1, "point");
    row("2 3", 2, "operator");
    row("2pi", 1, "operator");
    row("1.2.3", 0, "not a number");
    row("foo", 0, "'foo'");
    row("1+foo", 2, "'foo'");
    row("sqrt 2", 5, "parentheses");
    row("0x7E + 1", 0, "0x7Ep0");
    row("1 + 0x10", 4, "0x10p0");
    row("0x", 2, "digits");
    row("0x10000000000000000", 0, "64 bits");
    row("1e", 1, "operator");
    row("#", 0, "'#'");
}

void TestExpression::errorsHaveAPlace()
{
    QFETCH(QString, text);
    QFETCH(int, position);
    QFETCH(QString, words);
    const auto parsed = parseExpression(text.toStdString());
    QVERIFY(std::holds_alternative<ExpressionError>(parsed));
    const auto& error = std::get<ExpressionError>(parsed);
    QCOMPARE(int(error.position), position);
    QVERIFY2(QString::fromStdString(error.message.text()).contains(words), error.message.text().c_str());
}

void TestExpression::hostileTextsEndInAnError()
{
    QVERIFY(std::holds_alternative<ExpressionError>(parseExpression(std::string(399, '('))));
    QVERIFY(std::holds_alternative<ExpressionError>(parseExpression(std::string(399, '-'))));
    QVERIFY(std::holds_alternative<ExpressionError>(parseExpression(std::string(100'000, '1'))));
    std::string towers = "2";
    for (int i = 0; i < 150; ++i)
        towers += "^2";
    QVERIFY(std::holds_alternative<ExpressionError>(parseExpression(towers)));
    QVERIFY(std::holds_alternative<ExpressionError>(parseExpression("\xc3\xa9")));
}

QTEST_GUILESS_MAIN(TestExpression)
#include "tst_expression.moc"
