// SPDX-License-Identifier: GPL-3.0-or-later
// What a lesson does in the window, and finds out about it, beyond the session and its run. The window has one; a test of the
// player may have another.
#pragma once

#include "app/lesson/lesson_place.h"
#include "engine/session/session_spec.h"

#include <QString>

#include <optional>
#include <string>

namespace ulpscope::ui {

class LessonHands
{
public:
    virtual ~LessonHands() = default;

    /// Opens a session as one undo step, after asking about unsaved work. False if the user keeps what is open.
    virtual bool open(SessionSpec session, const QString& text) = 0;
    /// Views are as when the program starts: what was typed, chosen or zoomed before would make a lesson's text untrue.
    virtual void beginAfresh() = 0;
    /// Value of a control of a view; nothing where it has none.
    virtual std::optional<ControlValue> valueOf(const LessonPlace& place) const = 0;
    /// Where a control has several values, as ticked rows: whether one of them is `value`.
    virtual bool isSetTo(const LessonPlace& place, const ControlValue& value) const = 0;
    virtual void set(const LessonPlace& place, const ControlValue& value) = 0;
    /// Does what set() does, and clears other ticked values, so that the start of a lesson gives away no answer.
    virtual void setOnly(const LessonPlace& place, const ControlValue& value) = 0;
    /// The layer's name, "dense_1".
    virtual std::string pickedLayer() const = 0;
    virtual void pickLayer(const std::string& name) = 0;
    virtual bool isTabOpen(const LessonPlace& tab) const = 0;
    virtual void openTab(const LessonPlace& tab) = 0;
};

} // namespace ulpscope::ui
