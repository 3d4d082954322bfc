// SPDX-License-Identifier: GPL-3.0-or-later
// What a room predicts, as a teacher types it while hands are up: numbers of a number, letters of a choice.
#pragma once

#include "app/lesson/answers/question.h"

#include <QString>

#include <utility>
#include <vector>

namespace ulpscope::ui {

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
