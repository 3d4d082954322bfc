// SPDX-License-Identifier: GPL-3.0-or-later
// A watch as a plot: its curve, and what it is compared with.
#pragma once

#include "ui/training/plot_catalog.h"

#include <string>

namespace ulpscope::ui {

/// expression: one that Watch::parse() takes.
PlotRow watchPlot(const std::string& expression);
/// Whether `id` is the id of a watch plot.
bool isWatchPlot(const QString& id);

} // namespace ulpscope::ui
