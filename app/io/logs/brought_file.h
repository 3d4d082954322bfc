// SPDX-License-Identifier: GPL-3.0-or-later
// A file or folder that the user brings, recognised by its contents: numbers of a training, a recording of it, its log, or none of these.
#pragma once

#include "app/io/recordings/recording.h"
#include "app/judge/runs/training_log.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace ulpscope {

/// A log with its own lines, which verdicts point to.
struct BroughtLog
{
    std::string text;
    TrainingLog log;
};

struct BroughtFile
{
    std::unique_ptr<TensorFile> tensors; ///< null: it has none, or they are a recording's
    std::unique_ptr<Recording> recording; ///< null: it is none
    std::unique_ptr<BroughtLog> log; ///< null: it is none; all null: none of these
};

/// Whether so much of it is known that it hardly is another text, such as a table to learn from.
bool isSurelyALog(const TrainingLog& log);

/// A folder is a recording, and a file of tensors whose names say steps and what passes through layers, or for which it is kept how
/// they are named. An error where it begins as one of them and is wrong, or cannot be read; its place is the path.
Result<BroughtFile> openBroughtFile(const std::filesystem::path& path, const std::stop_token& stop = {});
/// Opens the file as a recording whose tensors' names match `pattern`, and ignores a pattern kept beside the file.
Result<BroughtFile> openNamedRecording(
    const std::filesystem::path& path, const NamePattern& pattern, const std::stop_token& stop = {});

} // namespace ulpscope
