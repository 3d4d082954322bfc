// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/layer_plots.h"

#include "ui/look/models/display_text.h"
#include "ui/training/tensor_plots.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ulpscope::ui {

namespace {

struct LayerPlots
{
    Q_DECLARE_TR_FUNCTIONS(LayerPlots)
};

/// The layer's first variable, which is its kernel; of a composite that of the first layer within. Empty without any. A run that
/// was read from a file has no tensors, and what was recorded of them tells.
std::string kernelOf(const RunHistory& run, const std::string& layer)
{
    const std::string within = layer + "/";
    for (const TensorName& tensor : run.tensors())
        if (tensor.role == TensorRole::Weight && (tensor.layer == layer || tensor.layer.starts_with(within)))
            return tensor.layer + "/" + tensor.name;
    std::size_t first = run.paths().size();
    for (const RunHistory::NamedMetric& metric : run.metrics())
        if ((metric.role == TensorRole::Weight || metric.role == TensorRole::WeightGradient)
            && run.paths()[metric.path.index()].starts_with(within))
            first = std::min(first, metric.path.index());
    return first < run.paths().size() ? run.paths()[first] : std::string();
}

struct Curve
{
    QString label;
    TensorSource source;
};

/// The first also of the run before, below it.
PlotRow rowOf(
    const QString& id, const QString& title, const QString& description, const std::vector<Curve>& curves)
{
    constexpr std::array kLayerInks{Ink::Candidate, Ink::Second, Ink::Reference};
    PlotRow row = tensorPlot(curves.front().source); // its axis and how it is read
    row.id = id;
    row.title = title;
    row.description = description;
    row.series.erase(row.series.begin() + 1, row.series.end());
    for (std::size_t i = 0; i < curves.size(); ++i)
        row.series.push_back({.label = curves[i].label,
            .description = description,
            .ink = kLayerInks.at(i),
            .tensor = curves[i].source});
    return row;
}

} // namespace

const QStringList& layerPlotIds()
{
    static const QStringList ids{
        QStringLiteral("layer_error"), QStringLiteral("layer_flushed"), QStringLiteral("layer_amax")};
    return ids;
}

std::string layerOf(const RunHistory& run, const std::string& selected)
{
    const std::vector<std::string>& paths = run.paths();
    if (std::find(paths.begin(), paths.end(), selected) != paths.end())
        return selected;
    for (const std::string& path : paths)
        if (kernelOf(run, path).starts_with(path + "/"))
            return path;
    return paths.empty() ? std::string() : paths.front();
}

std::vector<PlotRow> layerPlots(const RunHistory& run, const std::string& layer)
{
    if (layer.empty())
        return {};
    const QString name = layerText(layer);
    const std::string kernel = kernelOf(run, layer);
    const bool hasReference = run.session().probes.watch == WatchMode::Reference;
    const QString kernelGradient = LayerPlots::tr("kernel gradient");
    std::vector<Curve> error{{LayerPlots::tr("output"),
        {layer, TensorRole::Output, hasReference ? Metric::AccumulatedError : Metric::StepError}}};
    error.push_back({LayerPlots::tr("this layer alone"), {layer, TensorRole::Output, Metric::LocalError}});
    std::vector<Curve> flushed{
        {LayerPlots::tr("output gradient"), {layer, TensorRole::OutputGradient, Metric::FlushedPercent}}};
    std::vector<Curve> amax{{LayerPlots::tr("output"), {layer, TensorRole::Output, Metric::Amax}},
        {LayerPlots::tr("output gradient"), {layer, TensorRole::OutputGradient, Metric::Amax}}};
    if (!kernel.empty()) {
        flushed.push_back({kernelGradient, {kernel, TensorRole::WeightGradient, Metric::FlushedPercent}});
        amax.push_back({kernelGradient, {kernel, TensorRole::WeightGradient, Metric::Amax}});
    }
    return {
        rowOf(layerPlotIds()[0], LayerPlots::tr("Error of %1").arg(name),
            LayerPlots::tr(
                "Relative L2 distance of the selected layer's output from float64: with all that came before, "
                "and what the layer's own arithmetic adds to the inputs as they arrived."),
            error),
        rowOf(layerPlotIds()[1], LayerPlots::tr("Flushed in %1 (%)").arg(name),
            LayerPlots::tr(
                "Of the selected layer's gradient elements that are not zero in float64, those that are zero here."),
            flushed),
        rowOf(layerPlotIds()[2], LayerPlots::tr("Largest magnitudes of %1").arg(name),
            LayerPlots::tr(
                "The largest finite magnitude of the selected layer's output and gradients, these without the loss "
                "scale."),
            amax)};
}

} // namespace ulpscope::ui
