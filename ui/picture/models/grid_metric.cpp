// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/models/grid_metric.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

namespace ulpscope::ui {

namespace {

struct GridMetricText
{
    Q_DECLARE_TR_FUNCTIONS(RunGrid)
};

constexpr Roles kAllRoles = ~Roles{0};
constexpr Roles kGradientRoles = roleBit(TensorRole::OutputGradient) | roleBit(TensorRole::WeightGradient);
/// Whose NaN and infinity mark a layer's cell, as in the tree of layers.
constexpr Roles kMarkedRoles = kAllRoles & ~roleBit(TensorRole::Input) & ~roleBit(TensorRole::OptimizerState);

QString plainNumber(double value)
{
    return numberText(value);
}

QString countReading(double value)
{
    return countText(qRound64(value));
}

const std::array<MetricKind, 8>& kinds()
{
    constexpr GridScale kShare{false, 0, 100};
    constexpr GridScale kError{true, 1e-8, 1}; // as the bars of the tree of layers
    constexpr GridScale kCount{true, 0.5, 1e3}; // grows with the largest; a single one is seen
    static const std::array<MetricKind, 8> all{{
        {GridMetric::Flushed, "flushed", {Metric::FlushedPercent}, kGradientRoles, kShare, percentText,
            OverRun::Mean},
        {GridMetric::Lost, "lost", {Metric::LostPercent}, kAllRoles, kShare, percentText, OverRun::Mean},
        {GridMetric::Error, "error", {Metric::AccumulatedError, Metric::StepError},
            roleBit(TensorRole::Output), kError, plainNumber, OverRun::Newest},
        {GridMetric::LocalError, "local_error", {Metric::LocalError}, roleBit(TensorRole::Output), kError,
            plainNumber, OverRun::Newest},
        {GridMetric::Saturated, "saturated", {Metric::SaturatedPercent},
            kGradientRoles | roleBit(TensorRole::Output), kShare, percentText, OverRun::Mean},
        {GridMetric::Clipped, "clipped", {Metric::Float8Saturated}, kAllRoles, kCount, countReading,
            OverRun::Largest},
        {GridMetric::Overflows, "overflows", {Metric::Overflow}, kAllRoles, kCount, countReading,
            OverRun::Largest},
        {GridMetric::AmaxShare, "amax_share", {Metric::Amax}, kGradientRoles | roleBit(TensorRole::Output),
            GridScale{true, 0x1p-16, 1}, plainNumber, OverRun::Largest},
    }};
    return all;
}

QString titleOf(GridMetric metric, Metric recorded)
{
    if (metric == GridMetric::Clipped)
        return GridMetricText::tr("Saturated by the scale");
    if (metric == GridMetric::AmaxShare)
        return GridMetricText::tr("Amax against the limit");
    return engineText(metricCatalog()[static_cast<std::size_t>(recorded)].title);
}

QString withUnit(const QString& title, const MetricKind& kind)
{
    return kind.reading == percentText ? QStringLiteral("%1 (%)").arg(title) : title;
}

QString descriptionOf(GridMetric metric, Metric recorded)
{
    if (metric == GridMetric::Clipped)
        return GridMetricText::tr(
            "Elements of an operand beyond the limit of the scale that earlier steps gave it: they are clipped.");
    if (metric == GridMetric::AmaxShare)
        return GridMetricText::tr(
            "Largest magnitude as it is stored, as a share of the largest number of its format or scale: above 1 it does not fit.");
    return engineText(metricCatalog()[static_cast<std::size_t>(recorded)].description);
}

/// A power of ten or of two in one of its notations.
QString endText(double value)
{
    if (value >= 1)
        return countText(qRound64(value));
    const double tens = std::log10(value);
    return tens == std::round(tens) ? powerText(10, int(tens)) : powerText(2, int(std::log2(value)));
}

} // namespace

bool MetricKind::isCount() const
{
    return reading == countReading;
}

bool marksItsCell(const RunHistory::NamedMetric& each)
{
    return each.metric == Metric::NonFinite && (kMarkedRoles & roleBit(each.role)) != 0;
}

const MetricKind& kindOf(GridMetric metric)
{
    return kinds()[static_cast<std::size_t>(metric)];
}

std::optional<Metric> recordedOf(const std::vector<RunHistory::NamedMetric>& metrics, const MetricKind& kind)
{
    for (const Metric wanted : kind.recorded)
        if (std::ranges::any_of(metrics, [&](const RunHistory::NamedMetric& each) {
                return each.metric == wanted && kind.hasRole(each.role);
            }))
            return wanted;
    return std::nullopt;
}

void nameEnds(GridData& grid)
{
    const bool isShare = grid.reading == percentText;
    grid.least = isShare               ? percentText(0)
        : grid.reading == countReading ? countText(0)
                                       : endText(grid.scale.low);
    grid.most = isShare ? percentText(100) : endText(grid.scale.high);
}

void describe(GridData& grid, const MetricKind& kind, Metric recorded)
{
    grid.figure = withinSentence(titleOf(kind.metric, recorded));
    grid.title = withUnit(titleOf(kind.metric, recorded), kind);
    grid.description = descriptionOf(kind.metric, recorded);
    grid.scale = kind.scale;
    grid.reading = kind.reading;
    nameEnds(grid);
}

std::vector<GridMetricRow> gridMetrics(const RunHistory& run)
{
    std::vector<GridMetricRow> rows;
    const std::vector<RunHistory::NamedMetric> metrics = run.metrics();
    for (const MetricKind& kind : kinds())
        if (const std::optional<Metric> recorded = recordedOf(metrics, kind))
            rows.push_back({kind.metric, QString::fromLatin1(kind.id),
                withUnit(titleOf(kind.metric, *recorded), kind), descriptionOf(kind.metric, *recorded)});
    return rows;
}

LayersOfRun::LayersOfRun(const RunHistory& run, const std::vector<RunHistory::NamedMetric>& metrics)
{
    for (const RunHistory::NamedMetric& each : metrics) // in the order of their paths
        if (each.role == TensorRole::Output && (layers.empty() || layers.back() != each.path.index()))
            layers.push_back(each.path.index());
    std::map<std::string_view, std::size_t> indices;
    for (std::size_t i = 0; i < layers.size(); ++i)
        indices.emplace(run.paths()[layers[i]], i);
    ofPath.resize(run.paths().size());
    for (std::size_t path = 0; path < ofPath.size(); ++path)
        for (std::string_view name = run.paths()[path]; !name.empty();
             name = name.substr(0, std::min(name.rfind('/'), name.size()))) {
            if (const auto at = indices.find(name); at != indices.end()) {
                ofPath[path] = at->second;
                break;
            }
            if (name.find('/') == std::string_view::npos)
                break;
        }
}

} // namespace ulpscope::ui
