// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/logs/log_facts.h"

#include "engine/base/percent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ulpscope {

namespace {

constexpr std::size_t kMaxNames = 3;
/// log2 of a change of the scale that a loss or a norm does not make by itself; guided-diffusion's scale grows by 2^0.001 in each step.
constexpr double kClearChange = 0.75;

void addPlace(std::vector<LogPlace>& places, const LogPlace& place)
{
    if (places.size() < kMaxPlaces)
        places.push_back(place);
}

bool isNotFinite(const std::optional<double>& value)
{
    return value && !std::isfinite(*value);
}

SeriesFacts seriesOf(
    const TrainingLog& log, std::optional<double> LogEvent::*member, bool LogEvent::*isNull = nullptr)
{
    SeriesFacts facts;
    for (std::size_t i = 0; i < log.events.size(); ++i) {
        const LogEvent& event = log.events[i];
        if (isNull != nullptr && event.*isNull && facts.nulls++ == 0)
            facts.firstNull = event;
        if (!(event.*member))
            continue;
        const LoggedNumber number{event, i, *(event.*member)};
        ++facts.count;
        if (!facts.equalBegins || number.value != facts.equalBegins->value) {
            facts.equalAtEnd = 0;
            facts.equalBegins = number;
        }
        ++facts.equalAtEnd;
        if (std::isfinite(number.value) && (!facts.least || number.value < facts.least->value))
            facts.least = number;
        if (number.value != 0) {
            facts.zerosAtEnd = 0;
            facts.beforeZeros = number.value;
        } else if (facts.zerosAtEnd++ == 0) {
            facts.zerosBegin = number;
        }
        if (std::isfinite(number.value)) {
            facts.lastFinite = number;
            facts.notFiniteAtEnd = 0;
            continue;
        }
        if (facts.notFinite++ == 0)
            facts.firstNotFinite = number;
        if (facts.notFiniteAtEnd++ == 0)
            facts.endBegins = number;
        facts.lastNotFinite = number;
        addPlace(facts.places, event);
    }
    if (facts.notFiniteAtEnd < 3 && facts.notFiniteAtEnd < facts.notFinite)
        facts.endBegins.reset();
    return facts;
}

/// Steps as they pass from entry to entry. A log that counts none has a step for each entry with a number of a step.
class StepClock
{
public:
    explicit StepClock(const TrainingLog& log)
        : m_passed(log.events.size() + 1)
        , m_next(log.events.size() + 1)
        , m_skips(log.events.size() + 1)
        , m_telling(log.events.size() + 1)
        , m_finite(log.events.size() + 1)
    {
        const bool counts = std::any_of(log.events.begin(), log.events.end(),
            [](const LogEvent& event) { return event.step.has_value(); });
        std::vector<bool> isStep(log.events.size());
        std::optional<std::int64_t> last;
        for (std::size_t i = 0; i < log.events.size(); ++i) {
            const LogEvent& event = log.events[i];
            isStep[i] = counts ? event.step.has_value()
                               : !event.isOverflow && (event.loss || event.lossScale || event.gradientNorm);
            std::int64_t passed = isStep[i] ? 1 : 0;
            if (isStep[i] && counts) { // counts of steps begin anew with an epoch
                passed = std::max<std::int64_t>(
                    last && *event.step >= *last ? *event.step - *last : *event.step, 0);
                last = event.step;
            }
            if (isStep[i] && !m_hasBegun) {
                m_hasBegun = true;
                m_begin = passed;
            }
            m_passed[i + 1] = m_passed[i] + passed;
            m_skips[i + 1] = m_skips[i] + event.skipped;
            const bool isTelling = event.loss || event.gradientNorm;
            const bool isFinite = !isNotFinite(event.loss) && !isNotFinite(event.gradientNorm);
            m_telling[i + 1] = m_telling[i] + (isTelling ? 1 : 0);
            m_finite[i + 1] = m_finite[i] + (isTelling && isFinite ? 1 : 0);
        }
        m_next.back() = m_passed.back();
        for (std::size_t i = log.events.size(); i-- > 0;)
            m_next[i] = isStep[i] ? m_passed[i + 1] : m_next[i + 1];
    }

    /// Steps that were surely taken between the falls of two entries; `to` may be beyond the last. `halvings` led to the scale of `to`: all
    /// but the last may lie between, where the log says no skips.
    std::int64_t goodSteps(std::size_t from, std::size_t to, std::int64_t halvings = 1) const
    {
        const std::size_t end
            = std::min(to + 1, m_telling.size() - 1); // a line of the fall's own step says its loss
        const std::size_t begin = std::min(from + 1, end);
        if (m_telling[end] > m_telling[begin] && m_finite[end] == m_finite[begin])
            return 0;
        const std::int64_t skips = std::max(m_skips[to] - m_skips[from + 1], halvings - 1);
        return std::max<std::int64_t>(m_passed[to] - m_next[from] - skips, 0);
    }
    std::int64_t stepsOf(std::size_t entry) const { return m_passed[entry + 1] - m_passed[entry]; }
    std::int64_t goodStepsBefore(std::size_t entry) const
    {
        return std::max<std::int64_t>(m_passed[entry] - m_begin - m_skips[entry], 0);
    }
    /// Upper bound of the steps from before one entry to another; at least the number passed.
    std::int64_t stepsAtMost(std::size_t from, std::size_t to) const { return m_next[to] - m_passed[from]; }
    std::int64_t passedBetween(std::size_t from, std::size_t to) const { return m_passed[to] - m_next[from]; }

private:
    std::vector<std::int64_t> m_passed; ///< steps that have passed before each entry, and at the end
    std::vector<std::int64_t> m_next; ///< at the first entry from each on that counts a step
    std::vector<std::int64_t> m_skips; ///< stated before each
    std::vector<std::size_t> m_telling; ///< entries with a loss or a gradient norm before each
    std::vector<std::size_t> m_finite; ///< entries whose numbers are all finite
    std::int64_t m_begin = 0;
    bool m_hasBegun = false;
};

/// The scale that the log says last before each entry, and first after it.
struct ScalesAround
{
    std::vector<std::optional<double>> before;
    std::vector<std::optional<double>> after;

    explicit ScalesAround(const TrainingLog& log)
        : before(log.events.size())
        , after(log.events.size())
    {
        for (std::size_t i = 1; i < log.events.size(); ++i)
            before[i] = log.events[i - 1].lossScale ? log.events[i - 1].lossScale : before[i - 1];
        for (std::size_t i = log.events.size(); i-- > 1;)
            after[i - 1] = log.events[i].lossScale ? log.events[i].lossScale : after[i];
    }
};

/// Whether the log shows that the step of an entry was skipped: by the entry itself, by one beside it that says nothing else, or by a
/// scale that falls with it or after it.
bool wasSkipped(const TrainingLog& log, const ScalesAround& scales, std::size_t index)
{
    const LogEvent& event = log.events[index];
    if (event.skipped > 0)
        return true;
    for (const std::size_t beside : {index - 1, index + 1}) // before the first is beyond the end
        if (beside < log.events.size() && log.events[beside].skipped > 0 && !log.events[beside].loss)
            return true;
    const std::optional<double>& before = scales.before[index];
    const std::optional<double>& now = event.lossScale ? event.lossScale : before;
    const std::optional<double>& after = scales.after[index];
    return (before && now && *now < *before) || (now && after && *after < *now);
}

/// Walks back from the losses at the end that are not finite, as long as no gradient norm is finite.
void addNormBeforeLoss(const TrainingLog& log, const ScalesAround& scales, LogFacts& facts)
{
    if (!facts.loss.endBegins)
        return;
    const LoggedNumber& lost = *facts.loss.endBegins;
    bool hasFiniteLoss = false;
    for (std::size_t i = lost.entry; i-- > 0;) {
        const LogEvent& event = log.events[i];
        if (event.gradientNorm && std::isfinite(*event.gradientNorm))
            return;
        hasFiniteLoss = hasFiniteLoss || (event.loss && std::isfinite(*event.loss));
        if (!event.gradientNorm || !hasFiniteLoss || (event.step && event.step == lost.place.step))
            continue;
        const bool isSkipped = wasSkipped(log, scales, i);
        if (facts.normBeforeLoss && !facts.wasNormBeforeLossSkipped && isSkipped)
            return; // a skipped step left the weights as they were
        facts.normBeforeLoss = LoggedNumber{event, i, *event.gradientNorm};
        facts.wasNormBeforeLossSkipped = isSkipped;
    }
}

void addSeries(const TrainingLog& log, LogFacts& facts)
{
    facts.loss = seriesOf(log, &LogEvent::loss, &LogEvent::isLossNull);
    facts.validation = seriesOf(log, &LogEvent::validationLoss);
    facts.norm = seriesOf(log, &LogEvent::gradientNorm, &LogEvent::isNormNull);
    facts.meanLoss = seriesOf(log, &LogEvent::meanLoss);
    facts.meanNorm = seriesOf(log, &LogEvent::meanGradientNorm);
    const ScalesAround scales(log);
    for (std::size_t i = 0; i < log.events.size(); ++i) {
        const LogEvent& event = log.events[i];
        facts.isLossAveraged = facts.isLossAveraged || event.isLossAveraged;
        if ((isNotFinite(event.loss) || isNotFinite(event.gradientNorm)) && !wasSkipped(log, scales, i)) {
            facts.lossesNotSkipped += isNotFinite(event.loss);
            facts.normsNotSkipped += isNotFinite(event.gradientNorm);
        }
        if (facts.loss.endBegins && i >= facts.loss.endBegins->entry && event.gradientNorm)
            facts.finiteNormsBesideLoss += std::isfinite(*event.gradientNorm) && *event.gradientNorm != 0;
        facts.normsAfterLosses += event.gradientNorm && !event.isLossNull;
        if (!event.loss)
            continue;
        facts.normsBetweenLosses = std::max(facts.normsBetweenLosses, facts.normsAfterLosses);
        facts.normsAfterLosses = 0;
        facts.lastLoss = event;
        if (!facts.newStart && !facts.loss.endBegins && facts.loss.lastNotFinite && event.step
            && i > facts.loss.lastNotFinite->entry && event.step < facts.loss.firstNotFinite->place.step)
            facts.newStart = event;
        if (facts.norm.endBegins && i >= facts.norm.endBegins->entry && std::isfinite(*event.loss))
            ++facts.finiteBesideNorms;
    }
    for (std::size_t i = facts.loss.endBegins ? facts.loss.endBegins->entry : log.events.size();
         i < log.events.size(); ++i)
        facts.validationsAfterLoss += log.events[i].validationLoss.has_value();
    addNormBeforeLoss(log, scales, facts);
}

void addSkips(const TrainingLog& log, LogFacts& facts)
{
    std::optional<std::int64_t> first;
    std::optional<std::int64_t> last;
    for (const LogEvent& event : log.events) {
        facts.skipped += event.skipped;
        if (event.skipped > 0)
            addPlace(facts.skipPlaces, event);
        if (event.step) {
            first = first.value_or(*event.step);
            last = event.step;
        }
    }
    if (first && *last > *first)
        facts.steps = *last - *first + 1;
}

/// Where the scale has come down as far as it goes: the log says so, or it stays though many of the steps since, and as many as make falls
/// without end, are skipped.
void addMinimum(const TrainingLog& log, const StepClock& clock, LogFacts& facts)
{
    const auto said = std::find_if(
        log.events.begin(), log.events.end(), [](const LogEvent& event) { return event.saysMinimum; });
    if (said != log.events.end())
        facts.minimum = *said;
    const std::vector<ScalePoint>& points = facts.scale;
    if (points.empty())
        return;
    std::size_t first = points.size() - 1;
    while (first > 0 && points[first - 1].scale == points.back().scale)
        --first;
    std::int64_t skipped = 0;
    bool isEach = true;
    for (std::size_t i = points[first].entry + 1; i < log.events.size(); ++i)
        if (const LogEvent& event = log.events[i]; !event.isScaleHeld) {
            skipped += event.skipped;
            isEach = isEach && (event.skipped > 0 || !event.lossScale);
        }
    const std::int64_t steps = clock.passedBetween(points[first].entry, log.events.size());
    const std::int64_t share
        = points.back().scale <= 1 ? 20 : 2; // at 1 hardly a gradient overflows for its size
    const bool isMost = steps > 0 ? share * skipped >= steps : isEach;
    const bool isDown = facts.falls > 0 || points.back().scale <= 1;
    if (isDown && isMost && skipped >= static_cast<std::int64_t>(kFallsWithoutEnd)) {
        facts.minimum = facts.minimum.value_or(points[first]);
        facts.skippedAtMinimum = skipped;
    }
    if (facts.falls > 0 && points.back().scale < 1)
        facts.belowOne = points[first];
}

/// How often a scale was surely halved between two entries that say it.
std::int64_t halvingsOf(double before, double now)
{
    constexpr double kPrintedZero = 0.5; // the largest that is printed as 0, where no decimals are
    return std::max<std::int64_t>(std::llround(std::log2(before / (now == 0 ? kPrintedZero : now))), 1);
}

/// Printed as 0, the scale is 0 where the log prints the least numbers of float32 too.
bool isScaleZero(const std::vector<ScalePoint>& points)
{
    return points.back().scale == 0 && std::ranges::any_of(points, [](const ScalePoint& point) {
        return point.scale > 0 && point.scale < 0x1p-126;
    });
}

/// Whether a number is printed as `printed` with one to four decimals.
bool isRoundingOf(double printed, double number)
{
    constexpr double kExact = 1e-9; // relative error of the products
    return std::ranges::any_of(std::array{0.1, 0.01, 0.001, 0.0001}, [&](double unit) {
        return std::abs(printed - std::round(printed / unit) * unit) <= kExact * printed
            && std::abs(printed - number) <= unit / 2 * (1 + kExact);
    });
}

/// Falls and growths, from one entry that says a scale to the next. Stacks that print overflows alone leave growths to be concluded: what is
/// as large after an overflow as it was after the one before has grown in between, unless it is 1 already.
void addScale(const TrainingLog& log, LogFacts& facts)
{
    bool isOfOverflow
        = false; // the last scale is that of an overflow's line, which may have more digits than others
    for (std::size_t i = 0; i < log.events.size(); ++i) {
        const LogEvent& event = log.events[i];
        if (event.lossScale && std::isfinite(*event.lossScale)) {
            const bool agrees = isOfOverflow && !event.isOverflow
                && isRoundingOf(*event.lossScale, facts.scale.back().scale);
            facts.scale.push_back({event, agrees ? facts.scale.back().scale : *event.lossScale,
                event.skipped > 0 && !event.isScaleHeld, event.isOverflow, i});
            isOfOverflow = event.isOverflow || agrees;
        } else if (event.lossScale && !facts.scaleNotFinite) {
            facts.scaleNotFinite = LoggedNumber{event, i, *event.lossScale};
        }
    }
    for (std::size_t i = facts.scale.empty() ? log.events.size() : facts.scale.front().entry + 1;
         i < log.events.size(); ++i)
        facts.skippedUnderScale += log.events[i].skipped;
    const StepClock clock(log);
    std::optional<std::size_t> lastFall; // entries
    std::optional<std::size_t> lastGrowth;
    std::optional<std::int64_t> changedAt; // step
    std::vector<std::int64_t> untilGrowth;
    std::vector<std::size_t> firstEntries; // the first entry of each stretch
    for (std::size_t i = 0; i < facts.scale.size(); ++i) {
        const ScalePoint& point = facts.scale[i];
        const ScalePoint* before = i > 0 ? &facts.scale[i - 1] : nullptr;
        const bool growsUnseen = before != nullptr && point.afterSkip && point.isOverflow && before->afterSkip
            && before->isOverflow && point.scale > 1 && point.scale >= before->scale;
        const bool isGrowth = before != nullptr && (point.scale > before->scale || growsUnseen);
        // The first entry of a log that prints overflows alone is a fall already.
        const bool isFall
            = growsUnseen || (before == nullptr ? point.afterSkip : point.scale < before->scale);
        if (!isGrowth && !isFall)
            continue;
        if (isGrowth && changedAt && point.step && *point.step > *changedAt)
            untilGrowth.push_back(*point.step - *changedAt);
        changedAt = point.step;
        facts.changePlaces.push_back(point);
        facts.growths += isGrowth ? 1 : 0;
        if (isFall) {
            ++facts.falls;
            if (const LogEvent& event = log.events[point.entry];
                event.loss && clock.stepsOf(point.entry) <= 1) {
                ++facts.lossesAtFalls;
                facts.lossesNotFiniteAtFalls += isNotFinite(event.loss);
            }
            const std::int64_t halvings
                = growsUnseen || before == nullptr ? 1 : halvingsOf(before->scale, point.scale);
            const std::int64_t good = lastFall ? clock.goodSteps(*lastFall, point.entry, halvings) : 0;
            if (!lastFall || isGrowth || (lastGrowth && *lastGrowth > *lastFall) || good >= kHoldingSteps) {
                FallFacts& falls = facts.stretches.emplace_back();
                firstEntries.push_back(point.entry);
                falls.first = point;
                falls.isAtBeginning
                    = facts.stretches.size() == 1 && clock.goodStepsBefore(point.entry) < kHoldingSteps;
                if (!isGrowth && lastGrowth && before->entry == *lastGrowth
                    && clock.stepsAtMost(*lastGrowth, point.entry) <= 3)
                    falls.growthBefore = *before;
            } else {
                facts.stretches.back().goodBetween += good;
            }
            facts.stretches.back().last = point;
            facts.stretches.back().lastEntry = point.entry;
            facts.stretches.back().to = point.scale;
            ++facts.stretches.back().count;
            facts.stretches.back().halvings += halvings;
            lastFall = point.entry;
        }
        if (isGrowth)
            lastGrowth = point.entry;
    }
    for (std::size_t i = 0; i < facts.stretches.size(); ++i) {
        FallFacts& falls = facts.stretches[i];
        const std::size_t end = i + 1 < firstEntries.size() ? firstEntries[i + 1] : log.events.size();
        falls.skipped = log.events[firstEntries[i]].skipped;
        for (std::size_t entry = firstEntries[i] + 1; entry < end; ++entry) {
            const LogEvent& event = log.events[entry];
            if (entry <= falls.lastEntry)
                falls.skipped += event.skipped;
            // Finite numbers of an interval that was skipped in part are those of its good steps.
            const bool isOfGoodSteps = event.skipped > 0 && clock.stepsOf(entry) > event.skipped;
            falls.losses += event.loss && (!isOfGoodSteps || isNotFinite(event.loss));
            falls.lossesNotFinite += isNotFinite(event.loss);
            falls.norms += event.gradientNorm && (!isOfGoodSteps || isNotFinite(event.gradientNorm));
            falls.normsNotFinite += isNotFinite(event.gradientNorm);
        }
    }
    if (lastFall) {
        facts.stepsSinceFall
            = facts.steps ? std::optional(clock.passedBetween(*lastFall, log.events.size())) : std::nullopt;
        facts.goodAfterFalls = isScaleZero(facts.scale)
            ? 0
            : clock.goodSteps(*lastFall, log.events.size()); // no gradient survives a loss scale of 0
        facts.endsFalling = (!lastGrowth || *lastGrowth <= *lastFall) && facts.goodAfterFalls == 0;
    }
    if (facts.changePlaces.size() > kMaxPlaces)
        facts.changePlaces.erase(facts.changePlaces.begin(), facts.changePlaces.end() - kMaxPlaces);
    if (!untilGrowth.empty()) {
        const auto middle = untilGrowth.begin() + static_cast<std::ptrdiff_t>(untilGrowth.size() / 2);
        std::nth_element(untilGrowth.begin(), middle, untilGrowth.end());
        facts.stepsUntilGrowth = *middle;
    }
    addMinimum(log, clock, facts);
}

/// With `lag` 1 each number is held against the scale of the entry before: that is the scale it was computed with where the scale is
/// printed after its update.
FollowFacts followsScale(const TrainingLog& log, std::optional<double> LogEvent::*member, int lag)
{
    FollowFacts facts;
    struct Pair
    {
        double number;
        double scale;
    };
    std::optional<Pair> before;
    std::optional<double> lastScale;
    const auto isPositive
        = [](const std::optional<double>& value) { return value && *value > 0 && std::isfinite(*value); };
    for (const LogEvent& event : log.events) {
        const std::optional<double> scale = lag == 0 ? event.lossScale : lastScale;
        if (event.lossScale)
            lastScale = event.lossScale;
        if (!event.lossScale || !isPositive(scale) || !isPositive(event.*member))
            continue;
        const Pair now{*(event.*member), *scale};
        const double ofScale = before ? std::log2(now.scale / before->scale) : 0;
        if (std::abs(ofScale) > kClearChange) {
            ++facts.changes;
            const double ofNumber = std::log2(now.number / before->number);
            if (std::abs(ofNumber - ofScale) < kClearChange / 3) {
                ++facts.followed;
                addPlace(facts.places, event);
            }
        }
        before = now;
    }
    return facts;
}

FollowFacts followsScale(const TrainingLog& log, std::optional<double> LogEvent::*member)
{
    FollowFacts sameEntry = followsScale(log, member, 0);
    return sameEntry.follows() ? sameEntry : followsScale(log, member, 1);
}

/// Gradients that are added up and never cleared have a norm in proportion to the steps so far, as long as they point about one way. A
/// norm that grows by itself does not begin at 0.
void addEvenGrowth(const TrainingLog& log, LogFacts& facts)
{
    constexpr std::size_t kMinEntries = 10;
    constexpr double kMinGrowth = 5;
    constexpr double kEven
        = 2; // trainings with the fault, of three models, stay within; none without it does
    EvenGrowthFacts growth{{}, {}, NAN, NAN};
    double loss = NAN;
    std::size_t count = 0;
    std::size_t rises = 0;
    std::int64_t begin = 0; // the last step before the first norm
    std::int64_t step = 0;
    double least = 0; // share of a step
    double largest = 0;
    for (std::size_t i = 0; i < log.events.size(); ++i) {
        const LogEvent& event = log.events[i];
        loss = event.loss && std::isfinite(*event.loss) ? *event.loss : loss;
        if (!event.gradientNorm)
            continue;
        const double norm = *event.gradientNorm;
        const bool isCounted = count == 0 ? event.step.has_value() : growth.first.place.step.has_value();
        const std::int64_t before
            = std::exchange(step, isCounted ? event.step.value_or(-1) : static_cast<std::int64_t>(count));
        if (count > 0 && step == before) // another process
            continue;
        if (!std::isfinite(norm) || (count > 0 && step < before))
            return;
        if (count == 0)
            growth.first = growth.last = {event, i, norm};
        if (std::isnan(growth.firstLoss))
            growth.firstLoss = loss;
        if (count == 1) {
            begin = before - std::min(std::max<std::int64_t>(before, 1), step - before);
            least = largest = growth.first.value / static_cast<double>(before - begin);
        }
        if (count > 0) {
            const double share = norm / static_cast<double>(step - begin);
            least = std::min(least, share);
            largest = std::max(largest, share);
        }
        rises += norm > growth.last.value;
        growth.last = {event, i, norm};
        growth.lastLoss = loss;
        ++count;
        if (!(largest <= kEven * least))
            return;
        if (count >= kMinEntries && 4 * rises >= 3 * count && norm >= kMinGrowth * growth.first.value
            && loss <= growth.firstLoss + std::abs(growth.firstLoss))
            facts.evenGrowth = growth;
    }
}

void addSchedule(const TrainingLog& log, LogFacts& facts)
{
    const LogEvent* before = nullptr;
    for (const LogEvent& event : log.events) {
        if (before != nullptr && event.learningRate && before->learningRate && event.skipped > 0 && event.step
            && before->step && event.skipped >= *event.step - *before->step && *event.step > *before->step
            && *event.learningRate != *before->learningRate)
            facts.schedulePlaces.push_back(event);
        if (event.learningRate)
            before = &event;
    }
}

} // namespace

bool LogFacts::fallsWithoutEnd() const
{
    const FallFacts* last = lastFalls();
    if (last == nullptr || !endsFalling)
        return false;
    const std::int64_t skips = last->halvings + skippedAtMinimum;
    return skips >= static_cast<std::int64_t>(kFallsWithoutEnd) && last->goodBetween < skips
        && (last->to <= 1 || last->lossesNotFinite > 0);
}

std::size_t LogFacts::fallsBeforeLoss() const
{
    std::size_t count = 0;
    for (const FallFacts& each : stretches)
        if (loss.endBegins && each.lastEntry < loss.endBegins->entry)
            count += each.count;
    return count;
}

double LogFacts::skippedShare() const
{
    std::int64_t later = std::max(skipped, static_cast<std::int64_t>(falls));
    if (!stretches.empty() && stretches.front().isAtBeginning)
        later -= std::max(stretches.front().skipped, static_cast<std::int64_t>(stretches.front().count));
    return steps && later > 2 ? percent(later, *steps) : 0;
}

bool LogFacts::dropsToZero() const
{
    constexpr double kClear = 0.01; // changes of this size show in two decimals
    return loss.zerosAtEnd > 0 && (loss.zerosAtEnd == loss.count || std::abs(loss.beforeZeros) > kClear);
}

bool LogFacts::isLossFiltered() const
{
    return norm.endBegins && dropsToZero() && loss.zerosBegin->entry >= norm.endBegins->entry
        && (mayFilterLoss || loss.zerosAtEnd > 1);
}

LogFacts factsOf(const TrainingLog& log)
{
    LogFacts facts;
    facts.statesSkips = log.statesSkips;
    facts.mayFilterLoss = log.mayFilterLoss;
    addSeries(log, facts);
    addSkips(log, facts);
    addScale(log, facts);
    facts.lossFollowsScale = followsScale(log, &LogEvent::loss);
    facts.normFollowsScale = followsScale(log, &LogEvent::gradientNorm);
    addEvenGrowth(log, facts);
    addSchedule(log, facts);
    facts.isLossSum = log.isLossSum && log.lossParts.size() > 1;
    for (const LossPart& part : log.lossParts) {
        facts.lossParts.push_back(part.name);
        if (part.notFinite > 0)
            facts.lossPartsNotFinite.push_back(part.name);
    }
    for (std::size_t i = 0; i < std::min(log.unread.size(), kMaxNames); ++i)
        facts.unread.push_back(log.unread[i].name);
    return facts;
}

} // namespace ulpscope
