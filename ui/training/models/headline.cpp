// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/headline.h"

#include "engine/judge/severity.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <cmath>

namespace ulpscope::ui {

namespace {

class HeadlineText
{
    Q_DECLARE_TR_FUNCTIONS(Headline)
};

std::vector<Headline> emptyHeadlines()
{
    const QString dash = QStringLiteral("–");
    return {
        {QStringLiteral("loss"), HeadlineText::tr("Loss"), dash, {},
            HeadlineText::tr("The loss of the last step's batch, without the loss scale; below it, the loss "
                             "of the float64 twin: the "
                             "same training from the same weights on the same batches, in float64.")},
        {QStringLiteral("gradients_flushed_percent"), HeadlineText::tr("Gradients flushed"), dash, {},
            HeadlineText::tr("Of all weight-gradient and output-gradient elements that are not zero in the "
                             "float64 twin at the same "
                             "step, the share that is exactly zero here. Over all steps.")},
        {QStringLiteral("updates_lost_percent"), HeadlineText::tr("Updates lost"), dash, {},
            HeadlineText::tr("The share of weight updates that are not zero and yet leave the stored weight "
                             "unchanged, because they are "
                             "smaller than half its last digit. Over all steps.")},
        {QStringLiteral("overflows"), HeadlineText::tr("Overflows"), dash, {},
            HeadlineText::tr("How many numbers of the run were finite before rounding and not finite after "
                             "it. With a dynamic loss "
                             "scale such steps are skipped.")},
        {QStringLiteral("error_vs_float64"), HeadlineText::tr("Error vs float64"), dash, {},
            HeadlineText::tr("Relative L2 distance between the model's output and that of its float64 twin "
                             "on the last step's batch: "
                             "0 is exact, 1 is as wrong as an output of all zeros.")},
    };
}

} // namespace

std::vector<Headline> headlines(const RunHistory* run)
{
    std::vector<Headline> all = emptyHeadlines();
    if (!run || run->records().empty()) {
        for (Headline& headline : all)
            headline.isJudged = false;
        return all;
    }
    const HealthFigures figures = run->healthFigures();
    const StepRecord& last = run->records().back();
    Headline& loss = all[0];
    Headline& flushed = all[1];
    Headline& lost = all[2];
    Headline& overflows = all[3];
    Headline& error = all[4];

    const QString dash = QStringLiteral("–");
    loss.detail = last.referenceLoss ? HeadlineText::tr("float64: %1").arg(numberText(*last.referenceLoss))
                                     : HeadlineText::tr("step watch: no twin");
    loss.value = numberText(last.loss);
    loss.isJudged = figures.divergedAt.has_value();
    error.value = figures.errorVsFloat64 ? numberText(*figures.errorVsFloat64) : dash;
    error.detail = figures.errorVsFloat64 ? HeadlineText::tr("of the output")
                                          : HeadlineText::tr("step watch: no twin");
    error.isJudged = figures.errorVsFloat64.has_value();
    error.severity = kErrorLimits.grade(figures.errorVsFloat64.value_or(0));
    if (figures.divergedAt) {
        loss.value = HeadlineText::tr("diverged");
        loss.detail = HeadlineText::tr("at step %1").arg(*figures.divergedAt);
        loss.severity = Severity::Failure;
        error.value = HeadlineText::tr("diverged");
        error.detail = HeadlineText::tr("at step %1").arg(*figures.divergedAt);
        error.severity = Severity::Failure;
    }
    flushed.value = figures.gradientsFlushedPercent ? percentText(*figures.gradientsFlushedPercent) : dash;
    flushed.isJudged = figures.gradientsFlushedPercent.has_value();
    flushed.detail = HeadlineText::tr("of the run");
    flushed.severity = kFlushedPercentLimits.grade(figures.gradientsFlushedPercent.value_or(0));
    lost.value = percentText(figures.updatesLostPercent);
    lost.detail = HeadlineText::tr("of the run");
    lost.severity = kLostPercentLimits.grade(figures.updatesLostPercent);
    overflows.value = countText(figures.overflows);
    overflows.detail = figures.skippedSteps > 0
        ? HeadlineText::tr("%1 skipped")
              .arg(countedText(figures.skippedSteps, HeadlineText::tr("step"), HeadlineText::tr("steps")))
        : HeadlineText::tr("no step skipped");
    if (figures.divergedAt)
        for (Headline* share : {&flushed, &lost}) { // of steps with NaN in them: neither good nor bad
            share->severity = Severity::Good;
            share->isJudged = false;
        }
    // A few overflows are how a dynamic scale finds its place; the verdict knows more.
    overflows.severity = figures.overflows == 0 ? Severity::Good : Severity::Notice;
    return all;
}

} // namespace ulpscope::ui
