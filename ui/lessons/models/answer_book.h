// SPDX-License-Identifier: GPL-3.0-or-later
// What the student at this program has answered in all lessons so far, kept between two starts of the program.
#pragma once

#include "app/desktop/settings.h"
#include "app/lesson/answers/answers.h"

#include <QString>

namespace ulpscope::ui {

class AnswerBook
{
public:
    /// settings must outlive it. What is kept there and is no file of answers counts as nothing.
    explicit AnswerBook(Settings& settings);

    const StudentAnswers& answers() const { return m_answers; }
    std::size_t count() const;
    void add(const QString& lessonName, const Lesson& lesson, const QuestionAnswer& given);
    /// May be empty; what is too long is cut.
    void setStudent(const QString& name);
    /// Forgets the name too: another learner is next.
    void forget();

private:
    void keep();

    Settings& m_settings;
    StudentAnswers m_answers;
};

} // namespace ulpscope::ui
