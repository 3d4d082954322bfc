// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of a decision field: a class has a colour and a mark, and the surer the model is, the stronger the colour. Only
// pictures of fields include this.
#pragma once

#include "ui/data/models/decision_field.h"
#include "ui/look/plot_theme.h"
#include "ui/look/qcp.h"

#include <limits>
#include <utility>
#include <vector>

namespace ulpscope::ui {

QColor classColor(const PlotTheme& theme, int classNumber);
QCPScatterStyle classMark(const PlotTheme& theme, int classNumber);

/// Colours by the number of a class or, where outputs say no class, by the target.
inline constexpr int kTargetLevels = 12;
/// level: from 0 to kTargetLevels - 1.
QColor targetColor(const PlotTheme& theme, int level);

QCPColorGradient gradientOf(const PlotTheme& theme, const QMap<double, QColor>& stops);
inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
/// kNoValue for NaN and infinity, which have no colour.
double finiteOrNaN(double value);

/// sigmoid(4) = 0.98: what is beyond has the strongest colour.
inline constexpr double kSureLogit = 4;

/// Colours the numbers that laneValues() gives, within fieldRange().
QCPColorGradient laneGradient(const DecisionField& field, const PlotTheme& theme);
/// By cell; NaN where nothing is said. With several outputs the class, and by how much it leads.
std::vector<double> laneValues(const DecisionField& field, const LaneField& lane);
std::pair<double, double> fieldRange(const DecisionField& field);

} // namespace ulpscope::ui
