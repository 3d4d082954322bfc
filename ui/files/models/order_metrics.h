// SPDX-License-Identifier: GPL-3.0-or-later
// One sum in many orders, as a table and a sentence; and the numbers that a person types to be added up.
#pragma once

#include "app/judge/arithmetic/sum_orders.h"
#include "engine/base/result.h"
#include "ui/look/models/metric_table_model.h"

#include <QString>

#include <vector>

namespace ulpscope::ui {

/// A table of the orders; each row ends with a bar as long as its error.
MetricTable orderMetrics(const SumOrders& found, const Format& output);
QString orderSentence(const SumOrders& found, const Format& output);

/// Numbers with spaces or semicolons between them, each as the number lab reads it; x6000 behind one has it as often: "1 x6000 2^-24". At most 2^24.
/// Errors have the number as their place.
Result<std::vector<double>> typedNumbers(const QString& text);

} // namespace ulpscope::ui
