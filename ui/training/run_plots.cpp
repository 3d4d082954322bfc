// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/run_plots.h"

#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "engine/session/compile_outcome.h"
#include "ui/look/models/display_text.h"
#include "ui/look/place.h"
#include "ui/training/layer_plots.h"
#include "ui/training/operand_plots.h"
#include "ui/training/tensor_plots.h"
#include "ui/training/watch_plot.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

bool hasLossScale(const RunHistory* run)
{
    return run != nullptr && effectiveLossScale(run->session()).className != "none";
}

/// Where operands have scales, these are what there is to see. A loss scale is a plot where there is one, the error against float64 where
/// a reference tells it.
std::vector<PlotRow> defaultPlots(
    const RunHistory* run, const std::vector<PlotRow>& ofOperands, bool hasLossScale)
{
    std::vector<PlotRow> rows = plotCatalog();
    if (run != nullptr && run->session().probes.watch != WatchMode::Reference)
        std::erase_if(rows, [](const PlotRow& row) { return row.id == QLatin1String("error"); });
    if (!hasLossScale)
        std::erase_if(rows, [](const PlotRow& row) { return row.marksSkippedSteps; });
    if (ofOperands.empty())
        return rows;
    const bool isDynamic = run->session().training.lossScale.className == "dynamic";
    std::erase_if(rows, [&](const PlotRow& row) {
        return !row.isShownBesideOperands && !(isDynamic && row.marksSkippedSteps);
    });
    rows.insert(rows.end(), ofOperands.begin(), ofOperands.end());
    return rows;
}

/// Names that stand for nothing here are passed over: they may be of another model.
std::vector<PlotRow> namedPlots(const std::vector<std::string>& names, const std::vector<PlotRow>& ofLayer)
{
    std::vector<PlotRow> known = plotCatalog();
    known.insert(known.end(), ofLayer.begin(), ofLayer.end());
    std::vector<PlotRow> rows;
    for (const std::string& name : names) {
        const QString id = toQt(name);
        if (std::any_of(rows.begin(), rows.end(), [&](const PlotRow& row) { return row.id == id; }))
            continue; // said twice
        const auto found
            = std::find_if(known.begin(), known.end(), [&](const PlotRow& row) { return row.id == id; });
        if (found != known.end())
            rows.push_back(*found);
        else if (const std::optional<TensorSource> source = tensorSourceOf(id))
            rows.push_back(tensorPlot(*source));
    }
    return rows;
}

} // namespace

RunPlots::RunPlots(const Document& document, const ShownRun& shown, QWidget* parent)
    : StackedPlot(QStringLiteral("trainingPlots"), tr("Training plots"), shown.step(), parent)
    , m_document(document)
    , m_shown(shown)
{
    registerPlace(this,
        {.terms = "plots cursor",
            .lessons = {{"plot.loss", "loss"}, {"plot.error", "error"}, {"plot.loss-scale", "loss_scale"},
                {"plot.flushed", "flushed"}, {"plot.gradient-amax", "gradient_amax"},
                {"plot.operand-amax", "amax_input"}}});
    setRows(plotCatalog());
    connect(&document, &Document::sessionChanged, this, [this] { choosePlots(); });
    connect(&shown, &ShownRun::replaced, this, &RunPlots::replace);
    connect(&shown, &ShownRun::grew, this, &RunPlots::follow);
    replace();
}

bool RunPlots::choosePlots()
{
    const RunHistory* run = m_shown.run().get();
    const std::string layer = run ? layerWithScales(*run, m_selectedLayer) : std::string();
    const std::vector<std::string>& chosen = m_document.session()->plots;
    const std::vector<WatchSpec>& watches = m_document.session()->watches;
    const bool showsLayer = std::any_of(chosen.begin(), chosen.end(),
        [](const std::string& plot) { return layerPlotIds().contains(toQt(plot)); });
    const std::string shownLayer = run && showsLayer ? layerOf(*run, m_selectedLayer) : std::string();
    const bool scales = run == nullptr || hasLossScale(run) || hasLossScale(m_shown.ghost().get());
    const bool isReference = run == nullptr || run->session().probes.watch == WatchMode::Reference;
    const bool isOfRun = (layer.empty() && shownLayer.empty())
        || m_scaledRun.lock() == m_shown.run(); // its settings decide too
    if (layer == m_scaledLayer && shownLayer == m_shownLayer && chosen == m_chosen && watches == m_watches
        && scales == m_hasLossScale && isReference == m_isReference && isOfRun)
        return false;
    m_scaledRun = m_shown.run();
    m_scaledLayer = layer;
    m_shownLayer = shownLayer;
    m_hasLossScale = scales;
    m_isReference = isReference;
    m_chosen = chosen;
    m_watches = watches;
    const std::vector<PlotRow> ofOperands
        = layer.empty() ? std::vector<PlotRow>() : operandPlots(*run, layer);
    std::vector<PlotRow> ofLayer = run ? layerPlots(*run, shownLayer) : std::vector<PlotRow>();
    ofLayer.insert(ofLayer.end(), ofOperands.begin(), ofOperands.end());
    std::vector<PlotRow> rows = namedPlots(chosen, ofLayer);
    if (rows.empty())
        rows = defaultPlots(run, ofOperands, scales);
    for (const WatchSpec& watch : watches)
        rows.push_back(watchPlot(watch.expression));
    setRows(std::move(rows));
    return true;
}

void RunPlots::followLayer(const std::string& path)
{
    m_selectedLayer = path;
    choosePlots();
    emit layerChanged();
}

void RunPlots::replace()
{
    const std::shared_ptr<const RunHistory> ghost = m_shown.ghost();
    QString name = m_shown.chosenGhost() ? m_shown.ghostName() : QString();
    if (ghost && name.isEmpty())
        name = ghostLabel(m_shown.run()->session(), ghost->session());
    setGrowing(m_shown.isGrowing());
    setRuns({{.run = m_shown.run()}, {.run = ghost, .name = name, .setsSteps = false}});
    choosePlots();
}

void RunPlots::follow()
{
    setGrowing(m_shown.isGrowing());
    if (!choosePlots())
        grow();
}

} // namespace ulpscope::ui
