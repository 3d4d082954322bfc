// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/models/layer_health.h"

#include "ui/look/models/display_text.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

namespace ulpscope::ui {

namespace {

class LayerHealthText
{
    Q_DECLARE_TR_FUNCTIONS(LayerHealth)
};

/// Metrics that are shown of a layer. Scales are recorded at other steps than these.
constexpr std::array kMetrics{Metric::Amax, Metric::NonFinite, Metric::AccumulatedError, Metric::LocalError,
    Metric::FlushedPercent, Metric::LostPercent};

/// The first step that had any; infinity without one.
double firstNonFinite(const Series& counts)
{
    const auto any
        = std::find_if(counts.values.begin(), counts.values.end(), [](double count) { return count > 0; });
    return any == counts.values.end() ? std::numeric_limits<double>::infinity()
                                      : counts.steps[std::size_t(any - counts.values.begin())];
}

bool isWithin(const std::string& path, const std::string& layerPath)
{
    return path.starts_with(layerPath) && (path.size() == layerPath.size() || path[layerPath.size()] == '/');
}

/// "kernel gradient", or "query / kernel gradient" of a layer inside.
QString nameInside(const TensorName& tensor, const std::string& layerPath)
{
    const QString inside = toQt(tensor.layer.substr(std::min(layerPath.size(), tensor.layer.size())));
    const QString path
        = inside.mid(1) + (inside.isEmpty() ? QString() : QStringLiteral("/")) + toQt(tensor.name);
    return QString(path).replace(QLatin1Char('/'), QStringLiteral(" / "));
}

} // namespace

namespace {

/// The tensor with the largest share so far, and how many have one.
struct WorstShare
{
    std::optional<double> percent;
    QString tensor;
    int count = 0;

    void add(double share, const QString& name)
    {
        ++count;
        if (!percent || share > *percent) {
            percent = share;
            tensor = name;
        }
    }
    /// "flushed: 60.0 % of kernel gradient, the worst of 3"
    QString line(const QString& what) const
    {
        return count > 1 ? LayerHealthText::tr("%1: %2 of %3, the worst of %4")
                               .arg(what, percentText(*percent), tensor)
                               .arg(count)
                         : LayerHealthText::tr("%1: %2 of %3").arg(what, percentText(*percent), tensor);
    }
};

} // namespace

LayerHealth layerHealth(const RunHistory& run, const std::string& layerPath, std::optional<std::int64_t> upTo)
{
    LayerHealth health;
    WorstShare flushed;
    WorstShare lost;
    QStringList output;
    std::vector<RunHistory::NamedMetric> metrics;
    for (std::size_t path = 0; path < run.paths().size(); ++path)
        if (isWithin(run.paths()[path], layerPath))
            std::ranges::copy(run.metrics(PathId(path)), std::back_inserter(metrics));
    for (const RunHistory::NamedMetric& metric : metrics) {
        const std::string& name = run.paths()[metric.path.index()];
        if (metric.role == TensorRole::Input || metric.role == TensorRole::OptimizerState
            || std::ranges::find(kMetrics, metric.metric) == kMetrics.end())
            continue;
        const Series& series = *run.series(metric.path, metric.role, metric.metric);
        const std::optional<Series::Point> point = series.newest(upTo);
        if (!point)
            continue;
        health.step = std::max(health.step.value_or(0), std::int64_t(point->step));
        const bool isOutput = name == layerPath && metric.role == TensorRole::Output;
        const auto add = [&](WorstShare& worst) {
            const std::optional<double> share = upTo ? point->value : series.mean(run.totals().divergedAt);
            if (share)
                worst.add(*share, nameInside(tensorNameOf(run.paths(), metric.path, metric.role), layerPath));
        };
        if (metric.metric == Metric::FlushedPercent && isCountedGradient(metric.role)) {
            add(flushed);
        } else if (metric.metric == Metric::LostPercent) {
            add(lost);
        } else if (metric.metric == Metric::NonFinite) {
            health.isNonFinite = health.isNonFinite || point->value > 0;
            health.sawNonFinite
                = health.sawNonFinite || firstNonFinite(series) <= double(upTo.value_or(run.stepsDone()));
        } else if (isOutput && metric.metric == Metric::Amax) {
            output += LayerHealthText::tr("amax %1").arg(numberText(point->value));
        } else if (isOutput && metric.metric == Metric::AccumulatedError) {
            health.error = point->value;
            output += LayerHealthText::tr("error %1").arg(numberText(point->value));
        } else if (isOutput && metric.metric == Metric::LocalError) {
            output += LayerHealthText::tr("of which this layer alone %1").arg(numberText(point->value));
        }
    }
    health.flushedPercent = flushed.percent;
    health.lostPercent = lost.percent;
    if (flushed.percent)
        health.details += flushed.line(LayerHealthText::tr("gradients flushed"));
    if (lost.percent)
        health.details += lost.line(LayerHealthText::tr("updates lost"));
    if (!output.isEmpty())
        health.details += LayerHealthText::tr("output: %1").arg(output.join(QStringLiteral(", ")));
    return health;
}

std::optional<TensorName> worstUpdate(
    const RunHistory& run, const std::string& layerPath, std::optional<std::int64_t> upTo)
{
    std::optional<TensorName> worst;
    double most = -1;
    for (const RunHistory::NamedMetric& metric : run.metrics()) {
        if (metric.metric != Metric::LostPercent || !isWithin(run.paths()[metric.path.index()], layerPath))
            continue;
        const auto lost = run.series(metric.path, metric.role, metric.metric)->newest(upTo);
        if (lost && lost->value > most) {
            most = lost->value;
            worst = tensorNameOf(run.paths(), metric.path, metric.role);
        }
    }
    if (worst)
        return worst;
    const auto first = std::ranges::find_if(run.tensors(), [&](const TensorName& tensor) {
        return tensor.role == TensorRole::Update && isWithin(tensor.layer, layerPath);
    });
    return first == run.tensors().end() ? std::nullopt : std::optional(*first);
}

} // namespace ulpscope::ui
