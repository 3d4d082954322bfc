// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/shown_text.h"

#include "engine/base/closest_name.h"

#include <QTest>

using namespace ulpscope;

class TestShownText : public QObject
{
    Q_OBJECT
private slots:
    void controlCharactersBecomeEscapes_data();
    void controlCharactersBecomeEscapes();
    void lineBreaksStayInAText();
    void longTextIsCutBetweenCharacters();
    void namesOfAFileAreFew();
};

void TestShownText::controlCharactersBecomeEscapes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char* name, const char* text, const char* shown) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(shown);
    };
    row("letters", "größe 日本 𝄞", "größe 日本 𝄞");
    row("clears the screen", "a\x1b[2Jb", "a\\u001b[2Jb");
    row("bell, delete", "\a\x7f", "\\u0007\\u007f");
    row("control sequence introducer of C1",
        "\xc2\x9b"
        "31m",
        "\\u009b31m");
    row("the same as one byte",
        "\x9b"
        "31m",
        "\\x9b31m");
    row("lines and tabs", "a\r\n\tb", "a\\r\\n\\tb");
    row("right to left",
        "a\xe2\x80\xae"
        "b",
        "a\\u202eb");
    row("overlong", "\xc0\x9b", "\\xc0\\x9b");
    row("surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80");
    row("cut off", "a\xe6\x97", "a\\xe6\\x97");
    row("beyond Unicode", "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");
}

void TestShownText::controlCharactersBecomeEscapes()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    QCOMPARE(QByteArray::fromStdString(shownLine(text.toStdString())), shown);
    QCOMPARE(QByteArray::fromStdString(shownText(text.toStdString())), shown);
}

void TestShownText::lineBreaksStayInAText()
{
    QCOMPARE(printableText("{\n\t\"a\": \"\x1b\"\r}\n"), std::string("{\n\t\"a\": \"\\u001b\"\\r}\n"));
}

void TestShownText::longTextIsCutBetweenCharacters()
{
    QCOMPARE(shownText("abcdef", 3), std::string("abc..."));
    QCOMPARE(shownText("abé", 3), std::string("ab..."));
    QCOMPARE(shownText("abé", 4), std::string("abé"));
    QCOMPARE(shownText(std::string(10, '\x80'), 2), std::string("\\x80\\x80...")); // no character at all
}

void TestShownText::namesOfAFileAreFew()
{
    QCOMPARE(shownNames({"x", "y"}), std::string("x, y"));
    const std::vector<std::string> many(60'000, "an_array_of_some_file");
    QVERIFY(shownNames(many).size() < 500);
    QVERIFY(QByteArray::fromStdString(shownNames(many)).endsWith(" more"));
    QVERIFY(unknownName("variable", std::string(1000, 'q'), many).text().size() < 700);
    QVERIFY(unknownName("variable", "an_array_of_some_fill", {std::string(5000, 'a')}).text().size() < 200);
}

QTEST_GUILESS_MAIN(TestShownText)
#include "tst_shown_text.moc"
