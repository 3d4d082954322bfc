// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/runs/arithmetic_difference.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <set>
#include <utility>

namespace ulpscope {

namespace {

/// Rows with the same value of what is compared.
struct SameRows
{
    std::optional<double> value;
    double loss = 0;
    Message names;
};

Message joined(const char* pattern, Message before, Message next)
{
    return before.empty() ? next : message(pattern).with(std::move(before)).with(std::move(next));
}

std::vector<SameRows> grouped(const std::vector<const ArithmeticOutcome*>& runs,
    const std::function<std::optional<double>(const HeadlineMetrics&)>& of)
{
    std::vector<SameRows> groups;
    for (const ArithmeticOutcome* run : runs) {
        const std::optional<double> value = of(run->metrics);
        auto group = std::ranges::find_if(
            groups, [&](const SameRows& each) { return isSameNumber(each.value, value); });
        if (group == groups.end())
            group = groups.insert(groups.end(), SameRows{value, run->metrics.loss, {}});
        group->names = joined(translated("%1 and %2"), std::move(group->names), stackOf(run->computed));
    }
    return groups;
}

std::string digitsOf(double value, int digits)
{
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*g", digits, value);
    return buffer.data();
}

/// As few digits, at least four, as tell the values apart.
int digitsFor(const std::vector<SameRows>& groups)
{
    for (int digits = 4; digits < 17; ++digits) {
        std::set<std::string> texts;
        for (const SameRows& group : groups)
            texts.insert(group.value ? digitsOf(*group.value, digits) : std::string());
        if (texts.size() == groups.size())
            return digits;
    }
    return 17;
}

Message divergenceSentence(std::vector<SameRows> groups)
{
    std::ranges::stable_sort(groups,
        [](const SameRows& a, const SameRows& b) { return a.value.has_value() > b.value.has_value(); });
    Message text;
    for (const SameRows& group : groups) {
        const bool isFirst = text.empty();
        Message part = !group.value  ? message("with %1 it does not").with(group.names)
            : !isFirst               ? message("with %1 at step %2").with(group.names)
            : std::isnan(group.loss) ? message("with %1 this run becomes NaN at step %2").with(group.names)
                                     : message("with %1 this run diverges at step %2").with(group.names);
        if (group.value)
            part = std::move(part).with(digitsOf(*group.value, 17));
        text = joined(translated("%1; %2"), std::move(text), std::move(part));
    }
    return text;
}

Message numberSentence(const HeadlineNumber& number, const std::vector<SameRows>& groups, std::int64_t steps)
{
    const int digits = digitsFor(groups);
    Message values;
    for (const SameRows& group : groups) {
        const std::string value
            = group.value ? digitsOf(*group.value, digits) + number.unit : std::string("-");
        values = joined(
            translated("%1; %2"), std::move(values), message("%1 with %2").with(value).with(group.names));
    }
    return message("%1 after %2: %3")
        .with(message(number.title))
        .with(counted(steps, message("%1 step"), message("%1 steps")))
        .with(std::move(values));
}

Message firstDifference(const std::vector<const ArithmeticOutcome*>& runs)
{
    if (std::vector<SameRows> groups = grouped(runs,
            [](const HeadlineMetrics& metrics) -> std::optional<double> {
                return metrics.divergedAt ? std::optional(static_cast<double>(*metrics.divergedAt))
                                          : std::nullopt;
            });
        groups.size() > 1)
        return divergenceSentence(std::move(groups));
    for (const HeadlineNumber& number : headlineNumbers())
        if (const std::vector<SameRows> groups = grouped(runs, number.of); groups.size() > 1)
            return numberSentence(number, groups, runs.front()->steps);
    Message names;
    for (const ArithmeticOutcome* run : runs)
        names = joined(translated("%1 and %2"), std::move(names), stackOf(run->computed));
    return message("no headline number differs between %1").with(std::move(names));
}

} // namespace

std::span<const HeadlineNumber> headlineNumbers()
{
    static constexpr std::array kNumbers{
        HeadlineNumber{
            translated("loss"), "", [](const HeadlineMetrics& m) { return std::optional(m.loss); }},
        HeadlineNumber{translated("test accuracy"), " %",
            [](const HeadlineMetrics& m) {
                return m.testAccuracy ? std::optional(100 * *m.testAccuracy) : std::nullopt;
            }},
        HeadlineNumber{translated("gradients flushed"), " %",
            [](const HeadlineMetrics& m) { return m.gradientsFlushedPercent; }},
        HeadlineNumber{translated("updates lost"), " %",
            [](const HeadlineMetrics& m) { return std::optional(m.updatesLostPercent); }},
        HeadlineNumber{translated("overflows"), "",
            [](const HeadlineMetrics& m) { return std::optional(static_cast<double>(m.overflows)); }},
        HeadlineNumber{translated("error against float64"), "",
            [](const HeadlineMetrics& m) { return m.errorVsFloat64; }},
        HeadlineNumber{translated("skipped steps"), "",
            [](const HeadlineMetrics& m) { return std::optional(static_cast<double>(m.skippedSteps)); }},
    };
    return kNumbers;
}

bool isSameNumber(const std::optional<double>& a, const std::optional<double>& b)
{
    return a == b || (a && b && std::isnan(*a) && std::isnan(*b));
}

// Each row needs a line here to compile.
Message stackOf(ArithmeticKind kind)
{
    const Message name = verbatim(rulesOf(kind).name);
    switch (kind) {
    case ArithmeticKind::Written:
        break;
    case ArithmeticKind::KerasJax:
        return message("Keras on JAX on a CPU (%1)").with(name);
    case ArithmeticKind::Torch:
        return message("PyTorch on a CPU (%1)").with(name);
    case ArithmeticKind::TorchHopper:
        return message("PyTorch on an H200 (%1)").with(name);
    case ArithmeticKind::KerasTorchHopper:
        return message("Keras on PyTorch on an H200 (%1)").with(name);
    case ArithmeticKind::KerasJaxHopper:
        return message("Keras on JAX on an H200 (%1)").with(name);
    }
    return message("every rounding of the source (%1)").with(name);
}

ArithmeticOutcome arithmeticOutcome(const SessionSpec& session, const RunSummary& summary)
{
    return {session.training.arithmetic, summary.arithmetic, summary.totals.steps, headlineOf(summary)};
}

Message arithmeticDifference(const std::vector<ArithmeticOutcome>& runs)
{
    std::vector<const ArithmeticOutcome*> rows; // one of each that was computed
    Message unproved;
    for (const ArithmeticOutcome& run : runs) {
        if (std::ranges::none_of(
                rows, [&](const ArithmeticOutcome* row) { return row->computed == run.computed; }))
            rows.push_back(&run);
        if (run.asked && *run.asked != run.computed)
            unproved = joined(translated("%1, %2"), std::move(unproved), verbatim(rulesOf(*run.asked).name));
    }
    Message text = rows.size() > 1
        ? firstDifference(rows)
        : message("nothing to compare: every run is computed with %1").with(stackOf(rows.front()->computed));
    if (unproved.empty())
        return text;
    return message("%1 (computed as written, because not proved for this session: %2)")
        .with(std::move(text))
        .with(std::move(unproved));
}

} // namespace ulpscope
