// SPDX-License-Identifier: GPL-3.0-or-later
// Layers by what their own arithmetic did, as tables: those that made an error of their own apart from those that did as their dtype does.
#pragma once

#include "ui/files/models/local_errors.h"
#include "ui/files/models/recorded_place.h"
#include "ui/look/models/metric_table_model.h"

namespace ulpscope::ui {

/// The worst first; a row each in placesOfLocalErrors().
MetricTable localErrorMetrics(const std::vector<LayerErrors>& layers, bool producers);
/// The outputs at their worst steps.
std::vector<RecordedPlace> placesOfLocalErrors(const std::vector<LayerErrors>& layers, bool producers);

} // namespace ulpscope::ui
