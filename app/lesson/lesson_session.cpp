// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/lesson_session.h"

#include "app/io/session/session_file.h"
#include "app/io/session/suggestion.h"

#include <algorithm>

namespace ulpscope {

namespace {

Result<SessionSpec> withAction(const SessionSpec& session, const LessonAction& action)
{
    if (action.kind == LessonAction::Kind::Change)
        return withSuggestion(session, {"", action.change});
    if (action.kind != LessonAction::Kind::Set)
        return session;
    const Result<const LessonPlace*> place = lessonPlaceByName(action.place);
    if (!place)
        return place.error();
    if ((*place)->kind != PlaceKind::SessionControl)
        return session;
    return withControl(session, **place, action.layer, action.value);
}

} // namespace

Result<std::optional<SessionSpec>> startingSession(
    const LessonSession& session, const std::filesystem::path& scenes)
{
    if (session.isEmpty())
        return std::optional<SessionSpec>();
    Result<SessionSpec> start = session.scene.empty()
        ? readSession(session.session)
        : loadSession(scenes / (session.scene + "." + std::string(kSessionFileSuffix)));
    if (!start && !session.scene.empty())
        return Error{"scene", start.error().sentence()}; // the error's place is the scene's file
    if (!start)
        return start.error().within("inline");
    if (session.change.empty())
        return std::optional(*std::move(start));
    Result<SessionSpec> changed = withSuggestion(*start, {"", session.change});
    if (!changed)
        return changed.error().within("change");
    return std::optional(*std::move(changed));
}

Result<SessionSpec> withActions(const SessionSpec& session, std::span<const LessonAction> actions)
{
    SessionSpec current = session;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        Result<SessionSpec> changed = withAction(current, actions[i]);
        if (!changed)
            return changed.error().within("[" + std::to_string(i) + "]");
        current = *std::move(changed);
    }
    return current;
}

Result<std::optional<SessionSpec>> sessionAt(
    const Lesson& lesson, const std::filesystem::path& scenes, std::size_t end)
{
    Result<std::optional<SessionSpec>> current = startingSession(lesson.session, scenes);
    if (!current)
        return current.error().within("session");
    for (std::size_t i = 0; *current && i < std::min(end, lesson.steps.size()); ++i) {
        Result<SessionSpec> changed = withActions(**current, lesson.steps[i].actions);
        if (!changed)
            return changed.error().within("do").within("steps[" + std::to_string(i) + "]");
        *current = *std::move(changed);
    }
    return current;
}

} // namespace ulpscope
