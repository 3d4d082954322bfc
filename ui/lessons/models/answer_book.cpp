// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/answer_book.h"

#include "app/lesson/answers/answers_file.h"

namespace ulpscope::ui {

AnswerBook::AnswerBook(Settings& settings)
    : m_settings(settings)
{
    if (Result<StudentAnswers> kept = readAnswers(settings.lessonAnswers().toStdString()))
        m_answers = *std::move(kept);
}

std::size_t AnswerBook::count() const
{
    std::size_t count = 0;
    for (const LessonAnswers& lesson : m_answers.lessons)
        count += lesson.answers.size();
    return count;
}

void AnswerBook::add(const QString& lessonName, const Lesson& lesson, const QuestionAnswer& given)
{
    addAnswer(m_answers, lessonName.toStdString(), lesson, given);
    keep();
}

void AnswerBook::setStudent(const QString& name)
{
    QString kept = name.trimmed();
    while (kept.toUtf8().size() > qsizetype(kLongestStudentName))
        kept.chop(1);
    m_answers.student = kept.toStdString();
    keep();
}

void AnswerBook::forget()
{
    m_answers = {};
    keep();
}

void AnswerBook::keep()
{
    const bool isNothing = m_answers.isEmpty() && m_answers.student.empty();
    m_settings.setLessonAnswers(
        isNothing ? QByteArray() : QByteArray::fromStdString(writeAnswers(m_answers)));
}

} // namespace ulpscope::ui
