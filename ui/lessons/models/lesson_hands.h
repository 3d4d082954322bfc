// SPDX-License-Identifier: GPL-3.0-or-later
// Interface through which a lesson acts on the window and asks about it, beyond the session and its run. A test of the
// player may have its own.
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
    /// Resets the views to their state at the program's start, because earlier input or zooming would make a lesson's
    /// text untrue.
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
