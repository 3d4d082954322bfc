// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/logs/log_statistics.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace ulpscope {

namespace {

constexpr std::size_t kMaxStatisticPlaces = 8;
LogPlace placeOfStatistic(const LogStatistic& statistic)
{
    LogPlace place;
    place.line = statistic.line;
    place.step = statistic.step;
    return place;
}

Message seriesName(const StatisticSeries& series)
{
    return series.tensor.empty()
        ? Message(series.layer, Message::Kind::Plain)
        : message("%1 of the %2 of %3").with(series.statistic).with(series.tensor).with(series.layer);
}

LogVerdict statisticsVerdict(const char* id, Severity severity, Message sentence, const char* why,
    const std::vector<const LogStatistic*>& rest)
{
    LogVerdict verdict{id, severity, std::move(sentence), why, {}, {}, {}};
    for (const LogStatistic* each : rest)
        if (verdict.places.size() < kMaxStatisticPlaces) {
            verdict.places.push_back(placeOfStatistic(*each));
            verdict.lines.push_back(each->line);
        }
    return verdict;
}

bool canBeShare(double share)
{
    return share >= 0 && share <= 100;
}

/// The first metric of each series that is of a kind, by line; and of which series the first of all is.
struct FoundMetrics
{
    std::vector<const LogStatistic*> each;
    const StatisticSeries* first = nullptr;
};

template <class IsFound>
FoundMetrics metricsWhere(const std::vector<StatisticSeries>& all, IsFound isFound)
{
    FoundMetrics found;
    for (const StatisticSeries& series : all) {
        const auto metric = std::ranges::find_if(
            series.values, [&](const LogStatistic* each) { return isFound(series, each->value); });
        if (metric == series.values.end())
            continue;
        if (found.first == nullptr || (*metric)->line < found.each.front()->line) {
            found.first = &series;
            found.each.insert(found.each.begin(), *metric);
        } else {
            found.each.push_back(*metric);
        }
    }
    return found;
}

std::optional<LogVerdict> impossibleMetric(const std::vector<StatisticSeries>& all)
{
    const FoundMetrics found = metricsWhere(all, [](const StatisticSeries& series, double value) {
        return series.isShare() && std::isfinite(value) && !canBeShare(value);
    });
    if (found.first == nullptr)
        return std::nullopt;
    return statisticsVerdict("impossible_figure", Severity::Warning,
        message("%1 is printed as %2 on line %3, but a share lies between 0 and 100: that cannot be.")
            .with(seriesName(*found.first))
            .with(shortestText(found.each.front()->value))
            .with(std::to_string(found.each.front()->line)),
        translated(
            "A share beyond 100 % was divided by too small a count, as where several processes add up what they found. It tells nothing of the "
            "training, and what follows leaves it out."),
        found.each);
}

std::optional<LogVerdict> notFiniteMetric(const std::vector<StatisticSeries>& all)
{
    const FoundMetrics found
        = metricsWhere(all, [](const StatisticSeries&, double value) { return !std::isfinite(value); });
    if (found.first == nullptr)
        return std::nullopt;
    return statisticsVerdict("tensor_not_finite", Severity::Failure,
        message("%1 is %2 at step %3 (line %4), the first of %5 that are not finite.")
            .with(seriesName(*found.first))
            .with(shortestText(found.each.front()->value))
            .with(std::to_string(found.each.front()->step))
            .with(std::to_string(found.each.front()->line))
            .with(counted(
                static_cast<std::int64_t>(found.each.size()), message("%1 series"), message("%1 series"))),
        translated(
            "A tensor with an infinity or a NaN has such a maximum or mean. The first layer and step that print it are where to look."),
        found.each);
}

/// How the shares of a series go: the first and the last that can be, and the largest.
struct ShareCourse
{
    const StatisticSeries* series = nullptr;
    const LogStatistic* first = nullptr;
    const LogStatistic* last = nullptr;
    const LogStatistic* largest = nullptr;
};

ShareCourse shareCourseOf(const StatisticSeries& series)
{
    ShareCourse course{&series, nullptr, nullptr, nullptr};
    for (const LogStatistic* each : series.values) {
        if (!canBeShare(each->value))
            continue;
        course.first = course.first == nullptr ? each : course.first;
        course.last = each;
        if (course.largest == nullptr || each->value > course.largest->value)
            course.largest = each;
    }
    return course;
}

bool isShareOf(const StatisticSeries& series, std::string_view what)
{
    return series.isShare() && (series.statistic + series.layer).find(what) != std::string::npos;
}

/// The share of values that a kind of loss takes: "underflows%" or "overflows%", whatever recipe it is simulated for.
std::optional<LogVerdict> lostValues(const std::vector<StatisticSeries>& all, std::string_view what,
    const SeverityLimits& limits, const char* id, const char* why)
{
    ShareCourse worst;
    std::int64_t tensors = 0;
    std::int64_t many = 0;
    for (const StatisticSeries& series : all) {
        if (!isShareOf(series, what))
            continue;
        const ShareCourse course = shareCourseOf(series);
        if (course.largest == nullptr)
            continue;
        ++tensors;
        many += limits.grade(course.largest->value) != Severity::Good ? 1 : 0;
        if (worst.largest == nullptr || course.largest->value > worst.largest->value)
            worst = course;
    }
    if (tensors == 0)
        return std::nullopt;
    const double largest = worst.largest->value;
    const auto about = [&](Message sentence) {
        return std::move(sentence)
            .with(seriesName(*worst.series))
            .with(shortestText(largest))
            .with(std::to_string(worst.largest->step))
            .with(std::to_string(worst.largest->line));
    };
    const Severity grade = limits.grade(largest);
    if (grade == Severity::Good)
        return statisticsVerdict(id, Severity::Good,
            about(message("%1 is printed as at most %2 (step %3, line %4), the largest of %5."))
                .with(counted(tensors, message("%1 such series"), message("%1 such series"))),
            translated(
                "So few values hardly matter. Figures are printed with four decimals: 0.0000 is less than 0.00005, not nothing."),
            {worst.largest});
    const bool isRising = worst.last->value > 2 * worst.first->value && worst.first != worst.last;
    Message sentence = about(
        isRising ? message(
            "%1 rises: it is printed as %2 at step %3 (line %4), and as %5 at step %6. So much is lost in %7.")
                 : message(
                     "%1 is printed as %2 at step %3 (line %4), and as %5 at step %6. So much is lost in %7."))
                           .with(shortestText(worst.first->value))
                           .with(std::to_string(worst.first->step))
                           .with(counted(many, message("%1 series"), message("%1 series")));
    return statisticsVerdict(id, isRising ? Severity::Warning : grade, std::move(sentence), why,
        worst.first == worst.largest ? std::vector{worst.first} : std::vector{worst.first, worst.largest});
}

} // namespace

std::vector<StatisticSeries> statisticSeries(const TrainingLog& log)
{
    std::vector<StatisticSeries> all;
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> known;
    for (const LogStatistic& each : log.statistics) {
        const auto [found, isNew] = known.try_emplace({each.layer, each.tensor, each.statistic}, all.size());
        if (isNew)
            all.push_back({each.layer, each.tensor, each.statistic, {}});
        all[found->second].values.push_back(&each);
    }
    return all;
}

std::vector<LogVerdict> statisticsVerdicts(const TrainingLog& log)
{
    if (log.statistics.empty())
        return {};
    const std::vector<StatisticSeries> all = statisticSeries(log);
    std::vector<LogVerdict> verdicts;
    for (std::optional<LogVerdict> verdict :
        {notFiniteMetric(all), impossibleMetric(all),
            lostValues(all, "underflows", kFlushedPercentLimits, "values_underflow",
                translated(
                    "These are values of the tensor that were not 0 and became 0 in its 8-bit format. Gradients that vanish so teach nothing: give "
                    "that tensor a scale of its own, a shorter amax history, or a format with more exponent bits.")),
            lostValues(all, "overflows", kSaturatedPercentLimits, "values_overflow",
                translated(
                    "These are values that were beyond the largest of the 8-bit format and were cut to it. A scale that follows faster (a shorter amax "
                    "history, current scaling) or a margin helps."))})
        if (verdict)
            verdicts.push_back(*std::move(verdict));
    if (verdicts.empty())
        verdicts.push_back(statisticsVerdict("figures_only", Severity::Notice,
            message("%1 of %2, none of them a share of values that are lost.")
                .with(counted(static_cast<std::int64_t>(log.statistics.size()), message("%1 figure"),
                    message("%1 figures")))
                .with(counted(
                    static_cast<std::int64_t>(all.size()), message("%1 series"), message("%1 series"))),
            translated("Whether values underflow or overflow is not in the log: log underflows% too."),
            {&log.statistics.front()}));
    return verdicts;
}

} // namespace ulpscope
