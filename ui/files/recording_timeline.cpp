// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/recording_timeline.h"

#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <cmath>

namespace ulpscope::ui {

namespace {

struct RecordingTimelineText
{
    Q_DECLARE_TR_FUNCTIONS(RecordingTimeline)
};

constexpr const char* kTensorPath = "tensor";
const TensorSource kAmax{kTensorPath, TensorRole::Output, Metric::Amax};
const TensorSource kLimit{kTensorPath, TensorRole::Output, Metric::Float8Limit};
const TensorSource kRecipeScale{kTensorPath, TensorRole::Output, Metric::Float8Scale};

QString shortReading(double value)
{
    return numberText(value, 4);
}

PlotRow amaxRow(const QString& tensor)
{
    PlotRow row;
    row.id = QStringLiteral("recorded_amax");
    row.title = RecordingTimelineText::tr("Amax of %1").arg(tensor);
    row.description = RecordingTimelineText::tr(
        "The largest magnitude at each recorded step. Where it is above the limit, which is the largest that the recipe's scale maps into the "
        "format, elements would have saturated.");
    row.axis = AxisKind::Log10;
    row.reading = shortReading;
    row.series.push_back({.label = RecordingTimelineText::tr("limit"),
        .description = RecordingTimelineText::tr(
            "The largest magnitude that the scale of this step maps into the format."),
        .ink = Ink::Limit,
        .isStepped = true,
        .isFitted = false,
        .tensor = kLimit});
    row.series.push_back(
        {.label = RecordingTimelineText::tr("amax"), .description = row.description, .tensor = kAmax});
    return row;
}

PlotRow scaleRow(const ScaleRecipe& recipe)
{
    PlotRow row;
    row.id = QStringLiteral("recorded_scale");
    row.title = RecordingTimelineText::tr("Scale of %1").arg(recipeTitle(recipe));
    row.description
        = RecordingTimelineText::tr("What the tensor would have been multiplied by before it is rounded.");
    row.axis = AxisKind::Log2;
    row.reading = shortReading;
    row.series.push_back({.label = RecordingTimelineText::tr("scale"),
        .description = row.description,
        .isStepped = true,
        .tensor = kRecipeScale});
    return row;
}

QString markOf(double amax, const ScaleStep& step)
{
    if (!std::isfinite(amax))
        return RecordingTimelineText::tr("has a number that is not finite");
    return step.saturates
        ? RecordingTimelineText::tr("the amax is beyond what the scale maps into the format")
        : QString();
}

} // namespace

RecordingTimeline timelineOf(const ScaledSeries& series, std::size_t recipe, const QString& tensor)
{
    const ScaleSeries& scales = series.scales[recipe];
    RecordedRun run;
    run.paths = {kTensorPath};
    RecordedMetric amax{PathId(0), kAmax.role, kAmax.metric};
    RecordedMetric limit{PathId(0), kLimit.role, kLimit.metric};
    RecordedMetric scale{PathId(0), kRecipeScale.role, kRecipeScale.metric};
    RecordingTimeline timeline;
    for (std::size_t i = 0; i < series.points.size(); ++i) {
        const std::int64_t step = series.points[i].step;
        const auto append = [step](RecordedMetric& metric, double value) {
            metric.steps.push_back(double(step));
            metric.values.push_back(value);
        };
        append(amax, amaxOfPoint(series.points[i]));
        append(limit, scales.steps[i].limit);
        append(scale, scales.steps[i].scale);
        run.records.emplace_back().step = step;
        if (const QString text = markOf(amax.values.back(), scales.steps[i]); !text.isEmpty())
            timeline.marks.push_back({step, MarkKind::Event, text});
    }
    run.totals.steps = run.records.back().step + 1;
    SessionSpec session; // which says how long the axis is
    session.training.steps = run.totals.steps;
    run.session = std::make_shared<const SessionSpec>(std::move(session));
    run.metrics = {std::move(amax), std::move(limit), std::move(scale)};
    timeline.run = std::make_shared<const RunHistory>(std::move(run));
    timeline.rows = {amaxRow(tensor), scaleRow(scales.recipe)};
    sortMarks(timeline.marks);
    return timeline;
}

} // namespace ulpscope::ui
