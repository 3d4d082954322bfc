// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/seed_band.h"

#include "engine/session/same_training.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::ui {

namespace {

struct SeedBand
{
    Q_DECLARE_TR_FUNCTIONS(SeedBand)
};

constexpr const char* kBandPath = "band";
constexpr std::array kEdges{BandEdge::Least, BandEdge::Median, BandEdge::Largest};
constexpr std::int64_t kWindowsInRun = 20;
constexpr std::int64_t kMinWindow = 5; ///< the median of fewer hardly smooths
constexpr std::size_t kMaxPoints
    = 600; ///< points of a smoothed curve: twelve or more to a window of a whole run

bool differInTheSeedAlone(const RunHistory& a, const RunHistory& b)
{
    SessionSpec same = b.session();
    same.training.seed = a.session().training.seed;
    return trainsTheSame(a.session(), same) && a.mayHaveArithmeticOf(b);
}

Metric metricOf(BandEdge edge)
{
    return edge == BandEdge::Least ? Metric::Amin : edge == BandEdge::Median ? Metric::Mean : Metric::Amax;
}

/// Value of the raw curve at a step, without smoothing; nullopt before the first point.
std::optional<double> valueAt(const RunHistory& run, const SeriesRow& curve, std::int64_t step)
{
    if (!curve.tensor) {
        const StepRecord* record = run.recordAt(step);
        return record ? metricOf(*record, curve.metric) : std::nullopt;
    }
    const Series* series = seriesOf(run, *curve.tensor);
    if (series == nullptr)
        return std::nullopt;
    const auto after = std::upper_bound(series->steps.begin(), series->steps.end(), double(step));
    if (after == series->steps.begin())
        return std::nullopt;
    return series->values[std::size_t(after - series->steps.begin()) - 1];
}

std::vector<std::int64_t> stepsOf(const RunHistory& run, const SeriesRow& curve)
{
    std::vector<std::int64_t> steps;
    if (!curve.tensor) {
        for (const StepRecord& record : run.records())
            steps.push_back(record.step);
    } else if (const Series* series = seriesOf(run, *curve.tensor)) {
        for (const double step : series->steps)
            steps.push_back(std::int64_t(step));
    }
    return steps;
}

/// The median; of an even count, the mean of the two in the middle.
double medianOf(const std::vector<double>& sorted)
{
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
}

RecordedRun emptyBand(const RunHistory& run)
{
    RecordedRun band;
    band.session = std::make_shared<const SessionSpec>(run.session());
    band.paths = {kBandPath};
    band.totals = run.totals();
    band.records = run.records(); // a cursor reads the records
    for (const BandEdge edge : kEdges)
        band.metrics.push_back({PathId(0), TensorRole::Output, metricOf(edge)});
    return band;
}

void addPoint(RecordedRun& band, std::int64_t step, const std::array<double, kEdges.size()>& edges)
{
    for (std::size_t i = 0; i < edges.size(); ++i) {
        band.metrics[i].steps.push_back(double(step));
        band.metrics[i].values.push_back(edges[i]);
    }
}

} // namespace

std::vector<std::vector<const KeptRun*>> seedGroups(const std::vector<const KeptRun*>& runs)
{
    std::vector<std::vector<const KeptRun*>> groups;
    for (const KeptRun* run : runs) {
        const auto same = std::find_if(groups.begin(), groups.end(),
            [&](const auto& group) { return differInTheSeedAlone(*group.front()->run, *run->run); });
        const auto hasSeed = [&](const KeptRun* other) {
            return other->run->session().training.seed == run->run->session().training.seed;
        };
        if (same == groups.end())
            groups.push_back({run});
        else if (std::none_of(same->begin(), same->end(), hasSeed))
            same->push_back(run);
    }
    return groups;
}

TensorSource bandSource(BandEdge edge)
{
    return {kBandPath, TensorRole::Output, metricOf(edge)};
}

std::shared_ptr<const RunHistory> bandOf(const std::vector<const KeptRun*>& runs, const SeriesRow& curve)
{
    const KeptRun* shortest = *std::min_element(runs.begin(), runs.end(),
        [](const KeptRun* a, const KeptRun* b) { return a->run->stepsDone() < b->run->stepsDone(); });
    RecordedRun band = emptyBand(*shortest->run);
    for (const std::int64_t step : stepsOf(*shortest->run, curve)) {
        std::vector<double> values;
        for (const KeptRun* run : runs)
            if (const std::optional<double> value = valueAt(*run->run, curve, step))
                values.push_back(*value);
        if (values.size() < runs.size())
            continue;
        std::sort(values.begin(), values.end(),
            [](double a, double b) { return !std::isnan(a) && (std::isnan(b) || a < b); });
        addPoint(band, step, {values.front(), medianOf(values), values.back()});
    }
    return std::make_shared<const RunHistory>(std::move(band));
}

std::int64_t smoothingWindow(const std::vector<const KeptRun*>& runs)
{
    std::int64_t steps = 0;
    for (const KeptRun* run : runs)
        steps
            = std::max(steps, run->run->summary ? run->run->stepsDone() : run->run->session().training.steps);
    const std::int64_t window = (steps / kWindowsInRun) | 1;
    return window < kMinWindow ? 1 : window;
}

std::shared_ptr<const RunHistory> smoothedRun(
    const RunHistory& run, const SeriesRow& curve, std::int64_t window)
{
    std::vector<std::pair<std::int64_t, double>> samples;
    for (const std::int64_t step : stepsOf(run, curve))
        if (const std::optional<double> value = valueAt(run, curve, step))
            samples.emplace_back(step, *value);
    RecordedRun band = emptyBand(run);
    const std::size_t stride = samples.size() / kMaxPoints + 1;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::vector<double> values;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto [step, own] = samples[i];
        if (!std::isfinite(own)) {
            addPoint(band, step, {own, own, own});
            continue;
        }
        if (i % stride != 0 && i + 1 < samples.size())
            continue;
        while (samples[begin].first < step - window / 2)
            ++begin;
        while (end < samples.size() && samples[end].first <= step + window / 2)
            ++end;
        values.clear();
        for (std::size_t k = begin; k < end; ++k)
            if (std::isfinite(samples[k].second))
                values.push_back(samples[k].second);
        std::sort(values.begin(), values.end());
        const auto quantile = [&](double share) {
            return values[std::size_t(std::lround(share * double(values.size() - 1)))];
        };
        addPoint(band, step, {quantile(0.1), medianOf(values), quantile(0.9)});
    }
    return std::make_shared<const RunHistory>(std::move(band));
}

bool isSmoothed(const PlotRow& plot, const SeriesRow& curve, std::int64_t window)
{
    return window > 1 && !curve.isStepped && plot.axis != AxisKind::Count;
}

std::vector<SeriesRow> smoothedSeries(const SeriesRow& curve, int look, std::size_t at)
{
    std::vector<SeriesRow> all;
    for (const BandEdge edge : {BandEdge::Median, BandEdge::Least, BandEdge::Largest}) {
        SeriesRow& series = all.emplace_back(curve);
        series.tensor = bandSource(edge);
        series.look = look;
        series.isInLegend = edge == BandEdge::Median;
        series.width = edge == BandEdge::Median ? kMedianWidth : kBandEdgeWidth;
    }
    all[1].part = QStringLiteral("10 %");
    all[1].fillsTo = at + 2;
    all[2].part = QStringLiteral("90 %");
    return all;
}

QString smoothedTitle(const QString& title, std::int64_t window)
{
    return SeedBand::tr("%1 (median of %2 steps; band 10–90 %)").arg(title, countText(window));
}

} // namespace ulpscope::ui
