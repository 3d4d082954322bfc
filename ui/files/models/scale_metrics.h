// SPDX-License-Identifier: GPL-3.0-or-later
// The scales that recipes would have given a recorded tensor, as a table and in words.
#pragma once

#include "app/io/recordings/recorded_series.h"
#include "app/judge/arithmetic/recipe_scales.h"
#include "ui/look/models/metric_table_model.h"

namespace ulpscope::ui {

/// A recorded tensor over its steps, and what each recipe would have made of it; never changes.
struct ScaledSeries
{
    std::vector<SeriesPoint> points; ///< at least one
    std::vector<ScaleSeries> scales;
};

/// history: steps whose amaxes a delayed recipe keeps.
Result<ScaledSeries> scaledSeries(
    std::vector<SeriesPoint> points, const std::string& format, std::int64_t history);

/// What `recording scales` takes where no format is asked for.
std::string usualScaledFormat(RecordedRole role);

/// "te_delayed, history 16"
QString recipeTitle(const ScaleRecipe& recipe);
/// A row a recipe, in the order of the scales.
MetricTable scaleMetrics(const std::vector<ScaleSeries>& scales);

} // namespace ulpscope::ui
