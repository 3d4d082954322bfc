// SPDX-License-Identifier: GPL-3.0-or-later
// Plots of a layer's scaled operands: the amax that each step saw beside the limit of the scale that it used, the scales, and
// how many elements saturated. Only runs under a float8 policy, or a recipe with one scale a tensor, have them.
#pragma once

#include "ui/training/plot_catalog.h"

#include <string>
#include <vector>

namespace ulpscope::ui {

/// The layer whose operands are shown when the layer at `selected` is chosen: itself, else the first within it, else the
/// first of the run. Empty where no operand has a scale.
std::string layerWithScales(const RunHistory& run, const std::string& selected);

/// Returns an empty list for a layer without scales.
std::vector<PlotRow> operandPlots(const RunHistory& run, const std::string& layer);

} // namespace ulpscope::ui
