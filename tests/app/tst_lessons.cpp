// SPDX-License-Identifier: GPL-3.0-or-later
// The lessons that come with the program: each is whole, is played with right answers and with every wrong one, and keeps its
// promises. By default runs are measured with seed 1; ULPSCOPE_LESSON_SEEDS=own takes the lessons' own, "6..10" others: minutes.
#include "app/lesson/lesson_check.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_session.h"
#include "engine/base/expression.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace ulpscope;

namespace {

const std::filesystem::path kResources = std::filesystem::path(ULPSCOPE_SOURCE_DIR) / "resources";

Lesson lessonNamed(const QString& name)
{
    return *loadLesson(kResources / "lessons" / (name.toStdString() + ".ulpslesson"));
}

/// A question with its place in the lesson.
struct Asked
{
    std::string place;
    const Question* question;
};

std::vector<Asked> questionsOf(const Lesson& lesson)
{
    std::vector<Asked> all;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const std::string step = "steps[" + std::to_string(i) + "]";
        if (lesson.steps[i].predict)
            all.push_back({step + ".predict", &*lesson.steps[i].predict});
        if (lesson.steps[i].observe)
            all.push_back({step + ".observe", &*lesson.steps[i].observe});
    }
    all.push_back({"check", &lesson.check});
    return all;
}

/// What a question offers as a wrong answer: each has a text of its own to be said.
std::vector<std::string> hintsOf(const Question& question)
{
    std::vector<std::string> hints;
    for (const Option& option : question.options)
        if (!option.isRight)
            hints.push_back(option.hint);
    for (const Hint& hint : question.hints)
        hints.push_back(hint.say);
    return hints;
}

/// A number as a text tells it.
struct ToldNumber
{
    QString text; ///< "0.059"
    double value = 0;
    double halfUnit = 0; ///< of its last digit
};

/// The first of each text in bold, if there is one; powers such as 2⁻⁹ are names of numbers.
std::vector<ToldNumber> numbersInBold(const QString& markdown)
{
    static const QRegularExpression bold(QStringLiteral("\\*\\*([^*]+)\\*\\*"));
    static const QRegularExpression number(
        QStringLiteral("(?<![\\w.⁻])(\\d+)(?:\\.(\\d+))?(?![⁰¹²³⁴⁵⁶⁷⁸⁹⁻\\d])"));
    std::vector<ToldNumber> told;
    for (auto texts = bold.globalMatch(markdown); texts.hasNext();)
        if (const auto found = number.match(texts.next().captured(1)); found.hasMatch())
            told.push_back({found.captured(), found.captured().toDouble(),
                0.5 * std::pow(10.0, -found.capturedLength(2))});
    return told;
}

/// Whether the number is what the expectation asks for, as it is or in percent. "Less than 5" is about no number in particular.
bool isAbout(const Expectation& expectation, const ToldNumber& told)
{
    for (const double unit : {1.0, 100.0}) {
        const double value = told.value / unit;
        if (expectation.comparison == ExpectOperator::Within && isMet(expectation, value))
            return true;
        if (expectation.comparison == ExpectOperator::Equal
            && std::fabs(value - expectation.value) <= std::max(expectation.tolerance, told.halfUnit / unit))
            return true;
    }
    return false;
}

/// What the window's control holds when all steps were done; nothing where no step touched it.
std::optional<ControlValue> leftIn(const Lesson& lesson, const Question& check)
{
    const LessonPlace& place = **lessonPlaceByName(check.place);
    if (place.kind == PlaceKind::SessionControl)
        return controlValue(
            **sessionAt(lesson, kResources / "scenes", lesson.steps.size()), place, check.layer);
    std::vector<LessonAction> actions = lesson.view;
    for (const LessonStep& step : lesson.steps)
        actions.insert(actions.end(), step.actions.begin(), step.actions.end());
    std::optional<ControlValue> left;
    for (const LessonAction& action : actions)
        if (action.kind == LessonAction::Kind::Set && action.place == check.place)
            left = action.value;
    const auto* typed = left ? std::get_if<std::string>(&*left) : nullptr;
    const auto parsed = parseExpression(typed != nullptr ? std::string_view(*typed) : std::string_view());
    const auto* number = std::get_if<TypedNumber>(&parsed);
    return number != nullptr ? std::optional<ControlValue>(number->value) : left;
}

std::vector<std::uint64_t> seedsAskedFor()
{
    const QString text = qEnvironmentVariable("ULPSCOPE_LESSON_SEEDS", QStringLiteral("1..1"));
    if (text == QStringLiteral("own"))
        return {};
    std::vector<std::uint64_t> seeds;
    for (std::uint64_t seed = text.section(QStringLiteral(".."), 0, 0).toULongLong();
         seed <= text.section(QStringLiteral(".."), 1, 1).toULongLong(); ++seed)
        seeds.push_back(seed);
    return seeds;
}

} // namespace

class TestLessons : public QObject
{
    Q_OBJECT
private slots:
    void everyLesson_data()
    {
        QTest::addColumn<QString>("name");
        for (const FoundLesson& lesson : findLessons(kResources / "lessons"))
            QTest::newRow(lesson.name.c_str()) << QString::fromStdString(lesson.name);
    }

    void thereAreTwenty()
    {
        const std::vector<FoundLesson> lessons = findLessons(kResources / "lessons");
        QVERIFY(lessons.size() >= 20);
        for (std::size_t i = 0; i < lessons.size(); ++i) // numbered without a gap
            QCOMPARE(QString::fromStdString(lessons[i].name).section(u'-', 0, 0).toUInt(), unsigned(i + 1));
    }

    void isWhole_data() { everyLesson_data(); }
    void isWhole()
    {
        QFETCH(QString, name);
        const Lesson lesson = lessonNamed(name);
        const Status status = checkLesson(lesson, kResources / "scenes");
        QVERIFY2(status.ok(), status ? "" : status.error().text().c_str());
        QVERIFY(lesson.minutes >= 5 && lesson.minutes <= 10);
        QVERIFY2(lesson.hookSource.starts_with("https://"), "the question was really asked");
        QVERIFY2(lesson.steps.front().predict.has_value(), "alive in the first step");
        QVERIFY(!lesson.terms.empty());
        const bool hasLadder
            = std::any_of(lesson.steps.begin(), lesson.steps.end(), [](const LessonStep& step) {
                  return step.zoom.size() >= 2 && step.zoom.back().level == ZoomLevel::Bits;
              });
        QVERIFY2(hasLadder, "a number is followed down to its bits");
        for (const LessonStep& step : lesson.steps)
            QVERIFY2(!step.expect.empty(), step.title.c_str()); // each step promises something
        QVERIFY2(!lesson.checkExpect.empty(), "that the check's answer is right is measured");
    }

    void isWrittenAsItIsRead_data() { everyLesson_data(); }
    void isWrittenAsItIsRead()
    {
        QFETCH(QString, name);
        QFile file(QString::fromStdString((kResources / "lessons").string()) + u'/' + name
            + QStringLiteral(".ulpslesson"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromStdString(writeLesson(lessonNamed(name))), QString::fromUtf8(file.readAll()));
    }

    void isPlayedToTheEnd_data() { everyLesson_data(); }
    void isPlayedToTheEnd()
    {
        QFETCH(QString, name);
        const Lesson lesson = lessonNamed(name);
        for (const Asked& asked : questionsOf(lesson)) {
            const SampleAnswers samples = sampleAnswers(*asked.question);
            QVERIFY2(!samples.right.empty(), asked.place.c_str());
            for (const Answer& answer : samples.right)
                QVERIFY2(grade(*asked.question, answer).isRight, asked.place.c_str());
            std::set<std::string> said;
            for (const Answer& answer : samples.wrong) {
                const Grade graded = grade(*asked.question, answer);
                QVERIFY2(!graded.isRight && !graded.hint.empty(), asked.place.c_str());
                said.insert(graded.hint);
            }
            for (const std::string& hint : hintsOf(*asked.question))
                QVERIFY2(said.contains(hint), (asked.place + ": nobody is ever told: " + hint).c_str());
        }
        // The sessions on the way are there, to go back to each.
        for (std::size_t i = 0; i <= lesson.steps.size(); ++i)
            QVERIFY(sessionAt(lesson, kResources / "scenes", i).ok());
    }

    /// What is locked or hidden is not what the learner is asked to set.
    void asksForNothingThatIsLocked_data() { everyLesson_data(); }
    void asksForNothingThatIsLocked()
    {
        QFETCH(QString, name);
        const Lesson lesson = lessonNamed(name);
        std::vector<std::string> closed = lesson.locked;
        closed.insert(closed.end(), lesson.hidden.begin(), lesson.hidden.end());
        for (const std::string& control : closed) {
            QVERIFY2(control != lesson.check.place, control.c_str());
            for (const LessonStep& step : lesson.steps)
                for (const LessonAction& action : step.actions)
                    QVERIFY2(action.place != control, (step.title + ": " + control).c_str());
        }
    }

    /// What the steps leave behind is no answer yet: pressing the button alone gets nobody through.
    void theCheckIsStillToBeAnswered_data() { everyLesson_data(); }
    void theCheckIsStillToBeAnswered()
    {
        QFETCH(QString, name);
        const Lesson lesson = lessonNamed(name);
        if (lesson.check.kind != QuestionKind::SetControl)
            return;
        const std::optional<ControlValue> left = leftIn(lesson, lesson.check);
        QVERIFY2(left.has_value(), lesson.check.place.c_str());
        const auto* number = std::get_if<double>(&*left);
        const Answer answer = number != nullptr ? Answer(*number) : Answer(toText(*left));
        QVERIFY2(!grade(lesson.check, answer).isRight, toText(*left).c_str());
    }

    void keepsItsPromises_data() { everyLesson_data(); }
    void keepsItsPromises()
    {
        QFETCH(QString, name);
        static const Kernels kernels = *Kernels::load();
        const Result<LessonReport> report = measureLesson(
            lessonNamed(name), kernels, {.scenes = kResources / "scenes", .seeds = seedsAskedFor()});
        QVERIFY2(report.ok(), report ? "" : report.error().text().c_str());
        for (const CheckedExpectation& checked : report->expectations) {
            QVERIFY(!checked.values.empty());
            for (const MeasuredValue& value : checked.values)
                QVERIFY2(value.isMet,
                    qPrintable(QStringLiteral("%1, seed %2: promised %3, measured %4")
                                   .arg(QString::fromStdString(checked.place))
                                   .arg(value.seed)
                                   .arg(QString::fromStdString(wantedText(checked.expectation)))
                                   .arg(value.value.value_or(qQNaN()))));
        }
    }

    /// What a step reveals in bold is what it measures: who changes the one has to change the other.
    void numbersInBoldAreMeasured_data() { everyLesson_data(); }
    void numbersInBoldAreMeasured()
    {
        QFETCH(QString, name);
        for (const LessonStep& step : lessonNamed(name).steps)
            for (const ToldNumber& told : numbersInBold(QString::fromStdString(step.reveal)))
                QVERIFY2(std::ranges::any_of(step.expect,
                             [&](const Expectation& expectation) { return isAbout(expectation, told); }),
                    qPrintable(told.text + QStringLiteral(" in: ") + QString::fromStdString(step.reveal)));
    }
    void aNumberInBoldThatIsNotMeasuredIsSeen()
    {
        const LessonStep step = lessonNamed(QStringLiteral("15-who-adds")).steps.front();
        const auto isMeasured = [&](const char* reveal) {
            const std::vector<ToldNumber> told = numbersInBold(QString::fromUtf8(reveal));
            return told.size() == 1 && std::ranges::any_of(step.expect, [&](const Expectation& each) {
                return isAbout(each, told.front());
            });
        };
        QVERIFY(isMeasured("**16384** = 2¹⁴: a quarter of 4."));
        QVERIFY(isMeasured("About **1638400 %** of it."));
        QVERIFY(!isMeasured("**16385** = 2¹⁴: a quarter of 4."));
        QVERIFY(numbersInBold(QStringLiteral("**None** of the **2⁻⁹**, and 3.")).empty());
    }

    /// A lesson that says something else is caught: every band moved beside what is measured.
    void aBrokenPromiseIsSeen()
    {
        static const Kernels kernels = *Kernels::load();
        Lesson lesson = lessonNamed(QStringLiteral("01-two-budgets"));
        lesson.steps[1].expect[1].value = 70000; // of what bfloat16 makes 70144
        lesson.steps[0].predict->right.ranges = {{.low = 1, .high = 2}}; // which is not what is measured
        const Result<LessonReport> report
            = measureLesson(lesson, kernels, {.scenes = kResources / "scenes", .seeds = {}});
        QVERIFY(report.ok());
        QVERIFY(!report->isMet);
        std::vector<std::string> broken;
        for (const CheckedExpectation& checked : report->expectations)
            if (!checked.isMet)
                broken.push_back(checked.place);
        QCOMPARE(broken, (std::vector<std::string>{"steps[0].expect[0]", "steps[1].expect[1]"}));
    }

    void aLessonWhoseLayerIsNotThereSaysWhere()
    {
        Lesson lesson = lessonNamed(QStringLiteral("09-the-last-layer"));
        lesson.steps[0].pointAt.layer = "probabilty";
        const Status status = checkLesson(lesson, kResources / "scenes");
        QVERIFY(!status.ok());
        QCOMPARE(status.error().text(),
            std::string("steps[0].point_at: unknown layer 'probabilty'; did you mean 'probability'?"));
        lesson = lessonNamed(QStringLiteral("09-the-last-layer"));
        lesson.steps[0].observe->pointAt = {"tree.flushed", "probabilty"};
        QVERIFY(checkLesson(lesson, kResources / "scenes").error().place == "steps[0].observe.point_at");
        lesson = lessonNamed(QStringLiteral("04-accuracy-hides"));
        lesson.session.scene = "circel";
        QVERIFY(checkLesson(lesson, kResources / "scenes").error().place == "session.scene");
        lesson = lessonNamed(QStringLiteral("04-accuracy-hides"));
        lesson.steps[0].actions[0].value = std::string("small");
        QVERIFY(checkLesson(lesson, kResources / "scenes").error().text().starts_with("steps[0].do[0]"));
    }

    void bandsAreWidenedByAsMuchAgain()
    {
        Lesson lesson = lessonNamed(QStringLiteral("04-accuracy-hides"));
        lesson.steps = {lesson.steps[0]};
        Expectation& expectation = lesson.steps[0].expect[0];
        lesson.steps[0].expect = {expectation};
        lesson.checkExpect.clear();
        const auto band = [&](std::vector<double> values, const char* metric) {
            Lesson one = lesson;
            one.steps[0].expect[0].metric.config.set("figure", std::string(metric));
            LessonReport report;
            report.expectations.push_back({"steps[0].expect[0]", one.steps[0].expect[0], {}, true});
            for (const double value : values)
                report.expectations[0].values.push_back({1, value, true});
            const Expectation banded = withMeasuredBands(one, report, 1).steps[0].expect[0];
            return std::pair(banded.low, banded.high);
        };
        QCOMPARE(band({20, 40}, "loss"), (std::pair(10.0, 80.0))); // the quotient is 2
        QCOMPARE(band({0.25, 0.5}, "loss"), (std::pair(0.125, 1.0)));
        QCOMPARE(band({-1.5, 0.5}, "loss"), (std::pair(-3.5, 2.5)));
        QCOMPARE(
            band({0, 0.5}, "loss"), (std::pair(0.0, 1.0))); // nothing below zero is promised of what is above
        QCOMPARE(band({90.5, 99.5}, "gradients_flushed_percent"), (std::pair(82.3, 100.0)));
        QCOMPARE(band({10, 11}, "skipped_steps"), (std::pair(9.0, 13.0)));
        QCOMPARE(band({7, 7}, "skipped_steps"), (std::pair(7.0, 7.0)));
    }

    void onePromiseTakesWhatIsMeasured_data()
    {
        QTest::addColumn<QString>("comparison");
        QTest::addColumn<QList<double>>("values");
        QTest::addColumn<QString>("promise");
        const auto row = [](const char* comparison, const QList<double>& values, const char* promise) {
            QTest::addRow("%s of %lld", comparison, static_cast<long long>(values.size()))
                << QString::fromLatin1(comparison) << values << QString::fromLatin1(promise);
        };
        row("within", {20, 40}, "10 to 80");
        row("==", {5}, "5");
        row("==", {5, 5.5}, "5.25 within 0.25");
        row("<", {20, 40}, "< 80");
        row(">=", {20, 40}, ">= 10");
        row("<", {3}, "<= 3"); // which no strict one holds of
        row(">", {3}, ">= 3");
        row("absent", {3}, "no such number");
        row("<", {20, std::numeric_limits<double>::infinity()}, "< 1"); // as it was
        row("<", {}, "< 1");
    }

    void onePromiseTakesWhatIsMeasured()
    {
        QFETCH(QString, comparison);
        QFETCH(QList<double>, values);
        Lesson lesson = lessonNamed(QStringLiteral("04-accuracy-hides"));
        lesson.checkExpect = {lesson.steps[0].expect[0], lesson.steps[0].expect[0]};
        const auto& names = expectOperatorNames();
        const auto at = std::find(names.begin(), names.end(), comparison.toStdString()) - names.begin();
        lesson.checkExpect[1].comparison = static_cast<ExpectOperator>(at);
        lesson.checkExpect[1].value = 1;
        CheckedExpectation checked{"check.expect[1]", lesson.checkExpect[1], {}, true};
        for (const double value : values)
            checked.values.push_back({1, value, true});
        const Lesson promised = withMeasuredPromise(lesson, checked, 1);
        QTEST(QString::fromStdString(wantedText(promised.checkExpect[1])), "promise");
        lesson.checkExpect[1] = promised.checkExpect[1];
        QVERIFY(promised == lesson); // and no other
        const bool isFinite = std::ranges::all_of(values, [](double value) { return std::isfinite(value); });
        for (const double value : values)
            QVERIFY(
                !isFinite || comparison == QStringLiteral("absent") || isMet(promised.checkExpect[1], value));
    }

    void onlyOnePromiseIsMeasured()
    {
        const Result<Kernels> kernels = Kernels::load();
        const Lesson lesson = lessonNamed(QStringLiteral("13-rounded-twice"));
        std::size_t all = 0;
        const Result<LessonReport> report = measureLesson(lesson, *kernels,
            {.scenes = kResources / "scenes",
                .only = "steps[0].expect[1]",
                .progress = [&](std::size_t, std::size_t of) {
                    all = of;
                    return true;
                }});
        QVERIFY(report.ok());
        QCOMPARE(report->expectations.size(), std::size_t(1));
        QCOMPARE(report->expectations[0].place, std::string("steps[0].expect[1]"));
        QCOMPARE(all, std::size_t(1));
    }

    void controlsAreSetAndRead()
    {
        SessionSpec session
            = *sessionAt(lessonNamed(QStringLiteral("04-accuracy-hides")), kResources / "scenes", 0).value();
        const auto place = [](const char* name) -> const LessonPlace& { return **lessonPlaceByName(name); };
        QCOMPARE(*controlValue(session, place("loss-scale"), {}), ControlValue(1.0));
        QVERIFY(!controlValue(session, place("loss-scale.initial"), {}).has_value());
        QVERIFY(!controlValue(session, place("layer.policy"), "dense_1").has_value()); // it inherits
        session = *withControl(session, place("loss-scale.initial"), {}, 4096.0); // becomes dynamic
        QCOMPARE(*controlValue(session, place("loss-scale.kind"), {}), ControlValue(std::string("dynamic")));
        QCOMPARE(*controlValue(session, place("loss-scale.initial"), {}), ControlValue(4096.0));
        QVERIFY(!controlValue(session, place("loss-scale"), {}).has_value());
        session = *withControl(session, place("layer.policy"), "dense_1", std::string("float32"));
        QCOMPARE(
            *controlValue(session, place("layer.policy"), "dense_1"), ControlValue(std::string("float32")));
        session = *withControl(session, place("seed"), {}, 7.0);
        QCOMPARE(session.training.seed, std::uint64_t{7});
        QVERIFY(!withControl(session, place("layer.policy"), "dense_9", std::string("float32")).ok());
        QVERIFY(!withControl(session, place("loss-weight"), {}, std::string("heavy")).ok());
    }

    void whatIsInForceIsInheritedOrTheClass()
    {
        SessionSpec session
            = *sessionAt(lessonNamed(QStringLiteral("04-accuracy-hides")), kResources / "scenes", 0).value();
        const auto inForce = [&](const char* name, const char* layer = "") {
            const auto value = controlInForce(session, **lessonPlaceByName(name), layer);
            return value ? toText(*value) : std::string();
        };
        QCOMPARE(inForce("layer.policy", "dense_1"), std::string("mixed_float16"));
        QCOMPARE(inForce("layer.master-weights", "dense_1"), std::string("float32"));
        QCOMPARE(inForce("layer.gradient-format", "dense_1"), std::string("float16"));
        QCOMPARE(inForce("layer.policy", "nobody"), std::string());
        session
            = *withControl(session, **lessonPlaceByName("layer.policy"), "dense_1", std::string("bfloat16"));
        QCOMPARE(inForce("layer.policy", "dense_1"), std::string("bfloat16"));
        QCOMPARE(inForce("layer.master-weights", "dense_1"), std::string("bfloat16"));
        QCOMPARE(inForce("loss-scale"), std::string("1"));
        session = *withControl(session, **lessonPlaceByName("loss-scale.kind"), {}, std::string("dynamic"));
        QCOMPARE(inForce("loss-scale"), std::string("dynamic"));
        QCOMPARE(inForce("recipe.amax-history"), std::string());
    }

    /// What a session does not write has a value all the same.
    void whatIsNotWrittenIsTheDefault()
    {
        const SessionSpec session;
        const auto valueOf
            = [&](const char* name) { return controlValue(session, **lessonPlaceByName(name), {}); };
        QVERIFY(valueOf("arithmetic") == ControlValue(std::string("auto")));
        QVERIFY(valueOf("training-loop") == ControlValue(std::string("fit")));
    }

    /// "Change the session as the lesson does" tells nobody what to do.
    void whatIsToBeDoneIsNamed()
    {
        for (const FoundLesson& found : findLessons(kResources / "lessons")) {
            const Lesson lesson = *loadLesson(found.path);
            for (const LessonStep& step : lesson.steps)
                for (const LessonAction& action : step.actions)
                    QVERIFY2(action.kind != LessonAction::Kind::Change
                            || found.name
                                == "19-two-lines-swapped", // whose loop allows no optimizer without its clipping
                        (found.name + ": " + step.title).c_str());
        }
    }

    /// Every control of the session can be read from or written to some session, or its pointer leads nowhere.
    void pointersOfControlsLeadSomewhere()
    {
        const SessionSpec session
            = *sessionAt(lessonNamed(QStringLiteral("12-yesterdays-scale")), kResources / "scenes", 0)
                   .value();
        const std::map<std::string, ControlValue> values{{"policy", std::string("float32")},
            {"recipe", std::string("mxfp8")}, {"loss-scale.kind", std::string("dynamic")},
            {"optimizer", std::string("SGD")}, {"arithmetic", std::string("keras-jax")},
            {"watch", std::string("step")}, {"layer.policy", std::string("float32")},
            {"layer.accumulator", std::string("sequential:float16")},
            {"layer.gradient-format", std::string("float8_e5m2")},
            {"layer.weight-gradient-format", std::string("float8_e5m2")},
            {"layer.input-format", std::string("bfloat16")}, {"layer.kernel-format", std::string("bfloat16")},
            {"training-loop", std::string("custom")}, {"recipe.amax-algorithm", std::string("max")},
            {"layer.master-weights", std::string("bfloat16")}, {"layer.activation", std::string("tanh")}};
        for (const LessonPlace& place : lessonPlaces()) {
            if (place.kind != PlaceKind::SessionControl)
                continue;
            const auto given = values.find(std::string(place.name));
            const ControlValue value = given != values.end() ? given->second : ControlValue(2.0);
            const std::string layer = place.isOfLayer ? "dense_1" : "";
            const Result<SessionSpec> changed = withControl(session, place, layer, value);
            QVERIFY2(changed.ok(), changed ? "" : changed.error().text().c_str());
            const std::optional<ControlValue> read = controlValue(*changed, place, layer);
            QVERIFY2(read == value, std::string(place.name).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestLessons)
#include "tst_lessons.moc"
