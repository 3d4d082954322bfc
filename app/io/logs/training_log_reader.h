// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the log of a real training, of whichever stack: phrases, JSON, tables, and numbers behind names, as series of events.
#pragma once

#include "app/io/logs/log_names.h"
#include "app/judge/runs/training_log.h"
#include "engine/base/result.h"

#include <filesystem>
#include <span>
#include <stop_token>
#include <string_view>

namespace ulpscope {

/// A stack whose phrases are known.
struct LogStack
{
    std::string_view name; ///< "Megatron"
    std::string_view example; ///< a line of it, shortened
};
std::span<const LogStack> logStacks();

/// The error of a text without any known number.
inline constexpr const char* kNothingKnown = translated(
    "no number in it has a name that is known for a loss, a loss scale, a gradient norm or skipped steps");

/// Events in the order of the text. What says nothing is passed over; a text in which nothing does is kNothingKnown. A quantity that `names`
/// names is read by that name alone.
Result<TrainingLog> readTrainingLog(
    std::string_view text, const std::stop_token& stop = {}, const LogNames& names = {});

/// Names of numbers in the text that are not understood, the most frequent first; `names` are understood.
std::vector<UnreadNumber> unreadNumbers(std::string_view text, const LogNames& names = {});

/// TensorBoard writes what a series is into the file's name alone ("run-.-tag-loss.json"): then that is what "Value" is.
LogNames namesOfFile(const std::filesystem::path& path);

inline constexpr std::size_t kLargestLog = std::size_t{256} << 20; ///< bytes

/// Reads a log of at most kLargestLog bytes. The error's place is the path.
Result<TrainingLog> loadTrainingLog(
    const std::filesystem::path& path, const std::stop_token& stop = {}, LogNames names = {});

} // namespace ulpscope
