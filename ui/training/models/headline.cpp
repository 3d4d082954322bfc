// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/headline.h"

#include "engine/session/session_formats.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <optional>

namespace ulpscope::ui {

namespace {

class HeadlineText
{
    Q_DECLARE_TR_FUNCTIONS(Headline)
};

QString dash()
{
    return QStringLiteral("–");
}

/// A diverged run has no loss and no error, only the step at which it was lost.
void showDivergence(const RunHistory& run, Headline& headline)
{
    headline.value = HeadlineText::tr("diverged");
    headline.detail = HeadlineText::tr("at step %1").arg(*run.totals().divergedAt);
    headline.severity = Severity::Failure;
    headline.isJudged = true;
}

void showLoss(const RunHistory& run, Headline& headline)
{
    const StepRecord& last = run.last();
    headline.value = numberText(last.loss);
    headline.detail = last.referenceLoss
        ? HeadlineText::tr("float64: %1").arg(numberText(*last.referenceLoss))
        : HeadlineText::tr("step watch: no twin");
    headline.isJudged = false;
    if (run.totals().divergedAt)
        showDivergence(run, headline);
}

/// percent: of the run; absent where no float64 tells.
void showShare(
    const RunHistory& run, std::optional<double> percent, SeverityLimits limits, Headline& headline)
{
    headline.value = percent ? percentText(*percent) : dash();
    headline.detail = HeadlineText::tr("of the run");
    headline.isJudged = percent && !run.totals().divergedAt; // else of steps with NaN: neither good nor bad
    if (headline.isJudged)
        headline.severity = limits.grade(*percent);
}

void showFlushed(const RunHistory& run, Headline& headline)
{
    showShare(run, run.totals().counts.gradientsFlushedPercent(), kFlushedPercentLimits, headline);
}

void showLost(const RunHistory& run, Headline& headline)
{
    showShare(run, run.totals().counts.updatesLostPercent(),
        lostPercentLimits(storesWeightsBelowFloat32(run.session())), headline);
}

void showOverflows(const RunHistory& run, Headline& headline)
{
    const RunTotals& totals = run.totals();
    headline.value = countText(totals.counts.overflows);
    headline.detail = totals.skippedSteps > 0
        ? HeadlineText::tr("%1 skipped")
              .arg(countedText(totals.skippedSteps, HeadlineText::tr("step"), HeadlineText::tr("steps")))
        : HeadlineText::tr("no step skipped");
    // A few overflows are how a dynamic scale finds its place; the verdict knows more.
    headline.severity = totals.counts.overflows == 0 ? Severity::Good : Severity::Notice;
}

void showError(const RunHistory& run, Headline& headline)
{
    const std::optional<double>& error = run.last().errorVsFloat64;
    headline.value = error ? numberText(*error) : dash();
    headline.detail = error ? HeadlineText::tr("of the output") : HeadlineText::tr("step watch: no twin");
    headline.isJudged = error.has_value();
    headline.severity = kErrorLimits.grade(error.value_or(0));
    if (run.totals().divergedAt)
        showDivergence(run, headline);
}

/// On some test examples while it trains, on all of them at the end.
void showAccuracy(const RunHistory& run, Headline& headline)
{
    const RunAccuracy accuracy = run.accuracy().value_or(RunAccuracy());
    QStringList details;
    headline.isJudged = false;
    if (run.totals().divergedAt) {
        showDivergence(run, headline);
        details += HeadlineText::tr("no accuracy");
    } else if (accuracy.candidate) {
        headline.value = percentText(100 * *accuracy.candidate);
    }
    if (accuracy.reference)
        details += HeadlineText::tr("float64: %1").arg(percentText(100 * *accuracy.reference));
    if (accuracy.steps > 0 && accuracy.steps < run.stepsDone())
        details += HeadlineText::tr("at step %1").arg(countText(accuracy.steps - 1));
    else if (details.isEmpty() && !accuracy.candidate)
        details += HeadlineText::tr("at the run's end");
    headline.detail = details.join(QStringLiteral(", "));
}

struct HeadlineRow
{
    const char* id; ///< as in summary.json
    const char* caption;
    const char* definition;
    /// Fills in the rest.
    void (*show)(const RunHistory& run, Headline& headline);
    bool (*applies)(const SessionSpec& session) = [](const SessionSpec&) { return true; };
};

const std::array kRows{
    HeadlineRow{.id = "loss",
        .caption = QT_TRANSLATE_NOOP("Headline", "Loss"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "The loss of the last step's batch, without the loss scale; below it, the loss of the float64 twin: the "
            "same training from the same weights on the same batches, in float64."),
        .show = showLoss},
    HeadlineRow{.id = "gradients_flushed_percent",
        .caption = QT_TRANSLATE_NOOP("Headline", "Gradients flushed"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "Of all weight-gradient and output-gradient elements that are not zero in the float64 twin at the same "
            "step, the share that is exactly zero here; output gradients as the layer has them, after the cast to its "
            "dtype. Over all steps."),
        .show = showFlushed},
    HeadlineRow{.id = "updates_lost_percent",
        .caption = QT_TRANSLATE_NOOP("Headline", "Updates lost"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "Of the weights that the float64 twin's update moves, the share that stays exactly as it was here: the "
            "gradient became zero, a constant of the optimizer rounds to 1, or the update is smaller than half the "
            "weight's last digit. Over all steps that were not skipped."),
        .show = showLost},
    HeadlineRow{.id = "overflows",
        .caption = QT_TRANSLATE_NOOP("Headline", "Overflows"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "How many numbers of the run were finite before rounding and not finite after it. With a dynamic loss "
            "scale such steps are skipped."),
        .show = showOverflows},
    HeadlineRow{.id = "error_vs_float64",
        .caption = QT_TRANSLATE_NOOP("Headline", "Error vs float64"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "Relative L2 distance between the model's output and that of its float64 twin on the last step's batch: "
            "0 is exact, 1 is as wrong as an output of all zeros."),
        .show = showError},
    HeadlineRow{.id = "test_accuracy",
        .caption = QT_TRANSLATE_NOOP("Headline", "Test accuracy"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "The share of test examples that are classified rightly; below it, that of the float64 twin. At the end of a "
            "run on all of them, while it trains every second or more rarely on at most 1024, or on 256 where that takes "
            "long, after the step that is said. Toy models keep it while most of their gradients are lost; a run that has diverged has none."),
        .show = showAccuracy,
        .applies = hasAccuracy},
};

} // namespace

std::vector<Headline> headlines(const RunHistory* run)
{
    const bool hasSteps = run && !run->records().empty();
    std::vector<Headline> all;
    for (const HeadlineRow& row : kRows) {
        Headline& headline = all.emplace_back(Headline{.id = QString::fromLatin1(row.id),
            .caption = HeadlineText::tr(row.caption),
            .value = dash(),
            .detail = {},
            .definition = HeadlineText::tr(row.definition),
            .applies = row.applies(run ? run->session() : SessionSpec()),
            .isJudged = false});
        if (!hasSteps)
            continue;
        headline.isJudged = true;
        row.show(*run, headline);
    }
    return all;
}

} // namespace ulpscope::ui
