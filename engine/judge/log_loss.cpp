// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/judge/log_loss.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ulpscope {

namespace {

/// Hugging Face's Trainer prints 0.0 for the mean of losses that are not finite (logging_nan_inf_filter, which is on unless switched off).
constexpr double kFilteredLoss = 0;
/// As many lines to the log's end whose gradient norm is not finite are no overflow of a scaler that looks for its place.
constexpr std::size_t kBadNorms = 3;

bool hasBadLoss(const LogEvent& event)
{
    return event.loss && !std::isfinite(*event.loss);
}

/// The scale that the log says last before each event, and first after it.
struct ScalesAround
{
    std::vector<std::optional<double>> before;
    std::vector<std::optional<double>> after;

    explicit ScalesAround(const TrainingLog& log)
        : before(log.events.size())
        , after(log.events.size())
    {
        for (std::size_t i = 1; i < log.events.size(); ++i)
            before[i] = log.events[i - 1].lossScale ? log.events[i - 1].lossScale : before[i - 1];
        for (std::size_t i = log.events.size(); i-- > 1;)
            after[i - 1] = log.events[i].lossScale ? log.events[i].lossScale : after[i];
    }
};

/// Whether the step of that event was skipped, as far as the log tells: by the line itself, by one beside it that tells nothing else, or
/// by a scale that falls with it or after it.
bool wasSkipped(const TrainingLog& log, const ScalesAround& scales, std::size_t index)
{
    const LogEvent& event = log.events[index];
    if (event.skipped > 0)
        return true;
    for (const std::size_t beside : {index - 1, index + 1}) // of the first, the one before is beyond the end
        if (beside < log.events.size() && log.events[beside].skipped > 0 && !log.events[beside].loss)
            return true;
    const std::optional<double>& before = scales.before[index];
    const std::optional<double>& now = event.lossScale ? event.lossScale : before;
    const std::optional<double>& after = scales.after[index];
    return (before && now && *now < *before) || (now && after && *after < *now);
}

} // namespace

const LogEvent* firstBadLoss(const TrainingLog& log)
{
    const auto found = std::find_if(log.events.begin(), log.events.end(), hasBadLoss);
    return found == log.events.end() ? nullptr : &*found;
}

Message badLossText(const TrainingLog& log)
{
    const LogEvent& bad = *firstBadLoss(log);
    const auto isFinite = [](const LogEvent& event) { return event.loss && std::isfinite(*event.loss); };
    const auto last = std::find_if(
        log.events.rbegin(), log.events.rend(), [](const LogEvent& event) { return event.loss.has_value(); });
    if (isFinite(*last)) {
        const auto count = std::count_if(log.events.begin(), log.events.end(), hasBadLoss);
        Message sentence = count == 1
            ? message("The loss is %1 on line %2, and finite again after it.")
            : message(
                "The loss is %1 on line %2 and not finite on %3 lines in all; at the end it is finite again.");
        sentence = std::move(sentence).with(shortestText(*bad.loss)).with(std::to_string(bad.line));
        return count == 1 ? sentence : std::move(sentence).with(std::to_string(count));
    }
    // From where on none is finite any more; one before may be finite again.
    const auto finite = std::find_if(log.events.rbegin(), log.events.rend(), isFinite);
    const auto from = std::find_if(finite.base(), log.events.end(), hasBadLoss);
    Message sentence
        = (finite != log.events.rend() ? message("The loss is %1 from line %2 on; it was %3 before.")
                                       : message("The loss is %1 from line %2 on."))
              .with(shortestText(*from->loss))
              .with(std::to_string(from->line));
    return finite != log.events.rend() ? std::move(sentence).with(shortestText(*finite->loss)) : sentence;
}

std::vector<std::size_t> badLossLines(const TrainingLog& log)
{
    std::vector<std::size_t> lines;
    for (const LogEvent& event : log.events)
        if (hasBadLoss(event) && lines.size() < 8)
            lines.push_back(event.line);
    return lines;
}

std::optional<LogVerdict> lossNotFinite(const TrainingLog& log)
{
    if (firstBadLoss(log) == nullptr)
        return std::nullopt;
    const ScalesAround scales(log);
    bool isSkipped = true;
    std::optional<double> last;
    for (std::size_t i = 0; i < log.events.size(); ++i) {
        if (hasBadLoss(log.events[i]))
            isSkipped = isSkipped && wasSkipped(log, scales, i);
        if (log.events[i].loss)
            last = log.events[i].loss;
    }
    if (isSkipped && std::isfinite(*last))
        return LogVerdict{"forward_not_finite", Severity::Warning, badLossText(log),
            translated(
                "The scaler skipped that step, and the weights are as they were. But no scale makes a loss that is not finite: the forward "
                "pass does, for these data. Look for the first output of that step that is not finite."),
            badLossLines(log)};
    return LogVerdict{"forward_not_finite", Severity::Failure, badLossText(log),
        translated(
            "A loss scale multiplies the loss only after it is known, so that a loss that is not finite comes from the forward pass, or from "
            "weights that a step before has ruined. Look for the first output that is not finite."),
        badLossLines(log)};
}

std::optional<LogVerdict> normNotFinite(const TrainingLog& log)
{
    const LogEvent* first = nullptr;
    std::size_t count = 0;
    bool isFiltered = true;
    for (const LogEvent& event : log.events) {
        if (!event.gradientNorm)
            continue;
        if (std::isfinite(*event.gradientNorm)) {
            first = nullptr;
            count = 0;
            isFiltered = true;
            continue;
        }
        first = first == nullptr ? &event : first;
        isFiltered = isFiltered && event.loss == kFilteredLoss;
        ++count;
    }
    if (first == nullptr || (count < kBadNorms && !isFiltered))
        return std::nullopt;
    const auto about = [&](const Message& sentence) {
        return Message(sentence).with(shortestText(*first->gradientNorm)).with(std::to_string(first->line));
    };
    if (isFiltered)
        return LogVerdict{"forward_not_finite", Severity::Failure,
            about(message(
                "The gradient norm is %1 from line %2 on, where the loss is printed as 0: it is not finite.")),
            translated(
                "Hugging Face's Trainer counts a loss that is NaN or infinite as nothing, and a mean of nothing is printed as 0.0; with "
                "logging_nan_inf_filter=False it is printed as it is. What is not finite comes from the forward pass, or from weights that a step "
                "before has ruined."),
            {first->line}};
    return LogVerdict{"gradient_not_finite", Severity::Failure,
        about(message("The gradient norm is %1 from line %2 on, and no step is skipped.")),
        translated(
            "Such a step makes every weight NaN unless somebody leaves it out. Look for the first gradient that is not finite."),
        {first->line}};
}

} // namespace ulpscope
