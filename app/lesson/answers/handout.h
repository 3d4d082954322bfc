// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson on paper, as Markdown: to be worked through beside the program, and the key to it.
#pragma once

#include "app/lesson/lesson.h"

#include <functional>
#include <string>

namespace ulpscope {

enum class HandoutKind {
    Handout, ///< questions with room for answers; nothing that gives one away
    Key, ///< the right answers, what wrong ones show, and what is explained
};

/// The words around the lesson's own texts, and how an action is said: in the reader's language.
struct HandoutWords
{
    std::string key = "Key";
    std::string name = "Name";
    std::string date = "Date";
    std::string misconception = "Is it so?";
    std::string untrue = "What is not so";
    std::string quoted = "“%1”";
    std::string source = "Asked in";
    std::string minutes = "%1 min";
    std::string step = "Step %1";
    std::string predict = "Before you do anything";
    std::string answer = "Answer";
    std::string drawing = "Draw here what you expect";
    std::string confidence = "How sure are you, from 0 to 100 %?";
    std::string act = "Do";
    std::string observe = "What happened?";
    std::string explain = "Why? In your own words";
    std::string explained = "Why";
    std::string seen = "What there is to see";
    std::string check = "Check";
    std::string right = "right";
    std::string hint = "Whoever says \"%1\"";
    std::string otherwise = "Whoever says anything else";
    std::string from = "from %1 to %2";
    std::string below = "at most %1";
    std::string above = "at least %1";
    std::string along = "between %1 and %2";
    std::string promised = "Measured";
    std::string ownCase = "Now with your own";
    /// nullopt means English.
    std::function<std::string(const LessonAction&)> action = {};
};

std::string handoutMarkdown(const Lesson& lesson, HandoutKind kind, const HandoutWords& words = {});

/// "Set Loss scale to 1024", in English.
std::string plainActionText(const LessonAction& action);

} // namespace ulpscope
