// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/learning_rate_schedule.h"

#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ulpscope {

namespace {

constexpr double kMostSteps = 1e8;
constexpr double kLargestArgument = 1e30;

/// Rounds to floatx.
class Round
{
public:
    explicit Round(const Format& format)
        : m_format(format)
    {
    }
    double operator()(double x) const { return roundToFormat(m_format, x); }
    double operator()(std::int64_t x) const { return roundToFormat(m_format, static_cast<double>(x)); }

private:
    const Format& m_format;
};

double constant(const Config&, const Format& floatx, double initial, std::int64_t)
{
    return roundToFormat(floatx, initial);
}

double exponentialDecay(const Config& config, const Format& floatx, double initial, std::int64_t step)
{
    const Round round(floatx);
    double p = round(round(step) / round(config.integer("decay_steps")));
    if (config.flag("staircase"))
        p = std::floor(p);
    return round(round(initial) * round(std::pow(round(config.number("decay_rate")), p)));
}

double piecewiseConstantDecay(const Config& config, const Format& floatx, double initial, std::int64_t step)
{
    const auto& boundaries = config.list("boundaries");
    const auto passed = std::count_if(
        boundaries.begin(), boundaries.end(), [&](std::int64_t boundary) { return step > boundary; });
    return roundToFormat(floatx, initial * std::pow(config.number("factor"), static_cast<double>(passed)));
}

double polynomialDecay(const Config& config, const Format& floatx, double initial, std::int64_t step)
{
    const Round round(floatx);
    const double end = round(config.number("end_learning_rate"));
    const double steps = round(config.integer("decay_steps"));
    const double p = round(std::min(round(step), steps) / steps);
    const double power = round(std::pow(round(1 - p), round(config.number("power"))));
    return round(round(round(round(initial) - end) * power) + end);
}

double cosineDecay(const Config& config, const Format& floatx, double initial, std::int64_t step)
{
    const Round round(floatx);
    const double first = round(initial);
    const double decaySteps = round(config.integer("decay_steps"));
    const double warmupSteps = round(config.integer("warmup_steps"));
    const bool warmsUp = config.integer("warmup_steps") > 0;
    const double target = warmsUp ? round(config.number("warmup_target")) : first;
    const double done = std::min(round(step), round(decaySteps + warmupSteps));
    if (warmsUp && done < warmupSteps)
        return round(round(round(target - first) * round(done / warmupSteps)) + first);
    const double fraction = round(round(done - warmupSteps) / decaySteps);
    const double alpha = config.number("alpha"); // 1 - alpha is computed in Python
    const double cosine = round(std::cos(round(round(std::numbers::pi) * fraction)));
    const double decayed = round(round(round(1 - alpha) * round(0.5 * round(1 + cosine))) + round(alpha));
    return round(target * decayed);
}

} // namespace

std::span<const ScheduleClass> scheduleCatalog()
{
    static const ParameterSpec decaySteps{
        "decay_steps", std::int64_t{1000}, "Steps in which the decay runs its course.", 1, kMostSteps};
    static const std::vector<ScheduleClass> rows{
        {{"constant", "The optimizer's learning rate at every step.", {}}, constant},
        {{"PiecewiseConstantDecay", "Constant between boundaries, multiplied by a factor at each.",
             {{"boundaries", std::vector<std::int64_t>{1000},
                  "Steps after which the learning rate changes, ascending.", 0, kMostSteps},
                 {"factor", 0.1, "What the learning rate is multiplied by after each boundary.", 0,
                     kLargestArgument}}},
            piecewiseConstantDecay},
        {{"ExponentialDecay", "Multiplied by decay_rate every decay_steps steps.",
             {decaySteps, {"decay_rate", 0.9, "Factor for each decay_steps steps.", 0, kLargestArgument},
                 {"staircase", false,
                     "Whether it falls once every decay_steps steps, not a little at each."}}},
            exponentialDecay},
        {{"PolynomialDecay", "Falls to end_learning_rate in decay_steps steps, linearly or as a power.",
             {decaySteps, {"end_learning_rate", 0.0001, "Learning rate after decay_steps.", 0, kLargestArgument},
                 {"power", 1.0, "1 is linear.", 0, 100}}},
            polynomialDecay},
        {{"CosineDecay", "Falls along half a cosine, after a linear warm-up if wanted.",
             {decaySteps, {"alpha", 0.0, "Share of the learning rate that is left after decay_steps.", 0, 1},
                 {"warmup_target", 0.001,
                     "Learning rate after the warm-up, from which the decay starts; it starts at the "
                     "optimizer's.",
                     0, kLargestArgument},
                 {"warmup_steps", std::int64_t{0}, "Steps of the warm-up; 0 is none.", 0, kMostSteps}}},
            cosineDecay},
    };
    return rows;
}

Status checkSchedule(const Component& schedule)
{
    if (schedule.className != "PiecewiseConstantDecay")
        return success();
    const auto& boundaries = schedule.config.list("boundaries");
    if (boundaries.empty())
        return Error{"boundaries", "expected at least one step"};
    for (std::size_t i = 1; i < boundaries.size(); ++i)
        if (boundaries[i] <= boundaries[i - 1])
            return Error{"boundaries[" + std::to_string(i) + "]",
                "expected a step after " + std::to_string(boundaries[i - 1]) + ", got "
                    + std::to_string(boundaries[i])};
    return success();
}

} // namespace ulpscope
