// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/log_timeline.h"

#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {

namespace {

struct LogTimelineText
{
    Q_DECLARE_TR_FUNCTIONS(LogTimeline)
};

constexpr const char* kLogPath = "log";
const TensorSource kLoss{kLogPath, TensorRole::Output, Metric::Mean};
const TensorSource kScale{kLogPath, TensorRole::Output, Metric::Amax};

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

PlotRow rowOf(const QString& id, const QString& title, const QString& description, const TensorSource& source)
{
    PlotRow row;
    row.id = id;
    row.title = title;
    row.description = description;
    row.reading = plainNumber;
    row.series = {{.label = LogTimelineText::tr("the log"), .description = description, .tensor = source}};
    return row;
}

/// Later values at the same place take the place of earlier ones.
void append(RecordedFigure& figure, std::int64_t place, double value)
{
    if (!figure.steps.empty() && figure.steps.back() == double(place)) {
        figure.values.back() = value;
        return;
    }
    figure.steps.push_back(double(place));
    figure.values.push_back(value);
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
    const auto found = std::find_if(
        lines.begin(), lines.end(), [line](const auto& each) { return each.second >= line; });
    return found == lines.end() ? std::nullopt : std::optional(found->first);
}

LogTimeline timelineOf(const TrainingLog& log)
{
    LogTimeline timeline;
    timeline.isAlongSteps = isAlongSteps(log);
    RecordedRun run;
    run.paths = {kLogPath};
    RecordedFigure loss{PathId(0), kLoss.role, kLoss.metric};
    RecordedFigure scale{PathId(0), kScale.role, kScale.metric};
    for (const LogEvent& event : log.events) {
        const std::int64_t place = timeline.isAlongSteps ? *event.step : std::int64_t(event.line);
        timeline.lines.emplace_back(place, event.line);
        if (event.loss)
            append(loss, place, *event.loss);
        if (event.lossScale)
            append(scale, place, *event.lossScale);
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
    if (!loss.steps.empty())
        timeline.rows.push_back(rowOf(QStringLiteral("log_loss"), LogTimelineText::tr("Loss"),
            LogTimelineText::tr("The loss that each line of the log says."), kLoss));
    if (!scale.steps.empty()) {
        PlotRow row = rowOf(QStringLiteral("log_loss_scale"), LogTimelineText::tr("Loss scale"),
            LogTimelineText::tr("The loss scale that the log says, until it says another."), kScale);
        row.axis = AxisKind::Log2;
        row.reading = scaleText;
        row.series.front().isStepped = true;
        timeline.rows.push_back(std::move(row));
    }
    if (timeline.rows.empty())
        return timeline;
    run.totals.steps = run.records.back().step + 1;
    SessionSpec session; // which says how long the axis is
    session.training.steps = run.totals.steps;
    run.session = std::make_shared<const SessionSpec>(std::move(session));
    run.figures = {std::move(loss), std::move(scale)};
    timeline.run = std::make_shared<const RunHistory>(std::move(run));
    return timeline;
}

} // namespace ulpscope::ui
