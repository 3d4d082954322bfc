// SPDX-License-Identifier: GPL-3.0-or-later
// Tables and sentences on findings in recorded tensors.
#pragma once

#include "app/io/recordings/findings/recording_difference.h"
#include "app/io/recordings/recorded_series.h"
#include "app/judge/arithmetic/recipe_scales.h"
#include "app/judge/arithmetic/sum_orders.h"
#include "engine/base/result.h"
#include "ui/files/models/recording_list_model.h"
#include "ui/look/models/table_models.h"

#include <QString>

#include <vector>

namespace ulpscope::ui {

/// Rows of the table at the most; the sentence says how many there are.
inline constexpr std::size_t kMaxDifferences = 1000;

QString differenceSentence(const RecordingDifference& difference);
/// Tensors that are not alike, in the order of the first recording; a row each in placesOfDifferences().
MetricTable differenceMetrics(const RecordingDifference& difference);
std::vector<RecordedPlace> placesOfDifferences(const RecordingDifference& difference);
/// Tensors that only one recording has, and layers that could not be computed again, a line each.
QString aloneText(const RecordingDifference& difference);

/// A table of the orders; each row ends with a bar as long as its error.
MetricTable orderMetrics(const SumOrders& found, const Format& output);
QString orderSentence(const SumOrders& found, const Format& output);

/// Numbers with spaces or semicolons between them, each as the number lab reads it; x6000 behind one has it as often: "1 x6000 2^-24". At most 2^24.
/// Errors have the number as their place.
Result<std::vector<double>> typedNumbers(const QString& text);

/// A recorded tensor over its steps, and what each recipe would have made of it; never changes.
struct ScaledSeries
{
    std::vector<SeriesPoint> points; ///< at least one point
    std::vector<ScaleSeries> scales;
};

/// history: steps whose amaxes a delayed recipe keeps.
Result<ScaledSeries> scaledSeries(
    std::vector<SeriesPoint> points, const std::string& format, std::int64_t history);

/// Default format, as in `recording scales`.
std::string usualScaledFormat(RecordedRole role);

/// "te_delayed, history 16"
QString recipeTitle(const ScaleRecipe& recipe);
/// One row for each recipe, in the order of the scales.
MetricTable scaleMetrics(const std::vector<ScaleSeries>& scales);

} // namespace ulpscope::ui
