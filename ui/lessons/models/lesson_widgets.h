// SPDX-License-Identifier: GPL-3.0-or-later
// By which widget of the window each place of a lesson is found.
#pragma once

#include <QString>

#include <span>
#include <string_view>

namespace ulpscope::ui {

struct LessonWidget
{
    /// What of the widget is meant.
    enum class Part {
        Whole,
        Cell, ///< `detail`: the column's title; of the layer, or the current row
        Plot, ///< `detail`: the plot's id
        Button, ///< of a tool bar; `detail`: its action
        Tab, ///< of the window's tabs; `detail`: the tab's number, from 0
    };

    std::string_view place; ///< a row of lessonPlaces()
    std::string_view path; ///< object names from the outside in, "optimizerForm/parameter_epsilon"
    std::string_view otherwise = {}; ///< where the session has no such field: what would make it have one
    Part part = Part::Whole;
    std::string_view detail = {};
};

std::span<const LessonWidget> lessonWidgets();
/// Null: nobody knows the place.
const LessonWidget* lessonWidgetOf(std::string_view place);

} // namespace ulpscope::ui
