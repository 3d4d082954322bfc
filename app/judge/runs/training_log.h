// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of a real training's log: losses, loss scales, gradient norms, skipped steps, metrics of tensors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Where the log says something. An entry is a line, a state of a progress bar, a table or an object of a JSON document.
struct LogPlace
{
    std::size_t line = 0; ///< of the text, from 1; an entry of several lines is at its first
    std::size_t part = 0; ///< which entry of its line this is, from 1; 0: the line has no other
    std::optional<std::int64_t> step; ///< over the whole run, where the log lets it be known
    std::optional<std::int64_t> stepOfEpoch; ///< as printed, where the log counts within epochs
    std::optional<std::int64_t> lastStep; ///< N of a step that is printed as n/N
    std::optional<double> epoch;

    bool operator==(const LogPlace&) const = default;
};

/// An entry that says something. The loss is that of training; a validation has its own.
struct LogEvent : LogPlace
{
    std::optional<double> loss;
    std::optional<double> meanLoss; ///< a running mean beside the loss: stays NaN after a single NaN
    std::optional<double> validationLoss;
    std::optional<double> lossScale; ///< the loss scale from here on, never its logarithm
    std::optional<double> gradientNorm;
    std::optional<double> meanGradientNorm; ///< a running mean beside the gradient norm
    std::optional<double> learningRate;
    /// Steps that this entry says were skipped: 1 of "Skipping step", as many as it counts of an interval.
    std::int64_t skipped = 0;
    bool isLossAveraged
        = false; ///< the loss itself is a running mean, so that it does not recover from a NaN
    bool isLossNull = false; ///< null or a word stands for the loss, which may have been NaN or not known
    bool isNormNull = false; ///< the same for the gradient norm
    bool isScaleHeld = false; ///< the skipped step left the loss scale as it was (DeepSpeed's hysteresis)
    /// The entry is about one overflow, its scale is what that has left; false where it sums up an interval.
    bool isOverflow = false;
    bool saysMinimum = false; ///< the entry says that the scale cannot fall any further

    bool operator==(const LogEvent&) const = default;
};

/// A metric of a tensor, from a log that has those (Transformer Engine through dlfw-inspect).
struct LogStatistic
{
    std::size_t line = 0;
    std::string layer; ///< "decoder.fc1"
    std::string tensor; ///< "gradient"
    std::string statistic; ///< "underflows%"
    std::int64_t step = 0;
    double value = 0;

    bool operator==(const LogStatistic&) const = default;
};

/// Numbers of a name that is not understood.
struct UnreadNumber
{
    std::string name; ///< name that the log writes
    std::size_t count = 0;
    double example = 0; ///< the first of them

    bool operator==(const UnreadNumber&) const = default;
};

/// Stacks of logs that are of none in particular.
constexpr std::string_view kUnknownStack = "unknown"; ///< numbers behind usual words
constexpr std::string_view kOwnStack = "own names"; ///< numbers behind words that the caller gave
constexpr std::string_view kTableStack = "a table";
constexpr std::string_view kJsonStack = "JSON";

/// A loss that is printed as a part of the loss: "loss_cls".
struct LossPart
{
    std::string name;
    std::size_t notFinite = 0;

    bool operator==(const LossPart&) const = default;
};

struct TrainingLog
{
    std::string stack; ///< whose words they are: "DeepSpeed", or one of the above
    std::size_t lines = 0;
    std::vector<LogEvent> events;
    std::vector<LogStatistic> statistics;
    std::vector<UnreadNumber> unread; ///< the most frequent first
    /// Skipped steps are stated where they happen, so that silence means none. False: the log merely does not mention them.
    bool statesSkips = false;
    /// Losses that are not finite may be left out of the mean that is printed, or printed as 0 (Hugging Face's logging_nan_inf_filter).
    bool mayFilterLoss = false;
    std::vector<LossPart> lossParts;
    bool isLossSum = false; ///< the loss is the sum of these, as the log prints no total
};

} // namespace ulpscope
