// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/json/json_text.h"
#include "app/lesson/answers/answers_file.h"
#include "app/lesson/lesson_file.h"

#include <nlohmann/json.hpp>

namespace ulpscope {

namespace {

using Json = nlohmann::ordered_json;

/// An object of exactly these members, all but `optional` required.
Json exactObject(Json properties, std::string_view optional = {})
{
    Json required = Json::array();
    for (const auto& [name, property] : properties.items())
        if (name != optional)
            required.push_back(name);
    return Json{{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)},
        {"additionalProperties", false}};
}

Json textMember(const std::string& description)
{
    return Json{{"type", "string"}, {"minLength", 1}, {"description", description}};
}

Json wholeMember(std::int64_t least, std::int64_t most, const std::string& description)
{
    return Json{{"type", "integer"}, {"minimum", least}, {"maximum", most}, {"description", description}};
}

Json flagMember(const std::string& description)
{
    return Json{{"type", "boolean"}, {"description", description}};
}

Json answerSchema()
{
    const Json number{{"$ref", "#/$defs/number"}};
    const Json point{{"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", number}};
    const auto most = static_cast<std::int64_t>(kMaxLessonItems) - 1;
    return Json{{"oneOf",
        Json::array({exactObject(Json{{"option", wholeMember(0, most, "Which of a choice, from 0.")}}),
            exactObject(Json{{"number", number}}), exactObject(Json{{"name", Json{{"type", "string"}}}}),
            exactObject(Json{
                {"points", Json{{"type", "array"}, {"maxItems", kMaxAnswerPoints}, {"items", point}}}})})}};
}

} // namespace

std::string answersSchema()
{
    const Json confidence{{"type", "number"}, {"minimum", 0}, {"maximum", 100},
        {"description", "How sure the student was of the first answer, in percent."}};
    const Json answer = exactObject(
        Json{{"part",
                 Json{{"enum", answerPartNames()},
                     {"description", "Before anything is done, of what happened, or the check at the end."}}},
            {"step",
                wholeMember(0, static_cast<std::int64_t>(kMaxLessonSteps),
                    "Of the lesson, from 0; of the check how many steps there are.")},
            {"ask", textMember("The question as it was put.")}, {"answer", answerSchema()},
            {"confidence", confidence}, {"right", flagMember("Whether the first answer is right.")},
            {"tries", wholeMember(1, kMaxTries, "How often it was answered.")},
            {"right_at_last", flagMember("Whether the last answer is right.")}},
        "confidence");
    const Json lesson = exactObject(Json{{"lesson", textMember("The name of the lesson's file.")},
        {"title", textMember("Of the lesson.")},
        {"misconception", textMember("The sentence that the lesson makes untrue.")},
        {"answers", Json{{"type", "array"}, {"maxItems", kMaxAnswersOfLesson}, {"items", answer}}}});
    const Json whole = exactObject(
        Json{{"format", Json{{"const", kAnswersFormat}}}, {"version", Json{{"const", kAnswersFileVersion}}},
            {"student",
                Json{{"type", "string"}, {"minLength", 1}, {"maxLength", kLongestStudentName},
                    {"description", "As he calls himself."}}},
            {"lessons", Json{{"type", "array"}, {"maxItems", kMaxAnsweredLessons}, {"items", lesson}}}},
        "student");
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$id", "answers.schema.json"},
        {"title", "Answers of one student to Ulpscope's lessons (.ulpsanswers), version 1"}};
    schema.update(whole);
    schema["$defs"]["number"] = Json{{"anyOf",
        Json::array(
            {Json{{"type", "number"}}, Json{{"enum", Json::array({"NaN", "Infinity", "-Infinity"})}}})}};
    return layoutJson(schema);
}

} // namespace ulpscope
