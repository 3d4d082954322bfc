// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/scale_metrics.h"

#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ulpscope::ui {

namespace {

struct ScaleText
{
    Q_DECLARE_TR_FUNCTIONS(ScaleMetrics)
};

} // namespace

Result<ScaledSeries> scaledSeries(
    std::vector<SeriesPoint> points, const std::string& format, std::int64_t history)
{
    const std::array histories{history};
    const Result<std::vector<ScaleRecipe>> recipes = scaleRecipes(histories);
    if (!recipes)
        return recipes.error();
    std::vector<double> amaxes;
    for (const SeriesPoint& point : points)
        amaxes.push_back(amaxOfPoint(point));
    ScaledSeries scaled;
    for (const ScaleRecipe& recipe : *recipes)
        scaled.scales.push_back(scalesUnder(recipe, format, amaxes));
    scaled.points = std::move(points);
    return scaled;
}

std::string usualScaledFormat(RecordedRole role)
{
    return role == RecordedRole::Gradient ? "float8_e5m2" : "float8_e4m3fn";
}

QString recipeTitle(const ScaleRecipe& recipe)
{
    return recipe.historyLength > 0
        ? ScaleText::tr("%1, history %2").arg(toQt(recipe.name), countText(recipe.historyLength))
        : toQt(recipe.name);
}

MetricTable scaleMetrics(const std::vector<ScaleSeries>& scales)
{
    MetricTable metrics;
    metrics.columns = {
        {ScaleText::tr("Recipe"),
            ScaleText::tr("How the scale follows from the amaxes of the recorded steps"), false},
        {ScaleText::tr("Saturate"),
            ScaleText::tr("Steps whose amax is beyond what their scale maps into the format")},
        {ScaleText::tr("Unused"),
            ScaleText::tr(
                "Binades between the amax and the end of the format that the scale leaves unused, the median over the steps")},
        {ScaleText::tr("First scale"),
            ScaleText::tr("By what the tensor is multiplied at its first recorded step")},
        {ScaleText::tr("Last scale"), ScaleText::tr("By what it is multiplied at its last recorded step")}};
    std::size_t most = 0;
    for (const ScaleSeries& series : scales)
        most = std::max(most, series.saturated);
    for (const ScaleSeries& series : scales) {
        MetricTableRow row;
        row.cells = {recipeTitle(series.recipe),
            ScaleText::tr("%1 of %2")
                .arg(countText(std::int64_t(series.saturated)), countText(std::int64_t(series.steps.size()))),
            numberText(series.medianHeadroomBits), numberText(series.steps.front().scale),
            numberText(series.steps.back().scale)};
        row.bar = most > 0 ? double(series.saturated) / double(most) : 0;
        metrics.rows.push_back(std::move(row));
    }
    return metrics;
}

} // namespace ulpscope::ui
