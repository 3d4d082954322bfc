// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/headline.h"

#include "engine/session/session_formats.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>

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

/// Run and step that the numbers come from.
struct HeadlineSource
{
    const RunHistory* run = nullptr;
    std::optional<StepRange> steps = {}; ///< nothing: the run so far
    RunTotals totals = {}; ///< totals of these steps
    std::optional<double> loss = {}; ///< loss of the last step, or the mean over the steps
    std::optional<double> referenceLoss = {};
    std::optional<double> error = {};

    /// Whether the run had diverged by the last of the steps.
    bool hasDiverged() const
    {
        const std::optional<std::int64_t>& at = run->totals().divergedAt;
        return at && (!steps || *at <= steps->last);
    }
};

/// The mean of the metric over the steps that have it; nullopt if none has, NaN if a value is.
std::optional<double> mean(const RunHistory& run, StepRange steps, StepMetric metric)
{
    double sum = 0;
    int count = 0;
    for (const StepRecord& record : run.recordsOf(steps))
        if (const std::optional<double> value = metricOf(record, metric)) {
            sum += *value;
            ++count;
        }
    return count > 0 ? std::optional(sum / count) : std::nullopt;
}

HeadlineSource sourceOf(const RunHistory& run, std::optional<StepRange> steps)
{
    if (!steps) {
        const StepRecord& last = run.last();
        return {&run, {}, run.totals(), last.loss, last.referenceLoss, last.errorVsFloat64};
    }
    return {&run, steps, run.totalsOf(*steps), mean(run, *steps, StepMetric::Loss),
        mean(run, *steps, StepMetric::ReferenceLoss), mean(run, *steps, StepMetric::ErrorVsFloat64)};
}

/// "of step 412", "of steps 100–200", "of 64 steps from 100–2 000" where the others' records are gone.
QString ofStepsText(const HeadlineSource& source)
{
    const StepRange& steps = *source.steps;
    if (steps.isOne())
        return HeadlineText::tr("of step %1").arg(countText(steps.first));
    const QString range = QStringLiteral("%1–%2").arg(countText(steps.first), countText(steps.last));
    return source.totals.steps == steps.last - steps.first + 1
        ? HeadlineText::tr("of steps %1").arg(range)
        : forCount(
            source.totals.steps, HeadlineText::tr("of %1 step in %2"), HeadlineText::tr("of %1 steps in %2"))
              .arg(countText(source.totals.steps), range);
}

/// For a value that belongs to one step: "of step 412", and a mean says that it is one.
QString meanText(const HeadlineSource& source)
{
    return source.steps->isOne()
        ? ofStepsText(source)
        : HeadlineText::tr("mean, %1–%2").arg(countText(source.steps->first), countText(source.steps->last));
}

/// A diverged run has no loss and no error, only the step at which it was lost.
void showDivergence(const HeadlineSource& source, Headline& headline)
{
    headline.value = HeadlineText::tr("diverged");
    headline.detail = HeadlineText::tr("at step %1").arg(*source.run->totals().divergedAt);
    headline.severity = Severity::Failure;
    headline.isJudged = true;
}

void showLoss(const HeadlineSource& source, Headline& headline)
{
    headline.value = source.loss ? numberText(*source.loss) : dash();
    headline.detail = source.referenceLoss
        ? HeadlineText::tr("float64: %1").arg(numberText(*source.referenceLoss))
        : HeadlineText::tr("step watch: no reference");
    if (source.steps)
        headline.detail
            += QStringLiteral("; ") + meanText(source); // which the others say too, where there is no room
    headline.isJudged = false;
    if (source.hasDiverged())
        showDivergence(source, headline);
}

/// percent: of the steps; absent where no float64 tells.
void showShare(
    const HeadlineSource& source, std::optional<double> percent, SeverityLimits limits, Headline& headline)
{
    headline.value = percent ? percentText(*percent) : dash();
    headline.detail = source.steps ? ofStepsText(source)
        : source.hasDiverged()
        ? HeadlineText::tr("up to step %1").arg(countText(*source.run->totals().divergedAt))
        : HeadlineText::tr("of the run");
    headline.isJudged
        = percent && !source.hasDiverged(); // percentages of steps with NaN are neither good nor bad
    if (headline.isJudged)
        headline.severity = limits.grade(*percent);
}

void showFlushed(const HeadlineSource& source, Headline& headline)
{
    showShare(source, source.totals.counts.gradientsFlushedPercent(), kFlushedPercentLimits, headline);
}

void showLost(const HeadlineSource& source, Headline& headline)
{
    showShare(source, source.totals.counts.updatesLostPercent(),
        lostPercentLimits(storesWeightsBelowFloat32(source.run->session())), headline);
}

void showOverflows(const HeadlineSource& source, Headline& headline)
{
    const std::int64_t skipped = source.totals.skippedSteps;
    headline.value = countText(source.totals.counts.overflows);
    if (!source.steps)
        headline.detail = skipped > 0
            ? HeadlineText::tr("%1 skipped")
                  .arg(countedText(skipped, HeadlineText::tr("step"), HeadlineText::tr("steps")))
            : HeadlineText::tr("no step skipped");
    else if (source.steps->isOne())
        headline.detail
            = skipped > 0 ? HeadlineText::tr("%1: skipped").arg(ofStepsText(source)) : ofStepsText(source);
    else
        headline.detail = skipped > 0
            ? HeadlineText::tr("%1: %2 skipped").arg(ofStepsText(source), countText(skipped))
            : ofStepsText(source);
    // A few overflows are how a dynamic scale finds its place; the verdict knows more.
    headline.severity = source.totals.counts.overflows == 0 ? Severity::Good
        : source.hasDiverged()                              ? Severity::Failure
                                                            : Severity::Notice;
    headline.isJudged = source.totals.counts.overflows > 0 || !source.hasDiverged();
}

void showError(const HeadlineSource& source, Headline& headline)
{
    headline.value = source.error ? numberText(*source.error) : dash();
    headline.detail = !source.error ? HeadlineText::tr("step watch: no reference")
        : source.steps              ? meanText(source)
                                    : HeadlineText::tr("of the output");
    headline.isJudged = source.error.has_value();
    headline.severity = kErrorLimits.grade(source.error.value_or(0));
    if (source.hasDiverged())
        showDivergence(source, headline);
}

/// On some test examples while it trains, on all of them at the end.
void showAccuracy(const HeadlineSource& source, Headline& headline)
{
    const RunHistory& run = *source.run;
    const RunAccuracy accuracy = run.accuracy().value_or(RunAccuracy());
    QStringList details;
    headline.isJudged = false;
    if (source.hasDiverged()) {
        showDivergence(source, headline);
        details += HeadlineText::tr("no accuracy");
    } else if (run.totals().divergedAt) {
        details += HeadlineText::tr("of the run, which diverges later");
    } else if (accuracy.candidate) {
        headline.value = percentText(100 * *accuracy.candidate);
    }
    if (accuracy.reference)
        details += HeadlineText::tr("float64: %1").arg(percentText(100 * *accuracy.reference));
    if (accuracy.candidate && source.steps && !run.totals().divergedAt)
        details += HeadlineText::tr("of the run");
    if (accuracy.steps > 0 && accuracy.steps < run.stepsDone())
        details += HeadlineText::tr("at step %1").arg(countText(accuracy.steps - 1));
    else if (details.isEmpty() && !accuracy.candidate)
        details += HeadlineText::tr("at the run's end");
    headline.detail = details.join(QStringLiteral(", "));
}

struct HeadlineRow
{
    const char* id; ///< the metric's name in summary.json
    const char* lessonPlace; ///< the name by which lessons point at the tile
    const char* lesson; ///< the lesson that explains the metric
    const char* caption;
    const char* definition;
    /// Fills in the rest.
    void (*show)(const HeadlineSource& source, Headline& headline);
    bool (*applies)(const SessionSpec& session) = [](const SessionSpec&) { return true; };
    bool isOfSteps = true; ///< whether the number is about the pinned steps; else it is about the run
};

const std::array kRows{
    HeadlineRow{.id = "loss",
        .lessonPlace = "tile.loss",
        .lesson = "04-accuracy-hides",
        .caption = QT_TRANSLATE_NOOP("Headline", "Loss"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "The loss of the last step's batch, without the loss scale; below it, the loss of the float64 reference: the "
            "same training from the same weights on the same batches, in float64."),
        .show = showLoss},
    HeadlineRow{.id = "gradients_flushed_percent",
        .lessonPlace = "tile.gradients-flushed",
        .lesson = "05-total-freeze",
        .caption = QT_TRANSLATE_NOOP("Headline", "Gradients flushed"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "Of all weight-gradient and output-gradient elements that are not zero in the float64 reference at the same "
            "step, the share that is exactly zero here; output gradients as the layer has them, after the cast to its "
            "dtype. Over all steps, up to a divergence."),
        .show = showFlushed},
    HeadlineRow{.id = "updates_lost_percent",
        .lessonPlace = "tile.updates-lost",
        .lesson = "08-lost-updates",
        .caption = QT_TRANSLATE_NOOP("Headline", "Updates lost"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "Of the weights that the float64 reference's update moves, the share that stays exactly as it was here: the "
            "gradient became zero, a constant of the optimizer rounds to 1, or the update is smaller than half the "
            "weight's last digit. Over all steps that were not skipped, up to a divergence."),
        .show = showLost},
    HeadlineRow{.id = "overflows",
        .lessonPlace = "tile.overflows",
        .lesson = "07-overflow-messages",
        .caption = QT_TRANSLATE_NOOP("Headline", "Overflows"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "How many numbers of the run were made from finite numbers and are not finite: beyond their format's largest "
            "value, or divided by zero. With a dynamic loss scale such steps are skipped."),
        .show = showOverflows},
    HeadlineRow{.id = "error_vs_float64",
        .lessonPlace = "tile.error",
        .lesson = "03-digits-or-range",
        .caption = QT_TRANSLATE_NOOP("Headline", "Error against float64"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "Relative L2 distance between the model's output and that of its float64 reference on the last step's batch: "
            "0 is exact, 1 is as wrong as an output of all zeros."),
        .show = showError},
    HeadlineRow{.id = "test_accuracy",
        .lessonPlace = "tile.accuracy",
        .lesson = "04-accuracy-hides",
        .caption = QT_TRANSLATE_NOOP("Headline", "Test accuracy"),
        .definition = QT_TRANSLATE_NOOP("Headline",
            "The share of test examples that are classified rightly; below it, that of the float64 reference. At the end of a "
            "run on all of them, while it trains every second or more rarely on at most 1024, or on 256 where that takes "
            "long, after the step that is said. Toy models keep it while most of their gradients are lost; a run that has diverged has none."),
        .show = showAccuracy,
        .applies = hasAccuracy,
        .isOfSteps = false},
};

} // namespace

std::vector<Headline> headlines(const RunHistory* run, std::optional<StepRange> steps)
{
    const bool hasSteps = run && !run->records().empty();
    const HeadlineSource source = hasSteps ? sourceOf(*run, steps) : HeadlineSource();
    std::vector<Headline> all;
    for (const HeadlineRow& row : kRows) {
        Headline& headline = all.emplace_back(Headline{.id = QString::fromLatin1(row.id),
            .lessonPlace = row.lessonPlace,
            .lesson = row.lesson,
            .caption = HeadlineText::tr(row.caption),
            .value = dash(),
            .detail = {},
            .definition = HeadlineText::tr(row.definition),
            .applies = row.applies(run ? run->session() : SessionSpec()),
            .isJudged = false});
        if (!hasSteps)
            continue;
        headline.isJudged = true;
        row.show(source, headline);
        if (steps && row.isOfSteps)
            headline.definition += HeadlineText::tr(
                " Now of the pinned steps alone: Escape, or Newest, shows the run again.");
    }
    return all;
}

} // namespace ulpscope::ui
