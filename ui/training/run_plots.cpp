// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/run_plots.h"

#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "engine/session/compile_outcome.h"
#include "engine/session/watch.h"
#include "ui/look/models/display_text.h"
#include "ui/look/place.h"
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
    PlotRow row = tensorPlot(curves.front().source); // the row's axis, and how its values are written
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
                "The largest finite magnitude of the selected layer's output and gradients, these without the loss scale."),
            amax)};
}

namespace {

struct WatchPlotText
{
    Q_DECLARE_TR_FUNCTIONS(WatchPlot)
};

/// Magnitudes spread over powers of ten; shares, counts and what may be negative do not.
bool isSpread(const WatchTerm& term)
{
    constexpr std::array<std::string_view, 5> kSpread{
        "loss", "reference_loss", "error_vs_float64", "gradient_error_vs_float64", "gradient_amax"};
    if (term.ofStep != nullptr)
        return std::find(kSpread.begin(), kSpread.end(), term.text) != kSpread.end();
    const AxisKind axis = axisOf(term.metric);
    return axis == AxisKind::Log10 || axis == AxisKind::Log2;
}

} // namespace

bool isWatchPlot(const QString& id)
{
    return id.startsWith(QStringLiteral("watch:"));
}

PlotRow watchPlot(const std::string& expression)
{
    const Result<Watch> watch = Watch::parse(expression);
    PlotRow row;
    row.id = QStringLiteral("watch:") + toQt(expression);
    row.title = toQt(expression);
    row.description = WatchPlotText::tr(
        "A watch: what is left of its comparison, step by step, and what it is compared with. Where it becomes "
        "true, a triangle marks the step above the plots.");
    const bool isLog = watch && !watch->terms().empty()
        && std::all_of(watch->terms().begin(), watch->terms().end(), isSpread);
    row.axis = isLog ? AxisKind::Log10 : AxisKind::Linear;
    row.heightShare = 5;
    row.reading = [](double value) { return numberText(value); };
    if (watch && watch->isCondition())
        row.series.push_back({.label = WatchPlotText::tr("limit"),
            .description = WatchPlotText::tr("What it is compared with."),
            .ink = Ink::Limit,
            .watch = expression,
            .isWatchLimit = true});
    row.series.push_back({.label = WatchPlotText::tr("run before"),
        .description = WatchPlotText::tr("The same of the run that this one is compared with."),
        .ink = Ink::Ghost,
        .run = kGhostRun,
        .watch = expression});
    row.series.push_back({.label = WatchPlotText::tr("this run"),
        .description = row.description,
        .ink = Ink::Candidate,
        .watch = expression});
    return row;
}

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
        || m_scaledRun.lock() == m_shown.run(); // settings of the run decide too
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
