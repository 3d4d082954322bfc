// SPDX-License-Identifier: GPL-3.0-or-later
// What a real training said of itself, line by line: losses, loss scales, skipped steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// A line that says something.
struct LogEvent
{
    std::size_t line = 0; ///< of the text, from 1
    std::optional<std::int64_t> step; ///< as the log counts
    std::optional<double> loss;
    std::optional<double> lossScale; ///< from here on
    std::optional<double> gradientNorm;
    std::optional<double> learningRate;
    /// Steps that this line says were skipped: 1 of "Skipping step", as many as it counts of an interval.
    std::int64_t skipped = 0;
    bool isScaleHeld = false; ///< the skipped step left the loss scale as it was (DeepSpeed's hysteresis)
    bool isOverflow
        = false; ///< the line is of one overflow, its scale what that has left, and not of an interval
    bool saysMinimum = false; ///< that the scale cannot fall any further

    bool operator==(const LogEvent&) const = default;
};

/// One figure of one tensor, of logs that have those.
struct LogStatistic
{
    std::size_t line = 0;
    std::string name; ///< "decoder.fc1_gradient_underflows%"
    std::int64_t step = 0;
    double value = 0;

    bool operator==(const LogStatistic&) const = default;
};

/// Of logs that are of no stack in particular.
constexpr std::string_view kUnknownStack = "unknown"; ///< numbers behind usual words
constexpr std::string_view kOwnStack = "own names"; ///< numbers behind words that somebody has said
constexpr std::string_view kTableStack = "a table";
constexpr std::string_view kJsonStack = "JSON lines";

struct TrainingLog
{
    std::string stack; ///< whose words they are: "DeepSpeed", or one of the above
    std::size_t lines = 0;
    std::vector<LogEvent> events;
    std::vector<LogStatistic> statistics;
};

} // namespace ulpscope
