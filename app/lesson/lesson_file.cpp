// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_file.h"

#include "app/io/json/file_head.h"
#include "app/io/json/json_text.h"
#include "app/io/session/session_file.h"
#include "app/lesson/lesson_json.h"
#include "engine/file/whole_file.h"

#include <algorithm>

namespace ulpscope {

namespace {

std::string wordsOr(JsonMembers& members, const char* key)
{
    return members.has(key) ? members.words(key) : std::string();
}

bool isMadeOf(const std::string& text, std::string_view others)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || others.find(c) != std::string_view::npos;
    });
}

Result<ZoomRung> rungFromJson(const Json& json)
{
    JsonMembers members(json);
    ZoomRung rung;
    rung.level = static_cast<ZoomLevel>(members.choice("level", zoomLevelNames()));
    rung.say = members.words("say");
    rung.pointAt = partIn(members, "point_at", pointAtFromJson).value_or(PointAt());
    rung.actions = itemsOf(members, "do", kMaxLessonItems, actionFromJson);
    return finished(members, rung);
}

Json rungJson(const ZoomRung& rung)
{
    Json json{{"level", zoomLevelNames()[static_cast<std::size_t>(rung.level)]}, {"say", rung.say}};
    if (!rung.pointAt.place.empty())
        json["point_at"] = pointAtJson(rung.pointAt);
    if (!rung.actions.empty())
        json["do"] = listJson(rung.actions, actionJson);
    return json;
}

Result<LessonStep> stepFromJson(const Json& json)
{
    JsonMembers members(json);
    LessonStep step;
    step.title = members.words("title");
    step.say = members.words("say");
    step.pointAt = partIn(members, "point_at", pointAtFromJson).value_or(PointAt());
    step.predict = partIn(members, "predict", questionFromJson);
    step.actions = itemsOf(members, "do", kMaxLessonItems, actionFromJson);
    step.reveal = wordsOr(members, "reveal");
    step.observe = partIn(members, "observe", questionFromJson);
    step.explain = wordsOr(members, "explain");
    step.zoom = itemsOf(members, "zoom", kMaxLessonItems, rungFromJson);
    for (std::size_t i = 1; i < step.zoom.size(); ++i)
        if (step.zoom[i].level <= step.zoom[i - 1].level)
            members.fail(
                {"zoom[" + std::to_string(i) + "].level", "expected a finer level than the one before"});
    step.expect = itemsOf(members, "expect", kMaxLessonItems, expectationFromJson);
    if (step.predict && step.predict->kind == QuestionKind::Number && step.expect.empty())
        members.fail({"expect", "missing: the first measures the number that is to be predicted"});
    return finished(members, step);
}

Json stepJson(const LessonStep& step)
{
    Json json{{"title", step.title}, {"say", step.say}};
    if (!step.pointAt.place.empty())
        json["point_at"] = pointAtJson(step.pointAt);
    if (step.predict)
        json["predict"] = questionJson(*step.predict);
    if (!step.actions.empty())
        json["do"] = listJson(step.actions, actionJson);
    if (!step.reveal.empty())
        json["reveal"] = step.reveal;
    if (step.observe)
        json["observe"] = questionJson(*step.observe);
    if (!step.explain.empty())
        json["explain"] = step.explain;
    if (!step.zoom.empty())
        json["zoom"] = listJson(step.zoom, rungJson);
    if (!step.expect.empty())
        json["expect"] = listJson(step.expect, expectationJson);
    return json;
}

Result<LessonSession> sessionFromJson(const Json& json)
{
    JsonMembers members(json);
    LessonSession session;
    const bool isInline = members.has("inline");
    if (members.has("scene") == isInline)
        members.fail({"scene", "expected the name of a scene, or a session as \"inline\""});
    if (isInline) {
        const Result<SessionSpec> read = readSession(layoutJson(members.at("inline")));
        if (!read)
            members.fail(read.error().within("inline"));
        else
            session.session = writeSession(*read);
    } else {
        session.scene = members.text("scene");
        if (!isMadeOf(session.scene, "-_")) // never a path that leads out of the scenes' folder
            members.fail(
                {"scene", "expected the name of a scene, such as circle, got " + shownText(session.scene)});
    }
    if (members.has("change")) {
        const Json& change = members.at("change");
        if (!change.is_object() || change.empty())
            members.fail({"change", "expected an object with what is different, got " + shownJson(change)});
        session.change = layoutJson(change);
    }
    return finished(members, session);
}

Json sessionJson(const LessonSession& session)
{
    Json json = Json::object();
    if (session.scene.empty())
        json["inline"] = Json::parse(session.session);
    else
        json["scene"] = session.scene;
    if (!session.change.empty())
        json["change"] = Json::parse(session.change);
    return json;
}

Result<std::string> controlFromJson(const Json& json)
{
    if (!json.is_string())
        return Error{"", "expected the name of a control, got " + shownJson(json)};
    const Result<const LessonPlace*> place = lessonPlaceByName(json.get<std::string>());
    if (!place)
        return place.error();
    if (!(*place)->isControl())
        return Error{"", "expected the name of a control, got " + std::string((*place)->name)};
    return std::string((*place)->name);
}

Result<std::string> termFromJson(const Json& json)
{
    if (!json.is_string() || !isMadeOf(json.get<std::string>(), "_"))
        return Error{
            "", "expected the id of a term of the glossary, such as loss_scale, got " + shownJson(json)};
    return json.get<std::string>();
}

struct Hook
{
    std::string text;
    std::string source;
};
Result<Hook> hookFromJson(const Json& json)
{
    JsonMembers members(json);
    return finished(members, Hook{members.words("text"), members.words("source")});
}

struct Check
{
    Question question;
    std::vector<Expectation> expect;
};
Result<Check> checkFromJson(const Json& json)
{
    JsonMembers members(json);
    Check check;
    if (members.has("question"))
        check.question = partIn(members, "question", questionFromJson).value_or(Question());
    else
        members.fail({"question", "missing"});
    check.expect = itemsOf(members, "expect", kMaxLessonItems, expectationFromJson);
    return finished(members, check);
}

/// A metric of a run needs a session.
Status checkRuns(const Lesson& lesson)
{
    if (!lesson.session.isEmpty())
        return success();
    const auto needsRun = [](const std::vector<Expectation>& list) {
        return std::find_if(list.begin(), list.end(), [](const Expectation& e) { return !e.seeds.empty(); })
            != list.end();
    };
    bool anyNeeds = needsRun(lesson.checkExpect);
    for (const LessonStep& step : lesson.steps)
        anyNeeds = anyNeeds || needsRun(step.expect);
    return anyNeeds ? Status(Error{"session", "missing: the lesson promises numbers of a run"}) : success();
}

} // namespace

Result<Lesson> readLesson(std::string_view text)
{
    const Result<Json> parsed = parseJson(text);
    if (!parsed)
        return parsed.error();
    if (const Status head = checkFileHead(*parsed, {kLessonFormat, "lesson", kLessonFileVersion}); !head)
        return head.error();
    JsonMembers members(*parsed);
    members.has("format");
    members.has("version");
    Lesson lesson;
    lesson.title = members.words("title");
    lesson.misconception = members.words("misconception");
    if (!members.has("hook"))
        members.fail({"hook", "missing: expected a question with its source"});
    const Hook hook = partIn(members, "hook", hookFromJson).value_or(Hook());
    lesson.hook = hook.text;
    lesson.hookSource = hook.source;
    lesson.minutes = members.whole("minutes", 1, kLongestLesson);
    lesson.session = partIn(members, "session", sessionFromJson).value_or(LessonSession());
    lesson.view = itemsOf(members, "view", kMaxLessonItems, actionFromJson);
    lesson.locked = itemsOf(members, "locked", kMaxLessonItems, controlFromJson);
    lesson.hidden = itemsOf(members, "hidden", kMaxLessonItems, controlFromJson);
    lesson.steps = itemsOf(members, "steps", kMaxLessonSteps, stepFromJson);
    if (lesson.steps.empty())
        members.fail({"steps", "missing: a lesson has one step at least"});
    if (!members.has("check"))
        members.fail({"check", "missing: expected what shows that it was learnt"});
    Check check = partIn(members, "check", checkFromJson).value_or(Check());
    lesson.check = std::move(check.question);
    lesson.checkExpect = std::move(check.expect);
    lesson.terms = itemsOf(members, "terms", kMaxLessonItems, termFromJson);
    lesson.ownCase = members.words("own_case");
    Result<Lesson> whole = finished(members, std::move(lesson));
    if (!whole)
        return whole;
    if (const Status runs = checkRuns(*whole); !runs)
        return runs.error();
    return whole;
}

std::string writeLesson(const Lesson& lesson)
{
    Json json{{"format", kLessonFormat}, {"version", kLessonFileVersion}, {"title", lesson.title},
        {"misconception", lesson.misconception},
        {"hook", Json{{"text", lesson.hook}, {"source", lesson.hookSource}}}, {"minutes", lesson.minutes}};
    if (!lesson.session.isEmpty())
        json["session"] = sessionJson(lesson.session);
    if (!lesson.view.empty())
        json["view"] = listJson(lesson.view, actionJson);
    if (!lesson.locked.empty())
        json["locked"] = lesson.locked;
    if (!lesson.hidden.empty())
        json["hidden"] = lesson.hidden;
    json["steps"] = listJson(lesson.steps, stepJson);
    json["check"] = Json{{"question", questionJson(lesson.check)}};
    if (!lesson.checkExpect.empty())
        json["check"]["expect"] = listJson(lesson.checkExpect, expectationJson);
    if (!lesson.terms.empty())
        json["terms"] = lesson.terms;
    json["own_case"] = lesson.ownCase;
    return layoutJson(json);
}

Result<Lesson> loadLesson(const std::filesystem::path& path)
{
    const Result<std::string> text = readWholeFile(path, kLargestJson);
    if (!text)
        return text.error();
    Result<Lesson> lesson = readLesson(*text);
    if (!lesson)
        return Error{path.string(), lesson.error().sentence(), lesson.error().kind};
    return lesson;
}

Status saveLesson(const std::filesystem::path& path, const Lesson& lesson, OnLoss onLoss)
{
    return writeWholeFile(path, writeLesson(lesson), onLoss);
}

std::vector<FoundLesson> findLessons(const std::filesystem::path& folder)
{
    std::vector<FoundLesson> found;
    std::error_code error;
    for (const std::filesystem::directory_entry& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().extension() == "." + std::string(kLessonFileSuffix))
            found.push_back({entry.path().stem().string(), entry.path()});
    std::sort(found.begin(), found.end(),
        [](const FoundLesson& a, const FoundLesson& b) { return a.name < b.name; });
    return found;
}

} // namespace ulpscope
