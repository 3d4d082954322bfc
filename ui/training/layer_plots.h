// SPDX-License-Identifier: GPL-3.0-or-later
// Plots that follow the selected layer: its error, what it loses, its largest magnitudes.
#pragma once

#include "ui/training/plot_catalog.h"

#include <string>
#include <vector>

namespace ulpscope::ui {

/// By name, in this order: "layer_error", "layer_flushed", "layer_amax".
const QStringList& layerPlotIds();

/// What is shown for a layer that the run has not: its first with variables, else its first. Empty for a run without layers.
std::string layerOf(const RunHistory& run, const std::string& selected);

std::vector<PlotRow> layerPlots(const RunHistory& run, const std::string& layer);

} // namespace ulpscope::ui
