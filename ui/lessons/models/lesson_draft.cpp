// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_draft.h"

#include "app/io/session/session_file.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_placeholder.h"

#include <QCoreApplication>
#include <QUndoCommand>

namespace ulpscope::ui {

namespace {

constexpr int kTypingId = 1;

struct FreshWords
{
    Q_DECLARE_TR_FUNCTIONS(LessonDraft)
};

std::string placeholder(const QString& text)
{
    return asPlaceholder(text.toStdString());
}

} // namespace

/// Lessons are small: one undo step is the lesson before and after.
class LessonEdit : public QUndoCommand
{
public:
    LessonEdit(LessonDraft& draft, const QString& text, Lesson after, QString field)
        : QUndoCommand(text)
        , m_draft(draft)
        , m_before(draft.lesson())
        , m_after(std::move(after))
        , m_field(std::move(field))
    {
    }

    int id() const override { return m_field.isEmpty() ? -1 : kTypingId; }
    void undo() override { m_draft.show(m_before); }
    void redo() override { m_draft.show(m_after); }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const LessonEdit*>(other);
        if (next->m_field != m_field)
            return false;
        m_after = next->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    LessonDraft& m_draft;
    Lesson m_before;
    Lesson m_after;
    QString m_field;
};

LessonDraft::LessonDraft(Lesson lesson, QObject* parent)
    : QObject(parent)
    , m_lesson(std::move(lesson))
{
}

void LessonDraft::edit(const QString& text, const std::function<void(Lesson&)>& change, const QString& field)
{
    Lesson after = m_lesson;
    change(after);
    if (!(after == m_lesson))
        m_undo.push(new LessonEdit(*this, text, std::move(after), field));
}

void LessonDraft::show(const Lesson& lesson)
{
    m_lesson = lesson;
    emit changed();
}

std::optional<Error> LessonDraft::problem() const
{
    const Result<Lesson> read = readLesson(writeLesson(m_lesson));
    return read ? std::nullopt : std::optional(read.error());
}

Question freshQuestion()
{
    Question question;
    question.ask = placeholder(FreshWords::tr("What will happen?"));
    question.options = {{placeholder(FreshWords::tr("This")), true, {}},
        {placeholder(FreshWords::tr("That")), false, placeholder(FreshWords::tr("Why that is not so."))}};
    return question;
}

Lesson freshLesson(const SessionSpec& session)
{
    Lesson lesson;
    lesson.title = placeholder(FreshWords::tr("A new lesson"));
    lesson.misconception = placeholder(FreshWords::tr("What many believe, and is not so."));
    lesson.hook = placeholder(FreshWords::tr("What somebody asked."));
    lesson.hookSource = placeholder(FreshWords::tr("Where it was asked"));
    lesson.session.session = writeSession(session);
    lesson.steps = {freshStep()};
    lesson.check = freshQuestion();
    lesson.ownCase = placeholder(FreshWords::tr("What to try with a model of your own."));
    return lesson;
}

LessonStep freshStep()
{
    LessonStep step;
    step.title = placeholder(FreshWords::tr("A new step"));
    step.say = placeholder(FreshWords::tr("What is told here."));
    return step;
}

} // namespace ulpscope::ui
