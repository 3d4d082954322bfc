// SPDX-License-Identifier: GPL-3.0-or-later
// Files of answers are read back to the same bytes and hostile ones refused with their place; the first answer counts; a class's
// gain and calibration are those that one counts by hand; a handout gives nothing away.
#include "app/lesson/answers/answers_file.h"
#include "app/lesson/answers/class_report.h"
#include "app/lesson/answers/handout.h"
#include "app/lesson/lesson_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ulpscope;

namespace {

Lesson lessonNamed(const char* name)
{
    return *loadLesson(std::string(ULPSCOPE_SOURCE_DIR "/resources/lessons/") + name + ".ulpslesson");
}

QuestionAnswer predicted(bool isRight, std::optional<double> confidence = {}, std::int64_t step = 0)
{
    return {AnswerPart::Predict, step, "What?", 1.0, confidence, isRight, 1, isRight};
}

QuestionAnswer checked(bool isRight, bool isRightAtLast)
{
    return {AnswerPart::Check, 3, "And?", std::size_t{0}, {}, isRight, 2, isRightAtLast};
}

StudentAnswers everyKind()
{
    StudentAnswers student{"Ada", {{"04-x", "A title", "It is so.", {}}, {"05-y", "Another", "So too.", {}}}};
    student.lessons[0].answers = {predicted(false, 70), predicted(true, 0, 1), checked(false, true)};
    student.lessons[1].answers = {{AnswerPart::Predict, 2, "Draw it",
                                      std::vector<CurvePoint>{{0, 1}, {5, -HUGE_VAL}}, 100, true, 1, true},
        {AnswerPart::Observe, 2, "Which?", std::string("dense_2"), {}, false, 7, true}};
    return student;
}

} // namespace

class TestLessonAnswers : public QObject
{
    Q_OBJECT
private slots:
    void whatIsWrittenIsRead()
    {
        const std::string text = writeAnswers(everyKind());
        const Result<StudentAnswers> read = readAnswers(text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
        QVERIFY(*read == everyKind());
        QCOMPARE(writeAnswers(*read), text);
        QVERIFY(*readAnswers(writeAnswers({})) == StudentAnswers());
    }

    void whatIsWrongSaysWhere_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const char* from, const char* to, const char* error) {
            QTest::newRow(name) << QString::fromUtf8(from) << QString::fromUtf8(to)
                                << QString::fromUtf8(error);
        };
        row("another file", "ulpscope-answers", "ulpscope-lesson",
            "format: expected \"ulpscope-answers\", got \"ulpscope-lesson\"");
        row("newer", "\"version\": 1", "\"version\": 2",
            "version: this file of answers was written by a newer Ulpscope (version 2)");
        row("unknown", "\"student\"", "\"studnet\"", "studnet: ");
        row("confidence", "\"confidence\": 70", "\"confidence\": 170",
            "lessons[0].answers[0].confidence: expected a number from 0 to 100");
        row("confidence NaN", "\"confidence\": 70", "\"confidence\": \"NaN\"",
            "lessons[0].answers[0].confidence: expected a number from 0 to 100");
        row("option", "{\"option\": 0}", "{\"option\": 4000000000000}",
            "lessons[0].answers[2].answer.option: ");
        row("two answers", "{\"option\": 0}", "{\"option\": 0, \"number\": 1}",
            "lessons[0].answers[2].answer.number: ");
        row("no answer", "{\"option\": 0}", "{}", "lessons[0].answers[2].answer: expected one of");
        row("no object", "{\"option\": 0}", "[[[]]]", "lessons[0].answers[2].answer: expected");
        row("point", "[0, 1]", "[0, 1, 2]", "lessons[1].answers[0].answer.points[0]: expected two numbers");
        row("tries", "\"tries\": 7", "\"tries\": -7", "lessons[1].answers[1].tries: ");
        row("step", "\"step\": 3", "\"step\": 41", "lessons[0].answers[2].step: ");
    }

    void whatIsWrongSaysWhere()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, error);
        QString text = QString::fromStdString(writeAnswers(everyKind()));
        const QString before = text;
        text.replace(text.indexOf(from), from.size(), to);
        QVERIFY2(before.contains(from), qPrintable(before));
        const Result<StudentAnswers> read = readAnswers(text.toStdString());
        QVERIFY(!read.ok());
        QVERIFY2(QString::fromStdString(read.error().text()).startsWith(error), read.error().text().c_str());
    }

    void moreThanThereMayBeIsRefused()
    {
        StudentAnswers student;
        student.lessons.resize(kMaxAnsweredLessons + 1, {"x", "y", "z", {}});
        QVERIFY(!readAnswers(writeAnswers(student)).ok());
        student.lessons.resize(1);
        student.lessons[0].answers.resize(kMaxAnswersOfLesson + 1, predicted(true));
        QVERIFY(!readAnswers(writeAnswers(student)).ok());
        student.lessons[0].answers.resize(1);
        student.student.assign(kLongestStudentName + 1, 'x');
        QVERIFY(!readAnswers(writeAnswers(student)).ok());
    }

    void theFirstAnswerCounts()
    {
        const Lesson lesson = lessonNamed("04-accuracy-hides");
        StudentAnswers student;
        addAnswer(student, "04", lesson, predicted(false, 90));
        QuestionAnswer again = predicted(true, 20);
        addAnswer(student, "04", lesson, again);
        QCOMPARE(student.lessons.size(), std::size_t(1));
        QCOMPARE(student.lessons[0].answers.size(), std::size_t(1));
        const QuestionAnswer& kept = student.lessons[0].answers[0];
        QVERIFY(!kept.isRight && kept.isRightAtLast && kept.tries == 2 && kept.confidence == 90);
        QCOMPARE(student.lessons[0].misconception, lesson.misconception);
        Lesson copy = lesson;
        copy.misconception = "Another sentence.";
        addAnswer(student, "04", copy, again);
        QCOMPARE(student.lessons.size(), std::size_t(2));
    }

    void whatIsKeptCanAlwaysBeRead()
    {
        const Lesson lesson = lessonNamed("04-accuracy-hides");
        StudentAnswers student;
        for (std::size_t i = 0; i < kMaxAnswers + 100; ++i) {
            QuestionAnswer given = predicted(true);
            given.ask = std::to_string(i);
            std::vector<CurvePoint> curve;
            for (int x = 0; x < 1000; ++x)
                curve.push_back({double(x), 0.1});
            given.answer = curve;
            addAnswer(student, std::to_string(i / (kMaxAnswersOfLesson + 5)), lesson, given);
        }
        QCOMPARE(student.lessons[0].answers.size(), kMaxAnswersOfLesson);
        std::size_t count = 0;
        for (const LessonAnswers& each : student.lessons)
            count += each.answers.size();
        QCOMPARE(count, kMaxAnswers);
        const auto& curve = std::get<std::vector<CurvePoint>>(student.lessons[0].answers[0].answer);
        QCOMPARE(curve.size(), kMaxAnswerPoints);
        QVERIFY(curve.front().x == 0 && curve.back().x == 999);
        QVERIFY(readAnswers(writeAnswers(student)).ok());
    }

    void aClassIsCounted()
    {
        // Of four students one is right before, three after; a fifth did not come to the check.
        std::vector<NamedAnswers> students;
        const bool before[] = {false, false, true, false};
        const bool after[] = {true, true, true, false};
        for (int i = 0; i < 4; ++i) {
            NamedAnswers& student = students.emplace_back();
            student.name = std::to_string(i);
            LessonAnswers lesson{"04-x", "A title", "It is so.", {}};
            // A later prediction is no "before".
            lesson.answers = {predicted(true, {}, 2), predicted(before[i], 80), checked(after[i], true)};
            student.answers.lessons.push_back(lesson);
        }
        students.push_back({"5", {"", {{"04-x", "A title", "It is so.", {predicted(true, 100)}}}}});
        const ClassReport report = classReport(students);
        QCOMPARE(report.misconceptions.size(), std::size_t(1));
        const ClassRow& row = report.misconceptions[0];
        QCOMPARE(row.count, std::size_t(5));
        QCOMPARE(row.gain.count, std::size_t(4));
        QCOMPARE(row.gain.rightBefore, std::size_t(1));
        QCOMPARE(row.gain.rightAfter, std::size_t(3));
        QCOMPARE(row.gain.rightAtLast, std::size_t(4));
        QCOMPARE(row.gain.points(), 50.0);
        QCOMPARE(*row.gain.normalized(), 50.0 / 75.0);
        QCOMPARE(row.calibration.count, std::size_t(5));
        QCOMPARE(row.calibration.confidencePercent(), 84.0); // (4 * 80 + 100) / 5
        QCOMPARE(row.calibration.rightPercent(), 40.0);
        QCOMPARE(row.calibration.overconfidence(), 44.0);
        QVERIFY(std::abs(row.calibration.brier() - (3 * 0.64 + 0.04 + 0) / 5) < 1e-12);
        QCOMPARE(report.students.size(), std::size_t(5));
        QCOMPARE(report.students[2].gain.rightBefore, std::size_t(1));
        QVERIFY(!report.students[2].gain.normalized()); // nothing left to gain
        QCOMPARE(report.all.gain.count, std::size_t(4));
    }

    /// By the lesson's name, whatever the words that it was answered in; who changes the language has begun it once.
    void aLessonInTwoLanguagesIsOne()
    {
        const LessonAnswers english{"04-x", "A title", "It is so.", {predicted(false, 80)}};
        const LessonAnswers german{
            "04-x", "Ein Titel", "Es ist so.", {predicted(true, 60), checked(true, true)}};
        const LessonAnswers other{"05-y", "Another", "It is so.", {predicted(true, 50)}};
        const std::vector<NamedAnswers> students{
            {"a", {"", {english}}}, {"b", {"", {german, other}}}, {"c", {"", {english, german}}}};
        const ClassReport report = classReport(students);
        QCOMPARE(report.misconceptions.size(), std::size_t(2));
        const ClassRow& row = report.misconceptions[0];
        QCOMPARE(row.lesson, std::string("04-x"));
        QCOMPARE(row.count, std::size_t(3));
        QCOMPARE(row.gain.count, std::size_t(2)); // b, and c who went on in German
        QCOMPARE(row.gain.rightBefore, std::size_t(1)); // c's first prediction is the English one
        QCOMPARE(row.gain.rightAfter, std::size_t(2));
        QCOMPARE(report.students[2].count, std::size_t(1));

        const std::vector<std::string> only{"05-y"};
        const ClassReport one = classReport(students, only);
        QCOMPARE(one.misconceptions.size(), std::size_t(1));
        QCOMPARE(one.misconceptions[0].lesson, only[0]);
        QCOMPARE(one.all.count, std::size_t(1));
        QCOMPARE(one.students.size(), std::size_t(3));
    }

    void marksInALessonsTextsStay()
    {
        Lesson lesson = lessonNamed("04-accuracy-hides");
        lesson.misconception = "Of 100 steps %1 are lost, %2 are not";
        const std::string handout = handoutMarkdown(lesson, HandoutKind::Handout);
        QVERIFY(handout.find("“Of 100 steps %1 are lost, %2 are not”") != std::string::npos);
    }

    void aHandoutGivesNothingAway_data()
    {
        QTest::addColumn<QString>("name");
        for (const FoundLesson& found : findLessons(ULPSCOPE_SOURCE_DIR "/resources/lessons"))
            QTest::newRow(found.name.c_str()) << QString::fromStdString(found.name);
    }

    void aHandoutGivesNothingAway()
    {
        QFETCH(QString, name);
        const Lesson lesson = lessonNamed(name.toUtf8().constData());
        const std::string handout = handoutMarkdown(lesson, HandoutKind::Handout);
        const std::string key = handoutMarkdown(lesson, HandoutKind::Key);
        const auto has = [](const std::string& text, const std::string& part) {
            return text.find(part) != std::string::npos;
        };
        const auto isOnlyInKey = [&](const std::string& text) {
            return text.empty() || (has(key, text) && !has(handout, text));
        };
        const auto check = [&](const Question& question) {
            QVERIFY2(has(handout, question.ask) && has(key, question.ask), question.ask.c_str());
            for (const Option& option : question.options) {
                QVERIFY2(has(handout, option.text), option.text.c_str());
                QVERIFY2(isOnlyInKey(option.hint), option.hint.c_str());
            }
            for (const Hint& hint : question.hints)
                QVERIFY2(isOnlyInKey(hint.say) || hint.say.size() < 12, hint.say.c_str());
        };
        QVERIFY(!has(handout, "←") && !has(handout, "**Answer"));
        for (const LessonStep& step : lesson.steps) {
            QVERIFY2(isOnlyInKey(step.reveal), step.reveal.c_str());
            QVERIFY2(isOnlyInKey(step.explain), step.explain.c_str());
            QVERIFY(has(handout, step.say));
            for (const LessonAction& action : step.actions)
                QVERIFY(has(handout, plainActionText(action)));
            if (step.predict)
                check(*step.predict);
            if (step.observe)
                check(*step.observe);
        }
        check(lesson.check);
    }
};

QTEST_GUILESS_MAIN(TestLessonAnswers)
#include "tst_lesson_answers.moc"
