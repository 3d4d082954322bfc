// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the log of a real training, of whichever stack: by its phrases, JSON lines or a table with a header.
#pragma once

#include "engine/base/result.h"
#include "engine/judge/training_log.h"

#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace ulpscope {

/// A stack whose phrases are known.
struct LogStack
{
    std::string_view name; ///< "Megatron"
    std::string_view example; ///< a line of it, shortened
};
std::span<const LogStack> logStacks();

/// What somebody's own program calls these: the word before a number, a key of JSON, a column. Empty: the usual words.
struct LogNames
{
    std::string step = {}; ///< "it" of "it=0012 L=2.31 S=1024 skip=0"
    std::string loss = {};
    std::string lossScale = {};
    std::string skipped = {}; ///< how many steps the line says were skipped; 1 or true: that one

    bool empty() const { return step.empty() && loss.empty() && lossScale.empty() && skipped.empty(); }
};

/// Events in the order of the lines. Lines that say nothing are passed over; a text in which none does is an error.
/// A line that says something by `names` is read by these alone.
Result<TrainingLog> readTrainingLog(
    std::string_view text, const std::stop_token& stop = {}, const LogNames& names = {});

inline constexpr std::size_t kLargestLog = std::size_t{256} << 20; ///< bytes

/// At most kLargestLog. The error's place is the path.
Result<TrainingLog> loadTrainingLog(
    const std::filesystem::path& path, const std::stop_token& stop = {}, const LogNames& names = {});

} // namespace ulpscope
