// SPDX-License-Identifier: GPL-3.0-or-later
// The session at each point of a lesson, without a window: what it starts from, and what its steps make of it.
#pragma once

#include "app/lesson/lesson.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>

namespace ulpscope {

/// Returns nullopt where the lesson starts from whatever is open. scenes: the folder of the program's scenes.
Result<std::optional<SessionSpec>> startingSession(
    const LessonSession& session, const std::filesystem::path& scenes);

/// After those actions that change the session; the others leave it as it is. Errors have the action's place, "[1]".
Result<SessionSpec> withActions(const SessionSpec& session, std::span<const LessonAction> actions);

/// After the actions of the steps before `end`: sessionAt(lesson, scenes, 0) is the starting session. Places as in the file.
Result<std::optional<SessionSpec>> sessionAt(
    const Lesson& lesson, const std::filesystem::path& scenes, std::size_t end);

} // namespace ulpscope
