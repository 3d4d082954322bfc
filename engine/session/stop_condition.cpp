// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/stop_condition.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>

namespace ulpscope {

namespace {

constexpr std::array<StopCondition, 6> kConditions{{
    {"first-overflow", "First overflow",
        "The first step in which a number that was finite before rounding is not after it.",
        [](const StepRecord& record) { return record.counts.overflows > 0; }},
    {"first-non-finite", "First NaN or infinity",
        "The first step that leaves a NaN or an infinity in one of its tensors or its loss.",
        [](const StepRecord& record) {
            return record.nonFinite > 0 || record.diverged || !(record.loss - record.loss == 0);
        }},
    {"first-saturation", "First saturated operand",
        "The first step in which a scaled operand (float8, int8, a recipe) has an element beyond its format's limit.",
        [](const StepRecord& record) {
            return std::ranges::any_of(record.tensors, [](const TensorPoint& point) {
                return point.metric == Metric::Float8Saturated && point.value > 0;
            });
        }},
    {"first-skip", "First skipped step",
        "The first step that the loss scale skips because a gradient is not finite.",
        [](const StepRecord& record) { return record.skipped; }},
    {"first-lost-update", "First lost update",
        "The first step in which a weight stays as it was that float64 moves, or in step watch one whose gradient is "
        "not zero.",
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

std::string StopRule::title() const
{
    return m_row != nullptr ? std::string(m_row->title) : m_watch ? m_watch->text() : std::string();
}

Status StopRule::bind(std::span<const std::string> paths, std::span<const RecordedTensor> recorded)
{
    return m_watch ? m_watch->bind(paths, recorded) : success();
}

bool StopRule::holds(const StepRecord& record) const
{
    if (m_row != nullptr)
        return m_row->holds(record);
    const std::optional<Watch::Reading> reading = m_watch ? m_watch->read(record) : std::nullopt;
    return reading && reading->holds;
}

Result<StopRule> stopRuleOf(std::string_view text)
{
    std::string names;
    for (const StopCondition& condition : kConditions) {
        if (condition.name == text)
            return StopRule(condition);
        names += (names.empty() ? "" : ", ") + std::string(condition.name);
    }
    if (text.find_first_of("<>=(") == std::string_view::npos)
        return Error{"",
            "unknown condition '" + std::string(text) + "'; expected one of " + names
                + ", step:N, or an expression such as 'amax(dense_2.output)/65504 > 0.9'"};
    Result<Watch> watch = Watch::parse(text);
    if (!watch)
        return watch.error();
    if (!watch->isCondition())
        return Error{
            "column " + std::to_string(text.size() + 1), "a comparison is missing here, such as > 0.9"};
    return StopRule(*std::move(watch));
}

SessionStops::SessionStops(std::span<const WatchSpec> watches, std::span<const std::string> paths,
    std::span<const RecordedTensor> recorded)
{
    for (const WatchSpec& spec : watches) {
        Result<Watch> watch = Watch::parse(spec.expression);
        if (spec.stops && watch && watch->isCondition() && watch->bind(paths, recorded))
            m_stops.push_back({*std::move(watch)});
    }
}

std::optional<std::string> SessionStops::met(const StepRecord& record)
{
    std::optional<std::string> met;
    for (Stop& stop : m_stops)
        if (const std::optional<Watch::Reading> reading = stop.watch.read(record))
            if (!std::exchange(stop.held, reading->holds) && reading->holds && !met)
                met = stop.watch.text();
    return met;
}

void SessionStops::goOnFrom(const SessionStops& before)
{
    for (Stop& stop : m_stops)
        for (const Stop& other : before.m_stops)
            if (other.watch.text() == stop.watch.text())
                stop.held = other.held;
}

std::vector<std::string> SessionStops::held() const
{
    std::vector<std::string> texts;
    for (const Stop& stop : m_stops)
        if (stop.held)
            texts.push_back(stop.watch.text());
    return texts;
}

void SessionStops::setHeld(const std::vector<std::string>& watches)
{
    for (Stop& stop : m_stops)
        stop.held = std::ranges::find(watches, stop.watch.text()) != watches.end();
}

} // namespace ulpscope
