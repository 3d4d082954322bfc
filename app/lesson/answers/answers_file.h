// SPDX-License-Identifier: GPL-3.0-or-later
// Files of answers (.ulpsanswers): a StudentAnswers as JSON, described by resources/schema/answers.schema.json. What writeAnswers()
// wrote loads back to the same bytes; what is none gives one message with its place.
#pragma once

#include "app/lesson/answers/answers.h"
#include "engine/base/result.h"
#include "engine/file/atomic_file.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr int kAnswersFileVersion = 1;
inline constexpr std::string_view kAnswersFormat = "ulpscope-answers";
/// The suffix without its dot.
inline constexpr std::string_view kAnswersFileSuffix = "ulpsanswers";
inline constexpr std::int64_t kMaxTries = 1'000'000;

/// The error's place is in the file, "lessons[2].answers[1].confidence"; syntax errors have "line 3, column 7".
Result<StudentAnswers> readAnswers(std::string_view text);

/// Members that say nothing are left out. Ends with a newline.
std::string writeAnswers(const StudentAnswers& answers);

/// The error's place is the file's path; its message names the place in the file.
Result<StudentAnswers> loadAnswers(const std::filesystem::path& path);

/// Replaces the file at once, as writeWholeFile() does: a reader sees the old file or the whole new one.
Status saveAnswers(
    const std::filesystem::path& path, const StudentAnswers& answers, OnLoss onLoss = OnLoss::Refuse);

/// All such files of the folder, by name; an error where it cannot be read.
Result<std::vector<std::filesystem::path>> findAnswerFiles(const std::filesystem::path& folder);

/// The JSON schema of such files.
std::string answersSchema();

} // namespace ulpscope
