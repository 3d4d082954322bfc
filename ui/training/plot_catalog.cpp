// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/plot_catalog.h"

#include "engine/session/session_formats.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {

namespace {

struct PlotCatalog
{
    Q_DECLARE_TR_FUNCTIONS(PlotCatalog)
};

QString plainReading(double value)
{
    return numberText(value);
}

} // namespace

const Series* seriesOf(const RunHistory& run, const TensorSource& source)
{
    const auto found = std::find(run.paths().begin(), run.paths().end(), source.path);
    if (found == run.paths().end())
        return nullptr;
    const auto path = static_cast<std::size_t>(found - run.paths().begin());
    return run.series(PathId(path), source.role, source.metric);
}

std::optional<double> SeriesRow::shown(std::optional<double> recorded, const RunFormats& formats) const
{
    return derived ? derived(recorded, formats) : recorded;
}

std::optional<double> SeriesRow::value(const StepRecord& record, const RunFormats& formats) const
{
    return shown(metricOf(record, metric), formats);
}

QString ghostLabel(const SessionSpec& run, const SessionSpec& ghost)
{
    constexpr qsizetype kShown = 20;
    if (ghost.title != run.title) {
        const QString title = engineText(ghost.title);
        return PlotCatalog::tr("run before: %1")
            .arg(title.size() > kShown ? title.left(kShown) + QStringLiteral("…") : title);
    }
    const auto& before = ghost.model.layers;
    const auto& now = run.model.layers;
    const bool hasSameLayers = std::equal(
        before.begin(), before.end(), now.begin(), now.end(), [](const LayerSpec& a, const LayerSpec& b) {
            return a.className == b.className && a.config == b.config && a.inputs == b.inputs;
        });
    return hasSameLayers ? PlotCatalog::tr("run before") : PlotCatalog::tr("run before, other layers");
}

RunFormats runFormats(const SessionSpec& session)
{
    const Format& format = narrowestComputeFormat(session);
    return hasSmallRange(format) ? RunFormats{format.minSubnormal()} : RunFormats{};
}

std::vector<PlotRow> plotCatalog()
{
    const QString thisRun = PlotCatalog::tr("this run");
    const QString before = PlotCatalog::tr("run before");
    const QString beforeTip
        = PlotCatalog::tr("The same number of the run before the last change, to compare with.");

    PlotRow loss;
    loss.id = QStringLiteral("loss");
    loss.title = PlotCatalog::tr("Loss");
    loss.description = PlotCatalog::tr(
        "The loss of each step's batch, without the loss scale: of this run, and of its float64 reference on the "
        "same batches from the same initial weights.");
    loss.heightShare = 6;
    loss.isShownBesideOperands = true;
    loss.reading = plainReading;
    loss.series = {
        {.label = before,
            .description = beforeTip,
            .ink = Ink::Ghost,
            .run = kGhostRun,
            .metric = StepMetric::Loss},
        {.label = PlotCatalog::tr("float64"),
            .description = PlotCatalog::tr("The same training in float64, where nothing of this goes wrong."),
            .ink = Ink::Reference,
            .metric = StepMetric::ReferenceLoss},
        {.label = thisRun,
            .description = loss.description,
            .ink = Ink::Candidate,
            .metric = StepMetric::Loss},
    };

    PlotRow error;
    error.id = QStringLiteral("error");
    error.terms = "error_vs_float64";
    error.title = PlotCatalog::tr("Error against float64");
    error.description = PlotCatalog::tr(
        "Relative L2 distance between the model's output and that of its float64 reference on the same batch. "
        "1 means as wrong as an output of all zeros.");
    error.heightShare = 5;
    error.isShownBesideOperands = true;
    error.reading = plainReading;
    error.series = {{.label = before,
                        .description = beforeTip,
                        .ink = Ink::Ghost,
                        .run = kGhostRun,
                        .metric = StepMetric::ErrorVsFloat64},
        {.label = thisRun,
            .description = error.description,
            .ink = Ink::Candidate,
            .metric = StepMetric::ErrorVsFloat64}};

    PlotRow scale;
    scale.id = QStringLiteral("loss_scale");
    scale.title = PlotCatalog::tr("Loss scale");
    scale.description = PlotCatalog::tr(
        "What the loss is multiplied by before it is differentiated, so that small gradients do not become "
        "zero. A cross marks a step that was skipped because a gradient was not finite.");
    scale.axis = AxisKind::Log2;
    scale.heightShare = 4;
    scale.marksSkippedSteps = true;
    scale.absentText = PlotCatalog::tr("no loss scaling");
    scale.reading = scaleText;
    scale.series = {{.label = before,
                        .description = beforeTip,
                        .ink = Ink::Ghost,
                        .isStepped = true,
                        .run = kGhostRun,
                        .metric = StepMetric::LossScale},
        {.label = thisRun,
            .description = scale.description,
            .ink = Ink::Candidate,
            .isStepped = true,
            .metric = StepMetric::LossScale}};

    PlotRow lost;
    lost.id = QStringLiteral("flushed");
    lost.terms = "gradients_flushed_percent updates_lost_percent";
    lost.title = PlotCatalog::tr("Lost in each step (%)");
    lost.description
        = PlotCatalog::tr("Gradients flushed: of the gradient elements that are not zero in "
                          "float64, the share that is exactly zero here. Updates lost: of the weights that "
                          "float64's update moves, the share that stays exactly as it was.");
    lost.axis = AxisKind::Percent;
    lost.heightShare = 5;
    lost.reading = percentText;
    lost.series = {{.label = before,
                       .part = PlotCatalog::tr("gradients flushed"),
                       .description = PlotCatalog::tr("Gradients flushed in the run before the last change."),
                       .ink = Ink::Ghost,
                       .run = kGhostRun,
                       .metric = StepMetric::GradientsFlushedPercent},
        {.label = PlotCatalog::tr("gradients flushed"),
            .description = lost.description,
            .ink = Ink::Candidate,
            .metric = StepMetric::GradientsFlushedPercent},
        {.label = PlotCatalog::tr("updates lost"),
            .description = lost.description,
            .ink = Ink::Second,
            .metric = StepMetric::UpdatesLostPercent}};

    PlotRow amax;
    amax.id = QStringLiteral("gradient_amax");
    amax.terms = "gradient_amax smallest_number";
    amax.title = PlotCatalog::tr("Largest gradient");
    amax.description
        = PlotCatalog::tr("The largest magnitude of any finite gradient element of the step, "
                          "divided by the loss scale, and the limit below which gradients become zero.");
    amax.heightShare = 7; // the height includes the labels of the step axis
    amax.reading = plainReading;
    amax.series = {{.label = before,
                       .description = beforeTip,
                       .ink = Ink::Ghost,
                       .run = kGhostRun,
                       .metric = StepMetric::GradientAmax},
        {.label = PlotCatalog::tr("smallest number"),
            .description = PlotCatalog::tr(
                "The smallest number that the narrowest compute format holds, divided by the loss scale: "
                "gradients below half of it become zero."),
            .ink = Ink::Limit,
            .isStepped = true,
            .metric = StepMetric::LossScale,
            .derived =
                [](std::optional<double> lossScale, const RunFormats& formats) {
                    return formats.smallestMagnitude
                        ? std::optional(*formats.smallestMagnitude / lossScale.value_or(1))
                        : std::nullopt;
                }},
        {.label = thisRun,
            .description = amax.description,
            .ink = Ink::Candidate,
            .metric = StepMetric::GradientAmax}};

    return {loss, error, scale, lost, amax};
}

} // namespace ulpscope::ui
