// SPDX-License-Identifier: GPL-3.0-or-later
// A watch as a plot: its curve, and what it is compared with.
#pragma once

#include "ui/training/plot_catalog.h"

#include <string>

namespace ulpscope::ui {

/// expression: one that Watch::parse() takes.
PlotRow watchPlot(const std::string& expression);
/// Whether it is the id of one.
bool isWatchPlot(const QString& id);

} // namespace ulpscope::ui
