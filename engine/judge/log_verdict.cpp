// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/judge/log_verdict.h"

#include "engine/base/number_text.h"
#include "engine/judge/log_loss.h"
#include "engine/judge/log_ranks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

/// A scale of 1 changes nothing. One that was halved down to it, this often in a row to the log's end, is halved for something else.
constexpr std::size_t kFallsWithoutEnd = 5;
/// Steps without a skip after which every scaler has grown: their interval is 1000 or 2000.
constexpr std::int64_t kGrownByThen = 5000;
/// A share of skipped steps that is nothing: one a growth interval of 1000, and as many again.
constexpr double kUsualShare = 0.002;

std::string scaleText(double scale)
{
    const double exponent = std::log2(scale);
    return scale > 0 && exponent == std::round(exponent) ? "2^" + shortestText(exponent)
                                                         : shortestText(scale);
}

Message linesText(std::size_t first, std::size_t last)
{
    return first == last ? message("line %1").with(std::to_string(first))
                         : message("lines %1 to %2").with(std::to_string(first)).with(std::to_string(last));
}

Message skippedText(std::int64_t skipped)
{
    return counted(skipped, message("%1 step skipped"), message("%1 steps skipped"));
}

/// What the scale does between two lines that say one. Stacks that print overflows alone leave growths to be concluded: what is
/// as large after an overflow as it was after the one before has grown in between.
struct Course
{
    std::vector<ScalePoint> points;
    std::size_t falls = 0;
    std::size_t rises = 0;
    std::size_t fallsAtEnd = 0; ///< in a row, up to the last point
    std::size_t firstOfThem = 0; ///< index of the point before them
    std::size_t lastFall = 0; ///< index of the point that it led to; 0: none
    std::size_t lastRise = 0;
    std::vector<std::size_t> changes; ///< lines
    std::vector<std::int64_t> untilRise; ///< steps from a change to the growth after it
};

Course courseOf(const TrainingLog& log)
{
    Course course;
    for (const LogEvent& event : log.events)
        if (event.lossScale && std::isfinite(*event.lossScale))
            course.points.push_back({event.line, event.step, *event.lossScale,
                event.skipped > 0 && !event.isScaleHeld, event.isOverflow});
    std::optional<std::int64_t> changedAt; // step
    for (std::size_t i = 0; i < course.points.size(); ++i) {
        const ScalePoint& point = course.points[i];
        // The first line of a log that prints overflows alone is a fall already.
        const bool isFall = i == 0 ? point.afterSkip : point.scale < course.points[i - 1].scale;
        const bool isRise = i > 0
            && (point.scale > course.points[i - 1].scale
                || (point.afterSkip && point.isOverflow && course.points[i - 1].afterSkip
                    && course.points[i - 1].isOverflow && point.scale > 0
                    && point.scale >= course.points[i - 1].scale));
        if (isRise || isFall) {
            if (isRise && changedAt && point.step && *point.step > *changedAt)
                course.untilRise.push_back(*point.step - *changedAt);
            changedAt = point.step;
            course.changes.push_back(point.line);
        }
        if (isRise) {
            ++course.rises;
            course.lastRise = i;
            course.fallsAtEnd = point.afterSkip ? 1 : 0;
            course.firstOfThem = i;
        }
        if (isFall || (isRise && point.afterSkip)) {
            ++course.falls;
            course.lastFall = i;
        }
        if (isFall) {
            if (course.fallsAtEnd++ == 0)
                course.firstOfThem = i == 0 ? 0 : i - 1;
        }
    }
    return course;
}

/// Steps from the line of a point to the log's last step; nothing where the log does not count.
std::optional<std::int64_t> stepsSince(const TrainingLog& log, const ScalePoint& point)
{
    std::optional<std::int64_t> then;
    std::optional<std::int64_t> last;
    for (const LogEvent& event : log.events) {
        if (event.step && event.line <= point.line)
            then = event.step;
        if (event.step)
            last = event.step;
    }
    if (!then || !last)
        return std::nullopt;
    return *last - *then;
}

std::optional<std::int64_t> stepsOf(const TrainingLog& log)
{
    std::optional<std::int64_t> first;
    std::optional<std::int64_t> last;
    for (const LogEvent& event : log.events)
        if (event.step) {
            first = first.value_or(*event.step);
            last = event.step;
        }
    if (!first || *last <= *first)
        return std::nullopt;
    return *last - *first + 1;
}

std::optional<LogVerdict> scaleNotFinite(const TrainingLog& log)
{
    const auto bad = std::find_if(log.events.begin(), log.events.end(),
        [](const LogEvent& event) { return event.lossScale && !std::isfinite(*event.lossScale); });
    if (bad == log.events.end())
        return std::nullopt;
    return LogVerdict{"scale_not_finite", Severity::Failure,
        message("The scale is %1 on line %2: no gradient survives that.")
            .with(shortestText(*bad->lossScale))
            .with(std::to_string(bad->line)),
        translated("A dynamic scale doubles while nothing overflows. Where nothing ever does (gradients that are zero, or that are not of "
        "float16) it grows until float32 has no such number. Give it a largest value, or use none."),
        {bad->line}};
}

std::vector<std::size_t> firstSkips(const TrainingLog& log)
{
    std::vector<std::size_t> lines;
    for (const LogEvent& event : log.events)
        if (event.skipped > 0 && lines.size() < 8)
            lines.push_back(event.line);
    return lines;
}

LogVerdict withoutScale(const TrainingLog& log, std::int64_t skipped)
{
    if (firstBadLoss(log) != nullptr) {
        return {"loss_not_finite", Severity::Failure, badLossText(log),
            translated(
                "The log says no loss scale. In bfloat16 or float32 there is none, and then what is not finite comes from the model or "
                "the learning rate, not from a scale. In float16 without a scale gradients overflow or vanish."),
            badLossLines(log)};
    }
    if (skipped == 0)
        if (std::optional<LogVerdict> norm = normNotFinite(log))
            return *std::move(norm);
    if (skipped > 0)
        return {"skips_without_scale", Severity::Notice,
            message("%1 (line %2), and the log says no loss scale.")
                .with(skippedText(skipped))
                .with(std::to_string(firstSkips(log).front())),
            translated("Whether so many are usual depends on the scale: one that begins high skips ten or so and then holds. Log the scale beside the "
            "loss (scaler.get_scale() of PyTorch)."),
            firstSkips(log)};
    return {"no_scale", Severity::Good, message("The log says no loss scale, and every loss in it is finite."),
        translated("bfloat16 and float32 need none."), {}};
}

/// Where the scale has come down as far as it goes: index of the first of the last points, which are equal though at least half of the
/// steps since are skipped, and as many as make falls without an end.
std::optional<std::size_t> fallsNoFurther(const TrainingLog& log, const Course& course)
{
    const std::vector<ScalePoint>& points = course.points;
    std::size_t first = points.size() - 1;
    while (first > 0 && points[first - 1].scale == points.back().scale)
        --first;
    std::int64_t skipped = 0;
    bool isEach = true;
    for (const LogEvent& event : log.events)
        if (event.line > points[first].line && !event.isScaleHeld) {
            skipped += event.skipped;
            isEach = isEach && (event.skipped > 0 || !event.lossScale);
        }
    const std::optional<std::int64_t> steps = stepsSince(log, points[first]);
    const bool isMost = steps && *steps > 0 ? 2 * skipped >= *steps : isEach;
    const bool isDown = course.falls > 0 || points.back().scale <= 1;
    return isDown && isMost && skipped >= static_cast<std::int64_t>(kFallsWithoutEnd) ? std::optional(first)
                                                                                      : std::nullopt;
}

/// The first of these that holds.
LogVerdict scaleVerdict(const TrainingLog& log, const Course& course, std::int64_t skipped)
{
    const std::vector<ScalePoint>& points = course.points;
    const LogEvent* bad = firstBadLoss(log);
    const auto minimum = std::find_if(
        log.events.begin(), log.events.end(), [](const LogEvent& event) { return event.saysMinimum; });
    const std::optional<std::size_t> stays = fallsNoFurther(log, course);
    const bool reachedMinimum = minimum != log.events.end() || points.back().scale < 1 || stays;
    const bool endsFalling = course.fallsAtEnd >= kFallsWithoutEnd && course.lastFall + 1 == points.size()
        && (points.back().scale <= 1 || bad != nullptr);
    if (endsFalling || (reachedMinimum && bad != nullptr && course.falls > 0)) {
        const std::size_t first = points[course.firstOfThem].line;
        return {"forward_not_finite", Severity::Failure,
            message("The scale falls without end, %1 to %2 (%3): something is not finite that no loss scale can help.")
                .with(counted(std::max<std::int64_t>(static_cast<std::int64_t>(course.fallsAtEnd), 1),
                    message("%1 time"), message("%1 times in a row")))
                .with(scaleText(points.back().scale))
                .with(linesText(first, points.back().line)),
            translated("A scale that is too large is halved until the gradients fit. One that goes on falling is halved for what it "
            "does not cause: an infinity or a NaN of the forward pass, in the loss itself or before. Look for the first output that is "
            "not finite."),
            {first, points.back().line}};
    }
    if (reachedMinimum) {
        const std::size_t line = minimum != log.events.end() ? minimum->line
            : stays                                          ? points[*stays].line
                                                             : points.back().line;
        return {"exhausted", Severity::Failure,
            message("The scale is at its least, %1 (line %2): small gradients are no longer lifted over what float16 can hold.")
                .with(scaleText(points.back().scale))
                .with(std::to_string(line)),
            translated("Gradients overflow even where the loss is hardly scaled: they are too large for float16. A smaller learning rate, clipping (after "
            "unscaling) or bfloat16 helps; a loss scale does not."),
            {line}};
    }
    const std::optional<std::int64_t> steps = stepsOf(log);
    if (course.falls == 0 && course.rises == 0) {
        if (steps && *steps > kGrownByThen && points.front().scale != 1) // which is none
            return {"stuck", Severity::Warning,
                message("The scale is %1 all the time, over %2 steps: it does not grow.")
                    .with(scaleText(points.front().scale))
                    .with(std::to_string(*steps)),
                translated("A dynamic scale grows every 1000 or 2000 steps without an overflow. One that does not is fixed, or never hears that a step "
                "went well."),
                {points.front().line, points.back().line}};
        if (skipped > 0)
            return {"scale_ignores_skips", Severity::Warning,
                message("%1 (line %2), and the scale is %3 all the same.")
                    .with(skippedText(skipped))
                    .with(std::to_string(firstSkips(log).front()))
                    .with(scaleText(points.front().scale)),
                translated("A dynamic scale is halved by each skipped step. One that stays is fixed, or the log says it too seldom."),
                firstSkips(log)};
        return {"steady", Severity::Good,
            message("The scale is %1 from line %2 to line %3, and no step was skipped.")
                .with(scaleText(points.front().scale))
                .with(std::to_string(points.front().line))
                .with(std::to_string(points.back().line)),
            translated("So it is with a fixed scale, or in the first 2000 steps of a dynamic one that began low enough."),
            {points.front().line}};
    }
    if (course.rises == 0) {
        const std::optional<std::int64_t> since = stepsSince(log, points[course.lastFall]);
        if (since && *since > kGrownByThen)
            return {"stuck", Severity::Warning,
                message("The scale fell to %1 (line %2) and has not grown in the %3 steps since.")
                    .with(scaleText(points[course.lastFall].scale))
                    .with(std::to_string(points[course.lastFall].line))
                    .with(std::to_string(*since)),
                translated("A dynamic scale grows every 1000 or 2000 steps without an overflow. One that never does may lack the call that tells it of "
                "good steps, or its growth is switched off; small gradients are lost meanwhile."),
                {points[course.lastFall].line, points.back().line}};
        const bool isLast = log.events.back().line <= points[course.lastFall].line;
        return {"warming_up", Severity::Good,
            (isLast ? message("The scale fell %1 to %2, and there the log ends: whether it holds is not known yet.")
                    : message("The scale fell %1 to %2 and holds: it has found its place."))
                .with(
                    counted(static_cast<std::int64_t>(course.falls), message("%1 time"), message("%1 times")))
                .with(scaleText(points.back().scale)),
            translated(
                "A dynamic scale begins high and is halved by each overflow until the gradients fit. These skipped steps, ten or so, are no "
                "fault."),
            points.front().line == points[course.lastFall].line
                ? std::vector<std::size_t>{points.front().line}
                : std::vector<std::size_t>{points.front().line, points[course.lastFall].line}};
    }
    const double share = steps ? static_cast<double>(skipped) / static_cast<double>(*steps) : 0;
    if (share > 10 * kUsualShare)
        return {"many_skips", Severity::Warning,
            message("The scale falls and grows again, but %1 of the steps are skipped: more than growing costs.")
                .with(percentText(100 * share)),
            translated("Each growth is tried, and where it is too much one step is skipped: one in 1000 or 2000. Many more say that gradients have "
            "outliers; clip them after unscaling, or look at the data of the skipped steps."),
            {points[course.lastFall].line}};
    const std::size_t before = course.changes.size() - std::min<std::size_t>(course.changes.size(), 8);
    std::vector<std::int64_t> untilRise = course.untilRise;
    const auto middle = untilRise.begin() + static_cast<std::ptrdiff_t>(untilRise.size() / 2);
    std::nth_element(untilRise.begin(), middle, untilRise.end());
    Message sentence
        = (untilRise.empty()
                ? message("The scale grows and falls back, as it should: %1, %2, last %3.")
                : message("The scale grows and falls back, as it should: %1, %2, last %3. It grows %4."))
              .with(counted(static_cast<std::int64_t>(course.falls), message("%1 fall"), message("%1 falls")))
              .with(counted(
                  static_cast<std::int64_t>(course.rises), message("%1 growth"), message("%1 growths")))
              .with(scaleText(points.back().scale));
    if (!untilRise.empty())
        sentence
            = std::move(sentence).with(counted(*middle, message("after %1 step"), message("after %1 steps")));
    return {"saw_tooth", Severity::Good, std::move(sentence),
        translated(
            "It grows after so many good steps in a row, 1000 or 2000 unless one says otherwise, until one overflows; that step is skipped "
            "and the scale halved. So it stays as large as the gradients allow."),
        {course.changes.begin() + static_cast<std::ptrdiff_t>(before), course.changes.end()}};
}

/// A gradient norm that doubles and halves with the scale was taken before unscaling.
std::optional<LogVerdict> normFollowsScale(const TrainingLog& log)
{
    const LogEvent* before = nullptr;
    std::size_t followed = 0;
    std::size_t changes = 0;
    std::vector<std::size_t> lines;
    for (const LogEvent& event : log.events) {
        if (!event.lossScale || !event.gradientNorm || !std::isfinite(*event.gradientNorm)
            || *event.gradientNorm <= 0 || *event.lossScale <= 0)
            continue;
        if (before != nullptr && *before->lossScale != *event.lossScale) {
            ++changes;
            const double ratio = *event.lossScale / *before->lossScale;
            const double norm = *event.gradientNorm / *before->gradientNorm;
            if (std::abs(std::log2(norm) - std::log2(ratio))
                < 0.25) { // a quarter of the least step that scales make
                ++followed;
                lines.push_back(event.line);
            }
        }
        before = &event;
    }
    constexpr std::size_t kEnough = 3;
    if (followed < kEnough || followed * 4 < changes * 3)
        return std::nullopt;
    lines.resize(std::min<std::size_t>(lines.size(), 8));
    return LogVerdict{"clipped_while_scaled", Severity::Failure,
        message("The gradient norm changes with the scale, at %1 of its %2 changes: it is that of scaled gradients.")
            .with(std::to_string(followed))
            .with(std::to_string(changes)),
        translated("Clipped by such a norm, gradients are cut to almost nothing. Unscale first (scaler.unscale_(optimizer) of PyTorch), "
        "then clip."),
        std::move(lines)};
}

/// A learning rate that goes on over steps that were skipped: the schedule counts what the optimizer did not do.
std::optional<LogVerdict> scheduleCountsSkips(const TrainingLog& log)
{
    const LogEvent* before = nullptr;
    std::vector<std::size_t> lines;
    for (const LogEvent& event : log.events) {
        if (before != nullptr && event.learningRate && before->learningRate && event.skipped > 0 && event.step
            && before->step && event.skipped >= *event.step - *before->step && *event.step > *before->step
            && *event.learningRate != *before->learningRate)
            lines.push_back(event.line);
        if (event.learningRate)
            before = &event;
    }
    if (lines.empty())
        return std::nullopt;
    const std::size_t count = lines.size();
    lines.resize(std::min<std::size_t>(lines.size(), 8));
    return LogVerdict{"schedule_counts_skips", Severity::Warning,
        message("The learning rate changes %1 (line %2): the schedule counts steps that the optimizer did not take.")
            .with(counted(static_cast<std::int64_t>(count), message("in %1 interval whose steps were all skipped"),
                message("in %1 intervals whose steps were all skipped")))
            .with(std::to_string(lines.front())),
        translated("A warm-up is then shorter than it looks. Step the schedule only where the scaler has not skipped."),
        std::move(lines)};
}

/// dlfw-inspect prints four decimals.
std::optional<LogVerdict> roundedStatistics(const TrainingLog& log)
{
    std::size_t zeros = 0;
    for (const LogStatistic& statistic : log.statistics)
        if (statistic.value == 0 && statistic.statistic.find('%') != std::string::npos)
            ++zeros;
    if (log.statistics.empty())
        return std::nullopt;
    return LogVerdict{"four_decimals", Severity::Good,
        message("%1; they are printed with four decimals, so that a share of 0.0000 (%2 here) is below 0.00005, not nothing.")
            .with(counted(static_cast<std::int64_t>(log.statistics.size()), message("%1 figure of tensors"),
                message("%1 figures of tensors")))
            .with(std::to_string(zeros)),
        translated("Transformer Engine's inspection rounds what it logs."), {log.statistics.front().line}};
}

struct StackRule
{
    std::string_view stack;
    std::string_view rule; ///< of the catalog of loss scales
};
constexpr std::array kStackRules{
    StackRule{"DeepSpeed", "deepspeed"}, StackRule{"Megatron", "megatron"}, StackRule{"fairseq", "fairseq"}};

/// Of a log that tells each event once.
LogJudgement judgementOf(const TrainingLog& log)
{
    LogJudgement judgement;
    Course course = courseOf(log);
    for (const LogEvent& event : log.events)
        judgement.skippedSteps += event.skipped;
    const std::optional<LogVerdict> notFinite = scaleNotFinite(log);
    if (notFinite)
        judgement.verdicts.push_back(*notFinite);
    if (course.points.empty() && !notFinite)
        judgement.verdicts.push_back(withoutScale(log, judgement.skippedSteps));
    if (!course.points.empty()) {
        LogVerdict scale = scaleVerdict(log, course, judgement.skippedSteps);
        std::optional<LogVerdict> loss = scale.id == "forward_not_finite" ? std::nullopt : lossNotFinite(log);
        if (!loss && judgement.skippedSteps == 0 && course.falls == 0)
            loss = normNotFinite(log);
        if (!loss || scale.severity != Severity::Good) // which would be said of a training that went wrong
            judgement.verdicts.push_back(std::move(scale));
        if (loss)
            judgement.verdicts.insert(judgement.verdicts.begin(), *std::move(loss));
        const auto rule = std::find_if(kStackRules.begin(), kStackRules.end(),
            [&](const StackRule& row) { return row.stack == log.stack; });
        const ScalePoint& first = course.points.front();
        if (first.scale > 0 && std::isfinite(2 * first.scale))
            judgement.lossScaleArgument = std::string(rule == kStackRules.end() ? "grad_scaler" : rule->rule)
                + ' ' + scaleText(first.afterSkip ? 2 * first.scale : first.scale);
    }
    for (std::optional<LogVerdict> more :
        {normFollowsScale(log), scheduleCountsSkips(log), roundedStatistics(log)})
        if (more)
            judgement.verdicts.push_back(*std::move(more));
    judgement.scale = std::move(course.points);
    return judgement;
}

} // namespace

LogJudgement judgeLog(const TrainingLog& log)
{
    const std::optional<TrainingLog> once = withoutOtherRanks(log);
    return judgementOf(once ? *once : log);
}

} // namespace ulpscope
