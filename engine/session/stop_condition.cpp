// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/stop_condition.h"

#include <array>
#include <charconv>
#include <string>

namespace ulpscope {

namespace {

constexpr std::array<StopCondition, 5> kConditions{{
    {"first-overflow", "First overflow",
        "The first step in which a number that was finite before rounding is not after it.",
        [](const StepRecord& record) { return record.counts.overflows > 0; }},
    {"first-non-finite", "First NaN or infinity",
        "The first step that leaves a NaN or an infinity in one of its tensors or its loss.",
        [](const StepRecord& record) {
            return record.nonFinite > 0 || record.diverged || !(record.loss - record.loss == 0);
        }},
    {"first-skip", "First skipped step",
        "The first step that the loss scale skips because a gradient is not finite.",
        [](const StepRecord& record) { return record.skipped; }},
    {"first-lost-update", "First lost update",
        "The first step in which an update that is not zero leaves its weight unchanged.",
        [](const StepRecord& record) { return record.counts.updatesLost > 0; }},
    {"diverged", "Divergence",
        "The first step that was applied although its loss is not finite, or that leaves a weight that is not.",
        [](const StepRecord& record) { return record.diverged; }},
}};

} // namespace

std::span<const StopCondition> stopConditionCatalog()
{
    return kConditions;
}

Result<std::optional<std::int64_t>> stopStepByName(std::string_view text)
{
    constexpr std::string_view kPrefix = "step:";
    if (!text.starts_with(kPrefix))
        return std::optional<std::int64_t>();
    const std::string_view digits = text.substr(kPrefix.size());
    std::int64_t step = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
    if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size() || step < 0)
        return Error{"", "expected step:N with a step from 0 on, got '" + std::string(text) + "'"};
    return std::optional(step);
}

Result<const StopCondition*> stopConditionByName(std::string_view name)
{
    std::string names;
    for (const StopCondition& condition : kConditions) {
        if (condition.name == name)
            return &condition;
        names += (names.empty() ? "" : ", ") + std::string(condition.name);
    }
    return Error{"", "unknown condition '" + std::string(name) + "'; expected one of " + names + ", step:N"};
}

} // namespace ulpscope
