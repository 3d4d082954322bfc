// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/tensor_plots.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

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

namespace {

struct OperandPlots
{
    Q_DECLARE_TR_FUNCTIONS(OperandPlots)
};

constexpr std::array kOperands{TensorRole::Input, TensorRole::Weight, TensorRole::OutputGradient};
/// No two series of a plot look alike.
constexpr std::array kInks{Ink::Candidate, Ink::Second, Ink::Reference};

QString operandText(TensorRole role)
{
    switch (role) {
    case TensorRole::Input:
        return OperandPlots::tr("input");
    case TensorRole::Weight:
        return OperandPlots::tr("kernel");
    default:
        return OperandPlots::tr("output gradient");
    }
}

std::string parentOf(const std::string& path)
{
    return path.substr(0, path.find_last_of('/'));
}

bool hasScale(const RunHistory& run, std::size_t path, TensorRole role)
{
    return run.series(PathId(path), role, Metric::Float8Amax) != nullptr;
}

/// Path under which the layer's operand of this role is recorded.
std::optional<std::string> pathOf(const RunHistory& run, const std::string& layer, TensorRole role)
{
    const std::vector<std::string>& paths = run.paths();
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (hasScale(run, i, role) && (role == TensorRole::Weight ? parentOf(paths[i]) : paths[i]) == layer)
            return paths[i];
    return std::nullopt;
}

/// Whether the scale follows from amaxes of earlier steps: else the limit is the amax of the step itself.
bool hasHistory(const RunHistory& run, const TensorSource& source)
{
    const Series* limit = seriesOf(run, {source.path, source.role, Metric::Float8Limit});
    return limit != nullptr && !limit->values.empty() && std::isfinite(limit->values.back());
}

/// A history that no step has written holds nothing, not a zero.
std::optional<double> unlessEmpty(std::optional<double> largest, const RunFormats&)
{
    return largest == 0 ? std::nullopt : largest;
}

PlotRow amaxPlot(const RunHistory& run, const std::string& layer, const TensorSource& amax)
{
    const auto source = [&](Metric metric) { return TensorSource{amax.path, amax.role, metric}; };
    PlotRow row;
    row.id = QStringLiteral("amax_%1").arg(toQt(std::string(roleName(amax.role))));
    row.terms = "tensor:float8_amax tensor:float8_history_amax tensor:float8_limit";
    row.title = OperandPlots::tr("Amax of %1, %2").arg(layerText(layer), operandText(amax.role));
    row.description = OperandPlots::tr(
        "The largest magnitude of this operand in each step, and the largest that the step's scale maps into "
        "float8, which comes from the amaxes of earlier steps. Where the amax is above this limit, elements saturate.");
    if (amax.role == TensorRole::OutputGradient)
        row.description += OperandPlots::tr(" Gradients are quantized with the loss scale in them.");
    row.heightShare = 5;
    row.reading = [](double value) { return numberText(value); };
    row.series.push_back({.label = OperandPlots::tr("run before"),
        .description = OperandPlots::tr("The amax of the run before the last change."),
        .ink = Ink::Ghost,
        .run = kGhostRun,
        .tensor = amax});
    if (hasHistory(run, amax)) {
        row.series.push_back({.label = OperandPlots::tr("history"),
            .description = OperandPlots::tr("The largest amax that the history held when the step began."),
            .ink = Ink::Second,
            .isStepped = true,
            .derived = unlessEmpty,
            .tensor = source(Metric::Float8HistoryAmax)});
        // Not fitted: the first steps' scale is 1, whose limit is far from any amax.
        row.series.push_back({.label = OperandPlots::tr("limit"),
            .description = OperandPlots::tr(
                "The largest magnitude that the scale of this step holds: what is larger saturates."),
            .ink = Ink::Limit,
            .isStepped = true,
            .isFitted = false,
            .tensor = source(Metric::Float8Limit)});
    }
    row.series.push_back({.label = OperandPlots::tr("amax"),
        .description = row.description,
        .ink = Ink::Candidate,
        .tensor = amax});
    return row;
}

} // namespace

std::string layerWithScales(const RunHistory& run, const std::string& selected)
{
    const std::vector<std::string>& paths = run.paths();
    std::string first;
    std::string within;
    for (std::size_t i = 0; i < paths.size(); ++i)
        for (const TensorRole role : kOperands) {
            if (!hasScale(run, i, role))
                continue;
            const std::string layer = role == TensorRole::Weight ? parentOf(paths[i]) : paths[i];
            if (layer == selected)
                return layer;
            if (within.empty() && layer.starts_with(selected + "/"))
                within = layer;
            if (first.empty())
                first = layer;
        }
    return within.empty() ? first : within;
}

std::vector<PlotRow> operandPlots(const RunHistory& run, const std::string& layer)
{
    std::vector<PlotRow> rows;
    PlotRow scale;
    scale.id = QStringLiteral("operand_scale");
    scale.terms = "tensor:float8_scale";
    scale.title = OperandPlots::tr("Scales of %1 for the next step").arg(layerText(layer));
    scale.description = OperandPlots::tr(
        "What each operand is scaled by in the next step: Keras divides by it before it rounds to float8, the others multiply.");
    scale.axis = AxisKind::Log2;
    scale.heightShare = 4;
    scale.reading = [](double value) { return numberText(value); };
    PlotRow saturated;
    saturated.id = QStringLiteral("operand_saturated");
    saturated.terms = "tensor:float8_saturated saturation";
    saturated.title = OperandPlots::tr("Saturated elements of %1").arg(layerText(layer));
    saturated.description = OperandPlots::tr(
        "How many elements of each operand were beyond the limit of the step's scale, and were clipped to it.");
    saturated.axis = AxisKind::Count;
    saturated.heightShare = 5; // the height includes the labels of the step axis
    saturated.reading = [](double value) { return countText(qRound64(value)); };
    for (std::size_t i = 0; i < kOperands.size(); ++i) {
        const std::optional<std::string> path = pathOf(run, layer, kOperands[i]);
        if (!path)
            continue;
        const TensorSource amax{*path, kOperands[i], Metric::Float8Amax};
        rows.push_back(amaxPlot(run, layer, amax));
        scale.series.push_back({.label = operandText(kOperands[i]),
            .description = scale.description,
            .ink = kInks[i],
            .isStepped = true,
            .tensor = TensorSource{*path, kOperands[i], Metric::Float8Scale}});
        if (hasHistory(run, amax))
            saturated.series.push_back({.label = operandText(kOperands[i]),
                .description = saturated.description,
                .ink = kInks[i],
                .tensor = TensorSource{*path, kOperands[i], Metric::Float8Saturated}});
    }
    if (!scale.series.empty())
        rows.push_back(std::move(scale));
    if (!saturated.series.empty())
        rows.push_back(std::move(saturated));
    return rows;
}

} // namespace ulpscope::ui
