// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson that is being written: changed step by step with undo, and judged as its file would be.
#pragma once

#include "app/lesson/lesson.h"
#include "engine/base/result.h"
#include "engine/session/session_spec.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <optional>

namespace ulpscope::ui {

class LessonDraft : public QObject
{
    Q_OBJECT
public:
    explicit LessonDraft(Lesson lesson, QObject* parent = nullptr);

    const Lesson& lesson() const { return m_lesson; }
    QUndoStack& undoStack() { return m_undo; }
    /// field: of the same one consecutive changes are one undo step, as letters that are typed; empty: never.
    void edit(const QString& text, const std::function<void(Lesson&)>& change, const QString& field = {});
    /// The error that readLesson() would give for the draft's file; nullopt if the draft can be saved.
    std::optional<Error> problem() const;

signals:
    void changed();

private:
    friend class LessonEdit;
    void show(const Lesson& lesson);

    Lesson m_lesson;
    QUndoStack m_undo;
};

/// A lesson of one step and a check that starts from the session; its texts are placeholders.
Lesson freshLesson(const SessionSpec& session);
/// A new step, whose question has one right and one wrong option.
LessonStep freshStep();
Question freshQuestion();

} // namespace ulpscope::ui
