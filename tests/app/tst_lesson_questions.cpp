// SPDX-License-Identifier: GPL-3.0-or-later
// What is said to answers of every kind, right, wrong and none at all.
#include "app/lesson/answers/question.h"

#include <QTest>

#include <limits>

using namespace ulpscope;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Question number()
{
    Question question{.kind = QuestionKind::Number, .ask = "How many?"};
    question.right.ranges = {{.low = 10, .high = 20}, {.low = 100, .high = 100}};
    question.hints
        = {{.when = {.ranges = {{.low = 20.5, .high = 50}}}, .say = "less"}, {.when = {}, .say = "else"}};
    return question;
}

Question control()
{
    Question question{.kind = QuestionKind::SetControl, .ask = "Set it.", .place = "loss-scale"};
    question.right = {.ranges = {{.low = 16}}, .names = {"auto"}};
    question.hints = {{.when = {.names = {"none"}}, .say = "some"}, {.when = {}, .say = "larger"}};
    return question;
}

Question curve()
{
    Question question{.kind = QuestionKind::Curve, .ask = "Draw it.", .place = "plot.loss"};
    question.right.ranges
        = {{.low = 1, .high = 2, .from = 0, .to = 10}, {.low = 0, .high = 0.5, .from = 90, .to = 100}};
    question.hints = {{.when = {.ranges = {{.low = 0.5, .from = 90, .to = 100}}}, .say = "it falls"},
        {.when = {}, .say = "else"}};
    return question;
}

std::string said(const Question& question, const Answer& answer)
{
    const Grade graded = grade(question, answer);
    return graded.isRight ? "right" : graded.hint;
}

} // namespace

class TestLessonQuestions : public QObject
{
    Q_OBJECT
private slots:
    void gradesNumbers()
    {
        QCOMPARE(said(number(), 10.0), std::string("right"));
        QCOMPARE(said(number(), 20.0), std::string("right"));
        QCOMPARE(said(number(), 100.0), std::string("right"));
        QCOMPARE(said(number(), 99.0), std::string("else"));
        QCOMPARE(said(number(), 30.0), std::string("less"));
        QCOMPARE(said(number(), kNan), std::string("else"));
    }

    void gradesChoices()
    {
        Question question{.kind = QuestionKind::Choice, .ask = "Which?"};
        question.options
            = {{.text = "a", .hint = "not a"}, {.text = "b", .isRight = true, .hint = "b it is"}};
        QCOMPARE(said(question, std::size_t{0}), std::string("not a"));
        QVERIFY(grade(question, std::size_t{1}).isRight);
        QCOMPARE(grade(question, std::size_t{1}).hint, std::string("b it is"));
        QVERIFY(!grade(question, std::size_t{2}).isRight);
        QVERIFY(!grade(question, std::size_t{2}).hint.empty());
        QVERIFY(!grade(question, 1.0).isRight); // no number is an option
    }

    void gradesControls()
    {
        QCOMPARE(said(control(), 16.0), std::string("right"));
        QCOMPARE(said(control(), std::string("auto")), std::string("right"));
        QCOMPARE(said(control(), 15.0), std::string("larger"));
        QCOMPARE(said(control(), std::string("none")), std::string("some"));
        QCOMPARE(said(control(), std::string("NONE")), std::string("larger"));
        QCOMPARE(said(control(), std::size_t{16}), std::string("larger"));
    }

    void gradesPickedLayers()
    {
        Question question{.kind = QuestionKind::PickLayer, .ask = "Which?"};
        question.right.names = {"logits"};
        question.hints = {{.when = {.names = {"dense_1"}}, .say = "behind it"}, {.when = {}, .say = "else"}};
        QCOMPARE(said(question, std::string("logits")), std::string("right"));
        QCOMPARE(said(question, std::string("dense_1")), std::string("behind it"));
        QCOMPARE(said(question, std::string()), std::string("else"));
    }

    void gradesPoints()
    {
        Question question{.kind = QuestionKind::Point, .ask = "Click it.", .place = "plot.loss"};
        question.right.ranges = {{.low = 1, .high = 2, .from = 10, .to = 20}};
        question.hints
            = {{.when = {.ranges = {{.from = 21}}}, .say = "earlier"}, {.when = {}, .say = "else"}};
        using Points = std::vector<CurvePoint>;
        QCOMPARE(said(question, Points{{15, 1.5}}), std::string("right"));
        QCOMPARE(said(question, Points{{15, 2.5}}), std::string("else"));
        QCOMPARE(said(question, Points{{25, 1.5}}), std::string("earlier"));
        QCOMPARE(said(question, Points()), std::string("else"));
    }

    /// All points within a range's x have to lie in it, and every range needs one.
    void gradesCurves()
    {
        using Points = std::vector<CurvePoint>;
        QCOMPARE(said(curve(), Points{{0, 1.5}, {10, 1}, {50, 9}, {95, 0.1}}), std::string("right"));
        QCOMPARE(said(curve(), Points{{0, 1.5}, {10, 3}, {95, 0.1}}), std::string("else"));
        QCOMPARE(said(curve(), Points{{0, 1.5}, {95, 1}}), std::string("it falls"));
        QCOMPARE(said(curve(), Points{{0, 1.5}}), std::string("else")); // nothing was drawn at the end
    }

    /// What is printed as an answer has to be right when it is typed.
    void theFirstSampleCanBeTyped()
    {
        Question question = number();
        question.right.ranges = {{.low = 2.12500000001, .high = 2.1259765624}};
        QCOMPARE(std::get<double>(sampleAnswers(question).right.front()), 2.1255);
    }

    void samplesReachEveryHint()
    {
        for (const Question& question : {number(), control(), curve()}) {
            const SampleAnswers samples = sampleAnswers(question);
            QVERIFY(!samples.right.empty());
            for (const Answer& answer : samples.right)
                QVERIFY(grade(question, answer).isRight);
            QCOMPARE(samples.wrong.size(), question.hints.size());
            for (std::size_t i = 0; i < samples.wrong.size(); ++i)
                QCOMPARE(grade(question, samples.wrong[i]).hint, question.hints[i].say);
        }
        Question hidden = number(); // whose second hint is never reached
        hidden.hints.insert(
            hidden.hints.begin() + 1, {.when = {.ranges = {{.low = 30, .high = 40}}}, .say = "never"});
        QCOMPARE(sampleAnswers(hidden).wrong.size(), hidden.hints.size() - 1);
    }
};

QTEST_APPLESS_MAIN(TestLessonQuestions)
#include "tst_lesson_questions.moc"
