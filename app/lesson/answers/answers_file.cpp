// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/answers/answers_file.h"

#include "app/io/json/file_head.h"
#include "app/io/json/json_text.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_json.h"
#include "engine/file/whole_file.h"

#include <algorithm>

namespace ulpscope {

namespace {

Result<CurvePoint> answerPointFrom(const Json& json)
{
    const auto at = [&](std::size_t i) { return json.is_array() ? numberIn(json[i]) : std::nullopt; };
    if (!json.is_array() || json.size() != 2 || !at(0) || !at(1))
        return Error{"", "expected two numbers, got " + shownJson(json)};
    return CurvePoint{*at(0), *at(1)};
}

/// An answer has exactly one of these members.
Result<Answer> answerFromJson(const Json& json)
{
    JsonMembers members(json);
    Answer answer;
    if (members.has("option"))
        answer = static_cast<std::size_t>(
            members.whole("option", 0, static_cast<std::int64_t>(kMaxLessonItems) - 1));
    else if (members.has("number"))
        answer = members.number("number");
    else if (members.has("name"))
        answer = members.text("name");
    else if (members.has("points"))
        answer = itemsOf(members, "points", kMaxAnswerPoints, answerPointFrom);
    else
        members.fail({"", "expected one of \"option\", \"number\", \"name\", \"points\""});
    return finished(members, std::move(answer));
}

Json givenAnswerJson(const Answer& answer)
{
    if (const auto* option = std::get_if<std::size_t>(&answer))
        return Json{{"option", *option}};
    if (const auto* number = std::get_if<double>(&answer))
        return Json{{"number", *number}};
    if (const auto* name = std::get_if<std::string>(&answer))
        return Json{{"name", *name}};
    Json points = Json::array();
    for (const CurvePoint& point : std::get<std::vector<CurvePoint>>(answer))
        points.push_back(Json::array({point.x, point.y}));
    return Json{{"points", std::move(points)}};
}

Result<QuestionAnswer> questionAnswerFromJson(const Json& json)
{
    JsonMembers members(json);
    QuestionAnswer read;
    read.part = static_cast<AnswerPart>(members.choice("part", answerPartNames()));
    read.step = members.whole("step", 0, static_cast<std::int64_t>(kMaxLessonSteps));
    read.ask = members.words("ask");
    if (Result<Answer> answer = answerFromJson(members.at("answer")))
        read.answer = *std::move(answer);
    else
        members.fail(answer.error().within("answer"));
    if (members.has("confidence")) {
        read.confidence = members.number("confidence");
        if (!(*read.confidence >= 0 && *read.confidence <= 100))
            members.fail({"confidence", "expected a number from 0 to 100"});
    }
    read.isRight = members.flag("right");
    read.tries = members.whole("tries", 1, kMaxTries);
    read.isRightAtLast = members.flag("right_at_last");
    return finished(members, std::move(read));
}

Json questionAnswerJson(const QuestionAnswer& answer)
{
    Json json{{"part", answerPartNames()[static_cast<std::size_t>(answer.part)]}, {"step", answer.step},
        {"ask", answer.ask}, {"answer", givenAnswerJson(answer.answer)}};
    if (answer.confidence)
        json["confidence"] = *answer.confidence;
    json["right"] = answer.isRight;
    json["tries"] = std::min(answer.tries, kMaxTries);
    json["right_at_last"] = answer.isRightAtLast;
    return json;
}

Result<LessonAnswers> lessonAnswersFromJson(const Json& json)
{
    JsonMembers members(json);
    LessonAnswers read;
    read.lesson = members.words("lesson");
    read.title = members.words("title");
    read.misconception = members.words("misconception");
    read.answers = itemsOf(members, "answers", kMaxAnswersOfLesson, questionAnswerFromJson);
    return finished(members, std::move(read));
}

Json lessonAnswersJson(const LessonAnswers& lesson)
{
    return Json{{"lesson", lesson.lesson}, {"title", lesson.title}, {"misconception", lesson.misconception},
        {"answers", listJson(lesson.answers, questionAnswerJson)}};
}

} // namespace

Result<StudentAnswers> readAnswers(std::string_view text)
{
    const Result<Json> parsed = parseJson(text);
    if (!parsed)
        return parsed.error();
    if (const Status head = checkFileHead(*parsed, {kAnswersFormat, "file of answers", kAnswersFileVersion});
        !head)
        return head.error();
    JsonMembers members(*parsed);
    members.has("format");
    members.has("version");
    StudentAnswers read;
    if (members.has("student"))
        read.student = members.words("student");
    if (read.student.size() > kLongestStudentName)
        members.fail({"student", "expected at most " + std::to_string(kLongestStudentName) + " bytes"});
    read.lessons = itemsOf(members, "lessons", kMaxAnsweredLessons, lessonAnswersFromJson);
    return finished(members, std::move(read));
}

std::string writeAnswers(const StudentAnswers& answers)
{
    Json json{{"format", kAnswersFormat}, {"version", kAnswersFileVersion}};
    if (!answers.student.empty())
        json["student"] = answers.student;
    json["lessons"] = listJson(answers.lessons, lessonAnswersJson);
    return layoutJson(json);
}

Result<StudentAnswers> loadAnswers(const std::filesystem::path& path)
{
    const Result<std::string> text = readWholeFile(path, kLargestJson);
    if (!text)
        return text.error();
    Result<StudentAnswers> answers = readAnswers(*text);
    if (!answers)
        return Error{path.string(), answers.error().sentence(), answers.error().kind};
    return answers;
}

Status saveAnswers(const std::filesystem::path& path, const StudentAnswers& answers, OnLoss onLoss)
{
    return writeWholeFile(path, writeAnswers(answers), onLoss);
}

Result<std::vector<std::filesystem::path>> findAnswerFiles(const std::filesystem::path& folder)
{
    std::error_code error;
    std::vector<std::filesystem::path> found;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        if (entry->path().extension() == "." + std::string(kAnswersFileSuffix))
            found.push_back(entry->path());
    if (error)
        return Error{folder.string(), error.message()};
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace ulpscope
