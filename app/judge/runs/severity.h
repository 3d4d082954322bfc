// SPDX-License-Identifier: GPL-3.0-or-later
// How bad a metric is: the one table of the limits that tiles, cells and verdicts go by.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace ulpscope {

enum class Severity : std::uint8_t { Good, Notice, Warning, Failure };

/// Names in the enum's order.
inline constexpr std::array<std::string_view, 4> kSeverityNames{"good", "notice", "warning", "failure"};
constexpr std::string_view severityName(Severity severity)
{
    return kSeverityNames[static_cast<std::size_t>(severity)];
}

/// Thresholds from which a metric is a notice, and from which it is a warning.
struct SeverityLimits
{
    double notice = 0;
    double warning = 0;

    /// A NaN is never good.
    constexpr Severity grade(double value) const
    {
        if (!(value < warning))
            return Severity::Warning;
        return value >= notice ? Severity::Notice : Severity::Good;
    }
};

// Below these limits both a toy model and a real one train as if nothing were lost.
inline constexpr SeverityLimits kFlushedPercentLimits{.notice = 10, .warning = 20};
inline constexpr SeverityLimits kErrorLimits{.notice = 0.01, .warning = 0.1}; ///< relative L2 against float64
/// Weights stored in float32 lose what every float32 training loses, Adam's smallest updates: that is of note and no alarm.
constexpr SeverityLimits lostPercentLimits(bool areWeightsBelowFloat32)
{
    return {.notice = 1, .warning = areWeightsBelowFloat32 ? 5.0 : 50.0};
}
/// Share of the elements of operands whose scale comes from earlier steps. What saturates is the largest of a tensor, so few count. A history of 1024 steps
/// has some at a new peak; one of a single step in float8-amax.ulps has 0.15 to 0.21 % under seeds 1 to 5, and errs by 29 % under the first.
inline constexpr SeverityLimits kSaturatedPercentLimits{.notice = 0.01, .warning = 0.1};
/// Limits for how far the test accuracy is below the reference's, in percentage points.
inline constexpr SeverityLimits kAccuracyGapLimits{.notice = 2, .warning = 5};
/// Limits for the ratio of a batch's loss to the reference's loss on the same batch, which has the same noise.
inline constexpr double kLossRatioWarning = 2;
/// If no weight moves for this many steps, it is no warm-up.
inline constexpr std::int64_t kStillSteps = 20;
/// Share of skipped steps among the recent ones, in percent.
inline constexpr double kSkippedPercentWarning = 10;
/// A dynamic scale that starts at 2^15 may have to be halved this often before it fits; that is no alarm.
inline constexpr std::int64_t kSkipsOfSearch = 15;

} // namespace ulpscope
