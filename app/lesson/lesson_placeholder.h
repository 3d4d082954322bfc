// SPDX-License-Identifier: GPL-3.0-or-later
// Placeholders of a new lesson: texts in single angle quotes, in any language, that its author replaces.
#pragma once

#include "app/lesson/lesson.h"

#include <string>
#include <vector>

namespace ulpscope {

/// "‹What was asked.›"
std::string asPlaceholder(const std::string& text);

/// Where the lesson still has one, in its file's order: "hook.text", "steps[0].say".
std::vector<std::string> placeholdersIn(const Lesson& lesson);

} // namespace ulpscope
