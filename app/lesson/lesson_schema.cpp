// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_schema.h"

#include "app/io/json/json_text.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_metric.h"

#include <nlohmann/json.hpp>

namespace ulpscope {

namespace {

Json refTo(const char* definition)
{
    return Json{{"$ref", std::string("#/$defs/") + definition}};
}

/// An object with these members and no others.
Json objectOf(Json properties, const std::vector<std::string>& required)
{
    Json schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty())
        schema["required"] = required;
    return schema;
}

Json withText(Json schema, const std::string& description)
{
    schema["description"] = description;
    return schema;
}

Json words(const std::string& description = {})
{
    Json schema{{"type", "string"}, {"minLength", 1}};
    return description.empty() ? schema : withText(std::move(schema), description);
}

Json listOf(Json items, std::size_t most = kMaxLessonItems)
{
    return Json{{"type", "array"}, {"items", std::move(items)}, {"maxItems", most}};
}

Json flag(const std::string& description)
{
    return Json{{"type", "boolean"}, {"default", false}, {"description", description}};
}

Json wholeNumber(std::int64_t least, const std::string& description)
{
    return Json{{"type", "integer"}, {"minimum", least}, {"description", description}};
}

Json changeOfSession()
{
    return Json{{"type", "object"}, {"minProperties", 1},
        {"description",
            "In the shape of a session: what is given takes the place of what is there, null takes it away, \"layers\" is an "
            "object of layers by their names, and an object of another class replaces the whole."}};
}

Json placesOf(bool (*isOne)(const LessonPlace&), bool isOfLayer)
{
    Json names = Json::array();
    for (const LessonPlace& place : lessonPlaces())
        if (isOne(place) && place.isOfLayer == isOfLayer)
            names.push_back(place.name);
    return Json{{"enum", std::move(names)}};
}

/// Objects that name such a place in a member, each with the layer if it is a layer's.
Json placeObjects(
    const char* key, bool (*isOne)(const LessonPlace&), const Json& others, std::vector<std::string> required)
{
    required.insert(required.begin(), key);
    Json alternatives = Json::array();
    for (const bool isOfLayer : {false, true}) {
        Json names = placesOf(isOne, isOfLayer);
        if (names["enum"].empty())
            continue;
        Json properties{{key, std::move(names)}};
        std::vector<std::string> needed = required;
        if (isOfLayer) {
            properties["layer"] = words("A layer's name.");
            needed.emplace_back("layer");
        }
        properties.update(others);
        alternatives.push_back(objectOf(std::move(properties), needed));
    }
    return alternatives.size() == 1 ? alternatives.front() : Json{{"oneOf", std::move(alternatives)}};
}

bool isControl(const LessonPlace& place)
{
    return place.isControl();
}
bool isTab(const LessonPlace& place)
{
    return place.kind == PlaceKind::Tab;
}
bool isPlot(const LessonPlace& place)
{
    return place.kind == PlaceKind::Plot;
}
bool isAny(const LessonPlace&)
{
    return true;
}

Json actionSchema()
{
    const Json value{{"type", Json::array({"number", "string", "boolean"})}};
    Json choices = Json::array();
    choices.push_back(
        withText(placeObjects("set", isControl, Json{{"to", value}}, {"to"}), "Sets a control."));
    choices.push_back(
        withText(objectOf(Json{{"change", changeOfSession()}}, {"change"}), "Changes the session."));
    choices.push_back(objectOf(
        Json{{"train", wholeNumber(0, "How many steps more are trained; 0: to the end of the run.")}},
        {"train"}));
    choices.push_back(objectOf(Json{{"pick", words("The layer that is chosen in the tree.")}}, {"pick"}));
    choices.push_back(withText(placeObjects("open", isTab, Json::object(), {}), "Opens a tab."));
    choices.push_back(
        objectOf(Json{{"step", wholeNumber(0, "The step of the run that is looked at.")}}, {"step"}));
    return Json{{"oneOf", std::move(choices)}};
}

Json rangeSchema()
{
    const Json number = refTo("number");
    return withText(
        objectOf(Json{{"value", withText(number, "In place of low and high where they are the same.")},
                     {"low", number}, {"high", number},
                     {"from", withText(number, "Of points and curves: the least x.")},
                     {"to", withText(number, "Of points and curves: the largest x.")}},
            {}),
        "Values from low to high, both included; what is left out is infinite.");
}

Json questionSchema()
{
    Json choices = Json::array();
    const Json hints = withText(listOf(objectOf(Json{{"when", refTo("test")}, {"say", words()}}, {"say"})),
        "The first that fits a wrong answer is said; the last, without \"when\", fits all.");
    for (std::size_t i = 0; i < questionKindNames().size(); ++i) {
        const auto kind = static_cast<QuestionKind>(i);
        Json common{{"kind", Json{{"const", questionKindNames()[i]}}}, {"ask", words("Markdown.")},
            {"confidence", flag("Whether the learner says how sure the answer is.")},
            {"point_at",
                withText(
                    refTo("place"), "Where the answer is to be seen, where its step points elsewhere.")}};
        if (kind == QuestionKind::Choice) {
            common["options"] = Json{{"type", "array"}, {"minItems", 2}, {"maxItems", kMaxLessonItems},
                {"items",
                    objectOf(Json{{"text", words()}, {"right", flag("Whether it is right; one at least is.")},
                                 {"hint", words("What is said to whoever picks it; a wrong one needs it.")}},
                        {"text"})}};
            choices.push_back(objectOf(std::move(common), {"kind", "ask", "options"}));
            continue;
        }
        common["right"] = refTo("test");
        common["hints"] = hints;
        if (kind == QuestionKind::Number)
            common["unit"] = words("Behind the field, such as %.");
        const std::vector<std::string> required{"kind", "ask", "right", "hints"};
        if (kind == QuestionKind::SetControl)
            choices.push_back(placeObjects("control", isControl, common, required));
        else if (kind == QuestionKind::Point || kind == QuestionKind::Curve)
            choices.push_back(placeObjects("plot", isPlot, common, required));
        else
            choices.push_back(objectOf(std::move(common), required));
    }
    return Json{{"oneOf", std::move(choices)}};
}

Json parameterOf(const ParameterSpec& spec)
{
    struct Type
    {
        Json operator()(bool) const { return "boolean"; }
        Json operator()(std::int64_t) const { return "integer"; }
        Json operator()(double) const { return "number"; }
        Json operator()(const std::string&) const { return "string"; }
        Json operator()(const std::vector<std::int64_t>&) const { return "array"; }
    };
    Json schema = Json{{"type", std::visit(Type(), spec.defaultValue)}};
    if (!spec.choices.empty())
        schema = Json{{"enum", spec.choices}};
    if (spec.minimum)
        schema["minimum"] = *spec.minimum;
    if (spec.maximum)
        schema["maximum"] = *spec.maximum;
    return withText(std::move(schema), spec.description);
}

Json comparisonProperties()
{
    return Json{{"operator", Json{{"enum", expectOperatorNames()}}},
        {"value", withText(refTo("number"), "Of all operators but within and absent.")},
        {"tolerance", Json{{"type", "number"}, {"minimum", 0}, {"description", "Of ==."}}},
        {"low", withText(refTo("number"), "Of within.")}, {"high", withText(refTo("number"), "Of within.")}};
}

Json expectationSchema()
{
    Json choices = Json::array();
    for (const LessonMetric& metric : lessonMetrics()) {
        Json parameters = Json::object();
        std::vector<std::string> needed;
        for (const ParameterSpec& spec : metric.parameters) {
            parameters[spec.name] = parameterOf(spec);
            if (spec.isRequired)
                needed.push_back(spec.name);
        }
        Json properties{
            {"metric", Json{{"const", metric.name}}}, {"of", objectOf(std::move(parameters), needed)}};
        std::vector<std::string> required{"metric", "of", "operator"};
        if (metric.isOfRun) {
            properties["with"] = withText(
                listOf(refTo("action")), "Changes of the session beyond those of the steps, for comparison.");
            properties["seeds"] = Json{{"type", "array"}, {"minItems", 1}, {"maxItems", kMaxLessonSeeds},
                {"items", Json{{"type", "integer"}, {"minimum", 0}}},
                {"description", "Over which it was measured."}};
            required.emplace_back("seeds");
            if (metric.isOfTwoRuns) {
                properties["with"]["minItems"] = 1;
                required.emplace_back("with");
            }
        }
        properties.update(comparisonProperties());
        choices.push_back(withText(objectOf(std::move(properties), required), metric.description));
    }
    return Json{{"oneOf", std::move(choices)}};
}

Json stepSchema()
{
    const Json rung = objectOf(Json{{"level", Json{{"enum", zoomLevelNames()}}}, {"say", words()},
                                   {"point_at", refTo("place")}, {"do", listOf(refTo("action"))}},
        {"level", "say"});
    Json properties{{"title", words()}, {"say", words("Markdown, as all texts.")},
        {"point_at", refTo("place")},
        {"predict",
            withText(refTo("question"),
                "Before anything is done; of kind number: what the first of expect measures.")},
        {"do", withText(listOf(refTo("action")), "What the learner does, and the player for who skips it.")},
        {"reveal", words("What there is to see then.")},
        {"observe", withText(refTo("question"), "What happened: corrected before it is explained.")},
        {"explain", words()},
        {"zoom", withText(listOf(rung), "From the run down to bits, each level finer.")},
        {"expect",
            withText(
                listOf(refTo("expectation")), "The numbers that are promised after what was done so far.")}};
    return objectOf(std::move(properties), {"title", "say"});
}

} // namespace

std::string lessonSchema()
{
    Json session = Json{{"oneOf",
        Json::array({objectOf(Json{{"scene", Json{{"type", "string"}, {"pattern", "^[a-z0-9_-]+$"}}},
                                  {"change", changeOfSession()}},
                         {"scene"}),
            objectOf(Json{{"inline", Json{{"$ref", "session.schema.json"}}}, {"change", changeOfSession()}},
                {"inline"})})}};
    const Json control
        = Json{{"anyOf", Json::array({placesOf(isControl, false), placesOf(isControl, true)})}};
    Json properties{{"format", Json{{"const", kLessonFormat}}},
        {"version", Json{{"const", kLessonFileVersion}}}, {"title", words()},
        {"misconception", words("The sentence that the lesson makes untrue.")},
        {"hook",
            withText(objectOf(Json{{"text", words()}, {"source", words()}}, {"text", "source"}),
                "A real question, and where it was asked.")},
        {"minutes", Json{{"type", "integer"}, {"minimum", 1}, {"maximum", kLongestLesson}}},
        {"session", withText(std::move(session), "What it starts from; none: whatever is open.")},
        {"view", withText(listOf(refTo("action")), "What is opened and set before the first step.")},
        {"locked", withText(listOf(control), "Controls that are shown and cannot be changed.")},
        {"hidden", withText(listOf(control), "Controls that are not shown.")},
        {"steps",
            Json{
                {"type", "array"}, {"minItems", 1}, {"maxItems", kMaxLessonSteps}, {"items", refTo("step")}}},
        {"check",
            withText(objectOf(Json{{"question", refTo("question")}, {"expect", listOf(refTo("expectation"))}},
                         {"question"}),
                "Answered in the instrument itself.")},
        {"terms",
            withText(listOf(Json{{"type", "string"}, {"pattern", "^[a-z0-9_]+$"}}), "Of the glossary.")},
        {"own_case", words("Now with your own.")}};
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$id", "lesson.schema.json"},
        {"title", "Ulpscope lesson (.ulpslesson), version 1"}};
    schema.update(objectOf(std::move(properties),
        {"format", "version", "title", "misconception", "hook", "minutes", "steps", "check", "own_case"}));
    const Json number{{"anyOf",
        Json::array(
            {Json{{"type", "number"}}, Json{{"enum", Json::array({"NaN", "Infinity", "-Infinity"})}}})}};
    const Json test{{"type", "array"}, {"minItems", 1}, {"maxItems", kMaxLessonItems},
        {"items", Json{{"anyOf", Json::array({refTo("range"), Json{{"type", "string"}}})}}},
        {"description",
            "In one of the ranges (a curve: in all of them), or one of the names, of layers or of what a control is set to."}};
    schema["$defs"] = Json{{"number", number}, {"range", rangeSchema()}, {"test", test},
        {"place",
            withText(placeObjects("place", isAny, Json::object(), {}), "What is ringed in the window.")},
        {"action", actionSchema()}, {"question", questionSchema()}, {"expectation", expectationSchema()},
        {"step", stepSchema()}};
    return layoutJson(schema);
}

} // namespace ulpscope
