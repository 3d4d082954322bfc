// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of policy maps against Python's own re (make_python_regex.py in tests/golden), and keys made to do harm.
#include "engine/policy/python_regex/python_regex.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace ulpscope;

namespace {

const QString kFile = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/python_regex.jsonl");

/// As the golden file says it: "true", "false", "RegexError: words".
QString textOf(const Result<bool>& answer)
{
    if (answer.ok())
        return *answer ? QStringLiteral("true") : QStringLiteral("false");
    const QString words = QString::fromStdString(answer.error().message.text());
    switch (answer.error().kind) {
    case ErrorKind::RegexError:
        return QStringLiteral("error: ") + words; // re.error is the class's name
    case ErrorKind::ValueError: // OverflowError is not one of Keras' exceptions
        return words.contains(QStringLiteral("repetition")) ? QStringLiteral("OverflowError: ") + words
                                                            : QStringLiteral("ValueError: ") + words;
    default:
        return QStringLiteral("undecided: ") + words;
    }
}

QString textOf(const QJsonValue& answer)
{
    return answer.isBool() ? (answer.toBool() ? QStringLiteral("true") : QStringLiteral("false"))
                           : answer.toString();
}

constexpr qint64 kFarTooLongMs = 2000; ///< measured: below 50
} // namespace

class TestPythonRegex : public QObject
{
    Q_OBJECT

private slots:
    void answersAreThoseOfPython()
    {
        const QString other = qEnvironmentVariable("ULPSCOPE_PYTHON_REGEX");
        QFile file(other.isEmpty() ? kFile : other);
        QVERIFY(file.open(QIODevice::ReadOnly));
        int rows = 0;
        int undecided = 0;
        QString firstUndecided;
        QStringList wrong;
        while (!file.atEnd()) {
            const QByteArray line = file.readLine();
            if (line.startsWith('#'))
                continue;
            const QJsonArray row = QJsonDocument::fromJson(line).array();
            QCOMPARE(row.size(), 4);
            ++rows;
            const std::string pattern = row[0].toString().toStdString();
            const std::string text = row[1].toString().toStdString();
            for (const MapMatching matching : {MapMatching::FullMatch, MapMatching::Search}) {
                const QString expected = textOf(row[matching == MapMatching::FullMatch ? 2 : 3]);
                const QString actual = textOf(matches(pattern, text, matching));
                if (actual.startsWith(u"undecided"))
                    firstUndecided += ++undecided <= 8 ? actual + u' ' + QString::fromUtf8(line) : QString();
                else if (actual != expected)
                    wrong.append(QStringLiteral("%1 got %2 %3")
                                     .arg(QString::fromUtf8(line.trimmed()), actual,
                                         matching == MapMatching::Search ? u"searching" : u""));
            }
        }
        QVERIFY2(wrong.isEmpty(),
            qPrintable(
                QStringLiteral("%1 of %2 rows (%3 undecided):\n").arg(wrong.size()).arg(rows).arg(undecided)
                + wrong.mid(0, 40).join(u'\n')));
        QVERIFY2(rows >= 400, qPrintable(QString::number(rows)));
        QVERIFY2(undecided * 100 <= rows, qPrintable(QString::number(undecided)));
        if (!other.isEmpty())
            qInfo("%d rows, %d undecided: %s", rows, undecided, qPrintable(firstUndecided));
    }

    void harmfulInputIsAnsweredSoon_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("answer"); // its beginning
        const auto row
            = [](const char* name, const std::string& pattern, const std::string& text, const char* answer) {
                  QTest::newRow(name) << QByteArray::fromStdString(pattern) << QByteArray::fromStdString(text)
                                      << QString::fromLatin1(answer);
              };
        const auto repeated = [](const std::string& text, int times) {
            std::string all;
            for (int i = 0; i < times; ++i)
                all += text;
            return all;
        };
        const std::string as(64, 'a');
        row("nested repeats", "(a+)+[bc]", as + "!", "undecided");
        row("alternatives in a repeat", "(a|aa)+[bc]", as, "undecided");
        row("repeats one after the other", repeated("a*", 30) + "[bc]", as, "undecided");
        row("backreferences", "(a*)*\\1[bc]", as, "undecided");
        row("a path of a megabyte", ".*", std::string(1 << 20, 'x'), "true");
        row("a path above a megabyte", ".*", std::string((1 << 20) + 1, 'x'), "undecided");
        row("a path of a megabyte, every place", "(?:x|y)*z", std::string(1 << 20, 'x'), "undecided");
        row("a long path", ".*", std::string(65535, 'x'), "true");
        row("a long path, every place", "(?:x|y)*z", std::string(65535, 'x'), "undecided");
        row("a long path, scanned again and again", "(?:(?=[^y]*+y|)x)*z", std::string(65535, 'x'),
            "undecided");
        row("a long path of wide letters", "(?:(?=\\w*+y|)\\w)*z", repeated("\xe6\xbc\xa2", 21845),
            "undecided");
        row("a key of a megabyte", std::string(1 << 20, 'a'), "a", "undecided");
        row("a key just too long", std::string(4097, 'a'), "a", "undecided");
        row("a thousand groups", repeated("(a)", 1000), std::string(1000, 'a'), "true");
        row("a thousand groups in a repeat", "(?:" + repeated("(a|b)", 800) + "|a)*c", as, "false");
        row("a thousand alternatives", repeated("abc|", 1000) + "x", "x", "true");
        row("deep", repeated("(", 390) + repeated(")*", 390), "a", "");
        row("too deep", repeated("(", 2000), "a", "undecided");
        row("too deep without an end", repeated("(?:", 1300), "a", "undecided");
        row("huge counts", "(?:(?:a{1000}){1000}){1000}", "a", "undecided");
        row("a huge count", "a{60000}", "a", "false");
        row("wide categories", repeated("[\\W\\S\\w]", 400), "a", "false");
        row("all characters ignoring case", repeated("(?i:[\\x00-\\U0010ffff])", 100), "a", "undecided");
        row("categories ignoring case", "(?i)" + repeated("[\\S-]", 500), "a", "undecided");
        row("a few characters ignoring case", repeated("(?i:[\\x00-\\U0010ffff])", 4), "aBé?", "true");
        row("a name of a character", "\\N{EM DASH}", "-", "undecided");
        row("a text that is not UTF-8", "a", "\xff", "ValueError: the text is not UTF-8");
        row("a pattern that is not UTF-8", "\xc0\xaf", "a", "ValueError: the pattern is not UTF-8");
        row("half a character", "\xe6\xbc", "a", "ValueError: the pattern is not UTF-8");
        row("a NUL in both", std::string("a\0b", 3), std::string("a\0b", 3), "true");
    }

    void harmfulInputIsAnsweredSoon()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        QFETCH(QString, answer);
        for (const MapMatching matching : {MapMatching::FullMatch, MapMatching::Search}) {
            QElapsedTimer timer;
            timer.start();
            const QString actual = textOf(matches(pattern.toStdString(), text.toStdString(), matching));
            const qint64 elapsedMs = timer.elapsed();
            if (qEnvironmentVariableIsSet("ULPSCOPE_TIMES"))
                qInfo("%lld ms: %s", static_cast<long long>(elapsedMs), qPrintable(actual));
            QVERIFY2(elapsedMs < kFarTooLongMs, qPrintable(QString::number(elapsedMs)));
            if (matching == MapMatching::FullMatch)
                QVERIFY2(actual.startsWith(answer), qPrintable(actual));
        }
    }

    void aCompiledKeyIsTriedOnManyPaths()
    {
        const Result<PythonRegex> regex = PythonRegex::compile("block_[0-3]/.*");
        QVERIFY(regex.ok());
        QVERIFY(*regex->matches("block_2/conv"));
        QVERIFY(!*regex->matches("block_4/conv"));
        QVERIFY(!*regex->matches("my/block_2/conv")); // the whole path, as Keras does now
        QVERIFY(*PythonRegex::compile("block_[0-3]/.*", MapMatching::Search)->matches("my/block_2/conv"));
    }
};

QTEST_GUILESS_MAIN(TestPythonRegex)
#include "tst_python_regex.moc"
