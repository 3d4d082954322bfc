// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/answers/question.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace ulpscope {

namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

bool isEmpty(const AnswerTest& test)
{
    return test.ranges.empty() && test.names.empty();
}

bool isWithin(const AnswerRange& range, const CurvePoint& point)
{
    return point.x >= range.from && point.x <= range.to;
}

/// A range that no point of the curve lies in says nothing about it, so it does not hold.
bool holdsOver(const AnswerRange& range, const std::vector<CurvePoint>& curve)
{
    bool isSeen = false;
    for (const CurvePoint& point : curve)
        if (isWithin(range, point)) {
            isSeen = true;
            if (!range.contains(point.y))
                return false;
        }
    return isSeen;
}

bool fits(QuestionKind kind, const AnswerTest& test, const Answer& answer)
{
    if (isEmpty(test))
        return true;
    if (const auto* name = std::get_if<std::string>(&answer))
        return std::find(test.names.begin(), test.names.end(), *name) != test.names.end();
    const auto any
        = [&](const auto& holds) { return std::any_of(test.ranges.begin(), test.ranges.end(), holds); };
    if (const auto* number = std::get_if<double>(&answer))
        return any([&](const AnswerRange& range) { return range.contains(*number); });
    const auto* points = std::get_if<std::vector<CurvePoint>>(&answer);
    if (points == nullptr || points->empty() || test.ranges.empty())
        return false;
    if (kind == QuestionKind::Curve)
        return std::all_of(test.ranges.begin(), test.ranges.end(),
            [&](const AnswerRange& range) { return holdsOver(range, *points); });
    return any([&](const AnswerRange& range) {
        return isWithin(range, points->front()) && range.contains(points->front().y);
    });
}

bool isOfKind(QuestionKind kind, const Answer& answer)
{
    switch (kind) {
    case QuestionKind::Choice:
        return std::holds_alternative<std::size_t>(answer);
    case QuestionKind::Number:
        return std::holds_alternative<double>(answer);
    case QuestionKind::Point:
    case QuestionKind::Curve:
        return std::holds_alternative<std::vector<CurvePoint>>(answer);
    case QuestionKind::SetControl:
        return std::holds_alternative<double>(answer) || std::holds_alternative<std::string>(answer);
    case QuestionKind::PickLayer:
        return std::holds_alternative<std::string>(answer);
    }
    return false;
}

/// Numbers in, at and beside the ends of a range, of which one is enough to reach what only it decides.
std::vector<double> numbersAround(const AnswerRange& range)
{
    const bool hasLow = range.low > -kEndless;
    const bool hasHigh = range.high < kEndless;
    if (hasLow && hasHigh)
        return {range.low, range.high, range.low + (range.high - range.low) / 2,
            std::nextafter(range.low, -kEndless), std::nextafter(range.high, kEndless)};
    if (hasLow)
        return {range.low, std::nextafter(range.low, -kEndless), range.low + 1};
    if (hasHigh)
        return {range.high, std::nextafter(range.high, kEndless), range.high - 1};
    return {range.low, range.high, 0};
}

/// Steps inside a range, at its ends and just beyond them.
std::vector<double> stepsAround(const AnswerRange& range)
{
    const double first = std::isfinite(range.from) ? range.from : 0;
    const double last = std::isfinite(range.to) ? range.to : first + 1;
    return {wholeStep(std::ceil(first)), wholeStep(std::floor(last)), wholeStep(first + (last - first) / 2),
        wholeStep(std::ceil(first) - 1), wholeStep(std::floor(last) + 1)};
}

/// The one of fewest digits near the middle: 2.1255 of 2.12500000001 to 2.1259765624.
double plainNumberIn(const AnswerRange& range)
{
    constexpr int kMaxDigits = 17; // 17 digits tell any double from all others
    const double middle = range.low + (range.high - range.low) / 2;
    for (int digits = 1; digits < kMaxDigits; ++digits) {
        std::array<char, 64> text{};
        std::snprintf(text.data(), text.size(), "%.*e", digits - 1, middle);
        if (const double plain = std::strtod(text.data(), nullptr); range.contains(plain))
            return plain;
    }
    return middle;
}

/// Answers of the question's kind around everything that its texts distinguish.
std::vector<Answer> candidates(const Question& question)
{
    std::vector<AnswerTest> tests{question.right};
    for (const Hint& hint : question.hints)
        tests.push_back(hint.when);
    std::vector<Answer> answers;
    std::vector<double> numbers{0, -1, 1, -1e300, 1e300};
    std::vector<std::string> names{"-"};
    std::vector<double> places{0};
    for (const AnswerTest& test : tests) {
        for (const AnswerRange& range : test.ranges) {
            const std::vector<double> around = numbersAround(range);
            if (std::isfinite(range.low) && std::isfinite(range.high))
                numbers.push_back(plainNumberIn(range));
            numbers.insert(numbers.end(), around.begin(), around.end());
            const std::vector<double> along = stepsAround(range);
            places.insert(places.end(), along.begin(), along.end());
        }
        names.insert(names.end(), test.names.begin(), test.names.end());
    }
    const bool isDrawn = question.kind == QuestionKind::Point || question.kind == QuestionKind::Curve;
    if (!isDrawn) {
        answers.insert(answers.end(), numbers.begin(), numbers.end());
        answers.insert(answers.end(), names.begin(), names.end());
    }
    for (const double x : isDrawn ? places : std::vector<double>())
        for (const double y : numbers)
            if (std::isfinite(x))
                answers.emplace_back(std::vector<CurvePoint>{{x, y}});
    // A curve's answer is one that runs through the middle of every range of a test.
    for (const AnswerTest& test : question.kind == QuestionKind::Curve ? tests : std::vector<AnswerTest>()) {
        std::vector<CurvePoint> curve;
        for (const AnswerRange& range : test.ranges) {
            const std::vector<double> y = numbersAround(range);
            curve.push_back({stepsAround(range)[2], y[y.size() > 2 ? 2 : 0]});
        }
        answers.emplace_back(std::move(curve));
    }
    std::erase_if(answers, [&](const Answer& answer) { return !isOfKind(question.kind, answer); });
    return answers;
}

} // namespace

const std::vector<std::string>& questionKindNames()
{
    static const std::vector<std::string> names{
        "number", "choice", "point", "curve", "set-control", "pick-layer"};
    return names;
}

double wholeStep(double x)
{
    return std::max(0.0, std::round(x));
}

Grade grade(const Question& question, const Answer& answer)
{
    const bool isFit = isOfKind(question.kind, answer);
    if (const auto* index = std::get_if<std::size_t>(&answer);
        isFit && index != nullptr && *index < question.options.size())
        return {question.options[*index].isRight, question.options[*index].hint};
    if (isFit && question.kind != QuestionKind::Choice && fits(question.kind, question.right, answer))
        return {true, {}};
    for (const Hint& hint : question.hints)
        if (fits(question.kind, hint.when, answer))
            return {false, hint.say};
    return {false, "This is none of the answers."};
}

SampleAnswers sampleAnswers(const Question& question)
{
    SampleAnswers samples;
    if (question.kind == QuestionKind::Choice) {
        for (std::size_t i = 0; i < question.options.size(); ++i)
            (question.options[i].isRight ? samples.right : samples.wrong).emplace_back(i);
        return samples;
    }
    const std::vector<Answer> all = candidates(question);
    for (const Answer& answer : all)
        if (grade(question, answer).isRight)
            samples.right.push_back(answer);
    // One that can be read, and typed, comes first.
    const auto length = [](const Answer& answer) {
        const auto* number = std::get_if<double>(&answer);
        return number != nullptr ? shortestText(*number).size() : 0;
    };
    std::stable_sort(samples.right.begin(), samples.right.end(),
        [&](const Answer& a, const Answer& b) { return length(a) < length(b); });
    for (const Hint& hint : question.hints) {
        const auto reached = std::find_if(all.begin(), all.end(), [&](const Answer& answer) {
            const Grade grade = ulpscope::grade(question, answer);
            return !grade.isRight && grade.hint == hint.say;
        });
        if (reached != all.end())
            samples.wrong.push_back(*reached);
    }
    return samples;
}

} // namespace ulpscope
