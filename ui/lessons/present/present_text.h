// SPDX-License-Identifier: GPL-3.0-or-later
// What a class reads of the page that the player is at: only what can be seen by now.
#pragma once

#include "ui/lessons/models/lesson_player.h"

#include <QString>

namespace ulpscope::ui {

/// The text as Markdown.
QString presentText(const LessonPlayer& player);
/// The question that is asked now, or whose answer has just been shown; null: none.
const Question* presentQuestion(const LessonPlayer& player);
/// The one control of the page: what its first action sets, or its check asks for; an empty place: none.
PointAt presentControl(const LessonPlayer& player);
/// What is seen beside the text: a plot by its place, or else a place of the window.
QString presentSight(const LessonPlayer& player);

} // namespace ulpscope::ui
