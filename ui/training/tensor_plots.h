// SPDX-License-Identifier: GPL-3.0-or-later
// Any recorded metric as a plot: those of each step by the plot catalog, those of a tensor by the catalog of metrics.
#pragma once

#include "ui/training/plot_catalog.h"

#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// Axis on which the metric's values are seen best.
AxisKind axisOf(Metric metric);

/// The metric of that tensor in the run that is shown, and in the one that it is compared with.
PlotRow tensorPlot(const TensorSource& source);

/// The tensor and metric of an id of tensorPlot(); empty if it is no such id.
std::optional<TensorSource> tensorSourceOf(const QString& id);

/// A curve of a run, as a list offers it.
struct MetricChoice
{
    QString id; ///< "loss", "sequential/dense_1:output_gradient:flushed_percent"
    QString title; ///< "dense_1 / output gradient: flushed"
    QString description;
    PlotRow plot; ///< the plot with that curve alone, of the run that is shown
};

/// Metrics of steps first, then of tensors in the order of the run's paths.
std::vector<MetricChoice> metricChoices(const RunHistory& run);

/// The layer whose operands are shown when the layer at `selected` is chosen: itself, else the first within it, else the
/// first of the run. Empty where no operand has a scale.
std::string layerWithScales(const RunHistory& run, const std::string& selected);

/// Returns an empty list for a layer without scales.
std::vector<PlotRow> operandPlots(const RunHistory& run, const std::string& layer);

} // namespace ulpscope::ui
