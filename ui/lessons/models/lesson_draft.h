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

/// One step and a check, from that session; every text is to be written.
Lesson freshLesson(const SessionSpec& session);
/// A step with an option to choose and one to avoid, to begin with.
LessonStep freshStep();
Question freshQuestion();

} // namespace ulpscope::ui
