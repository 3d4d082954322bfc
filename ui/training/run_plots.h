// SPDX-License-Identifier: GPL-3.0-or-later
// The training plots of the run on the screen, with the run to compare it with: those that the session names, or else the plot
// catalog's, among them those of the selected layer's operands where these have scales; and the session's watches below them.
#pragma once

#include "ui/training/plot_catalog.h"
#include "ui/training/stacked_plot.h"

#include <string>
#include <vector>

namespace ulpscope {
class Document;
class ShownRun;
} // namespace ulpscope

namespace ulpscope::ui {

/// By name, in this order: "layer_error", "layer_flushed", "layer_amax".
const QStringList& layerPlotIds();

/// Layer to show in place of one that the run lacks: its first with variables, otherwise its first. Empty for a run without layers.
std::string layerOf(const RunHistory& run, const std::string& selected);

std::vector<PlotRow> layerPlots(const RunHistory& run, const std::string& layer);

/// expression: one that Watch::parse() takes.
PlotRow watchPlot(const std::string& expression);
/// Whether `id` is the id of a watch plot.
bool isWatchPlot(const QString& id);

class RunPlots : public StackedPlot
{
    Q_OBJECT
public:
    /// Both must outlive the plots.
    RunPlots(const Document& document, const ShownRun& shown, QWidget* parent = nullptr);

    /// Plots of a layer's metrics, or of its operands' scales, are of that one.
    void followLayer(const std::string& path);
    const std::string& selectedLayer() const { return m_selectedLayer; }

signals:
    void layerChanged();

private:
    void replace();
    void follow();
    /// Whether there are other plots than before.
    bool choosePlots();

    const Document& m_document;
    const ShownRun& m_shown;
    std::string m_selectedLayer; ///< path
    std::string m_scaledLayer; ///< the layer whose operands are shown; empty: none are
    std::weak_ptr<const RunHistory> m_scaledRun; ///< the run whose operands are shown
    std::string m_shownLayer; ///< the layer whose metrics are shown
    bool m_hasLossScale = true; ///< whether there is one to plot
    bool m_isReference = true; ///< whether the run has one
    std::vector<std::string> m_chosen; ///< SessionSpec::plots
    std::vector<WatchSpec> m_watches; ///< SessionSpec::watches
};

} // namespace ulpscope::ui
