// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/watch_curve.h"

#include <utility>

namespace ulpscope::ui {

namespace {

/// Series of each term of the watch; null for a term about the step itself.
std::vector<const Series*> seriesOfTerms(const RunHistory& run, const Watch& watch)
{
    std::vector<const Series*> all;
    for (const WatchTerm& term : watch.terms())
        all.push_back(term.path ? run.series(*term.path, term.role, term.metric) : nullptr);
    return all;
}

std::optional<Watch::Reading> readAt(const Watch& watch, const std::vector<const Series*>& series,
    std::int64_t step, const StepRecord* record, std::vector<double>& values)
{
    values.clear();
    for (std::size_t i = 0; i < series.size(); ++i) {
        const WatchTerm& term = watch.terms()[i];
        std::optional<double> value;
        if (term.ofStep != nullptr)
            value = record != nullptr ? term.ofStep(*record) : std::nullopt;
        else if (const auto point = series[i] != nullptr ? series[i]->newest(step) : std::nullopt)
            value = point->value;
        if (!value)
            return std::nullopt;
        values.push_back(*value);
    }
    return watch.evaluate(values);
}

} // namespace

Result<Watch> watchOf(const RunHistory& run, const std::string& expression)
{
    Result<Watch> watch = Watch::parse(expression);
    if (!watch)
        return watch;
    std::vector<RecordedTensor> recorded;
    for (const RunHistory::NamedMetric& metric : run.metrics())
        recorded.push_back({metric.path, metric.role});
    if (const Status bound = watch->bind(run.paths(), recorded); !bound)
        return bound.error();
    return watch;
}

WatchCurve watchCurve(const RunHistory& run, const Watch& watch)
{
    const std::vector<const Series*> series = seriesOfTerms(run, watch);
    WatchCurve curve;
    std::vector<double> values;
    const auto add = [&](double step, const StepRecord* record) {
        if (const auto reading = readAt(watch, series, std::int64_t(step), record, values)) {
            curve.steps.push_back(step);
            curve.readings.push_back(*reading);
        }
    };
    const Series* densest = nullptr;
    for (const Series* each : series)
        if (each != nullptr && (densest == nullptr || each->steps.size() > densest->steps.size()))
            densest = each;
    if (densest != nullptr)
        for (const double step : densest->steps)
            add(step, run.recordAt(std::int64_t(step)));
    else
        for (const StepRecord& record : run.records())
            add(double(record.step), &record);
    return curve;
}

std::optional<Watch::Reading> watchAt(const RunHistory& run, const Watch& watch, const StepRecord& record)
{
    std::vector<double> values;
    return readAt(watch, seriesOfTerms(run, watch), record.step, &record, values);
}

std::vector<std::int64_t> alarmsOf(const WatchCurve& curve)
{
    std::vector<std::int64_t> alarms;
    bool held = false;
    for (std::size_t i = 0; i < curve.readings.size(); ++i)
        if (!std::exchange(held, curve.readings[i].holds) && curve.readings[i].holds)
            alarms.push_back(std::int64_t(curve.steps[i]));
    return alarms;
}

} // namespace ulpscope::ui
