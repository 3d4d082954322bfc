// SPDX-License-Identifier: GPL-3.0-or-later
// An element's history as rows for a person.
#pragma once

#include "engine/train/element_history.h"
#include "ui/look/models/metric_table_model.h"

namespace ulpscope::ui {

MetricTable historyMetrics(const ElementHistory& history);
/// "dense_2 / kernel [2, 3] at step 100: the weight stays ..."
QString historySentence(const ElementHistory& history);

} // namespace ulpscope::ui
