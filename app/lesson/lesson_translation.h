// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson in another language: its texts are in a file of their own, lessons/de/NAME.json beside lessons/NAME.ulpslesson, an object
// of each English text and its translation. Structure, places, measured numbers and bands stay in the one lesson.
#pragma once

#include "app/lesson/lesson.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// The texts of a lesson file that are shown, in its order, each once. Returns the file's error if it cannot be read.
Result<std::vector<std::string>> lessonTexts(std::string_view lessonText);

/// The lesson file with its texts in the other language. Each of them needs its translation, and a translation the numbers in bold that the
/// text has ("0,5" is 0.5); the error's place is the text.
Result<std::string> translateLesson(std::string_view lessonText, std::string_view translationText);

/// Path at which the lesson's translation into a language is expected.
std::filesystem::path translationPath(const std::filesystem::path& lesson, std::string_view language);

/// Loads as loadLesson() does, with texts in `language` ("de") where the lesson has a complete translation, else the original ones.
Result<Lesson> loadLessonIn(const std::filesystem::path& path, std::string_view language);

} // namespace ulpscope
