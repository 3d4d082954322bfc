// SPDX-License-Identifier: GPL-3.0-or-later
// The outputs of both lanes for one number, over the range of the examples, and where they differ.
#pragma once

#include "engine/data/data_sample.h"
#include "engine/train/evaluation.h"
#include "ui/data/models/non_finite_tally.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ulpscope::ui {

struct LaneCurve
{
    std::vector<double> values; ///< at each place; NaN and infinity as they are
    NonFiniteTally nonFinite;
};

struct PredictionCurve
{
    std::vector<double> places; ///< evenly spaced, rising
    std::int64_t stepsDone = 0;
    LaneCurve candidate;
    std::optional<LaneCurve> reference; ///< the reference's curve; none in step watch
    std::vector<double> difference; ///< candidate less reference; empty without one
    std::optional<std::size_t> farthest; ///< the place of the largest difference that is finite
};

/// Evenly over the range of the points, with a margin.
std::shared_ptr<const Examples> placesAround(const Examples& points);

/// evaluation: of placesAround().
PredictionCurve predictionCurve(const Evaluation& evaluation);

QString curveSentence(const PredictionCurve& curve);
QString curvePlaceText(const PredictionCurve& curve, std::size_t place);

} // namespace ulpscope::ui
