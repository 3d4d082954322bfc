// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/log_timeline.h"

#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ulpscope::ui {

namespace {

struct LogTimelineText
{
    Q_DECLARE_TR_FUNCTIONS(LogTimeline)
};

constexpr const char* kLogPath = "log";

/// A plot of the log's. A run has no metrics of these names, so that each takes the place of a metric.
struct LogPlot
{
    QString id;
    QString title;
    QString description;
    std::optional<double> LogEvent::*quantity;
    Metric metric;
    bool isScale = false;

    TensorSource source() const { return {kLogPath, TensorRole::Output, metric}; }
};

std::vector<LogPlot> logPlots()
{
    return {{QStringLiteral("log_loss"), LogTimelineText::tr("Loss"),
                LogTimelineText::tr("The loss of the training that the log says."), &LogEvent::loss,
                Metric::Mean},
        {QStringLiteral("log_validation_loss"), LogTimelineText::tr("Validation loss"),
            LogTimelineText::tr("The loss of the validation that the log says."), &LogEvent::validationLoss,
            Metric::Std},
        {QStringLiteral("log_gradient_norm"), LogTimelineText::tr("Gradient norm"),
            LogTimelineText::tr("The norm of all gradients that the log says."), &LogEvent::gradientNorm,
            Metric::Rms},
        {QStringLiteral("log_loss_scale"), LogTimelineText::tr("Loss scale"),
            LogTimelineText::tr("The loss scale that the log says, until it says another."),
            &LogEvent::lossScale, Metric::Amax, true}};
}

bool isAlongSteps(const TrainingLog& log)
{
    std::int64_t last = 0;
    for (const LogEvent& event : log.events) {
        if (!event.step || *event.step < last)
            return false;
        last = *event.step;
    }
    return !log.events.empty();
}

QString plainNumber(double value)
{
    return numberText(value, 4);
}

PlotRow rowOf(const LogPlot& plot)
{
    PlotRow row;
    row.id = plot.id;
    row.title = plot.title;
    row.description = plot.description;
    row.reading = plot.isScale ? scaleText : plainNumber;
    row.series = {{.label = LogTimelineText::tr("the log"),
        .description = plot.description,
        .isStepped = plot.isScale,
        .tensor = plot.source()}};
    if (plot.isScale)
        row.axis = AxisKind::Log2;
    return row;
}

/// Later values at the same place take the place of earlier ones, unless these are not finite.
void append(RecordedMetric& metric, std::int64_t place, double value)
{
    if (!metric.steps.empty() && metric.steps.back() == double(place)) {
        if (std::isfinite(metric.values.back()))
            metric.values.back() = value;
        return;
    }
    metric.steps.push_back(double(place));
    metric.values.push_back(value);
}

} // namespace

std::size_t LogTimeline::lineAt(std::int64_t place) const
{
    const auto after = std::upper_bound(lines.begin(), lines.end(), place,
        [](std::int64_t wanted, const auto& line) { return wanted < line.first; });
    return after == lines.begin() ? 0 : std::prev(after)->second;
}

std::optional<std::int64_t> LogTimeline::placeOf(std::size_t line) const
{
    const auto found
        = std::find_if(lines.begin(), lines.end(), [line](const auto& each) { return each.second >= line; });
    return found == lines.end() ? std::nullopt : std::optional(found->first);
}

LogTimeline timelineOf(const TrainingLog& log)
{
    LogTimeline timeline;
    timeline.isAlongSteps = isAlongSteps(log);
    RecordedRun run;
    run.paths = {kLogPath};
    for (const LogEvent& event : log.events) {
        const std::int64_t place = timeline.isAlongSteps ? *event.step : std::int64_t(event.line);
        timeline.lines.emplace_back(place, event.line);
        if (event.skipped > 0)
            timeline.marks.push_back({place, MarkKind::Event,
                event.skipped == 1
                    ? LogTimelineText::tr("line %1 says that a step was skipped").arg(event.line)
                    : LogTimelineText::tr("line %1 says that %2 steps were skipped")
                          .arg(event.line)
                          .arg(countText(event.skipped))});
        if (run.records.empty() || run.records.back().step < place) // which a cursor reads
            run.records.emplace_back().step = place;
    }
    sortMarks(timeline.marks);
    for (const LogPlot& plot : logPlots()) {
        RecordedMetric metric{PathId(0), plot.source().role, plot.metric};
        for (std::size_t i = 0; i < log.events.size(); ++i)
            if (const std::optional<double>& value = log.events[i].*plot.quantity)
                append(metric, timeline.lines[i].first, *value);
        if (metric.steps.empty())
            continue;
        timeline.rows.push_back(rowOf(plot));
        run.metrics.push_back(std::move(metric));
    }
    if (timeline.rows.empty())
        return timeline;
    run.totals.steps = run.records.back().step + 1;
    SessionSpec session; // which says how long the axis is
    session.training.steps = run.totals.steps;
    run.session = std::make_shared<const SessionSpec>(std::move(session));
    timeline.run = std::make_shared<const RunHistory>(std::move(run));
    return timeline;
}

} // namespace ulpscope::ui
