// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/arithmetic/recipe_scales.h"

#include "engine/base/check.h"
#include "engine/dtype/block_quantize.h"
#include "engine/dtype/formats.h"
#include "engine/policy/recipe.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {

namespace {

constexpr std::int64_t kLongestHistory = std::int64_t{1} << 20;

/// The recipes of the catalog that scale by the step's own amax, with what their operands are called there.
struct CurrentRecipe
{
    const char* name;
    const char* suffix; ///< suffix after "float8_e4m3fn_scaled" in the name
};
constexpr std::array<CurrentRecipe, 3> kCurrentRecipes{{{"te_current", ""},
    {"te_current, power_of_two_scales", ":current-pow2"}, {"torchao_tensorwise", ":torchao"}}};

ScaleStep stepWith(double scale, double limit, double amax)
{
    ScaleStep step{.scale = scale, .limit = limit, .saturates = amax > limit};
    if (amax > 0 && std::isfinite(amax) && limit > 0 && std::isfinite(limit))
        step.headroomBits = std::log2(limit / amax);
    return step;
}

std::vector<ScaleStep> byHistory(
    const ScaleRecipe& recipe, ScalingKind kind, const Format& format, std::span<const double> amaxes)
{
    ScalingSettings settings;
    settings.kind = kind;
    settings.historyLength = recipe.historyLength;
    settings.choice = recipe.name == "te_delayed, most_recent" ? AmaxChoice::MostRecent : AmaxChoice::Max;
    TensorScaling scaling = makeTensorScaling("tensor", settings, format.maxFinite());
    std::vector<ScaleStep> steps;
    for (const double amax : amaxes) {
        scaling.observe(static_cast<float>(amax));
        const auto used = static_cast<double>(scaling.usedScale);
        steps.push_back(stepWith(kind == ScalingKind::Delayed ? used : 1 / used, scaling.limit, amax));
        scaling.commit(StepOutcome::Applied);
    }
    return steps;
}

std::vector<ScaleStep> byOwnAmax(
    const std::string& target, const Format& format, std::span<const double> amaxes)
{
    const Result<CastTarget> scaled = castTargetByName(target, true);
    check(scaled.ok() && scaled->block, "[scalesUnder] a scaled format");
    std::vector<ScaleStep> steps;
    for (const double amax : amaxes) {
        const auto scale = static_cast<double>(blockScaleFor(*scaled->block, std::span(&amax, 1)).encode);
        // Rounded in float32 the largest may come out a last digit beyond the range, which saturates to its end.
        steps.push_back(
            stepWith(scale, std::max(format.maxFinite() / scale, std::isfinite(amax) ? amax : 0), amax));
    }
    return steps;
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace

Result<std::vector<ScaleRecipe>> scaleRecipes(std::span<const std::int64_t> historyLengths)
{
    std::vector<ScaleRecipe> recipes;
    for (const std::int64_t length : historyLengths) {
        if (length < 1 || length > kLongestHistory)
            return Error{"", "expected a history of 1 to 1048576 steps, got " + std::to_string(length)};
        for (const char* name : {"keras", "te_delayed", "te_delayed, most_recent"})
            recipes.push_back(
                {name, std::string(name) + ", history " + std::to_string(length), static_cast<int>(length)});
    }
    for (const CurrentRecipe& row : kCurrentRecipes)
        recipes.push_back({row.name, row.name, 0});
    return recipes;
}

ScaleSeries scalesUnder(const ScaleRecipe& recipe, const std::string& format, std::span<const double> amaxes)
{
    const Format* float8 = findFormat(format);
    check(float8 != nullptr, "[scalesUnder] a format");
    ScaleSeries series;
    series.recipe = recipe;
    const auto row = std::ranges::find_if(
        kCurrentRecipes, [&](const CurrentRecipe& current) { return recipe.name == current.name; });
    series.steps = row != kCurrentRecipes.end()
        ? byOwnAmax(format + "_scaled" + row->suffix, *float8, amaxes)
        : byHistory(recipe, recipe.name == "keras" ? ScalingKind::KerasFloat8 : ScalingKind::Delayed, *float8,
            amaxes);
    std::vector<double> headroom;
    for (const ScaleStep& step : series.steps) {
        series.saturated += step.saturates ? 1 : 0;
        headroom.push_back(step.headroomBits);
    }
    series.medianHeadroomBits = median(std::move(headroom));
    return series;
}

} // namespace ulpscope
