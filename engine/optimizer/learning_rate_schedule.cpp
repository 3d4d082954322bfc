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

constexpr double kMaxSteps = 1e8;
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
    static const ParameterSpec decaySteps{.name = "decay_steps",
        .defaultValue = std::int64_t{1000},
        .description = "Steps in which the decay runs its course.",
        .minimum = 1,
        .maximum = kMaxSteps};
    static const std::vector<ScheduleClass> rows{
        {{.name = "constant",
             .description = "The optimizer's learning rate at every step.",
             .parameters = {}},
            constant},
        {{.name = "PiecewiseConstantDecay",
             .description = "Constant between boundaries, multiplied by a factor at each.",
             .parameters = {{.name = "boundaries",
                                .defaultValue = std::vector<std::int64_t>{1000},
                                .description = "Steps after which the learning rate changes, ascending.",
                                .minimum = 0,
                                .maximum = kMaxSteps},
                 {.name = "factor",
                     .defaultValue = 0.1,
                     .description = "What the learning rate is multiplied by after each boundary.",
                     .minimum = 0,
                     .maximum = kLargestArgument}}},
            piecewiseConstantDecay},
        {{.name = "ExponentialDecay",
             .description = "Multiplied by decay_rate every decay_steps steps.",
             .parameters = {decaySteps,
                 {.name = "decay_rate",
                     .defaultValue = 0.9,
                     .description = "Factor for each decay_steps steps.",
                     .minimum = 0,
                     .maximum = kLargestArgument},
                 {.name = "staircase",
                     .defaultValue = false,
                     .description = "Whether it falls once every decay_steps steps, not a little at each."}}},
            exponentialDecay},
        {{.name = "PolynomialDecay",
             .description = "Falls to end_learning_rate in decay_steps steps, linearly or as a power.",
             .parameters = {decaySteps,
                 {.name = "end_learning_rate",
                     .defaultValue = 0.0001,
                     .description = "Learning rate after decay_steps.",
                     .minimum = 0,
                     .maximum = kLargestArgument},
                 {.name = "power",
                     .defaultValue = 1.0,
                     .description = "1 is linear.",
                     .minimum = 0,
                     .maximum = 100}}},
            polynomialDecay},
        {{.name = "CosineDecay",
             .description = "Falls along half a cosine, after a linear warm-up if wanted.",
             .parameters = {decaySteps,
                 {.name = "alpha",
                     .defaultValue = 0.0,
                     .description = "Share of the learning rate that is left after decay_steps.",
                     .minimum = 0,
                     .maximum = 1},
                 {.name = "warmup_target",
                     .defaultValue = 0.001,
                     .description
                     = "Learning rate after the warm-up, from which the decay starts; it starts at the "
                       "optimizer's.",
                     .minimum = 0,
                     .maximum = kLargestArgument},
                 {.name = "warmup_steps",
                     .defaultValue = std::int64_t{0},
                     .description = "Steps of the warm-up; 0 is none.",
                     .minimum = 0,
                     .maximum = kMaxSteps}}},
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
