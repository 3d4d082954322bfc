// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/watch_plot.h"

#include "engine/session/watch.h"
#include "ui/look/models/display_text.h"
#include "ui/training/tensor_plots.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ulpscope::ui {

namespace {

struct WatchPlotText
{
    Q_DECLARE_TR_FUNCTIONS(WatchPlot)
};

/// Magnitudes spread over powers of ten; shares, counts and what may be negative do not.
bool isSpread(const WatchTerm& term)
{
    constexpr std::array<std::string_view, 5> kSpread{
        "loss", "reference_loss", "error_vs_float64", "gradient_error_vs_float64", "gradient_amax"};
    if (term.ofStep != nullptr)
        return std::find(kSpread.begin(), kSpread.end(), term.text) != kSpread.end();
    const AxisKind axis = axisOf(term.metric);
    return axis == AxisKind::Log10 || axis == AxisKind::Log2;
}

} // namespace

bool isWatchPlot(const QString& id)
{
    return id.startsWith(QStringLiteral("watch:"));
}

PlotRow watchPlot(const std::string& expression)
{
    const Result<Watch> watch = Watch::parse(expression);
    PlotRow row;
    row.id = QStringLiteral("watch:") + toQt(expression);
    row.title = toQt(expression);
    row.description = WatchPlotText::tr(
        "A watch: what is left of its comparison, step by step, and what it is compared with. Where it becomes "
        "true, a triangle marks the step above the plots.");
    const bool isLog = watch && !watch->terms().empty()
        && std::all_of(watch->terms().begin(), watch->terms().end(), isSpread);
    row.axis = isLog ? AxisKind::Log10 : AxisKind::Linear;
    row.heightShare = 5;
    row.reading = [](double value) { return numberText(value); };
    if (watch && watch->isCondition())
        row.series.push_back({.label = WatchPlotText::tr("limit"),
            .description = WatchPlotText::tr("What it is compared with."),
            .ink = Ink::Limit,
            .watch = expression,
            .isWatchLimit = true});
    row.series.push_back({.label = WatchPlotText::tr("run before"),
        .description = WatchPlotText::tr("The same of the run that this one is compared with."),
        .ink = Ink::Ghost,
        .run = kGhostRun,
        .watch = expression});
    row.series.push_back({.label = WatchPlotText::tr("this run"),
        .description = row.description,
        .ink = Ink::Candidate,
        .watch = expression});
    return row;
}

} // namespace ulpscope::ui
