// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/run_place.h"

#include "ui/look/models/display_text.h"
#include "ui/tree/models/layer_health.h"
#include "ui/tree/models/layer_nodes.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace ulpscope::ui {

namespace {

struct RunPlaces
{
    Q_DECLARE_TR_FUNCTIONS(RunPlaces)
};

QString stepText(std::int64_t step)
{
    return RunPlaces::tr("Step %1").arg(countText(step));
}

/// "a, b and c"
QString listed(const QStringList& names)
{
    return names.size() == 1
        ? names.front()
        : RunPlaces::tr("%1 and %2")
              .arg(names.first(names.size() - 1).join(QStringLiteral(", ")), names.last());
}

/// The layer with the largest share, of those that have one, and those whose shares read like it in the tree.
RunPlace worstLayers(const RunHistory& run, std::optional<double> LayerHealth::*share)
{
    constexpr qsizetype kNamed = 3; // names that have room in a line
    std::map<std::string, double> shares;
    const std::vector<LayerNode> layers = layerNodes(run.session());
    for (const LayerNode& layer : layers)
        if (const std::optional<double> value = layerHealth(run, layer.path).*share; value && *value > 0)
            shares[layer.path] = *value;
    const auto worst = std::ranges::max_element(shares, {}, [](const auto& layer) { return layer.second; });
    if (worst == shares.end())
        return {};
    RunPlace place{.step = {}, .layers = {}, .text = {}};
    QStringList names;
    for (const LayerNode& layer : layers)
        if (const auto found = shares.find(layer.path);
            found != shares.end() && percentText(found->second) == percentText(worst->second)) {
            place.layers.push_back(layer.path);
            names += toQt(layer.name);
        }
    std::ranges::rotate(place.layers, std::ranges::find(place.layers, worst->first));
    place.text = RunPlaces::tr("Most in %1").arg(listed(names));
    if (names.size() > kNamed) {
        place.whole = place.text;
        place.text = RunPlaces::tr("Most in %1 and %2 more")
                         .arg(names.first(kNamed).join(QStringLiteral(", ")))
                         .arg(names.size() - kNamed);
    }
    return place;
}

/// The layer whose operands have the most clipped elements, and the step in which one of them has the most.
RunPlace worstSaturation(const RunHistory& run)
{
    struct Clipped
    {
        double sum = 0;
        double most = 0;
        std::int64_t step = 0;
    };
    std::map<std::string, Clipped> layers;
    for (const RunHistory::NamedMetric& metric : run.metrics()) {
        if (metric.metric != Metric::Float8Saturated)
            continue;
        const Series& series = *run.series(metric.path, metric.role, metric.metric);
        const std::string& path = run.paths()[metric.path.index()];
        Clipped& layer
            = layers[metric.role == TensorRole::Weight ? path.substr(0, path.find_last_of('/')) : path];
        for (std::size_t i = 0; i < series.values.size(); ++i) {
            layer.sum += series.values[i];
            if (series.values[i] > layer.most) {
                layer.most = series.values[i];
                layer.step = std::int64_t(series.steps[i]);
            }
        }
    }
    const auto worst
        = std::ranges::max_element(layers, {}, [](const auto& layer) { return layer.second.sum; });
    if (worst == layers.end() || worst->second.sum == 0)
        return {};
    return {.step = worst->second.step,
        .layers = {worst->first},
        .text
        = RunPlaces::tr("Most in %1, step %2").arg(layerText(worst->first), countText(worst->second.step))};
}

RunPlace newestSkip(const RunHistory& run)
{
    const auto& skips = run.totals().recentSkips; // the last step first
    for (std::size_t back = 0; back < skips.size(); ++back)
        if (skips.test(back)) {
            const std::int64_t step = run.stepsDone() - 1 - static_cast<std::int64_t>(back);
            return {
                .step = step, .layers = {}, .text = RunPlaces::tr("Last at step %1").arg(countText(step))};
        }
    return {};
}

} // namespace

RunPlace birthplaceOf(const RunHistory& run)
{
    const RunTotals& totals = run.totals();
    if (totals.gravest()) {
        const Birthplace& birth = *totals.gravest();
        const QString place = birth.layer.empty() ? toQt(birth.tensor) : toQt(birth.layer);
        return {.step = birth.step,
            .layers = birth.layer.empty() ? std::vector<std::string>() : std::vector{birth.layer},
            .text = RunPlaces::tr("%1, %2").arg(stepText(birth.step), place.section(QLatin1Char('/'), -1))};
    }
    if (totals.divergedAt)
        return {.step = totals.divergedAt, .layers = {}, .text = stepText(*totals.divergedAt)};
    const auto first = std::find_if(run.records().begin(), run.records().end(),
        [](const StepRecord& record) { return record.counts.overflows > 0; });
    if (first == run.records().end())
        return {};
    return {.step = first->step, .layers = {}, .text = stepText(first->step)};
}

RunPlace scalerEnd(const RunHistory& run)
{
    const std::optional<std::int64_t>& at = run.totals().scalerEndedAt;
    return at ? RunPlace{.step = at, .layers = {}, .text = stepText(*at)} : RunPlace{};
}

RunPlace placeOf(VerdictSubject subject, const RunHistory& run)
{
    switch (subject) {
    case VerdictSubject::Nothing:
        return {};
    case VerdictSubject::NonFinite:
        return birthplaceOf(run);
    case VerdictSubject::SkippedSteps:
        return newestSkip(run);
    case VerdictSubject::ScalerEnd:
        return scalerEnd(run);
    case VerdictSubject::FlushedGradients:
        return worstLayers(run, &LayerHealth::flushedPercent);
    case VerdictSubject::LostUpdates:
        return worstLayers(run, &LayerHealth::lostPercent);
    case VerdictSubject::SaturatedOperands:
        return worstSaturation(run);
    case VerdictSubject::OutputError:
        return {.view = RunPlace::View::Blame,
            .step = {},
            .layers = {},
            .text = RunPlaces::tr("Which layer makes it?")};
    case VerdictSubject::Costs:
        return {.view = RunPlace::View::Costs,
            .step = {},
            .layers = {},
            .text = RunPlaces::tr("What does it save?")};
    }
    return {};
}

} // namespace ulpscope::ui
