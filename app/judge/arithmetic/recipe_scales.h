// SPDX-License-Identifier: GPL-3.0-or-later
// The scale that each float8 recipe would have given at every step of a real training, from the largest magnitudes that a tensor had:
// what if it had been trained so.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ulpscope {

/// A recipe that has one scale a tensor.
struct ScaleRecipe
{
    std::string name; ///< "te_delayed", "te_current", "torchao_tensorwise", "keras"
    std::string title; ///< title in a table, with the length of its history if it has one
    int historyLength = 0; ///< 0: it has none
};

struct ScaleStep
{
    /// Factor of the operand before it is rounded, also for a stack that keeps the reciprocal.
    double scale = 1;
    double limit = 0; ///< the largest magnitude that this scale maps into the format
    bool saturates = false; ///< the step's amax is beyond the limit
    double headroomBits
        = 0; ///< log2(limit / amax): binades that the scale leaves unused; negative where it saturates, 0 of an amax of 0
};

struct ScaleSeries
{
    ScaleRecipe recipe;
    std::vector<ScaleStep> steps;
    std::size_t saturated = 0; ///< how many of them saturate
    double medianHeadroomBits = 0;
};

/// All recipes with one scale per tensor, delayed ones with histories of these lengths. Errors are at the length: 1 to 2^20.
Result<std::vector<ScaleRecipe>> scaleRecipes(std::span<const std::int64_t> historyLengths);

/// amaxes: of the steps that were recorded, in their order; a recipe with a history sees these and no others. format: float8_e4m3fn for
/// inputs and kernels, float8_e5m2 for gradients.
ScaleSeries scalesUnder(const ScaleRecipe& recipe, const std::string& format, std::span<const double> amaxes);

} // namespace ulpscope
