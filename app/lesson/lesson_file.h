// SPDX-License-Identifier: GPL-3.0-or-later
// Lesson files (.ulpslesson): a Lesson as JSON, described by resources/schema/lesson.schema.json. What writeLesson() wrote loads
// back to the same bytes; what is no lesson gives one message with its place.
#pragma once

#include "app/lesson/lesson.h"
#include "engine/file/atomic_file.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr int kLessonFileVersion = 1;
inline constexpr std::string_view kLessonFormat = "ulpscope-lesson";
/// The suffix without its dot.
inline constexpr std::string_view kLessonFileSuffix = "ulpslesson";

// The most that a lesson may have of each.
inline constexpr std::size_t kMaxLessonSteps = 40;
inline constexpr std::size_t kMaxLessonItems = 32; ///< how many elements any other list may have
inline constexpr std::size_t kMaxLessonSeeds = 100;
inline constexpr std::int64_t kLongestLesson = 120; ///< minutes

/// Complete by itself: names of places, metrics, formats and operators exist, questions have right answers and a hint for
/// every wrong one. Whether the session has the layers that are named says checkLesson() (lesson_check.h). The error's place is in
/// the file, "steps[2].predict.options[1].hint"; syntax errors have "line 3, column 7".
Result<Lesson> readLesson(std::string_view text);

/// Members that say nothing are left out. Ends with a newline.
std::string writeLesson(const Lesson& lesson);

/// The error's place is the file's path; its message names the place in the file.
Result<Lesson> loadLesson(const std::filesystem::path& path);

/// Replaces the file at once, as writeWholeFile() does: a reader sees the old file or the whole new one.
Status saveLesson(const std::filesystem::path& path, const Lesson& lesson, OnLoss onLoss = OnLoss::Refuse);

/// A lesson that comes with the program.
struct FoundLesson
{
    std::string name; ///< file name without ending, "04-same-accuracy"
    std::filesystem::path path;
};

/// All lesson files of the folder, by name, which begins with the lesson's number.
std::vector<FoundLesson> findLessons(const std::filesystem::path& folder);

/// The JSON schema of such files.
std::string lessonSchema();

} // namespace ulpscope
