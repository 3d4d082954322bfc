// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of lessons in the window begin with: a trained circle, and dialogs for files that are answered.
#pragma once

#include "tests/ui/window_test.h"
#include "ui/lessons/lesson_room.h"

namespace ulpscope::ui {

/// No slots of its own: they are the tests'.
class LessonWindowTest : public WindowTest
{
protected:
    void beginLessonTest(QSize size = {1440, 900})
    {
        startAfresh();
        openWindow(size);
        openScene("circle");
        answerFileDialogs();
    }

    void endLessonTest()
    {
        setFileAnswer({});
        m_window.reset();
    }

    LessonRoom& room() const { return *m_window->findChild<LessonRoom*>(); }
    LessonPlayer& player() const { return room().player(); }
};

} // namespace ulpscope::ui
