// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about the log of a training, counted once. Every verdict about a log follows from this table and from nothing else.
#pragma once

#include "app/judge/runs/training_log.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

/// A number of the log and the entry that says it.
struct LoggedNumber
{
    LogPlace place;
    std::size_t entry = 0; ///< index among the log's events
    double value = 0;
};

/// The numbers of one name: training losses, validation losses, gradient norms, or the running mean of these.
struct SeriesFacts
{
    std::size_t count = 0;
    std::size_t notFinite = 0; ///< NaN or infinite
    std::size_t notFiniteAtEnd = 0; ///< the last ones, without a finite one among them
    std::optional<LoggedNumber> firstNotFinite;
    std::optional<LoggedNumber> lastNotFinite;
    /// The first of those at the end, where they stay: at least three, or the only ones.
    std::optional<LoggedNumber> endBegins;
    std::optional<LoggedNumber> lastFinite;
    std::vector<LogPlace> places; ///< the first eight that are not finite
    std::optional<LoggedNumber> least; ///< the least finite number
    std::size_t equalAtEnd = 0; ///< the last ones that are the same number
    std::optional<LoggedNumber> equalBegins; ///< the first of these
    std::size_t zerosAtEnd = 0; ///< the last ones that are printed as 0
    std::optional<LoggedNumber> zerosBegin; ///< the first of these
    double beforeZeros = 0; ///< the last that is not 0
    std::size_t nulls = 0; ///< JSON's null in place of a number
    std::optional<LogPlace> firstNull;

    bool isFinite() const { return count > 0 && notFinite == 0 && nulls == 0; }
};

/// A value for each entry that says a loss scale.
struct ScalePoint : LogPlace
{
    double scale = 0;
    bool afterSkip = false; ///< the number is what an overflow has left
    bool isOverflow = false; ///< whether the entry is about that overflow alone
    std::size_t entry = 0; ///< index among the log's events
};

/// Falls of the scale without a growth between them and without kHoldingSteps good steps.
struct FallFacts
{
    std::size_t count = 0;
    std::int64_t halvings = 0; ///< as many or more, where entries are further apart
    LogPlace first;
    LogPlace last;
    std::size_t lastEntry = 0; ///< index among the log's events
    std::int64_t skipped = 0; ///< steps that the log says were skipped from the first to the last
    double to = 0; ///< the scale after the last
    std::int64_t goodBetween
        = 0; ///< steps that were taken between the first and the last, as far as the log shows any
    /// After the first fall, up to the next stretch or the log's end. Finite numbers of an interval that was skipped in part do not
    /// count: they are those of its good steps.
    std::size_t losses = 0;
    std::size_t lossesNotFinite = 0;
    std::size_t norms = 0;
    std::size_t normsNotFinite = 0;
    std::optional<LogPlace> growthBefore; ///< a growth of the scale directly before the first
    bool isAtBeginning = false; ///< fewer than kHoldingSteps good steps come before
};

/// Behaviour of one number where the scale changes.
struct FollowFacts
{
    std::size_t changes = 0; ///< changes of the scale between two entries that have both numbers
    std::size_t followed = 0; ///< the number changed by the same factor
    std::vector<LogPlace> places; ///< the first eight of these

    /// Both of two changes, or most of more.
    bool follows() const { return followed >= 2 && 4 * followed >= 3 * changes; }
};

/// From the first gradient norm on, norms in proportion to the steps so far, while the loss does not grow with them.
struct EvenGrowthFacts
{
    LoggedNumber first;
    LoggedNumber last;
    double firstLoss = 0;
    double lastLoss = 0;
};

struct LogFacts
{
    bool statesSkips = false; ///< a skipped step would be stated, so that silence means none
    bool mayFilterLoss = false; ///< losses that are not finite are left out of what is printed
    bool isLossAveraged = false; ///< the loss is a running mean, which stays NaN after a single NaN

    SeriesFacts loss; ///< facts about the training loss
    SeriesFacts validation;
    SeriesFacts norm; ///< the gradient's norm
    SeriesFacts meanLoss; ///< running means beside the loss and the norm
    SeriesFacts meanNorm;
    std::vector<std::string> lossParts; ///< names of losses that the log prints as parts of one: "loss_cls"
    std::vector<std::string> lossPartsNotFinite;
    bool isLossSum = false; ///< the loss is the sum of these parts, as the log prints no total
    std::vector<std::string> unread; ///< names of numbers that are not understood, at most three

    /// A gradient norm that is not finite beside a loss that still is, on the entries directly before losses at the end are not finite.
    std::optional<LoggedNumber> normBeforeLoss;
    bool wasNormBeforeLossSkipped = false; ///< the log shows that its step was not taken
    std::size_t lossesNotSkipped
        = 0; ///< losses that are not finite, of steps that the log does not show to be skipped
    std::size_t normsNotSkipped = 0; ///< gradient norms that are not finite in steps that were not skipped
    std::size_t finiteBesideNorms
        = 0; ///< finite losses from the gradient norms at the end that are not finite on
    std::size_t finiteNormsBesideLoss
        = 0; ///< norms that are finite and not 0, from the losses at the end that are not finite on
    std::size_t normsAfterLosses = 0; ///< entries with a gradient norm and no loss, after the last loss
    std::size_t normsBetweenLosses = 0; ///< at most so many gradient norms before a loss
    std::optional<LogPlace> lastLoss;
    std::optional<LogPlace>
        newStart; ///< a finite loss, after those that are not, of a step before the first of them
    std::size_t validationsAfterLoss = 0; ///< after the losses at the end that are not finite begin

    std::int64_t skipped = 0; ///< steps that the log says were skipped
    std::vector<LogPlace> skipPlaces; ///< the first eight
    std::optional<std::int64_t> steps; ///< steps from the first to the last that the log counts

    std::vector<ScalePoint> scale; ///< the finite ones
    std::optional<LoggedNumber> scaleNotFinite;
    std::size_t growths = 0;
    std::size_t falls = 0;
    std::size_t lossesAtFalls = 0; ///< losses at exactly these steps, if entries are about single steps
    std::size_t lossesNotFiniteAtFalls = 0;
    std::vector<FallFacts> stretches; ///< stretches in which the loss scale falls
    std::int64_t goodAfterFalls
        = 0; ///< steps that were taken after the last fall, as far as the log shows any
    bool endsFalling = false; ///< the log ends with falls: no good step and no growth follows
    std::vector<LogPlace> changePlaces; ///< the last eight
    std::optional<std::int64_t> stepsUntilGrowth; ///< the median, from a change of the scale to a growth
    std::optional<std::int64_t> stepsSinceFall; ///< steps from the last fall to the last step
    std::optional<LogPlace> minimum; ///< where the scale came down as far as it goes
    std::optional<LogPlace> belowOne; ///< from where on it is below 1 to the end, after a fall
    std::int64_t skippedUnderScale = 0; ///< after the first entry that says the scale
    std::int64_t skippedAtMinimum = 0; ///< steps that were skipped although it stayed there

    FollowFacts lossFollowsScale;
    FollowFacts normFollowsScale;
    std::optional<EvenGrowthFacts> evenGrowth;
    std::vector<LogPlace> schedulePlaces; ///< the learning rate changes over steps that were all skipped

    /// Percent of the steps, without the search at the beginning; 0 where the log does not count steps, or fewer than three are skipped.
    double skippedShare() const;
    /// Falls that are over before the losses at the end, which are not finite, begin.
    std::size_t fallsBeforeLoss() const;
    const FallFacts* lastFalls() const { return stretches.empty() ? nullptr : &stretches.back(); }
    bool hasScale() const { return !scale.empty() || scaleNotFinite.has_value(); }
    /// The scale comes down to the log's end, further than a scale that is merely too large would, or beside losses that are not finite.
    bool fallsWithoutEnd() const;
    /// The loss is printed as 0 at the end, and is not merely a small one that was rounded.
    bool dropsToZero() const;
    /// The loss is printed as 0 because it is not finite: the gradient norms beside it say so.
    bool isLossFiltered() const;
};

inline constexpr std::size_t kMaxPlaces = 8; ///< places that a fact or a verdict names at most
/// Good steps that end a search for the scale.
inline constexpr std::int64_t kHoldingSteps = 20;
/// Falls in a row that are a search no longer once the scale is down to 1, which changes nothing.
inline constexpr std::size_t kFallsWithoutEnd = 5;
/// This many entries in a row with a gradient norm but no loss, after as many losses, are no accident.
inline constexpr std::size_t kLossesThatStop = 3;

/// Steps without a skip after which every scaler has grown: their interval is 1000 or 2000.
inline constexpr std::int64_t kGrownByThen = 5000;

/// `log` tells each event once (withoutOtherRanks()).
LogFacts factsOf(const TrainingLog& log);

} // namespace ulpscope
