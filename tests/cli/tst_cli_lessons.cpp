// SPDX-License-Identifier: GPL-3.0-or-later
// ulpscope-cli lessons, as a teacher or a script would run it.
#include "app/lesson/answers/answers_file.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_placeholder.h"
#include "tests/cli/cli_program.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace ulpscope;

namespace {

nlohmann::ordered_json jsonOf(const Outcome& outcome)
{
    return nlohmann::ordered_json::parse(outcome.out.toStdString());
}

/// The first lesson of the program under another name, with what bfloat16 makes of 70000 changed to `value`.
QString copyWith(const QTemporaryDir& folder, double value)
{
    Lesson lesson = *loadLesson(ULPSCOPE_SOURCE_DIR "/resources/lessons/01-two-budgets.ulpslesson");
    lesson.steps[1].expect[1].value = value;
    const QString path = folder.filePath(QStringLiteral("mine.ulpslesson"));
    return saveLesson(path.toStdString(), lesson).ok() ? path : QString();
}

} // namespace

class TestCliLessons : public QObject
{
    Q_OBJECT
private slots:
    void listsLessons()
    {
        const Outcome table = cli({"lessons"});
        QCOMPARE(table.exitCode, 0);
        QVERIFY(table.out.contains(QStringLiteral("04-accuracy-hides")));
        const Outcome outcome = cli({"lessons", "--list", "--json"});
        QCOMPARE(outcome.exitCode, 0);
        const auto json = jsonOf(outcome);
        QVERIFY(json.size() >= 12);
        QVERIFY(json[0]["name"] == "01-two-budgets");
        for (const char* key :
            {"title", "misconception", "hook", "source", "minutes", "steps", "terms", "file"})
            QVERIFY2(json[0].contains(key), key);
    }

    void namesThemByNumberNameOrFile()
    {
        QTemporaryDir folder;
        for (const QString& name : {QStringLiteral("2"), QStringLiteral("02"), QStringLiteral("02-swamping"),
                 QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/lessons/02-swamping.ulpslesson")}) {
            const auto json = jsonOf(cli({"lessons", name, "--json"}));
            QVERIFY2(json.size() == 1 && json[0]["name"] == "02-swamping", qPrintable(name));
        }
        const Outcome unknown = cli({"lessons", "02-swaming"});
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY2(
            unknown.err.contains(QStringLiteral("did you mean '02-swamping'?")), qPrintable(unknown.err));
    }

    void aKeptPromiseIsZeroABrokenOneIsOne()
    {
        QTemporaryDir folder;
        QCOMPARE(cli({"lessons", "--check", copyWith(folder, 70144)}).exitCode, 0);
        const Outcome broken = cli({"lessons", "--check", copyWith(folder, 70000)});
        QCOMPARE(broken.exitCode, 1);
        QVERIFY2(broken.out.contains(QStringLiteral("NOT SO")), qPrintable(broken.out));
        QVERIFY(broken.out.endsWith(QStringLiteral("1 not as promised\n")));
        const auto json = jsonOf(cli({"lessons", "--check", "--json", copyWith(folder, 70000)}));
        QVERIFY(json[0]["met"] == false);
        int notMet = 0;
        for (const auto& expectation : json[0]["expectations"])
            if (expectation["met"] == false) {
                ++notMet;
                QVERIFY(expectation["place"] == "steps[1].expect[1]");
                QVERIFY(expectation["values"][0]["value"] == 70144);
            }
        QCOMPARE(notMet, 1);
    }

    void aPlaceholderIsNoLesson()
    {
        QTemporaryDir folder;
        Lesson lesson = *loadLesson(ULPSCOPE_SOURCE_DIR "/resources/lessons/01-two-budgets.ulpslesson");
        lesson.hook = asPlaceholder("Was jemand gefragt hat.");
        lesson.steps[1].say = asPlaceholder("What is told here.");
        const QString path = folder.filePath(QStringLiteral("mine.ulpslesson"));
        QVERIFY(saveLesson(path.toStdString(), lesson).ok());
        const Outcome outcome = cli({"lessons", "--check", path});
        QCOMPARE(outcome.exitCode, 1);
        for (const char* place :
            {"mine: hook.text: is still", "mine: steps[1].say: is still", "2 texts to be written"})
            QVERIFY2(outcome.out.contains(QLatin1String(place)), qPrintable(outcome.out));
        const auto json = jsonOf(cli({"lessons", "--check", "--json", path}));
        QVERIFY(json[0]["met"] == false);
        QVERIFY(json[0]["unwritten"] == (std::vector<std::string>{"hook.text", "steps[1].say"}));
    }

    void seedsAreThoseAskedFor()
    {
        const auto seedsOf = [](const QString& text) {
            const auto json = jsonOf(cli({"lessons", "10", "--check", "--json", "--seeds", text}));
            std::vector<int> seeds;
            for (const auto& value : json[0]["expectations"][0]["values"])
                seeds.push_back(value["seed"]);
            return seeds;
        };
        QCOMPARE(seedsOf("6..8"), (std::vector<int>{6, 7, 8}));
        QCOMPARE(seedsOf("9,2"), (std::vector<int>{9, 2}));
        for (const char* wrong : {"x", "3..1", "1..200", "1..", "-1", "1,,2", "0..18446744073709551615"}) {
            const Outcome outcome
                = cli({"lessons", "1", "--check", QStringLiteral("--seeds=") + QLatin1String(wrong)});
            QCOMPARE(outcome.exitCode, 2);
            QVERIFY2(outcome.err.contains(QStringLiteral("--seeds")), qPrintable(outcome.err));
        }
    }

    void measuringWritesBandsAndNothingElse()
    {
        QTemporaryDir folder;
        Lesson lesson = *loadLesson(ULPSCOPE_SOURCE_DIR "/resources/lessons/10-epsilon.ulpslesson");
        lesson.steps = {lesson.steps[0]};
        lesson.checkExpect.clear();
        Expectation& loss = lesson.steps[0].expect.emplace_back(lesson.steps[0].expect[0]);
        loss.metric.config.set("figure", std::string("reference_loss"));
        loss.comparison = ExpectOperator::Within;
        loss.low = loss.high = 0;
        loss.seeds = {1, 2};
        const QString path = folder.filePath(QStringLiteral("mine.ulpslesson"));
        QVERIFY(saveLesson(path.toStdString(), lesson).ok());
        QCOMPARE(cli({"lessons", "--measure", path}).exitCode, 0); // says it, and changes nothing
        QVERIFY(*loadLesson(path.toStdString()) == lesson);
        QCOMPARE(cli({"lessons", "--measure", "--write", path}).exitCode, 0);
        const Lesson banded = *loadLesson(path.toStdString());
        QVERIFY(banded.steps[0].expect.back().low > 0);
        Lesson expected = lesson;
        expected.steps[0].expect.back().low = banded.steps[0].expect.back().low;
        expected.steps[0].expect.back().high = banded.steps[0].expect.back().high;
        QVERIFY(banded == expected);
        QCOMPARE(cli({"lessons", "--check", path}).exitCode, 0);
    }

    void aClassIsGradedAndABadFileNamed()
    {
        QTemporaryDir folder;
        const auto save = [&](const char* file, const char* student, bool before, bool after) {
            StudentAnswers answers{student, {{"04-x", "A title", "It is so.", {}}}};
            answers.lessons[0].answers = {{AnswerPart::Predict, 0, "What?", 1.0, 90, before, 1, before},
                {AnswerPart::Check, 3, "And?", std::size_t{0}, {}, after, 1, after}};
            return saveAnswers(folder.filePath(QString::fromUtf8(file)).toStdString(), answers).ok();
        };
        QVERIFY(save("a.ulpsanswers", "Ada", false, true));
        QVERIFY(save("b.ulpsanswers", "", false, false));
        Outcome outcome = cli({"lessons", "--grade", folder.path()});
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY2(outcome.out.contains(QStringLiteral("It is so.")), qPrintable(outcome.out));
        QVERIFY2(outcome.out.contains(QRegularExpression(QStringLiteral(
                     "04-x +2 +0 of 2 +1 of 2 +1 of 2 +\\+50 +0.5 +2 +90.0 % +0 % +\\+90 +0.81"))),
            qPrintable(outcome.out));
        QVERIFY2(outcome.out.contains(QRegularExpression(QStringLiteral("\nAda +1 +0 of 1 +1 of 1"))),
            qPrintable(outcome.out));
        QVERIFY(outcome.out.contains(QStringLiteral("\nb "))); // without a name, the file's

        QFile bad(folder.filePath(QStringLiteral("c.ulpsanswers")));
        QVERIFY(bad.open(QFile::WriteOnly));
        bad.write("{}");
        bad.close();
        outcome = cli({"lessons", "--grade", folder.path(), "--json"});
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY2(outcome.err.contains(bad.fileName()
                     + QStringLiteral(": format: missing: this is not an Ulpscope file of answers\n")),
            qPrintable(outcome.err));
        const auto json = jsonOf(outcome);
        QVERIFY(json["students"].size() == 2);
        QVERIFY(json["unread"][0]["file"] == "c.ulpsanswers");
        QVERIFY(json["misconceptions"][0]["gain"]["points"] == 50);
        QVERIFY(json["misconceptions"][0]["calibration"]["overconfidence"] == 90);

        QTemporaryDir none;
        QCOMPARE(cli({"lessons", "--grade", none.path()}).exitCode, 2);
        QCOMPARE(cli({"lessons", "--grade", none.filePath("x")}).exitCode, 2);
    }

    void aClassOfTwoLanguagesIsGradedByLesson()
    {
        QTemporaryDir folder;
        const auto save = [&](const char* file, const char* lesson, const char* misconception) {
            StudentAnswers answers{file, {{lesson, "A title", misconception, {}}}};
            answers.lessons[0].answers = {{AnswerPart::Predict, 0, "What?", 1.0, 90, false, 1, false}};
            return saveAnswers(folder.filePath(QString::fromUtf8(file)).toStdString(), answers).ok();
        };
        const Lesson fourth
            = *loadLesson(ULPSCOPE_SOURCE_DIR "/resources/lessons/04-accuracy-hides.ulpslesson");
        QVERIFY(save("a.ulpsanswers", "04-accuracy-hides", "Dieselbe Genauigkeit, dieselbe Numerik."));
        QVERIFY(save("b.ulpsanswers", "04-accuracy-hides", fourth.misconception.c_str()));
        QVERIFY(save("c.ulpsanswers", "05-other", "Another."));
        const auto all = jsonOf(cli({"lessons", "--grade", folder.path(), "--json"}));
        QVERIFY(all["misconceptions"].size() == 2);
        QVERIFY(all["misconceptions"][0]["misconception"] == fourth.misconception);
        QVERIFY(all["misconceptions"][0]["count"] == 2);
        const auto one = jsonOf(cli({"lessons", "4", "--grade", folder.path(), "--json"}));
        QVERIFY(one["misconceptions"].size() == 1);
        QVERIFY(one["misconceptions"][0]["lesson"] == "04-accuracy-hides");
        QVERIFY(one["all"]["count"] == 2);
        QCOMPARE(cli({"lessons", "no-such-lesson", "--grade", folder.path()}).exitCode, 2);
    }

    void aHandoutIsMarkdown()
    {
        const Outcome handout = cli({"lessons", "--handout", "4"});
        QCOMPARE(handout.exitCode, 0);
        QVERIFY(handout.out.startsWith(QStringLiteral("# What accuracy hides\n")));
        QVERIFY(!handout.out.contains(QStringLiteral("← right")));
        const Outcome key = cli({"lessons", "--handout", "--key", "4"});
        QVERIFY(key.out.contains(QStringLiteral("← right")));
        QCOMPARE(cli({"lessons", "--key", "4"}).exitCode, 2);
        QCOMPARE(cli({"lessons", "--handout", "400"}).exitCode, 2);
    }

    void aFileThatIsNoLessonSaysWhere()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("mine.ulpslesson")));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(R"({"format": "ulpscope-lesson", "version": 1, "title": ""})");
        file.close();
        const Outcome outcome = cli({"lessons", "--check", file.fileName()});
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY2(outcome.err.contains(file.fileName() + QStringLiteral(": title: expected a text")),
            qPrintable(outcome.err));
    }
};

QTEST_GUILESS_MAIN(TestCliLessons)
#include "tst_cli_lessons.moc"
