// SPDX-License-Identifier: GPL-3.0-or-later
// The text for a class on the player's current page: only the parts that are open by now.
#pragma once

#include "ui/lessons/models/lesson_player.h"

#include <QString>

namespace ulpscope::ui {

/// The text as Markdown.
QString presentText(const LessonPlayer& player);
/// The question that is asked now, or whose answer has just been shown; null: none.
const Question* presentQuestion(const LessonPlayer& player);
/// The only control of the page: the one that its first action sets or its check asks for. An empty place: none.
PointAt presentControl(const LessonPlayer& player);
/// The picture beside the text: a plot by its place, or another place of the window.
QString presentSight(const LessonPlayer& player);

} // namespace ulpscope::ui
