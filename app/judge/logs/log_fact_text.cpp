// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/logs/log_fact_text.h"

#include "app/judge/logs/log_place.h"
#include "engine/base/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {

namespace {

using Facts = const LogFacts&;

/// A loss that is so many times its least diverges; noise does not do that.
constexpr int kGrewFactor = 10;
/// Losses of different data that are so often the same to the last digit are of weights that do not move.
constexpr int kEqualLosses = 20;

Message rangeText(const LogPlace& first, const LogPlace& last)
{
    if (first == last)
        return placeText(first);
    if (first.part != 0 || last.part != 0)
        return message("%1 to %2").with(placeText(first)).with(placeText(last));
    return message("lines %1 to %2").with(std::to_string(first.line)).with(std::to_string(last.line));
}

Message times(std::size_t count)
{
    return counted(static_cast<std::int64_t>(count), message("%1 time"), message("%1 times"));
}

Message steps(std::int64_t count)
{
    return counted(count, message("%1 step"), message("%1 steps"));
}

/// Logs round: what is printed as 0 need not be 0.
Message orPrintedZero(double value, std::string text)
{
    return value == 0 ? message("a number printed as 0") : Message(std::move(text), Message::Kind::Plain);
}

Message scaleText(double scale)
{
    return orPrintedZero(scale, powerText(scale));
}

/// Names, the first eight of more.
Message listText(const std::vector<std::string>& names)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMaxPlaces); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > kMaxPlaces
        ? message("%1 and %2 more").with(std::move(text)).with(std::to_string(names.size() - kMaxPlaces))
        : Message(std::move(text), Message::Kind::Plain);
}

Message withSum(Facts facts, Message sentence)
{
    return facts.isLossSum ? message("%1 Where no total is printed, that is the sum of %2.")
                                 .with(std::move(sentence))
                                 .with(listText(facts.lossParts))
                           : sentence;
}

Message partsNotFinite(Facts facts)
{
    return message("Of its parts these are not finite: %1.").with(listText(facts.lossPartsNotFinite));
}

Message finiteLosses(Facts facts)
{
    if (facts.loss.count == 1)
        return message("The one loss that the log says is finite.");
    return (facts.mayFilterLoss ? message("All %1 losses that are printed are finite.")
                                : message("All %1 losses are finite."))
        .with(std::to_string(facts.loss.count));
}

Message lossFinite(Facts facts)
{
    return withSum(facts, finiteLosses(facts));
}

Message lossesNotFinite(Facts facts)
{
    const SeriesFacts& loss = facts.loss;
    if (!loss.endBegins && loss.notFinite == 1)
        return message("The loss is %1 on %2, and finite again after it.")
            .with(shortestText(loss.firstNotFinite->value))
            .with(placeText(loss.firstNotFinite->place));
    if (!loss.endBegins)
        return (loss.notFiniteAtEnd == 0
                ? message(
                    "The loss is not finite %1 of %2 times, first on %3 and last on %4; at the end it is finite again.")
                : message(
                    "The loss is not finite %1 of %2 times, first on %3 and last on %4; it is finite between."))
            .with(std::to_string(loss.notFinite))
            .with(std::to_string(loss.count))
            .with(placeText(loss.firstNotFinite->place))
            .with(placeText(loss.lastNotFinite->place));
    Message sentence = facts.isLossAveraged ? loss.lastFinite
            ? message("The running mean of the loss is %1 from %2 on; it was %3 before.")
            : message("The running mean of the loss is %1 from %2 on.")
        : loss.lastFinite ? message("The loss is %1 from %2 on; it was %3 before.")
                                            : message("The loss is %1 from %2 on.");
    sentence = std::move(sentence)
                   .with(shortestText(loss.endBegins->value))
                   .with(placeText(loss.endBegins->place));
    return loss.lastFinite
        ? std::move(sentence).with(orPrintedZero(loss.lastFinite->value, briefText(loss.lastFinite->value)))
        : sentence;
}

Message lossNotFinite(Facts facts)
{
    Message sentence = withSum(facts, lossesNotFinite(facts));
    return facts.lossPartsNotFinite.empty() || facts.lossPartsNotFinite.size() == facts.lossParts.size()
        ? sentence
        : message("%1 %2").with(std::move(sentence)).with(partsNotFinite(facts));
}

Message validationNotFinite(Facts facts)
{
    const SeriesFacts& loss = facts.validation;
    if (loss.endBegins)
        return message("The validation loss is %1 from %2 on (%3).")
            .with(shortestText(loss.endBegins->value))
            .with(placeText(loss.endBegins->place))
            .with(times(loss.notFiniteAtEnd));
    return message("The validation loss is not finite %1 of %2 times, first on %3.")
        .with(std::to_string(loss.notFinite))
        .with(std::to_string(loss.count))
        .with(placeText(loss.firstNotFinite->place));
}

Message normNotFinite(Facts facts)
{
    const SeriesFacts& norm = facts.norm;
    if (norm.endBegins)
        return message("The gradient norm is %1 from %2 on (%3).")
            .with(shortestText(norm.endBegins->value))
            .with(placeText(norm.endBegins->place))
            .with(times(norm.notFiniteAtEnd));
    if (norm.notFinite == 1)
        return message("The gradient norm is %1 on %2, and finite again after it.")
            .with(shortestText(norm.firstNotFinite->value))
            .with(placeText(norm.firstNotFinite->place));
    return message("The gradient norm is not finite %1 of %2 times, first on %3 and last on %4.")
        .with(std::to_string(norm.notFinite))
        .with(std::to_string(norm.count))
        .with(placeText(norm.firstNotFinite->place))
        .with(placeText(norm.lastNotFinite->place));
}

Message fallsToEnd(Facts facts)
{
    const FallFacts& falls = *facts.lastFalls();
    if (falls.count == 1)
        return message("The scale falls to %1 on %2.").with(scaleText(falls.to)).with(placeText(falls.first));
    Message sentence = (falls.goodBetween == 0
            ? message("The scale falls %1 times in a row to %2 (%3).")
            : message("The scale falls %1 times to %2 (%3), with at least %4 good steps between."))
                           .with(std::to_string(falls.count))
                           .with(scaleText(falls.to))
                           .with(rangeText(falls.first, falls.last));
    return falls.goodBetween == 0 ? sentence : std::move(sentence).with(std::to_string(falls.goodBetween));
}

Message atMinimum(Facts facts)
{
    if (facts.skippedAtMinimum == 0)
        return message("The log says on %1 that the scale is at its least.").with(placeText(*facts.minimum));
    return message(
        "The scale is at its least, %1, from %2 on, and steps are skipped all the same (%3 since).")
        .with(scaleText(facts.scale.back().scale))
        .with(placeText(*facts.minimum))
        .with(std::to_string(facts.skippedAtMinimum));
}

Message fellAgain(Facts facts)
{
    const FallFacts& first = facts.stretches.front();
    return message("The scale fell %1 (%2), held, and fell %3 again (%4), last to %5.")
        .with(times(first.count))
        .with(rangeText(first.first, first.last))
        .with(times(facts.falls - first.count))
        .with(rangeText(facts.stretches[1].first, facts.stretches.back().last))
        .with(scaleText(facts.stretches.back().to));
}

Message sawTooth(Facts facts)
{
    const auto count = [](std::size_t number) { return static_cast<std::int64_t>(number); };
    Message sentence
        = (facts.stepsUntilGrowth ? message("The scale grows and falls back: %1, %2, last %3. It grows %4.")
                                  : message("The scale grows and falls back: %1, %2, last %3."))
              .with(counted(count(facts.falls), message("%1 fall"), message("%1 falls")))
              .with(counted(count(facts.growths), message("%1 growth"), message("%1 growths")))
              .with(scaleText(facts.scale.back().scale));
    return facts.stepsUntilGrowth ? std::move(sentence).with(
               counted(*facts.stepsUntilGrowth, message("after %1 step"), message("after %1 steps")))
                                  : sentence;
}

constexpr auto kRows = std::to_array<LogFactRow>({
    LogFactRow{LogFact::NoLoss, "no_loss", [](Facts f) { return f.loss.count == 0 && f.loss.nulls == 0; },
        [](Facts f) {
            return f.unread.empty()
                ? message("The log says no loss of the training.")
                : message("The log says no loss of the training under a known name; it has numbers "
                          "that it calls %1.")
                      .with(listText(f.unread));
        }},
    LogFactRow{LogFact::LossFinite, "loss_finite", [](Facts f) { return f.loss.isFinite(); }, lossFinite},
    LogFactRow{LogFact::LossNotFinite, "loss_not_finite", [](Facts f) { return f.loss.notFinite > 0; },
        lossNotFinite, [](Facts f) { return f.loss.places; }},
    LogFactRow{LogFact::LossPartNotFinite, "loss_part_not_finite",
        [](Facts f) { return f.loss.isFinite() && !f.lossPartsNotFinite.empty(); }, partsNotFinite},
    LogFactRow{LogFact::LossMeanStays, "loss_mean_stays",
        [](Facts f) { return f.isLossAveraged && f.loss.endBegins.has_value(); },
        [](Facts) { return message("A running mean stays so after one such loss, until it begins anew."); }},
    LogFactRow{LogFact::LossGrewBefore, "loss_grew_before",
        [](Facts f) {
            return f.loss.endBegins && f.loss.least && f.loss.least->value > 0
                && f.loss.lastFinite->value >= kGrewFactor * f.loss.least->value;
        },
        [](Facts f) {
            return message("It had grown from %1 (%2) before.")
                .with(briefText(f.loss.least->value))
                .with(placeText(f.loss.least->place));
        },
        [](Facts f) { return std::vector<LogPlace>{f.loss.least->place}; }},
    LogFactRow{LogFact::LossStandsStill, "loss_stands_still",
        [](Facts f) {
            return f.loss.equalAtEnd >= kEqualLosses && std::isfinite(f.loss.equalBegins->value)
                && std::abs(f.loss.equalBegins->value)
                > 0.01; // changes of such a loss show in the printed digits
        },
        [](Facts f) {
            return message("The loss is printed as %1 from %2 on (%3).")
                .with(briefText(f.loss.equalBegins->value))
                .with(placeText(f.loss.equalBegins->place))
                .with(times(f.loss.equalAtEnd));
        },
        [](Facts f) { return std::vector<LogPlace>{f.loss.equalBegins->place}; }},
    LogFactRow{LogFact::LossSkipped, "loss_skipped",
        [](Facts f) { return f.loss.notFinite > 0 && f.lossesNotSkipped == 0; },
        [](Facts f) {
            return f.loss.notFinite == 1 ? message("That step was skipped.")
                                         : message("Each of these steps was skipped.");
        }},
    LogFactRow{LogFact::LossNotShownSkipped, "loss_not_shown_skipped",
        [](Facts f) { return f.lossesNotSkipped > 0; },
        [](Facts f) {
            return message("The log does not show that %1 skipped.")
                .with(counted(static_cast<std::int64_t>(f.lossesNotSkipped), message("%1 such step was"),
                    message("%1 such steps were")));
        }},
    LogFactRow{LogFact::LossNewStart, "loss_new_start", [](Facts f) { return f.newStart.has_value(); },
        [](Facts f) {
            return message("On %1 the log goes back to step %2, before the first of them.")
                .with(placeText(*f.newStart))
                .with(std::to_string(*f.newStart->step));
        },
        [](Facts f) { return std::vector<LogPlace>{*f.newStart}; }},
    LogFactRow{LogFact::LossStops, "loss_stops",
        [](Facts f) {
            return f.loss.count >= kLossesThatStop
                && f.normsAfterLosses >= kLossesThatStop + 2 * f.normsBetweenLosses;
        },
        [](Facts f) {
            return message("After %1 the log says no loss beside the gradient norm (%2).")
                .with(placeText(*f.lastLoss))
                .with(times(f.normsAfterLosses));
        },
        [](Facts f) { return std::vector<LogPlace>{*f.lastLoss}; }},
    LogFactRow{LogFact::LossNull, "loss_null", [](Facts f) { return f.loss.nulls > 0; },
        [](Facts f) {
            return message("The log has no number for a loss %1, first on %2.")
                .with(times(f.loss.nulls))
                .with(placeText(*f.loss.firstNull));
        },
        [](Facts f) { return std::vector<LogPlace>{*f.loss.firstNull}; }},
    LogFactRow{LogFact::LossZero, "loss_zero",
        [](Facts f) { return f.loss.zerosAtEnd > 0 && f.loss.zerosAtEnd < f.loss.count; },
        [](Facts f) {
            return message("The loss is printed as 0 from %1 on (%2).")
                .with(placeText(f.loss.zerosBegin->place))
                .with(times(f.loss.zerosAtEnd));
        },
        [](Facts f) { return std::vector<LogPlace>{f.loss.zerosBegin->place}; }},
    LogFactRow{LogFact::LossFiltered, "loss_filtered", [](Facts f) { return f.isLossFiltered(); },
        [](Facts f) {
            return message("There the loss is printed as 0, from %1 on (%2).")
                .with(placeText(f.loss.zerosBegin->place))
                .with(times(f.loss.zerosAtEnd));
        },
        [](Facts f) { return std::vector<LogPlace>{f.loss.zerosBegin->place}; }},
    LogFactRow{LogFact::LossLeftOut, "loss_left_out", [](Facts f) { return f.mayFilterLoss; },
        [](Facts) { return message("Such a log leaves out losses that are not finite."); }},
    LogFactRow{LogFact::MeanLossNotFinite, "mean_loss_not_finite",
        [](Facts f) { return f.meanLoss.notFinite > 0; },
        [](Facts f) {
            return message("The running mean beside the loss is %1 on %2.")
                .with(shortestText(f.meanLoss.firstNotFinite->value))
                .with(placeText(f.meanLoss.firstNotFinite->place));
        },
        [](Facts f) { return f.meanLoss.places; }},
    LogFactRow{LogFact::ValidationNotFinite, "validation_not_finite",
        [](Facts f) { return f.validation.notFinite > 0; }, validationNotFinite,
        [](Facts f) { return f.validation.places; }},
    LogFactRow{LogFact::ValidationFinite, "validation_finite",
        [](Facts f) { return f.validation.isFinite() && f.validationsAfterLoss > 0; },
        [](Facts f) {
            return message("The validation loss stays finite (%1 from there on).")
                .with(times(f.validationsAfterLoss));
        }},
    LogFactRow{LogFact::ValidationAllFinite, "validation_all_finite",
        [](Facts f) { return f.validation.isFinite(); },
        [](Facts f) {
            return message("The validation loss is finite (%1).").with(times(f.validation.count));
        }},
    LogFactRow{LogFact::NormNotFinite, "norm_not_finite", [](Facts f) { return f.norm.notFinite > 0; },
        normNotFinite, [](Facts f) { return f.norm.places; }},
    LogFactRow{LogFact::NormNull, "norm_null",
        [](Facts f) { return f.norm.nulls > 0 && f.norm.count > 0; }, // otherwise it is not logged
        [](Facts f) {
            return message("The log has no number for a gradient norm %1, first on %2.")
                .with(times(f.norm.nulls))
                .with(placeText(*f.norm.firstNull));
        },
        [](Facts f) { return std::vector<LogPlace>{*f.norm.firstNull}; }},
    LogFactRow{LogFact::NormBeforeLoss, "norm_before_loss",
        [](Facts f) { return f.normBeforeLoss.has_value(); },
        [](Facts f) {
            return message("The gradient norm is %1 on %2 already, where the loss is still finite.")
                .with(shortestText(f.normBeforeLoss->value))
                .with(placeText(f.normBeforeLoss->place));
        },
        [](Facts f) { return std::vector<LogPlace>{f.normBeforeLoss->place}; }},
    LogFactRow{LogFact::NormFiniteBesideLoss, "norm_finite_beside_loss",
        [](Facts f) { return f.finiteNormsBesideLoss >= kLossesThatStop && f.norm.notFinite == 0; },
        [](Facts f) {
            return message("The gradient norm stays finite there (%1).").with(times(f.finiteNormsBesideLoss));
        }},
    LogFactRow{LogFact::LossFiniteBesideNorm, "loss_finite_beside_norm",
        [](Facts f) {
            return f.norm.endBegins && f.finiteBesideNorms > 0
                && (!f.loss.lastNotFinite || f.loss.lastNotFinite->entry < f.norm.endBegins->entry);
        },
        [](Facts f) {
            return (f.mayFilterLoss ? message("The loss that is printed there is finite (%1).")
                                    : message("The loss stays finite there (%1)."))
                .with(times(f.finiteBesideNorms));
        }},
    LogFactRow{LogFact::NormZero, "norm_zero", [](Facts f) { return f.norm.zerosAtEnd > 2; },
        [](Facts f) {
            return message("The gradient norm is printed as 0 from %1 on (%2).")
                .with(placeText(f.norm.zerosBegin->place))
                .with(times(f.norm.zerosAtEnd));
        },
        [](Facts f) { return std::vector<LogPlace>{f.norm.zerosBegin->place}; }},
    LogFactRow{LogFact::MeanNormNotFinite, "mean_norm_not_finite",
        [](Facts f) { return f.meanNorm.notFinite > 0; },
        [](Facts f) {
            return message("The running mean of the gradient norm is %1 on %2.")
                .with(shortestText(f.meanNorm.firstNotFinite->value))
                .with(placeText(f.meanNorm.firstNotFinite->place));
        },
        [](Facts f) { return f.meanNorm.places; }},
    LogFactRow{LogFact::NoSkips, "no_skips", [](Facts f) { return f.statesSkips && f.skipped == 0; },
        [](Facts) { return message("No step was skipped."); }},
    LogFactRow{LogFact::SkipsNotMentioned, "skips_not_mentioned",
        [](Facts f) { return !f.statesSkips && f.skipped == 0; },
        [](Facts) { return message("The log does not mention skipped steps."); }},
    LogFactRow{LogFact::Skips, "skips", [](Facts f) { return f.skipped > 0; },
        [](Facts f) {
            return message("The log states %1 (%2).")
                .with(counted(f.skipped, message("%1 skipped step"), message("%1 skipped steps")))
                .with(placeText(f.skipPlaces.front()));
        },
        [](Facts f) { return f.skipPlaces; }},
    LogFactRow{LogFact::SkippedShare, "skipped_share", [](Facts f) { return f.skippedShare() > 0; },
        [](Facts f) {
            return message("After the beginning at least %1 of the steps are skipped.")
                .with(percentText(f.skippedShare()));
        }},
    LogFactRow{LogFact::NoScale, "no_scale", [](Facts f) { return !f.hasScale(); },
        [](Facts) { return message("The log says no loss scale."); }},
    LogFactRow{LogFact::ScaleNotFinite, "scale_not_finite",
        [](Facts f) { return f.scaleNotFinite.has_value(); },
        [](Facts f) {
            return message("The scale is %1 on %2.")
                .with(shortestText(f.scaleNotFinite->value))
                .with(placeText(f.scaleNotFinite->place));
        },
        [](Facts f) { return std::vector<LogPlace>{f.scaleNotFinite->place}; }},
    LogFactRow{LogFact::ScaleOnce, "scale_once", [](Facts f) { return f.scale.size() == 1 && f.falls == 0; },
        [](Facts f) {
            return message("The log says the scale once: %1 on %2.")
                .with(scaleText(f.scale.front().scale))
                .with(placeText(f.scale.front()));
        },
        [](Facts f) { return std::vector<LogPlace>{f.scale.front()}; }},
    LogFactRow{LogFact::ScaleConstant, "scale_constant",
        [](Facts f) { return f.scale.size() > 1 && f.falls == 0 && f.growths == 0; },
        [](Facts f) {
            return message("The scale is %1 each time that the log says it (%2, %3).")
                .with(scaleText(f.scale.front().scale))
                .with(times(f.scale.size()))
                .with(rangeText(f.scale.front(), f.scale.back()));
        },
        [](Facts f) {
            return std::vector<LogPlace>{f.scale.front(), f.scale.back()};
        }},
    LogFactRow{LogFact::FallsToEnd, "falls_to_end", [](Facts f) { return f.endsFalling; }, fallsToEnd,
        [](Facts f) {
            return std::vector<LogPlace>{f.lastFalls()->first, f.lastFalls()->last};
        }},
    LogFactRow{LogFact::LossFiniteInFalls, "loss_finite_in_falls",
        [](Facts f) {
            return f.lastFalls() != nullptr && f.lastFalls()->losses > 0
                && f.lastFalls()->lossesNotFinite == 0 && !f.mayFilterLoss;
        },
        [](Facts f) {
            return f.lastFalls()->losses == 1 ? message("The one loss after the first of them is finite.")
                                              : message("All %1 losses after the first of them are finite.")
                                                    .with(std::to_string(f.lastFalls()->losses));
        }},
    LogFactRow{LogFact::LossNotFiniteInFalls, "loss_not_finite_in_falls",
        [](Facts f) { return f.lastFalls() != nullptr && f.lastFalls()->lossesNotFinite > 0; },
        [](Facts f) {
            return message("After the first of them %1 of %2 losses are not finite.")
                .with(std::to_string(f.lastFalls()->lossesNotFinite))
                .with(std::to_string(f.lastFalls()->losses));
        }},
    LogFactRow{LogFact::NoLossInFalls, "no_loss_in_falls",
        [](Facts f) { return f.endsFalling && f.lastFalls()->losses == 0; },
        [](Facts) { return message("The log says no loss after that."); }},
    LogFactRow{LogFact::NormInFalls, "norm_in_falls",
        [](Facts f) { return f.lastFalls() != nullptr && f.lastFalls()->norms > 0; },
        [](Facts f) {
            return message("The gradient norm is not finite there %1 of %2 times.")
                .with(std::to_string(f.lastFalls()->normsNotFinite))
                .with(std::to_string(f.lastFalls()->norms));
        }},
    LogFactRow{LogFact::GrowthBeforeFalls, "growth_before_falls",
        [](Facts f) { return f.lastFalls() != nullptr && f.lastFalls()->growthBefore.has_value(); },
        [](Facts f) {
            return message("The scale had grown directly before, on %1.")
                .with(placeText(*f.lastFalls()->growthBefore));
        },
        [](Facts f) { return std::vector<LogPlace>{*f.lastFalls()->growthBefore}; }},
    LogFactRow{LogFact::FallsBeforeLoss, "falls_before_loss", [](Facts f) { return f.fallsBeforeLoss() > 0; },
        [](Facts f) {
            return message("Before it the scale fell %1, first on %2.")
                .with(times(f.fallsBeforeLoss()))
                .with(placeText(f.stretches.front().first));
        },
        [](Facts f) { return std::vector<LogPlace>{f.stretches.front().first}; }},
    LogFactRow{LogFact::AtMinimum, "at_minimum", [](Facts f) { return f.minimum.has_value(); }, atMinimum,
        [](Facts f) { return std::vector<LogPlace>{*f.minimum}; }},
    LogFactRow{LogFact::ScaleBelowOne, "scale_below_one", [](Facts f) { return f.belowOne.has_value(); },
        [](Facts f) {
            return message("The scale is down to %1 (%2), after %3.")
                .with(scaleText(f.scale.back().scale))
                .with(placeText(*f.belowOne))
                .with(counted(static_cast<std::int64_t>(f.falls), message("%1 fall"), message("%1 falls")));
        },
        [](Facts f) { return std::vector<LogPlace>{*f.belowOne}; }},
    LogFactRow{LogFact::LossFiniteAtFalls, "loss_finite_at_falls",
        [](Facts f) { return f.lossesAtFalls > 1 && f.lossesNotFiniteAtFalls == 0; },
        [](Facts f) {
            return message("The losses of %1 steps at which it fell are all finite.")
                .with(std::to_string(f.lossesAtFalls));
        }},
    LogFactRow{LogFact::FellAndHolds, "fell_and_holds",
        [](Facts f) { return f.stretches.size() == 1 && f.growths == 0 && f.goodAfterFalls > 0; },
        [](Facts f) {
            return message("The scale fell %1 to %2 (%3) and has held since, for at least %4.")
                .with(times(f.falls))
                .with(scaleText(f.stretches.front().to))
                .with(rangeText(f.stretches.front().first, f.stretches.front().last))
                .with(steps(f.goodAfterFalls));
        },
        [](Facts f) {
            return std::vector<LogPlace>{f.stretches.front().first, f.stretches.front().last};
        }},
    LogFactRow{LogFact::FellAgain, "fell_again",
        [](Facts f) { return f.stretches.size() > 1 && f.growths == 0; }, fellAgain,
        [](Facts f) {
            return std::vector<LogPlace>{f.stretches.front().first, f.stretches.front().last,
                f.stretches[1].first, f.stretches.back().last};
        }},
    LogFactRow{LogFact::NotGrown, "not_grown",
        [](Facts f) {
            return f.growths == 0 && f.hasScale()
                && (f.falls == 0 ? f.steps.value_or(0) : f.stepsSinceFall.value_or(0)) > kGrownByThen;
        },
        [](Facts f) {
            return f.falls == 0 ? message("In %1 it does not grow.").with(steps(*f.steps))
                                : message("In the %1 since it has not grown.").with(steps(*f.stepsSinceFall));
        }},
    LogFactRow{LogFact::SawTooth, "saw_tooth", [](Facts f) { return f.falls > 0 && f.growths > 0; }, sawTooth,
        [](Facts f) { return f.changePlaces; }},
    LogFactRow{LogFact::GrowsOnly, "grows_only", [](Facts f) { return f.falls == 0 && f.growths > 0; },
        [](Facts f) {
            return message("The scale grows %1, to %2, and never falls.")
                .with(times(f.growths))
                .with(scaleText(f.scale.back().scale));
        },
        [](Facts f) { return f.changePlaces; }},
    LogFactRow{LogFact::LossFollowsScale, "loss_follows_scale",
        [](Facts f) { return f.lossFollowsScale.follows(); },
        [](Facts f) {
            return message("The loss changes with the scale, at %1 of its %2 changes.")
                .with(std::to_string(f.lossFollowsScale.followed))
                .with(std::to_string(f.lossFollowsScale.changes));
        },
        [](Facts f) { return f.lossFollowsScale.places; }},
    LogFactRow{LogFact::NormFollowsScale, "norm_follows_scale",
        [](Facts f) { return f.normFollowsScale.follows(); },
        [](Facts f) {
            return message("The gradient norm changes with the scale, at %1 of its %2 changes.")
                .with(std::to_string(f.normFollowsScale.followed))
                .with(std::to_string(f.normFollowsScale.changes));
        },
        [](Facts f) { return f.normFollowsScale.places; }},
    LogFactRow{LogFact::NormGrowsEvenly, "norm_grows_evenly",
        [](Facts f) { return f.evenGrowth.has_value(); },
        [](Facts f) {
            const EvenGrowthFacts& growth = *f.evenGrowth;
            return message(
                "The gradient norm grows by about the same amount each step, from %1 (%2) to %3 (%4), while the loss goes from %5 to %6.")
                .with(briefText(growth.first.value))
                .with(placeText(growth.first.place))
                .with(briefText(growth.last.value))
                .with(placeText(growth.last.place))
                .with(orPrintedZero(growth.firstLoss, briefText(growth.firstLoss)))
                .with(orPrintedZero(growth.lastLoss, briefText(growth.lastLoss)));
        },
        [](Facts f) {
            return std::vector<LogPlace>{f.evenGrowth->first.place, f.evenGrowth->last.place};
        }},
    LogFactRow{LogFact::ScheduleCountsSkips, "schedule_counts_skips",
        [](Facts f) { return !f.schedulePlaces.empty(); },
        [](Facts f) {
            return message("The learning rate changes %1 (%2).")
                .with(counted(static_cast<std::int64_t>(f.schedulePlaces.size()),
                    message("in %1 interval whose steps were all skipped"),
                    message("in %1 intervals whose steps were all skipped")))
                .with(placeText(f.schedulePlaces.front()));
        },
        [](Facts f) { return f.schedulePlaces; }},
});

constexpr bool areInOrder()
{
    for (std::size_t i = 0; i < kRows.size(); ++i)
        if (kRows[i].fact != static_cast<LogFact>(i))
            return false;
    return kRows.size() == static_cast<std::size_t>(LogFact::ScheduleCountsSkips) + 1;
}
static_assert(areInOrder());

} // namespace

std::span<const LogFactRow> logFactRows()
{
    return kRows;
}

const LogFactRow& rowOf(LogFact fact)
{
    return kRows[static_cast<std::size_t>(fact)];
}

std::string powerText(double scale)
{
    if (!(scale > 0))
        return shortestText(scale);
    const double exponent = std::round(1000 * std::log2(scale)) / 1000;
    return std::abs(std::exp2(exponent) / scale - 1) < 1e-6 ? "2^" + shortestText(exponent)
                                                            : briefText(scale);
}

} // namespace ulpscope
