// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/models/layer_health.h"

#include "ui/look/models/display_text.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <limits>

namespace ulpscope::ui {

namespace {

class LayerHealthText
{
    Q_DECLARE_TR_FUNCTIONS(LayerHealth)
};

constexpr std::array kRoles{TensorRole::Output, TensorRole::Weight, TensorRole::OutputGradient,
    TensorRole::InputGradient, TensorRole::WeightGradient, TensorRole::Update};

/// The first step that had any; infinity without one.
double firstNonFinite(const Series& counts)
{
    const auto any = std::find_if(
        counts.values.begin(), counts.values.end(), [](double count) { return count > 0; });
    return any == counts.values.end() ? std::numeric_limits<double>::infinity()
                                      : counts.steps[std::size_t(any - counts.values.begin())];
}

bool isWithin(const std::string& path, const std::string& layerPath)
{
    return path == layerPath || path.starts_with(layerPath + '/');
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

LayerHealth layerHealth(
    const RunHistory& run, const std::string& layerPath, std::optional<std::int64_t> upTo)
{
    LayerHealth health;
    const auto newest = [&](PathId path, TensorRole role, Metric metric) -> std::optional<double> {
        const Series* series = run.series(path, role, metric);
        const std::optional<Series::Point> point = series ? series->newest(upTo) : std::nullopt;
        if (!point)
            return std::nullopt;
        health.step = std::max(health.step.value_or(0), std::int64_t(point->step));
        return point->value;
    };
    QStringList lines;
    for (std::size_t i = 0; i < run.paths().size(); ++i) {
        const PathId path(i);
        const std::string& name = run.paths()[i];
        const bool isLayer = name == layerPath;
        if (!isWithin(name, layerPath))
            continue;
        for (const TensorRole role : kRoles) {
            QStringList parts;
            if (const auto amax = newest(path, role, Metric::Amax))
                parts += LayerHealthText::tr("amax %1").arg(numberText(*amax));
            if (const auto flushed = newest(path, role, Metric::FlushedPercent)) {
                parts += LayerHealthText::tr("%1 flushed").arg(percentText(*flushed));
                health.flushedPercent = std::max(health.flushedPercent.value_or(0), *flushed);
            }
            if (const auto lost = newest(path, role, Metric::LostPercent)) {
                parts += LayerHealthText::tr("%1 lost").arg(percentText(*lost));
                health.lostPercent = std::max(health.lostPercent.value_or(0), *lost);
            }
            if (const auto error = newest(path, role, Metric::AccumulatedError)) {
                parts += LayerHealthText::tr("error %1").arg(numberText(*error));
                if (isLayer && role == TensorRole::Output)
                    health.error = error;
            }
            if (const auto local = newest(path, role, Metric::LocalError))
                parts += LayerHealthText::tr("of which this layer alone %1").arg(numberText(*local));
            if (const auto bad = newest(path, role, Metric::NonFinite)) {
                health.isNonFinite = health.isNonFinite || *bad > 0;
                health.sawNonFinite = health.sawNonFinite
                    || firstNonFinite(*run.series(path, role, Metric::NonFinite))
                        <= double(upTo.value_or(run.stepsDone()));
            }
            if (!parts.isEmpty())
                lines += nameInside(tensorNameOf(run.paths(), path, role), layerPath) + QStringLiteral(": ")
                    + parts.join(QStringLiteral(", "));
        }
    }
    health.details = lines.join(QLatin1Char('\n'));
    return health;
}

std::optional<TensorName> worstUpdate(
    const RunHistory& run, const std::string& layerPath, std::optional<std::int64_t> upTo)
{
    std::optional<TensorName> worst;
    double most = -1;
    for (const RunHistory::Figure& figure : run.figures()) {
        if (figure.metric != Metric::LostPercent || !isWithin(run.paths()[figure.path.index()], layerPath))
            continue;
        const auto lost = run.series(figure.path, figure.role, figure.metric)->newest(upTo);
        if (lost && lost->value > most) {
            most = lost->value;
            worst = tensorNameOf(run.paths(), figure.path, figure.role);
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
