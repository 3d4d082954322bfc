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

/// The layer with the largest share, of those that have one. Layers whose shares read alike in the tree are named together.
RunPlace worstLayer(const RunHistory& run, std::optional<double> LayerHealth::*share)
{
    std::map<std::string, double> shares;
    for (const LayerNode& layer : layerNodes(run.session()))
        if (const std::optional<double> value = layerHealth(run, layer.path).*share; value && *value > 0)
            shares[layer.path] = *value;
    const auto worst = std::ranges::max_element(shares, {}, [](const auto& layer) { return layer.second; });
    if (worst == shares.end())
        return {};
    QStringList names;
    for (const LayerNode& layer : layerNodes(run.session()))
        if (const auto found = shares.find(layer.path);
            found != shares.end() && percentText(found->second) == percentText(worst->second))
            names += toQt(layer.name);
    RunPlace place{.view = {}, .step = {}, .layer = worst->first, .text = {}};
    if (names.size() == 1)
        place.text = RunPlaces::tr("Most in %1").arg(names.front());
    else if (names.size() == 2)
        place.text = RunPlaces::tr("Most in %1 and %2").arg(names[0], names[1]);
    else
        place.text = RunPlaces::tr("Most in %1 layers").arg(names.size());
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
    for (const RunHistory::Figure& figure : run.figures()) {
        if (figure.metric != Metric::Float8Saturated)
            continue;
        const Series& series = *run.series(figure.path, figure.role, figure.metric);
        const std::string& path = run.paths()[figure.path.index()];
        Clipped& layer
            = layers[figure.role == TensorRole::Weight ? path.substr(0, path.find_last_of('/')) : path];
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
        .layer = worst->first,
        .text
        = RunPlaces::tr("Most in %1, step %2").arg(layerText(worst->first), countText(worst->second.step))};
}

RunPlace newestSkip(const RunHistory& run)
{
    const auto& skips = run.totals().recentSkips; // the last step first
    for (std::size_t back = 0; back < skips.size(); ++back)
        if (skips.test(back)) {
            const std::int64_t step = run.stepsDone() - 1 - static_cast<std::int64_t>(back);
            return {.step = step, .layer = {}, .text = RunPlaces::tr("Last at step %1").arg(countText(step))};
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
            .layer = birth.layer,
            .text = RunPlaces::tr("%1, %2").arg(stepText(birth.step), place.section(QLatin1Char('/'), -1))};
    }
    if (totals.divergedAt)
        return {.step = totals.divergedAt, .layer = {}, .text = stepText(*totals.divergedAt)};
    const auto first = std::find_if(run.records().begin(), run.records().end(),
        [](const StepRecord& record) { return record.counts.overflows > 0; });
    if (first == run.records().end())
        return {};
    return {.step = first->step, .layer = {}, .text = stepText(first->step)};
}

RunPlace scalerEnd(const RunHistory& run)
{
    const std::optional<std::int64_t>& at = run.totals().scalerEndedAt;
    return at ? RunPlace{.step = at, .layer = {}, .text = stepText(*at)} : RunPlace{};
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
        return worstLayer(run, &LayerHealth::flushedPercent);
    case VerdictSubject::LostUpdates:
        return worstLayer(run, &LayerHealth::lostPercent);
    case VerdictSubject::SaturatedOperands:
        return worstSaturation(run);
    case VerdictSubject::OutputError:
        return {.view = RunPlace::View::Blame,
            .step = {},
            .layer = {},
            .text = RunPlaces::tr("Which layer makes it?")};
    case VerdictSubject::Costs:
        return {.view = RunPlace::View::Costs,
            .step = {},
            .layer = {},
            .text = RunPlaces::tr("What does it save?")};
    }
    return {};
}

} // namespace ulpscope::ui
