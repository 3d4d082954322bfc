// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/tensor_plots.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {

namespace {

struct TensorPlots
{
    Q_DECLARE_TR_FUNCTIONS(TensorPlots)
};

QString (*readingOf(AxisKind axis))(double)
{
    switch (axis) {
    case AxisKind::Percent:
        return percentText;
    case AxisKind::Count:
        return [](double value) { return countText(qRound64(value)); };
    case AxisKind::Log10:
    case AxisKind::Log2:
    case AxisKind::Linear:
        break;
    }
    return [](double value) { return numberText(value); };
}

const MetricRow& rowOf(Metric metric)
{
    return metricCatalog()[static_cast<std::size_t>(metric)];
}

QString sourceText(const TensorSource& source)
{
    QString role = toQt(roleName(source.role));
    role.replace(QLatin1Char('_'), QLatin1Char(' '));
    return layerText(source.path) + QStringLiteral(" / ") + role;
}

QString metricText(Metric metric)
{
    const MetricRow& row = rowOf(metric);
    const QString title = engineText(row.title);
    return row.unit.empty() ? title : QStringLiteral("%1 (%2)").arg(title, toQt(row.unit));
}

PlotRow onlyCurve(const PlotRow& row, const SeriesRow& series)
{
    PlotRow one = row;
    one.series = {series};
    return one;
}

} // namespace

AxisKind axisOf(Metric metric)
{
    switch (metric) {
    case Metric::FlushedPercent:
    case Metric::LostPercent:
    case Metric::ZeroPercent:
    case Metric::SubnormalPercent:
    case Metric::SaturatedPercent:
        return AxisKind::Percent;
    case Metric::NonFinite:
    case Metric::Underflow:
    case Metric::Overflow:
    case Metric::Float8Saturated:
    case Metric::Nan:
    case Metric::PositiveInfinity:
    case Metric::NegativeInfinity:
        return AxisKind::Count;
    case Metric::Mean:
    case Metric::AccumulatedSqnr:
    case Metric::AccumulatedCosine:
    case Metric::LocalSqnr:
    case Metric::LocalCosine:
    case Metric::StepSqnr:
    case Metric::StepCosine:
        return AxisKind::Linear;
    case Metric::Float8Scale:
        return AxisKind::Log2;
    case Metric::Amax:
    case Metric::AccumulatedError:
    case Metric::LocalError:
    case Metric::Float8Amax:
    case Metric::Float8HistoryAmax:
    case Metric::Float8Limit:
    case Metric::Amin:
    case Metric::Rms:
    case Metric::Std:
    case Metric::AccumulatedMaxUlp:
    case Metric::LocalMaxUlp:
    case Metric::StepError:
    case Metric::StepMaxUlp:
        break;
    }
    return AxisKind::Log10;
}

PlotRow tensorPlot(const TensorSource& source)
{
    PlotRow row;
    row.id = toQt(source.path) + QLatin1Char(':') + toQt(roleName(source.role)) + QLatin1Char(':')
        + toQt(metricName(source.metric));
    row.terms = "tensor:" + toQt(metricName(source.metric)).toUtf8();
    row.title = QStringLiteral("%1: %2").arg(sourceText(source), metricText(source.metric));
    row.description = engineText(rowOf(source.metric).description);
    row.axis = axisOf(source.metric);
    row.heightShare = 5;
    row.reading = readingOf(row.axis);
    row.series
        = {{.label = TensorPlots::tr("run before"),
               .description = TensorPlots::tr("The same metric of the run that this one is compared with."),
               .ink = Ink::Ghost,
               .run = kGhostRun,
               .tensor = source},
            {.label = TensorPlots::tr("this run"),
                .description = row.description,
                .ink = Ink::Candidate,
                .tensor = source}};
    return row;
}

std::optional<TensorSource> tensorSourceOf(const QString& id)
{
    const QStringList parts = id.split(QLatin1Char(':'));
    if (parts.size() != 3)
        return std::nullopt;
    TensorSource source{parts[0].toStdString()};
    const auto isMetric = [&](const MetricRow& row) { return toQt(row.name) == parts[2]; };
    const auto metric = std::find_if(metricCatalog().begin(), metricCatalog().end(), isMetric);
    if (metric == metricCatalog().end())
        return std::nullopt;
    source.metric = metric->metric;
    for (std::size_t role = 0; role <= std::size_t(TensorRole::OptimizerState); ++role)
        if (toQt(roleName(TensorRole(role))) == parts[1]) {
            source.role = TensorRole(role);
            return source;
        }
    return std::nullopt;
}

std::vector<MetricChoice> metricChoices(const RunHistory& run)
{
    std::vector<MetricChoice> choices;
    const auto isChoice = [](const SeriesRow& series) {
        return series.run == kShownRun && series.ink != Ink::Reference && !series.derived;
    };
    for (const PlotRow& row : plotCatalog()) {
        const bool isOnly = std::count_if(row.series.begin(), row.series.end(), isChoice) == 1;
        for (const SeriesRow& series : row.series)
            if (isChoice(series))
                choices.push_back({.id = isOnly ? row.id : row.id + QLatin1Char(':') + series.label,
                    .title = isOnly ? row.title : series.label,
                    .description = series.description,
                    .plot = onlyCurve(row, series)});
    }
    for (const RunHistory::NamedMetric& metric : run.metrics()) {
        const PlotRow row = tensorPlot({run.paths()[metric.path.index()], metric.role, metric.metric});
        choices.push_back({row.id, row.title, row.description, onlyCurve(row, row.series.back())});
    }
    return choices;
}

} // namespace ulpscope::ui
