// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/logs/log_verdict.h"

#include "app/judge/logs/log_place.h"
#include "app/judge/logs/log_statistics.h"
#include "engine/base/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace ulpscope {

namespace {

using Facts = const LogFacts&;

/// A loss scaler that searches for its scale does not make this many gradient norms at the end infinite or NaN.
constexpr std::size_t kNormsThatStay = 3;
/// A share of skipped steps, in percent, that growing does not explain: ten times one step in a growth interval of 1000 and one more.
constexpr double kManySkips = 2;
/// DeepSpeed begins there. A scale that grew so far meets no gradient that it makes overflow.
constexpr double kLargestFirstScale = 0x1p32;

/// Topic of a verdict. Only the first row of a topic that holds is told, but every one of Extra.
enum class Topic { End, Norm, Loss, Mean, Scale, Extra };

struct VerdictRow
{
    Topic topic = Topic::Extra;
    const char* id = "";
    Severity severity = Severity::Good;
    bool (*holds)(Facts) = nullptr;
    std::vector<LogFact> says; ///< the facts that hold
    const char* conclusion = nullptr;
    const char* why = "";
};

bool says(Facts facts, LogFact fact)
{
    return rowOf(fact).holds(facts);
}

/// The loss is known to be finite where the scale falls without end. With good steps between, a few losses may be theirs.
bool isFiniteInFalls(Facts facts)
{
    return facts.fallsWithoutEnd() && says(facts, LogFact::LossFiniteInFalls) && facts.lastFalls()->losses > 1
        && (facts.lastFalls()->goodBetween == 0 || facts.lastFalls()->losses >= facts.lastFalls()->count);
}

/// A loss printed as 0 that gradient norms neither explain nor deny.
bool isZeroUnexplained(Facts facts)
{
    return says(facts, LogFact::LossZero) && facts.norm.count == 0
        && facts.loss.zerosAtEnd >= (facts.mayFilterLoss ? 1 : kNormsThatStay) && facts.dropsToZero();
}

/// The end of the log is explained by more than its gradient norms.
bool isEndExplained(Facts facts)
{
    return facts.loss.endBegins || facts.isLossFiltered() || facts.fallsWithoutEnd();
}

bool normsStay(Facts facts)
{
    return !isEndExplained(facts) && facts.norm.endBegins && facts.norm.notFiniteAtEnd >= kNormsThatStay
        && facts.normsNotSkipped > 0;
}

/// The scale is down to where it lifts no gradient.
bool isDown(Facts facts)
{
    return facts.minimum || facts.belowOne;
}

bool isCourseOfScale(Facts facts)
{
    return !facts.scale.empty() && !facts.loss.endBegins && !facts.fallsWithoutEnd() && !isDown(facts);
}

constexpr const char* kForward = translated(
    "A loss scale multiplies the loss only after it is known, so that a loss that is not finite comes from the forward pass, or from "
    "weights that a step before has ruined. Look for the first output that is not finite.");
constexpr const char* kNoScaleHelps = translated("No loss scale can help against that.");

const std::vector<VerdictRow>& verdictRows()
{
    using enum LogFact;
    static const std::vector<VerdictRow> rows{
        {Topic::End, "loss_not_trained", Severity::Warning,
            [](Facts f) { return f.loss.endBegins && !f.hasScale() && says(f, NormFiniteBesideLoss); },
            {LossNotFinite, LossMeanStays, NormFiniteBesideLoss},
            translated("So that loss is not the one that is trained on."),
            translated(
                "A loss that is NaN has a gradient that is NaN. Where the gradient is finite, the program prints another number under that name: a "
                "mean that a NaN of long ago is in, or one that nothing was logged for. Say by which name the log has the loss.")},
        {Topic::End, "gradient_not_finite", Severity::Failure,
            [](Facts f) { return f.normBeforeLoss && !f.wasNormBeforeLossSkipped; },
            {NormBeforeLoss, LossNotFinite, LossMeanStays, LossGrewBefore, FallsBeforeLoss},
            translated("So the gradient was not finite before the loss was."),
            translated(
                "A gradient that is NaN or infinite, once applied, ruins the weights, and with them the next loss. Look for the first gradient "
                "that is not finite at the place of that norm; the forward pass before it was finite.")},
        {Topic::End, "forward_not_finite", Severity::Failure,
            [](Facts f) { return f.loss.endBegins && (f.fallsWithoutEnd() || (isDown(f) && f.falls > 0)); },
            {NormBeforeLoss, LossNotFinite, LossMeanStays, LossGrewBefore, FallsToEnd, AtMinimum,
                FallsBeforeLoss},
            kNoScaleHelps, kForward},
        {Topic::End, "forward_not_finite", Severity::Failure,
            [](Facts f) { return f.loss.endBegins && f.hasScale(); },
            {NormBeforeLoss, LossNotFinite, LossMeanStays, LossGrewBefore, FallsToEnd, FallsBeforeLoss},
            nullptr, kForward},
        {Topic::End, "loss_not_finite", Severity::Failure,
            [](Facts f) { return f.loss.endBegins.has_value(); },
            {NormBeforeLoss, LossNotFinite, LossMeanStays, LossGrewBefore, Skips}, nullptr,
            translated(
                "The log says no loss scale. In bfloat16 or float32 there is none, and then what is not finite comes from the model or "
                "the learning rate, not from a scale. In float16 without a scale gradients overflow or vanish.")},
        {Topic::End, "forward_not_finite", Severity::Failure,
            [](Facts f) { return f.fallsWithoutEnd() && f.lastFalls()->lossesNotFinite > 0; },
            {FallsToEnd, AtMinimum, LossNotFiniteInFalls}, kNoScaleHelps, kForward},
        {Topic::End, "forward_not_finite", Severity::Failure, [](Facts f) { return f.isLossFiltered(); },
            {NormNotFinite, LossFiltered}, translated("So the loss is not finite."),
            translated(
                "Hugging Face's Trainer counts a loss that is NaN or infinite as nothing, and a mean of nothing is printed as 0.0; with "
                "logging_nan_inf_filter=False it is printed as it is. What is not finite comes from the forward pass, or from weights that a "
                "step before has ruined.")},
        {Topic::End, "gradients_kept", Severity::Failure,
            [](Facts f) {
                const FallFacts* falls = f.lastFalls();
                return isFiniteInFalls(f) && falls->growthBefore && falls->goodBetween == 0
                    && falls->normsNotFinite == falls->norms;
            },
            {FallsToEnd, AtMinimum, LossFiniteInFalls, LossStandsStill, NormInFalls, GrowthBeforeFalls},
            translated(
                "So the loss is not the cause; most likely gradients that the growth made infinite are never cleared."),
            translated(
                "A growth is tried, and where it is too much one step is skipped: that is usual. Its gradients stay infinite unless they are "
                "cleared after a skipped step too (optimizer.zero_grad() in every step), and then every step after it is skipped, however "
                "small the scale. If clearing changes nothing, look for the first gradient that is not finite.")},
        {Topic::End, "backward_not_finite", Severity::Failure,
            [](Facts f) {
                return isFiniteInFalls(f)
                    && (f.lastFalls()->goodBetween > 0
                        || f.lastFalls()->normsNotFinite < f.lastFalls()->norms);
            },
            {FallsToEnd, AtMinimum, LossFiniteInFalls, LossStandsStill, NormInFalls},
            translated(
                "So the loss is not the cause, nor are gradients kept from an earlier step: the backward pass of some steps is not finite."),
            translated(
                "Gradients that were never cleared would be infinite in every step. Here some are not, so that it is the backward pass of "
                "these steps: a square root, a division or a logarithm at 0 has a derivative that is not finite, or a gradient is too large "
                "for float16 however small the scale. Look for the first gradient that is not finite.")},
        {Topic::End, "backward_not_finite", Severity::Failure, isFiniteInFalls,
            {FallsToEnd, AtMinimum, LossFiniteInFalls, LossStandsStill, NormInFalls},
            translated(
                "So the loss is not the cause: the backward pass is not finite, or gradients of an earlier step are never cleared."),
            translated(
                "A scale that is too large is halved until the gradients fit; this one was halved for what it does not cause, while the "
                "forward pass was finite. Clear the gradients in every step, also after one that was skipped (optimizer.zero_grad()). If that "
                "changes nothing, look for the first gradient that is not finite.")},
        {Topic::End, "falls_without_end", Severity::Failure, [](Facts f) { return f.fallsWithoutEnd(); },
            {FallsToEnd, AtMinimum, NoLossInFalls, LossLeftOut, NormInFalls},
            translated(
                "Something is not finite that no loss scale can help; whether in the forward or the backward pass the log does not say."),
            translated(
                "A scale that is too large is halved until the gradients fit. One that goes on falling is halved for what it does not "
                "cause: a loss that is not finite, a backward pass that is not, or gradients that are never cleared. Log the loss of each step "
                "beside the scale: if it is finite, it is not the forward pass.")},
        {Topic::End, "backward_not_finite", Severity::Failure,
            [](Facts f) {
                return f.belowOne && !f.fallsWithoutEnd() && f.loss.isFinite() && says(f, LossFiniteAtFalls)
                    && f.lossesAtFalls >= kFallsWithoutEnd;
            },
            {ScaleBelowOne, LossFiniteAtFalls, NormNotFinite},
            translated("So it is the backward pass of these steps that is not finite."),
            translated(
                "A scale below 1 makes no gradient overflow. What goes on halving it now and then is a backward pass that is not finite for some data: "
                "a square root, a division or a logarithm at 0 has a derivative that is not finite. Look for the first gradient that is not "
                "finite in one of these steps.")},
        {Topic::End, "exhausted", Severity::Failure,
            [](Facts f) { return isDown(f) && !f.fallsWithoutEnd(); }, {AtMinimum, ScaleBelowOne, LossFinite},
            translated("Small gradients are no longer lifted over what float16 can hold."),
            translated(
                "Gradients overflow even where the loss is hardly scaled: they are too large for float16, or some are not finite whatever the "
                "scale. A smaller learning rate, clipping (after unscaling) or bfloat16 helps; a loss scale does not.")},

        {Topic::Norm, "gradient_not_finite", Severity::Failure,
            [](Facts f) {
                return normsStay(f) && says(f, LossFiniteBesideNorm) && f.finiteBesideNorms > 1
                    && !f.mayFilterLoss && !f.statesSkips;
            },
            {NormNotFinite, LossFiniteBesideNorm, LossStandsStill, SkipsNotMentioned},
            translated("So these steps were left out: as far as the log shows nothing is trained since."),
            translated(
                "A gradient that is NaN, once applied, makes the weights and then the loss NaN. The loss is finite, so that the steps were left "
                "out, by a scaler or a program that does not say so. A norm that is a mean over steps is NaN where one of them is. Log the "
                "loss scale and the norm of every step, and look for the first gradient that is not finite.")},
        {Topic::Norm, "gradient_not_finite", Severity::Failure,
            [](Facts f) { return normsStay(f) && f.statesSkips; },
            {NormNotFinite, LossFiniteBesideNorm, LossStops, NoSkips, Skips}, nullptr,
            translated(
                "Such a step makes every weight NaN unless it is left out. Look for the first gradient that is not finite.")},
        {Topic::Norm, "gradient_not_finite", Severity::Failure, normsStay,
            {NormNotFinite, LossFiniteBesideNorm, LossStops, LossLeftOut, NoLoss, SkipsNotMentioned},
            translated("Whether these steps were taken the log does not say."),
            translated(
                "Such a step makes every weight NaN unless it is left out. Log the loss of every step as it is, and whether the step was skipped; "
                "and look for the first gradient that is not finite.")},
        {Topic::Norm, "norm_at_end", Severity::Notice,
            [](Facts f) { return !isEndExplained(f) && f.norm.endBegins && f.normsNotSkipped > 0; },
            {NormNotFinite, LossFiniteBesideNorm, LossLeftOut},
            translated("There the log ends: whether it goes on so is not known."),
            translated(
                "One step whose gradient is not finite is usual where a loss scale looks for its place: it is skipped. Several in a row are not.")},
        {Topic::Norm, "norm_now_and_then", Severity::Notice,
            [](Facts f) { return !isEndExplained(f) && f.normsNotSkipped > 0; },
            {NormNotFinite, LossFinite, SkipsNotMentioned, NoSkips}, nullptr,
            translated(
                "Where a loss scale is at work such steps are usual, and skipped. Then the log should say the skip and the scale (scaler.get_scale() of "
                "PyTorch); without a scaler look for the first gradient that is not finite.")},

        {Topic::Loss, "forward_not_finite", Severity::Warning,
            [](Facts f) { return !f.loss.endBegins && says(f, LossSkipped); }, {LossNotFinite, LossSkipped},
            nullptr,
            translated(
                "The scaler skipped that step, and the weights are as they were. But no scale makes a loss that is not finite: the forward "
                "pass does, for these data. Look for the first output of that step that is not finite.")},
        {Topic::Loss, "loss_of_another_run", Severity::Warning, [](Facts f) { return says(f, LossNewStart); },
            {LossNotFinite, LossNewStart},
            translated("So the finite losses after it are of another epoch, another run or a checkpoint."),
            translated(
                "That they are finite does not say that the weights were not ruined before. Cut the log there, and open each part by itself.")},
        {Topic::Loss, "forward_not_finite", Severity::Warning,
            [](Facts f) { return !f.loss.endBegins && f.loss.notFinite > 0; },
            {LossNotFinite, LossNotShownSkipped}, nullptr,
            translated(
                "The loss is finite again, so that the weights were not ruined: such steps were left out, though the log does not say so, or that "
                "loss is not what is trained on. The forward pass is not finite for these data. Look for its first output that is not.")},
        {Topic::Loss, "loss_stops", Severity::Notice,
            [](Facts f) { return !isEndExplained(f) && !normsStay(f) && says(f, LossStops); },
            {LossFinite, LossStops}, translated("Whether it is finite there the log does not say."),
            translated(
                "Some programs leave out a loss that is not finite. Log the loss of every step as it is.")},
        {Topic::Loss, "loss_null", Severity::Notice,
            [](Facts f) { return says(f, LossNull) || says(f, NormNull); }, {LossNull, NormNull},
            translated("Whether these are NaN the log does not say."),
            translated(
                "JSON has no NaN, and what writes a log may put null or a word in its place, or where there was no loss. Log the loss as it is, or "
                "whether it is finite.")},
        {Topic::Loss, "loss_printed_zero", Severity::Notice,
            [](Facts f) { return !isEndExplained(f) && isZeroUnexplained(f); }, {LossZero, LossLeftOut},
            translated("Whether it is small or not finite the log does not say."),
            translated(
                "A loss that is learnt away becomes small step by step and not at once. Hugging Face's Trainer prints 0.0 for losses that are NaN "
                "(logging_nan_inf_filter). Log the gradient norm too, or switch that filter off.")},
        {Topic::Loss, "mean_loss_not_finite", Severity::Warning,
            [](Facts f) { return says(f, LossFinite) && says(f, MeanLossNotFinite); },
            {LossFinite, MeanLossNotFinite},
            translated("So at least one loss that is not printed was not finite."),
            translated(
                "A running mean stays NaN after a single NaN. Log the loss of every step to see which it was.")},

        {Topic::Mean, "mean_norm_not_finite", Severity::Notice,
            [](Facts f) { return says(f, MeanNormNotFinite) && f.norm.notFinite == 0; },
            {MeanNormNotFinite, NoSkips, SkipsNotMentioned},
            translated("So at least one gradient norm was not finite; when the log does not say."),
            translated(
                "A running mean stays NaN after a single NaN. One such step is usual where a loss scale looks for its place: it is skipped. Log the norm of "
                "every step, and which steps were skipped.")},

        {Topic::Scale, "scale_not_finite", Severity::Failure, [](Facts f) { return says(f, ScaleNotFinite); },
            {ScaleNotFinite}, translated("No gradient survives that."),
            translated(
                "A dynamic scale doubles while nothing overflows. Where nothing ever does (gradients that are zero, or that are not of "
                "float16) it grows until float32 has no such number. Give it a largest value, or use none.")},
        {Topic::Scale, "still_falling", Severity::Notice,
            [](Facts f) {
                return isCourseOfScale(f) && f.endsFalling && (f.growths == 0 || f.lastFalls()->count > 1);
            },
            {FallsToEnd, LossFiniteInFalls, LossNotFiniteInFalls, NoLossInFalls, NormInFalls},
            translated("There the log ends: whether the scale holds is not known."),
            translated(
                "A dynamic scale begins high and is halved by each overflow until the gradients fit: ten or so skipped steps are no fault. If it falls "
                "to 1 and below, something else is not finite.")},
        {Topic::Scale, "stuck", Severity::Warning,
            [](Facts f) {
                return isCourseOfScale(f) && f.falls == 0 && says(f, NotGrown)
                    && f.scale.front().scale != 1; // a loss scale of 1 is none
            },
            {ScaleConstant, NotGrown, LossFinite}, nullptr,
            translated(
                "A dynamic scale grows every 1000 or 2000 steps without an overflow. One that does not is fixed, or never hears that a step "
                "went well.")},
        {Topic::Scale, "stuck", Severity::Warning,
            [](Facts f) { return isCourseOfScale(f) && f.falls > 0 && says(f, NotGrown); },
            {FellAndHolds, FellAgain, NotGrown, LossFinite}, nullptr,
            translated(
                "A dynamic scale grows every 1000 or 2000 steps without an overflow. One that never does may lack the call that tells it of "
                "good steps, or its growth is switched off; small gradients are lost meanwhile.")},
        {Topic::Scale, "scale_ignores_skips", Severity::Warning,
            [](Facts f) { return isCourseOfScale(f) && says(f, ScaleConstant) && f.skippedUnderScale > 0; },
            {Skips, ScaleConstant}, nullptr,
            translated(
                "A dynamic scale is halved by each skipped step. One that stays is fixed, or the log says it too seldom.")},
        {Topic::Scale, "steady", Severity::Good,
            [](Facts f) { return isCourseOfScale(f) && says(f, ScaleConstant); },
            {ScaleConstant, LossFinite, NoSkips, Skips, SkipsNotMentioned}, nullptr,
            translated(
                "So it is with a fixed scale, or in the first 2000 steps of a dynamic one that began low enough.")},
        {Topic::Scale, "scale_once", Severity::Notice,
            [](Facts f) { return isCourseOfScale(f) && says(f, ScaleOnce); }, {ScaleOnce, LossFinite, Skips},
            translated("Whether it changes the log does not say."),
            translated(
                "Log the scale beside every loss (scaler.get_scale() of PyTorch): its course shows which steps were skipped.")},
        {Topic::Scale, "warming_up", Severity::Good,
            [](Facts f) {
                return isCourseOfScale(f) && says(f, FellAndHolds) && f.stretches.front().isAtBeginning;
            },
            {FellAndHolds, LossFinite}, nullptr,
            translated(
                "A dynamic scale begins high and is halved by each overflow until the gradients fit. These skipped steps, ten or so, are no "
                "fault.")},
        {Topic::Scale, "fell_later", Severity::Notice,
            [](Facts f) { return isCourseOfScale(f) && f.growths == 0 && f.falls > 0; },
            {FellAndHolds, FellAgain, LossFinite}, nullptr,
            translated(
                "After its beginning a dynamic scale usually falls after it has grown. Where it falls without that, gradients had become larger: look at "
                "the data of the skipped steps.")},
        {Topic::Scale, "grows_without_end", Severity::Warning,
            [](Facts f) {
                return isCourseOfScale(f) && says(f, GrowsOnly) && f.growths >= kFallsWithoutEnd
                    && f.scale.back().scale >= kLargestFirstScale;
            },
            {GrowsOnly, LossFinite, NormZero, LossStandsStill},
            translated("Nothing overflows under such a scale."),
            translated(
                "A scale grows until a gradient overflows. Where none does under so large a scale, gradients are zero, are not of float16, or are "
                "never looked at; at last the scale itself is infinite. Look at the gradient norm, and give the scale a largest value.")},
        {Topic::Scale, "growing", Severity::Good,
            [](Facts f) { return isCourseOfScale(f) && says(f, GrowsOnly); }, {GrowsOnly, LossFinite},
            nullptr,
            translated(
                "It grows after so many good steps in a row, until a gradient overflows; then one step is skipped and the scale is halved.")},
        {Topic::Scale, "many_skips", Severity::Warning,
            [](Facts f) { return isCourseOfScale(f) && says(f, SawTooth) && f.skippedShare() > kManySkips; },
            {SawTooth, SkippedShare}, translated("That is more than growing costs."),
            translated(
                "Each growth is tried, and where it is too much one step is skipped: one in 1000 or 2000. Many more say that gradients have "
                "outliers; clip them after unscaling, or look at the data of the skipped steps.")},
        {Topic::Scale, "saw_tooth", Severity::Good,
            [](Facts f) { return isCourseOfScale(f) && says(f, SawTooth); }, {SawTooth, LossFinite}, nullptr,
            translated(
                "It grows after so many good steps in a row, 1000 or 2000 unless the program says otherwise, until one overflows; that step is skipped "
                "and the scale halved. So it stays as large as the gradients allow.")},
        {Topic::Scale, "skips_without_scale", Severity::Notice,
            [](Facts f) { return !f.hasScale() && f.skipped > 0; },
            {Skips, NormNotFinite, NoScale, LossFinite}, nullptr,
            translated(
                "Whether so many are usual depends on the scale: one that begins high skips ten or so and then holds. Log the scale beside the "
                "loss (scaler.get_scale() of PyTorch). Without a scaler nothing is learnt in these steps: look for the first gradient that is "
                "not finite.")},
        {Topic::Scale, "no_scale", Severity::Good,
            [](Facts f) {
                return !f.hasScale() && says(f, LossFinite) && f.norm.notFinite == 0 && !isZeroUnexplained(f)
                    && !says(f, LossStops) && !says(f, LossPartNotFinite);
            },
            {LossFinite, NoScale}, nullptr, translated("bfloat16 and float32 need none.")},

        {Topic::Extra, "clipped_while_scaled", Severity::Failure,
            [](Facts f) { return says(f, NormFollowsScale); }, {NormFollowsScale},
            translated("So it is the norm of scaled gradients."),
            translated(
                "Clipped by such a norm, gradients are cut to almost nothing. Unscale first (scaler.unscale_(optimizer) of PyTorch), "
                "then clip.")},
        {Topic::Extra, "gradients_added_up", Severity::Warning,
            [](Facts f) { return says(f, NormGrowsEvenly); }, {NormGrowsEvenly},
            translated("So it goes where gradients are added up and never cleared."),
            translated(
                "Each backward pass adds its gradients to those that are there. Clear them in every step (optimizer.zero_grad() of PyTorch): otherwise each "
                "step follows the sum of all gradients so far. Where they are added over several batches on purpose, clear them after each step of the optimizer.")},
        {Topic::Extra, "loss_logged_scaled", Severity::Warning,
            [](Facts f) { return says(f, LossFollowsScale); }, {LossFollowsScale},
            translated("So what is logged is the scaled loss."),
            translated(
                "The loss is multiplied by the scale before the backward pass, and that product was logged. Log the loss before it is scaled, or divide "
                "by the scale: a change of the scale looks like one of the loss otherwise.")},
        {Topic::Extra, "loss_part_not_finite", Severity::Warning,
            [](Facts f) { return says(f, LossPartNotFinite); }, {LossFinite, LossPartNotFinite}, nullptr,
            translated(
                "The loss leaves them out, or they are not among what it sums. A part that is NaN has gradients that are NaN wherever it is trained on.")},
        {Topic::Extra, "schedule_counts_skips", Severity::Warning,
            [](Facts f) { return says(f, LogFact::ScheduleCountsSkips); }, {LogFact::ScheduleCountsSkips},
            translated("So the schedule counts steps that the optimizer did not take."),
            translated(
                "A warm-up is then shorter than it looks. Step the schedule only where the scaler has not skipped.")},
        {Topic::Extra, "norm_zero", Severity::Notice, [](Facts f) { return says(f, NormZero); },
            {NormZero, LossStandsStill},
            translated("Whether the norm is 0 or has too few digits the log does not say."),
            translated(
                "Gradients below the least number of their dtype are 0, and then nothing is trained: a larger loss scale or bfloat16 helps. A norm that is "
                "small is printed as 0 too where four decimals are printed. Log more digits.")},
        {Topic::Extra, "validation_not_finite", Severity::Warning,
            [](Facts f) { return says(f, ValidationNotFinite) && !f.loss.endBegins; },
            {ValidationNotFinite, LossFinite}, nullptr,
            translated(
                "Training and validation differ: running statistics take the place of the batch's, an evaluation may run in float16 without autocast, "
                "and a mean over no samples is NaN. Look for the first output of the validation that is not finite.")},
        {Topic::Extra, "validation_stays_finite", Severity::Notice,
            [](Facts f) { return says(f, ValidationFinite); }, {ValidationFinite},
            translated("So the weights that are validated are finite."),
            translated(
                "They are an average or a copy from before, or the steps of losses that are not finite were left out. Otherwise their validation would "
                "not be finite either.")},
        {Topic::Extra, "no_loss", Severity::Notice, [](Facts f) { return says(f, NoLoss); },
            {NoLoss, ValidationAllFinite},
            translated("Whether the loss of the training is finite the log does not say."),
            translated("Log the loss of the training beside the rest, or say by which name the log has it.")},
    };
    return rows;
}

LogVerdict verdictOf(const VerdictRow& row, Facts facts)
{
    LogVerdict verdict{row.id, row.severity, {}, row.why, {}, {}, {}};
    const auto append = [&](Message sentence) {
        verdict.sentence = verdict.sentence.empty()
            ? std::move(sentence)
            : message("%1 %2").with(std::move(verdict.sentence)).with(std::move(sentence));
    };
    std::vector<std::vector<LogPlace>> places; // the places of each fact in the log
    for (const LogFact fact : row.says) {
        const LogFactRow& stated = rowOf(fact);
        if (!stated.holds(facts))
            continue;
        append(stated.sentence(facts));
        verdict.facts.push_back(fact);
        if (stated.places != nullptr)
            places.push_back(stated.places(facts));
    }
    if (row.conclusion != nullptr)
        append(message(row.conclusion));
    for (std::size_t i = 0; i < kMaxPlaces; ++i) // the first of each fact comes before the second of any
        for (const std::vector<LogPlace>& ofFact : places)
            if (i < ofFact.size() && verdict.places.size() < kMaxPlaces
                && std::find(verdict.places.begin(), verdict.places.end(), ofFact[i]) == verdict.places.end())
                verdict.places.push_back(ofFact[i]);
    std::ranges::sort(
        verdict.places, {}, [](const LogPlace& place) { return std::pair(place.line, place.part); });
    for (const LogPlace& place : verdict.places)
        if (verdict.lines.empty() || verdict.lines.back() != place.line)
            verdict.lines.push_back(place.line);
    return verdict;
}

struct StackRule
{
    std::string_view stack;
    std::string_view rule; ///< a name in the catalog of loss scales
};
constexpr std::array kStackRules{
    StackRule{"DeepSpeed", "deepspeed"}, StackRule{"Megatron", "megatron"}, StackRule{"fairseq", "fairseq"}};

std::string lossScaleArgumentOf(const std::string& stack, const std::vector<ScalePoint>& scale)
{
    if (scale.empty() || scale.front().scale <= 0 || !std::isfinite(2 * scale.front().scale))
        return {};
    const auto* const rule = std::find_if(
        kStackRules.begin(), kStackRules.end(), [&](const StackRule& row) { return row.stack == stack; });
    const double first = scale.front().afterSkip ? 2 * scale.front().scale : scale.front().scale;
    const bool isPower = std::log2(first) == std::round(std::log2(first));
    return std::string(rule == kStackRules.end() ? "grad_scaler" : rule->rule) + ' '
        + (isPower ? powerText(first) : shortestText(first));
}

std::vector<LogVerdict> verdictsOf(Facts facts)
{
    std::vector<LogVerdict> verdicts;
    std::set<Topic> said;
    for (const VerdictRow& row : verdictRows())
        if ((row.topic == Topic::Extra || !said.contains(row.topic)) && row.holds(facts)) {
            verdicts.push_back(verdictOf(row, facts));
            said.insert(row.topic);
        }
    return verdicts;
}

/// The log tells each event once.
LogJudgement judgementOf(const TrainingLog& log)
{
    LogFacts facts = factsOf(log);
    LogJudgement judgement{verdictsOf(facts), facts.skipped, {}, lossScaleArgumentOf(log.stack, facts.scale)};
    for (LogVerdict& statistics : statisticsVerdicts(log))
        judgement.verdicts.push_back(std::move(statistics));
    std::stable_sort(judgement.verdicts.begin(), judgement.verdicts.end(),
        [](const LogVerdict& a, const LogVerdict& b) { return a.severity > b.severity; });
    if (!judgement.verdicts.empty() && judgement.verdicts.front().severity == Severity::Failure)
        std::erase_if(
            judgement.verdicts, [](const LogVerdict& verdict) { return verdict.severity == Severity::Good; });
    judgement.scale = std::move(facts.scale);
    return judgement;
}

} // namespace

LogJudgement judgeLog(const TrainingLog& log)
{
    const std::optional<TrainingLog> once = withoutOtherRanks(log);
    return judgementOf(once ? *once : log);
}

} // namespace ulpscope
