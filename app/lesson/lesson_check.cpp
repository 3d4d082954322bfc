// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_check.h"

#include "app/lesson/lesson_placeholder.h"
#include "app/lesson/lesson_session.h"
#include "engine/base/catalog.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/session/checked_session.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

std::string indexed(const char* list, std::size_t i)
{
    return std::string(list) + "[" + std::to_string(i) + "]";
}

/// Expectations that share a session: those of a step, or of the check.
struct ExpectedPart
{
    std::string place; ///< "steps[2].expect"
    const std::vector<Expectation>* expectations = nullptr;
    std::size_t stepsBefore = 0; ///< how many steps' actions are done
    const Question* predict = nullptr; ///< that asks for what the first one measures
};

std::vector<ExpectedPart> partsOf(const Lesson& lesson)
{
    std::vector<ExpectedPart> parts;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        const bool asksNumber = step.predict && step.predict->kind == QuestionKind::Number;
        parts.push_back(
            {indexed("steps", i) + ".expect", &step.expect, i + 1, asksNumber ? &*step.predict : nullptr});
    }
    parts.push_back({"check.expect", &lesson.checkExpect, lesson.steps.size()});
    return parts;
}

Status checkLayer(const SessionSpec& session, const std::string& layer)
{
    if (layer.empty())
        return success();
    std::vector<std::string> known;
    for (const LayerSpec& each : session.model.layers)
        known.push_back(each.name);
    if (std::find(known.begin(), known.end(), layer) != known.end())
        return success();
    return Error{"", unknownName(translated("layer"), shownText(layer), known)};
}

Status checkQuestion(const SessionSpec& session, const std::optional<Question>& question)
{
    if (!question)
        return success();
    if (const Status layer = checkLayer(session, question->layer); !layer)
        return layer.error().within("layer");
    if (const Status layer = checkLayer(session, question->pointAt.layer); !layer)
        return layer.error().within("point_at");
    if (question->kind != QuestionKind::PickLayer)
        return success();
    for (std::size_t i = 0; i < question->right.names.size(); ++i)
        if (const Status layer = checkLayer(session, question->right.names[i]); !layer)
            return layer.error().within(indexed("right", i));
    return success();
}

Status checkStep(const SessionSpec& session, const LessonStep& step)
{
    if (const Status layer = checkLayer(session, step.pointAt.layer); !layer)
        return layer.error().within("point_at");
    for (std::size_t i = 0; i < step.actions.size(); ++i)
        if (const Status layer = checkLayer(session, step.actions[i].layer); !layer)
            return layer.error().within(indexed("do", i));
    for (std::size_t i = 0; i < step.zoom.size(); ++i)
        if (const Status layer = checkLayer(session, step.zoom[i].pointAt.layer); !layer)
            return layer.error().within(indexed("zoom", i));
    if (const Status question = checkQuestion(session, step.predict); !question)
        return question.error().within("predict");
    if (const Status question = checkQuestion(session, step.observe); !question)
        return question.error().within("observe");
    return success();
}

/// Checks that each expectation's own session can be trained.
Status checkExpectations(const SessionSpec& session, const ExpectedPart& part)
{
    for (std::size_t i = 0; i < part.expectations->size(); ++i) {
        const Result<SessionSpec> changed = withActions(session, (*part.expectations)[i].with);
        const Status runnable = changed ? checkRunnable(*changed) : Status(changed.error());
        if (!runnable)
            return runnable.error().within("with").within(part.place + "[" + std::to_string(i) + "]");
    }
    return success();
}

std::vector<std::uint64_t> seedsOf(const Expectation& expectation, const LessonCheckOptions& options)
{
    if (!findRow(lessonMetrics(), expectation.metric.className)->isOfRun)
        return {0};
    // One seed: the promise is about the run that the learner sees.
    const bool isFixed = expectation.seeds.size() == 1;
    return options.seeds.empty() || isFixed ? expectation.seeds : options.seeds;
}

Result<CheckedExpectation> measureOne(const Expectation& expectation,
    const std::optional<SessionSpec>& session, const Kernels& kernels, MeasuredRuns& runs,
    const LessonCheckOptions& options)
{
    const LessonMetric& metric = *findRow(lessonMetrics(), expectation.metric.className);
    const Result<Component> component = checkLessonMetric(expectation.metric);
    if (!component)
        return component.error().within("of");
    std::optional<SessionSpec> before;
    std::optional<SessionSpec> changed;
    if (session && metric.isOfRun) {
        before = session;
        Result<SessionSpec> with = withActions(*session, expectation.with);
        if (!with)
            return with.error().within("with");
        changed = *std::move(with);
    }
    CheckedExpectation checked{{}, expectation, {}, true};
    for (const std::uint64_t seed : seedsOf(expectation, options)) {
        if (changed)
            before->training.seed = changed->training.seed = seed;
        const auto value = metric.measure(component->config,
            {.kernels = kernels,
                .session = changed ? &*changed : nullptr,
                .before = before ? &*before : nullptr,
                .runs = &runs});
        if (!value)
            return value.error();
        checked.values.push_back({seed, *value, isMet(expectation, *value)});
        checked.isMet = checked.isMet && checked.values.back().isMet;
    }
    return checked;
}

/// Outward to three digits, 83.14 down to 83.1 and up to 83.2; of counts to a whole number.
double roundedOutward(double value, bool isUp, bool isCount)
{
    if (isCount)
        return isUp ? std::ceil(value) : std::floor(value);
    if (value == 0 || !std::isfinite(value))
        return value;
    constexpr int kDigits = 3;
    const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(value)))) - (kDigits - 1);
    const double unit = std::pow(10.0, std::abs(exponent));
    const double scaled = exponent < 0 ? value * unit : value / unit;
    const double whole = isUp ? std::ceil(scaled) : std::floor(scaled);
    return exponent < 0 ? whole / unit : whole * unit;
}

/// Whether the metric is a share, so that its band must stay within its limits.
bool isShare(const Component& metric)
{
    for (const auto& [name, value] : metric.config.entries())
        if (const auto* text = std::get_if<std::string>(&value);
            text != nullptr && text->find("_percent") != std::string::npos)
            return true;
    return false;
}

struct MeasuredRange
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    bool isCount = true;
};

/// Returns nullopt if a measured value is absent or not finite, because no band can hold it.
std::optional<MeasuredRange> rangeOf(const CheckedExpectation& checked)
{
    MeasuredRange range;
    for (const MeasuredValue& value : checked.values) {
        if (!value.value || !std::isfinite(*value.value))
            return std::nullopt;
        range.low = std::min(range.low, *value.value);
        range.high = std::max(range.high, *value.value);
        range.isCount = range.isCount && std::trunc(*value.value) == *value.value;
    }
    return checked.values.empty() ? std::nullopt : std::optional(range);
}

void setBand(Expectation& expectation, const CheckedExpectation& checked, double widening)
{
    const std::optional<MeasuredRange> range = rangeOf(checked);
    if (!range)
        return;
    const auto& [low, high, isCount] = *range;
    // Numbers above zero are compared by their quotient: a band from 20 to 130 is no promise of 0.
    const bool isRelative = low > 0;
    const double factor = isRelative ? std::pow(high / low, widening) : 1;
    const double margin = isRelative ? 0 : widening * (high - low);
    expectation.low = low == high ? low : roundedOutward(low / factor - margin, false, isCount);
    expectation.high = low == high ? high : roundedOutward(high * factor + margin, true, isCount);
    if (low >= 0)
        expectation.low = std::max(expectation.low, 0.0);
    if (isShare(expectation.metric))
        expectation.high = std::min(expectation.high, 100.0);
}

/// The expectation at `place` in the lesson's file; null: there is none.
Expectation* expectationAt(Lesson& lesson, const std::string& place)
{
    const auto among = [&](std::vector<Expectation>& list, const std::string& of) -> Expectation* {
        for (std::size_t i = 0; i < list.size(); ++i)
            if (place == of + "[" + std::to_string(i) + "]")
                return &list[i];
        return nullptr;
    };
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        if (Expectation* found = among(lesson.steps[i].expect, indexed("steps", i) + ".expect"))
            return found;
    return among(lesson.checkExpect, "check.expect");
}

void setMeasured(Expectation& expectation, const CheckedExpectation& checked, double widening)
{
    const std::optional<MeasuredRange> range = rangeOf(checked);
    if (!range)
        return;
    Expectation band = expectation;
    setBand(band, checked, widening);
    const bool isOne = range->low == range->high; // a strict comparison never holds for a range of one number
    switch (expectation.comparison) {
    case ExpectOperator::Within:
        expectation = band;
        break;
    case ExpectOperator::Equal:
        expectation.value = range->low + (range->high - range->low) / 2;
        expectation.tolerance = roundedOutward(
            std::max(range->high - expectation.value, expectation.value - range->low), true, false);
        break;
    case ExpectOperator::Less:
    case ExpectOperator::LessOrEqual:
        expectation.value = band.high;
        expectation.comparison = isOne ? ExpectOperator::LessOrEqual : expectation.comparison;
        break;
    case ExpectOperator::Greater:
    case ExpectOperator::GreaterOrEqual:
        expectation.value = band.low;
        expectation.comparison = isOne ? ExpectOperator::GreaterOrEqual : expectation.comparison;
        break;
    case ExpectOperator::Absent:
        break;
    }
}

} // namespace

std::string wantedText(const Expectation& expectation)
{
    switch (expectation.comparison) {
    case ExpectOperator::Within:
        return expectation.low == expectation.high
            ? shortestText(expectation.low)
            : shortestText(expectation.low) + " to " + shortestText(expectation.high);
    case ExpectOperator::Absent:
        return "no such number";
    case ExpectOperator::Equal:
        return shortestText(expectation.value)
            + (expectation.tolerance == 0 ? "" : " within " + shortestText(expectation.tolerance));
    case ExpectOperator::Less:
    case ExpectOperator::LessOrEqual:
    case ExpectOperator::Greater:
    case ExpectOperator::GreaterOrEqual:
        return expectOperatorNames()[static_cast<std::size_t>(expectation.comparison)] + " "
            + shortestText(expectation.value);
    }
    return {};
}

bool isMet(const Expectation& expectation, const std::optional<double>& measured)
{
    if (expectation.comparison == ExpectOperator::Absent || !measured)
        return expectation.comparison == ExpectOperator::Absent && !measured;
    const double value = *measured;
    switch (expectation.comparison) {
    case ExpectOperator::Within:
        return value >= expectation.low && value <= expectation.high;
    case ExpectOperator::Equal:
        return value == expectation.value || (std::isnan(value) && std::isnan(expectation.value))
            || std::fabs(value - expectation.value) <= expectation.tolerance;
    case ExpectOperator::Less:
        return value < expectation.value;
    case ExpectOperator::LessOrEqual:
        return value <= expectation.value;
    case ExpectOperator::Greater:
        return value > expectation.value;
    case ExpectOperator::GreaterOrEqual:
        return value >= expectation.value;
    case ExpectOperator::Absent:
        break;
    }
    return false;
}

Status checkLesson(const Lesson& lesson, const std::filesystem::path& scenes)
{
    for (const ExpectedPart& part : partsOf(lesson)) {
        const Result<std::optional<SessionSpec>> session = sessionAt(lesson, scenes, part.stepsBefore);
        if (!session)
            return session.error();
        if (!*session)
            continue;
        if (const Status runnable = checkRunnable(**session); !runnable)
            return runnable.error().within(part.place);
        const bool isStep = part.expectations != &lesson.checkExpect;
        const Status step = isStep ? checkStep(**session, lesson.steps[part.stepsBefore - 1])
                                   : checkQuestion(**session, lesson.check);
        if (!step)
            return step.error().within(isStep ? indexed("steps", part.stepsBefore - 1) : "check.question");
        if (const Status expectations = checkExpectations(**session, part); !expectations)
            return expectations;
    }
    return success();
}

Result<LessonReport> measureLesson(
    const Lesson& lesson, const Kernels& kernels, const LessonCheckOptions& options)
{
    if (const Status whole = checkLesson(lesson, options.scenes); !whole)
        return whole.error();
    const std::vector<ExpectedPart> parts = partsOf(lesson);
    std::size_t total = options.only.empty() ? 0 : 1;
    for (const ExpectedPart& part : parts)
        total += options.only.empty() ? part.expectations->size() : 0;
    MeasuredRuns runs(kernels, options.stop);
    LessonReport report;
    if (options.only.empty())
        report.unwritten = placeholdersIn(lesson);
    report.isMet = report.unwritten.empty();
    for (const ExpectedPart& part : parts) {
        const Result<std::optional<SessionSpec>> session
            = sessionAt(lesson, options.scenes, part.stepsBefore);
        for (std::size_t i = 0; i < part.expectations->size(); ++i) {
            const std::string place = part.place + "[" + std::to_string(i) + "]";
            if (!options.only.empty() && place != options.only)
                continue;
            if (options.progress && !options.progress(report.expectations.size(), total))
                return stoppedError();
            Result<CheckedExpectation> checked
                = measureOne((*part.expectations)[i], *session, kernels, runs, options);
            if (!checked)
                return checked.error().kind == ErrorKind::Stopped ? checked.error()
                                                                  : checked.error().within(place);
            checked->place = place;
            // The measured value must itself be a right answer to the question that asks for it.
            if (i == 0 && part.predict != nullptr)
                for (MeasuredValue& value : checked->values) {
                    value.isMet = value.isMet && value.value && grade(*part.predict, *value.value).isRight;
                    checked->isMet = checked->isMet && value.isMet;
                }
            report.isMet = report.isMet && checked->isMet;
            report.expectations.push_back(*std::move(checked));
        }
        runs.clear();
    }
    return report;
}

Lesson withMeasuredBands(const Lesson& lesson, const LessonReport& report, double widening)
{
    Lesson banded = lesson;
    for (const CheckedExpectation& checked : report.expectations)
        if (Expectation* expectation = expectationAt(banded, checked.place);
            expectation != nullptr && expectation->comparison == ExpectOperator::Within)
            setBand(*expectation, checked, widening);
    return banded;
}

Lesson withMeasuredPromise(const Lesson& lesson, const CheckedExpectation& checked, double widening)
{
    Lesson promised = lesson;
    if (Expectation* expectation = expectationAt(promised, checked.place))
        setMeasured(*expectation, checked, widening);
    return promised;
}

} // namespace ulpscope
