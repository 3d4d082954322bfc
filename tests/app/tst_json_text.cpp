// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/json/json_text.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope;
using Json = nlohmann::ordered_json;

class TestJsonText : public QObject
{
    Q_OBJECT
private slots:
    void listsStayOnALineOf120Columns();
    void numbersAreShortestAndReadBackTheSame_data();
    void numbersAreShortestAndReadBackTheSame();
    void numbersThatJsonDoesNotHaveAreWords();
    void brokenTextNeverThrows();
    void messagesShowLittle();
    void ofARepeatedKeyTheLastValueCountsInPython();
};

void TestJsonText::listsStayOnALineOf120Columns()
{
    // {"a": [ ... ]} within the object: two spaces, the key, the list, and room for a comma.
    const std::string fits(120 - std::string("  \"a\": [\"\"],").size(), 'x');
    QCOMPARE(QString::fromStdString(layoutJson({{"a", {fits}}})),
        QString::fromStdString("{\n  \"a\": [\"" + fits + "\"]\n}\n"));
    QCOMPARE(QString::fromStdString(layoutJson({{"a", {fits + "x"}}})),
        QString::fromStdString("{\n  \"a\": [\n    \"" + fits + "x\"\n  ]\n}\n"));
    QCOMPARE(layoutJson(Json::object()), std::string("{}\n"));
}

void TestJsonText::numbersAreShortestAndReadBackTheSame_data()
{
    QTest::addColumn<double>("number");
    QTest::addColumn<QString>("text");
    QTest::newRow("whole") << 10000.0 << "10000";
    QTest::newRow("small") << 1e-5 << "1e-05";
    QTest::newRow("no exact decimal") << 0.1 + 0.2 << "0.30000000000000004";
    QTest::newRow("minus zero") << -0.0 << "-0.0";
    QTest::newRow("smallest") << std::numeric_limits<double>::denorm_min() << "5e-324";
    QTest::newRow("largest") << std::numeric_limits<double>::max() << "1.7976931348623157e+308";
}

void TestJsonText::numbersAreShortestAndReadBackTheSame()
{
    QFETCH(double, number);
    QFETCH(QString, text);
    const std::string written = layoutJson(number);
    QCOMPARE(QString::fromStdString(written), text + "\n");
    const double read = parseJson(written)->get<double>();
    QVERIFY(read == number && std::signbit(read) == std::signbit(number));
}

void TestJsonText::numbersThatJsonDoesNotHaveAreWords()
{
    const double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(QString::fromStdString(layoutJson({{"a", std::nan("")}, {"b", infinity}, {"c", -infinity}})),
        QString("{\n  \"a\": \"NaN\",\n  \"b\": \"Infinity\",\n  \"c\": \"-Infinity\"\n}\n"));
}

void TestJsonText::brokenTextNeverThrows()
{
    QVERIFY(parseJson(layoutJson(Json("caf\xc3"))).ok()); // half of an e with an accent
    QVERIFY(!shownText("\xff\xfe\x01").empty());
}

void TestJsonText::messagesShowLittle()
{
    QCOMPARE(shownText("say \"\\\" twice"), std::string("say \"\\\" twice"));
    QCOMPARE(shownText("abcdef", 3), std::string("abc..."));
    QCOMPARE(shownJson(Json::object()), std::string("an object"));
    QCOMPARE(shownJson(Json(std::vector<int>(1000))), std::string("a list of 1000"));
    QCOMPARE(shownJson(Json({1, 2})), std::string("[1, 2]"));
}

void TestJsonText::ofARepeatedKeyTheLastValueCountsInPython()
{
    // Python 3.11: json.dumps(json.loads(text)) is {"a": 2, "b": {"c": [3]}}
    const std::string text = R"({"a": {"x": 1}, "b": {"c": 1, "c": [3]}, "a": 2})";
    QVERIFY(!parseJson(text).ok());
    const auto json = parsePythonJson(text);
    QVERIFY(json.ok());
    QCOMPARE(json->dump(), std::string(R"({"a":2,"b":{"c":[3]}})"));
    const std::vector<std::string> notices = repeatedKeyNotices(text);
    QCOMPARE(notices.size(), std::size_t{2});
    QCOMPARE(notices[0], std::string("the key b.c appears twice: its last value counts, as in Python"));
    QCOMPARE(notices[1], std::string("the key a appears twice: its last value counts, as in Python"));
    QVERIFY(repeatedKeyNotices(R"({"a": 1})").empty());
    QVERIFY(repeatedKeyNotices("{").empty());
}

QTEST_APPLESS_MAIN(TestJsonText)
#include "tst_json_text.moc"
