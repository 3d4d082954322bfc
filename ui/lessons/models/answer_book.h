// SPDX-License-Identifier: GPL-3.0-or-later
// The learner's answers, kept between starts, and answers gathered in a class room.
#pragma once

#include "app/desktop/settings.h"
#include "app/lesson/answers/answers.h"
#include "app/lesson/answers/question.h"

#include <QString>

#include <utility>
#include <vector>

namespace ulpscope::ui {

class AnswerBook
{
public:
    /// settings must outlive it. What is kept there and is no file of answers counts as nothing.
    explicit AnswerBook(Settings& settings);

    const StudentAnswers& answers() const { return m_answers; }
    std::size_t count() const;
    void add(const QString& lessonName, const Lesson& lesson, const QuestionAnswer& given);
    /// Sets the student's name, which may be empty; a long name is cut.
    void setStudent(const QString& name);
    /// Forgets the name too: another learner is next.
    void forget();

private:
    void keep();

    Settings& m_settings;
    StudentAnswers m_answers;
};

// Predictions of a class as a teacher types them while hands are up: numbers for a number, letters for a choice.
struct RoomGuesses
{
    std::vector<std::pair<double, int>> numbers; ///< each with how often it was said, by rising number
    std::vector<int> options; ///< how often each option was said

    bool isEmpty() const { return numbers.empty() && options.empty(); }
    int count() const;
};

/// "10 20 20", "10, 20"; of a choice "A A B", or "AAB". Words that are neither are returned in `unread`.
RoomGuesses roomGuessesFrom(const QString& text, const Question& question, QString* unread = nullptr);

/// "10 %, 20 % (2)"; "A 2, B 1".
QString roomGuessesText(const RoomGuesses& guesses, const Question& question);

/// How many of them the question takes.
int rightGuesses(const RoomGuesses& guesses, const Question& question);

/// "A", "B", ... of an option.
QString optionLetter(std::size_t option);

} // namespace ulpscope::ui
