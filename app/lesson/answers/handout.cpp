// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/answers/handout.h"

#include "app/lesson/lesson_check.h"
#include "engine/base/number_text.h"
#include "engine/base/text_lists.h"

#include <cmath>

namespace ulpscope {

namespace {

using ActionKind = LessonAction::Kind;

const std::string kRuledLine = "\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_";

constexpr int kRuledLines = 2;

/// "%1" and "%2" filled in; what is filled in may have such marks of its own.
std::string filled(std::string_view text, const std::string& first, const std::string& second = {})
{
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view mark = text.substr(i, 2);
        if (mark == "%1" || mark == "%2")
            result += text[++i] == '1' ? first : second;
        else
            result += text[i];
    }
    return result;
}

/// "cast 0.1 bfloat16": what was measured, and of what.
std::string metricText(const Component& metric)
{
    std::string text = metric.className;
    for (const auto& [name, value] : metric.config.entries())
        if (const auto* words = std::get_if<std::string>(&value))
            text += " " + *words;
        else
            text += " " + name + " " + toText(value);
    return text;
}

std::string placeTitle(const std::string& name)
{
    const Result<const LessonPlace*> place = lessonPlaceByName(name);
    return place ? std::string((*place)->title) : name;
}

/// Makes the handout of one lesson.
class HandoutWriter
{
public:
    HandoutWriter(const Lesson& lesson, HandoutKind kind, const HandoutWords& words)
        : m_lesson(lesson)
        , m_isKey(kind == HandoutKind::Key)
        , m_words(words)
    {
    }

    std::string write();

private:
    void add(std::string paragraph)
    {
        while (paragraph.ends_with('\n')) // lists end with empty lines
            paragraph.pop_back();
        if (!paragraph.empty())
            m_text += paragraph + "\n\n";
    }
    void addStep(const LessonStep& step, std::size_t number);
    void addQuestion(const Question& question, const std::string& heading);
    void addChoice(const Question& question);
    void addRoom(const Question& question);
    void addKey(const Question& question);
    std::string rangeText(const AnswerRange& range, const std::string& unit) const;
    std::string testText(const AnswerTest& test, const std::string& unit) const;
    std::string actionLine(const LessonAction& action) const
    {
        return m_words.action ? m_words.action(action) : plainActionText(action);
    }

    const Lesson& m_lesson;
    bool m_isKey;
    const HandoutWords& m_words;
    std::string m_text;
};

std::string HandoutWriter::rangeText(const AnswerRange& range, const std::string& unit) const
{
    const bool isAnywhere = std::isinf(range.low) && std::isinf(range.high);
    const bool isAlong = !std::isinf(range.from) || !std::isinf(range.to);
    if (isAnywhere && isAlong)
        return filled(m_words.along, shortestText(range.from), shortestText(range.to));
    const auto number = [&](double value) { return shortestText(value) + (unit.empty() ? "" : " " + unit); };
    std::string text = range.low == range.high ? number(range.low)
        : std::isinf(range.low)                ? filled(m_words.below, number(range.high))
        : std::isinf(range.high)               ? filled(m_words.above, number(range.low))
                                               : filled(m_words.from, number(range.low), number(range.high));
    if (isAlong)
        text += " (" + filled(m_words.along, shortestText(range.from), shortestText(range.to)) + ")";
    return text;
}

std::string HandoutWriter::testText(const AnswerTest& test, const std::string& unit) const
{
    std::string text
        = joinedText(test.ranges, "; ", [&](const AnswerRange& range) { return rangeText(range, unit); });
    for (const std::string& name : test.names)
        text += (text.empty() ? "" : "; ") + name;
    return text;
}

void HandoutWriter::addChoice(const Question& question)
{
    std::string list;
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        const Option& option = question.options[i];
        list += "- ☐ " + option.text;
        if (m_isKey && option.isRight)
            list += " **← " + m_words.right + "**";
        if (m_isKey && !option.hint.empty())
            list += "  \n  *" + option.hint + "*";
        list += '\n';
    }
    add(list);
}

void HandoutWriter::addRoom(const Question& question)
{
    if (question.kind == QuestionKind::Point || question.kind == QuestionKind::Curve) {
        // A table of one empty cell: what draws Markdown draws its frame.
        const std::string room = "&nbsp;";
        add("| " + m_words.drawing + ": " + placeTitle(question.place) + " |\n| --- |\n| " + room + " |");
        return;
    }
    const bool isSet = question.kind == QuestionKind::SetControl;
    add((isSet ? placeTitle(question.place) : m_words.answer) + ": " + kRuledLine
        + (question.unit.empty() ? "" : " " + question.unit));
}

void HandoutWriter::addKey(const Question& question)
{
    add("**" + m_words.answer + ": " + testText(question.right, question.unit) + "**");
    std::string list;
    for (const Hint& hint : question.hints) {
        const std::string when = testText(hint.when, question.unit);
        list += "- *" + (when.empty() ? m_words.otherwise : filled(m_words.hint, when)) + ":* " + hint.say
            + "\n";
    }
    add(list);
}

void HandoutWriter::addQuestion(const Question& question, const std::string& heading)
{
    if (!heading.empty())
        add("**" + heading + "**");
    add(question.ask);
    if (question.kind == QuestionKind::Choice)
        addChoice(question);
    else if (m_isKey)
        addKey(question);
    else
        addRoom(question);
    if (question.asksConfidence && !m_isKey)
        add(m_words.confidence + " " + kRuledLine);
}

void HandoutWriter::addStep(const LessonStep& step, std::size_t number)
{
    add("## " + filled(m_words.step, std::to_string(number)) + ": " + step.title);
    add(step.say);
    if (step.predict)
        addQuestion(*step.predict, m_words.predict);
    if (!step.actions.empty()) {
        add("**" + m_words.act + "**");
        std::string list;
        for (const LessonAction& action : step.actions)
            list += "- " + actionLine(action) + "\n";
        add(list);
    }
    if (m_isKey && !step.reveal.empty())
        add("**" + m_words.seen + ":** " + step.reveal);
    if (step.observe)
        addQuestion(*step.observe, m_words.observe);
    if (m_isKey) {
        if (!step.explain.empty())
            add("**" + m_words.explained + ":** " + step.explain);
        const std::string promised = joinedText(step.expect, "; ", [&](const Expectation& expectation) {
            return metricText(expectation.metric) + ": " + wantedText(expectation);
        });
        if (!promised.empty())
            add("*" + m_words.promised + ": " + promised + "*");
    } else if (!step.explain.empty()) {
        add("**" + m_words.explain + ":**");
        for (int line = 0; line < kRuledLines; ++line)
            add(kRuledLine + kRuledLine + kRuledLine + kRuledLine);
    }
}

std::string HandoutWriter::write()
{
    add("# " + m_lesson.title + (m_isKey ? ": " + m_words.key : ""));
    if (!m_isKey)
        add(m_words.name + ": " + kRuledLine + " " + m_words.date + ": " + kRuledLine);
    add("*" + filled(m_words.minutes, std::to_string(m_lesson.minutes)) + "*");
    add("**" + (m_isKey ? m_words.untrue : m_words.misconception) + "** "
        + filled(m_words.quoted, m_lesson.misconception));
    add(m_lesson.hook);
    add("*" + m_words.source + " " + m_lesson.hookSource + "*");
    for (std::size_t i = 0; i < m_lesson.steps.size(); ++i)
        addStep(m_lesson.steps[i], i + 1);
    add("## " + m_words.check);
    addQuestion(m_lesson.check, {});
    add("## " + m_words.ownCase);
    add(m_lesson.ownCase);
    m_text.pop_back();
    return std::move(m_text);
}

} // namespace

std::string plainActionText(const LessonAction& action)
{
    const std::string ofLayer = action.layer.empty() ? "" : " (" + action.layer + ")";
    switch (action.kind) {
    case ActionKind::Set:
        return "Set " + placeTitle(action.place) + ofLayer + " to " + toText(action.value);
    case ActionKind::Change:
        return "Change the session as the lesson does";
    case ActionKind::Train:
        return action.steps == 0 ? "Train to the end" : "Train " + counted(action.steps, "step");
    case ActionKind::Pick:
        return "Pick the layer " + action.layer + " in the tree";
    case ActionKind::Open:
        return "Open " + placeTitle(action.place);
    case ActionKind::Step:
        return "Look at step " + std::to_string(action.steps);
    }
    return {};
}

std::string handoutMarkdown(const Lesson& lesson, HandoutKind kind, const HandoutWords& words)
{
    return HandoutWriter(lesson, kind, words).write();
}

} // namespace ulpscope
