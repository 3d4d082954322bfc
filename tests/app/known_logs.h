// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings of known causes, printed as each stack prints its log. The numbers follow from a seed; no verdict may depend on single ones.
#pragma once

#include "engine/base/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace ulpscope::known_logs {

enum class Cause {
    Healthy, ///< a dynamic scale finds its place, grows and falls back
    WarmUp, ///< it falls at the beginning and holds to the end
    HealthyWithoutScale,
    ForwardNaN, ///< under a dynamic scale, from a step on
    ForwardNaNWithoutScale,
    BackwardNaN, ///< under a dynamic scale: every loss is finite
    BackwardNaNWithoutScale, ///< the step is taken, so that the next loss is NaN
    BackwardNaNLeftOut, ///< the program leaves such steps out: every loss is finite
    GradientsKept, ///< the overflow of a growth is never cleared
    GradientsAddedUp, ///< without a scale: no gradient is ever cleared
    LossLoggedScaled,
    NormBeforeUnscaling,
    ScaleGrowsWithoutEnd,
    ValidationNaN,
    TrainingNaNValidationFinite,
};
inline constexpr std::array kCauses{Cause::Healthy, Cause::WarmUp, Cause::HealthyWithoutScale,
    Cause::ForwardNaN, Cause::ForwardNaNWithoutScale, Cause::BackwardNaN, Cause::BackwardNaNWithoutScale,
    Cause::BackwardNaNLeftOut, Cause::GradientsKept, Cause::GradientsAddedUp, Cause::LossLoggedScaled,
    Cause::NormBeforeUnscaling, Cause::ScaleGrowsWithoutEnd, Cause::ValidationNaN,
    Cause::TrainingNaNValidationFinite};
inline constexpr std::array kCauseNames{"healthy", "warm-up", "healthy without a scale", "forward NaN",
    "forward NaN without a scale", "backward NaN", "backward NaN without a scale", "backward NaN left out",
    "gradients kept", "gradients added up", "loss logged scaled", "norm before unscaling",
    "scale grows without end", "validation NaN", "training NaN, validation finite"};

inline bool hasScale(Cause cause)
{
    switch (cause) {
    case Cause::HealthyWithoutScale:
    case Cause::ForwardNaNWithoutScale:
    case Cause::BackwardNaNWithoutScale:
    case Cause::BackwardNaNLeftOut:
    case Cause::GradientsAddedUp:
    case Cause::ValidationNaN:
    case Cause::TrainingNaNValidationFinite:
        return false;
    case Cause::Healthy:
    case Cause::WarmUp:
    case Cause::ForwardNaN:
    case Cause::BackwardNaN:
    case Cause::GradientsKept:
    case Cause::LossLoggedScaled:
    case Cause::NormBeforeUnscaling:
    case Cause::ScaleGrowsWithoutEnd:
        return true;
    }
    return false;
}

struct Step
{
    int number = 0; ///< from 1
    double loss = 0;
    double norm = 0;
    float scale = 1; ///< that the loss was multiplied by
    float nextScale = 1;
    bool isSkipped = false;
    std::optional<double> validation; ///< after this step
};

struct Run
{
    Cause cause = Cause::Healthy;
    std::vector<Step> steps;
    int onset = 0; ///< the first step that goes wrong; 0: none
};

/// `minimum` is the least scale that the stack's scaler goes down to; 0: none.
inline Run train(Cause cause, unsigned seed, float minimum)
{
    std::mt19937 random(seed * 977 + static_cast<unsigned>(cause));
    const auto between
        = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
    const auto noise = [&] { return 1 + 0.02 * std::normal_distribution<double>()(random); };
    const int steps = between(1500, 2500);
    const int interval
        = cause == Cause::ScaleGrowsWithoutEnd ? between(20, 40) : between(150, 350); // of growth
    const int largest
        = between(6, 13); // log2 of the scale that the gradients allow at first, and how much more at the end
    const int smaller = cause == Cause::GradientsKept ? between(0, 2) : between(5, 7);
    int onset = between(steps / 3, steps * 2 / 3);
    const bool isFaulty = cause != Cause::Healthy && cause != Cause::WarmUp
        && cause != Cause::HealthyWithoutScale && cause != Cause::GradientsAddedUp
        && cause != Cause::LossLoggedScaled && cause != Cause::NormBeforeUnscaling
        && cause != Cause::ScaleGrowsWithoutEnd;
    Run run{cause, {}, 0};
    float scale = hasScale(cause)
        ? std::ldexp(1.0F, cause == Cause::ScaleGrowsWithoutEnd ? between(14, 20) : largest + between(2, 6))
        : 1.0F;
    int good = 0;
    bool isKept = false;
    bool areWeightsLost = false;
    const double firstLoss = 1.5 + between(0, 40) * 0.1;
    const int turning = between(300, 800); // steps after which gradients point elsewhere
    const int validationEach = between(15, 30);
    for (int number = 1; number <= steps; ++number) {
        Step step{number, 0.1 + firstLoss * std::exp(-number / 900.0) * noise(),
            (0.5 + 1.0 / number) * noise(), scale, scale, false, {}};
        const bool isWrong = isFaulty && number >= onset;
        bool overflows = hasScale(cause) && cause != Cause::ScaleGrowsWithoutEnd
            && scale > std::ldexp(1.0F, largest + smaller * number / steps);
        if (overflows && number > steps / 4 && cause == Cause::GradientsKept)
            isKept = true;
        if ((cause == Cause::ForwardNaN || cause == Cause::ForwardNaNWithoutScale
                || cause == Cause::TrainingNaNValidationFinite)
            && isWrong)
            step.loss = std::numeric_limits<double>::quiet_NaN();
        if (areWeightsLost)
            step.loss = std::numeric_limits<double>::quiet_NaN();
        const bool isGradientNaN = (cause == Cause::BackwardNaN || cause == Cause::BackwardNaNWithoutScale
                                       || cause == Cause::BackwardNaNLeftOut)
            && isWrong;
        overflows = overflows || isKept;
        if (std::isnan(step.loss) || isGradientNaN)
            step.norm = std::numeric_limits<double>::quiet_NaN();
        else if (overflows)
            step.norm = std::numeric_limits<double>::infinity();
        if (isKept && run.onset == 0)
            run.onset = number;
        if (isWrong && run.onset == 0 && cause != Cause::GradientsKept)
            run.onset = number;
        const bool isBad = !std::isfinite(step.norm);
        step.isSkipped = hasScale(cause) && isBad;
        areWeightsLost = areWeightsLost || (cause == Cause::BackwardNaNWithoutScale && isBad);
        if (step.isSkipped) {
            scale = std::max(scale / 2, minimum);
            good = 0;
        } else if (hasScale(cause) && cause != Cause::WarmUp && ++good == interval) {
            scale *= 2;
            good = 0;
        }
        step.nextScale = scale;
        if (number % validationEach == 0 || number == steps)
            step.validation = cause == Cause::ValidationNaN && isWrong
                ? std::numeric_limits<double>::quiet_NaN()
                : 0.2 + firstLoss * std::exp(-number / 900.0) * noise();
        if (cause == Cause::GradientsAddedUp)
            step.norm
                *= turning * (1 - std::exp(-static_cast<double>(number) / turning)) / (1 + 2.0 / number);
        if (cause == Cause::NormBeforeUnscaling && std::isfinite(step.norm))
            step.norm *= double{step.scale};
        if (cause == Cause::LossLoggedScaled)
            step.loss *= double{step.scale};
        run.steps.push_back(step);
    }
    return run;
}

struct Stack
{
    const char* name = "";
    bool saysLoss = true;
    bool saysNorm = true;
    bool saysScale = true;
    bool statesSkips = false;
    bool filtersLoss = false; ///< and prints 0 for a loss that is not finite
    bool saysLossOfSkipped = true; ///< false: a step that was skipped is in no loss
    bool saysValidation = false;
    bool isEachStep = true; ///< false: entries are means over intervals
    bool isLineEach = true; ///< false: an entry takes several lines
    float minimum = 0; ///< of its scaler
    std::function<std::string(const Run&)> print;
};

inline std::string text(double value, const char* nan = "nan", const char* infinity = "inf")
{
    if (std::isnan(value))
        return nan;
    if (std::isinf(value))
        return value < 0 ? "-" + std::string(infinity) : infinity;
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.7g", value);
    return buffer;
}

inline std::string decimals(double value)
{
    char buffer[400];
    std::snprintf(buffer, sizeof buffer, "%.4f", value);
    return buffer;
}

inline std::string scaleNumber(double value)
{
    std::string number = text(value);
    if (number.find_first_of(".en") == std::string::npos)
        number += ".0";
    return number;
}

/// Whole intervals of `length` steps: call(first, last) with indexes.
template <class Call>
void eachInterval(const Run& run, std::size_t length, const Call& call)
{
    for (std::size_t first = 0; first + length <= run.steps.size(); first += length)
        call(first, first + length - 1);
}

inline double meanLoss(const Run& run, std::size_t first, std::size_t last)
{
    double sum = 0;
    for (std::size_t i = first; i <= last; ++i)
        sum += run.steps[i].loss;
    return sum / static_cast<double>(last - first + 1);
}

inline std::string ofEachStep(const Run& run, const std::function<std::string(const Step&)>& line)
{
    std::string log;
    for (const Step& step : run.steps)
        log += line(step);
    return log;
}

inline std::string apexLog(const Run& run)
{
    return ofEachStep(run, [](const Step& step) {
        return (step.isSkipped ? "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to "
                           + scaleNumber(step.nextScale) + "\n"
                               : std::string())
            + "step " + std::to_string(step.number) + " loss " + text(step.loss) + "\n";
    });
}

inline std::string deepSpeedLog(const Run& run)
{
    return ofEachStep(run, [](const Step& step) {
        return (step.isSkipped
                       ? "[2024-09-11 17:52:11,320] [INFO] [loss_scaler.py:183:update_scale] [deepspeed] OVERFLOW! Rank 0 "
                         "Skipping step. Attempted loss scale: "
                           + text(step.scale) + ", reducing to " + text(step.nextScale) + "\n"
                       : std::string())
            + (step.number % 5 == 0
                    ? "step " + std::to_string(step.number) + ": loss " + text(step.loss) + "\n"
                    : std::string());
    });
}

inline std::string megatronLog(const Run& run)
{
    std::string log;
    eachInterval(run, 5, [&](std::size_t first, std::size_t last) {
        int skipped = 0;
        int nan = 0;
        double sum = 0;
        for (std::size_t i = first; i <= last; ++i) {
            nan += std::isfinite(run.steps[i].loss) ? 0 : 1;
            skipped += run.steps[i].isSkipped ? 1 : 0;
            sum += run.steps[i].isSkipped ? 0 : run.steps[i].loss;
        }
        const Step& step = run.steps[last];
        log += " iteration " + std::to_string(step.number) + "/ 9000 | consumed samples: "
            + std::to_string(8 * step.number) + " | learning rate: 1.000000E-04 | global batch size: 8 |"
            + (skipped < 5 ? " lm loss: " + text(sum / (5 - skipped)) + " |" : "")
            + " loss scale: " + scaleNumber(step.nextScale) + " |"
            + (step.isSkipped ? "" : " grad norm: " + text(step.norm) + " |")
            + " number of skipped iterations: " + std::to_string(skipped)
            + " | number of nan iterations: " + std::to_string(nan) + " |\n";
    });
    return log;
}

inline std::string fairseqLog(const Run& run)
{
    std::string log;
    for (const Step& step : run.steps) {
        if (step.isSkipped) {
            if (step.nextScale < 1e-4F)
                return log
                    + "FloatingPointError: Minimum loss scale reached (0.0001). Your loss is probably exploding. Try lowering the "
                      "learning rate, using gradient clipping or increasing the batch size.\n";
            log += "2021-03-01 10:00:00 | INFO | fairseq.trainer | NOTE: gradient overflow detected, ignoring gradient, setting loss "
                   "scale to: "
                + scaleNumber(step.nextScale) + "\n";
        } else if (step.number % 5 == 0) {
            log += "2021-03-01 10:00:00 | INFO | train_inner | epoch 001: " + std::to_string(step.number)
                + " / 900 loss=" + text(step.loss) + ", ppl=137.2, num_updates=" + std::to_string(step.number)
                + ", lr=1e-04, gnorm=" + text(step.norm)
                + ", clip=0, loss_scale=" + text(std::round(double{step.nextScale} * 1e4) / 1e4) + "\n";
        }
    }
    return log;
}

/// Entries of Hugging Face's Trainer: the loss is a mean over the finite ones of an interval.
inline std::string huggingFaceEntries(
    const Run& run, const std::function<std::string(double loss, const Step&)>& entry)
{
    std::string log;
    eachInterval(run, 5, [&](std::size_t first, std::size_t last) {
        double sum = 0;
        for (std::size_t i = first; i <= last; ++i)
            if (std::isfinite(run.steps[i].loss))
                sum += run.steps[i].loss;
            else
                sum += sum / static_cast<double>(1 + i - first);
        log += entry(sum / static_cast<double>(last - first + 1), run.steps[last]);
    });
    return log;
}

inline std::string huggingFaceLog(const Run& run)
{
    return huggingFaceEntries(run, [](double loss, const Step& step) {
        std::string number = decimals(loss);
        number.resize(std::max(number.find_last_not_of('0') + 1, number.find('.') + 2));
        return "{'loss': " + number + ", 'grad_norm': " + text(step.norm)
            + ", 'learning_rate': 1e-05, 'epoch': " + text(step.number / 1000.0) + "}\n";
    });
}

inline std::string jsonLines(const Run& run)
{
    return ofEachStep(run, [&](const Step& step) {
        return R"({"step": )" + std::to_string(step.number) + R"(, "loss": )"
            + text(step.loss, "NaN", "Infinity") + R"(, "grad_norm": )" + text(step.norm, "NaN", "Infinity")
            + (hasScale(run.cause) ? R"(, "loss_scale": )" + scaleNumber(step.nextScale) : std::string())
            + (step.validation ? R"(, "val_loss": )" + text(*step.validation, "NaN") : std::string()) + "}\n";
    });
}

inline std::string mmengineLog(const Run& run)
{
    std::string log;
    eachInterval(run, 10, [&](std::size_t first, std::size_t last) {
        double norm = 0;
        for (std::size_t i = first; i <= last; ++i)
            norm += run.steps[i].norm / 10;
        log += "10/30 22:00:02 - mmengine - INFO - Epoch(train) [1][" + std::to_string(run.steps[last].number)
            + "/735]  lr: 1.9870e-04  eta: 2:46:39  time: 2.8906  data_time: 0.0042  memory: 10762  loss: "
            + text(meanLoss(run, first, last)) + "  grad_norm: " + text(norm) + "\n";
    });
    return log;
}

inline std::string keyValueLog(const Run& run)
{
    return ofEachStep(run, [&](const Step& step) {
        return "step=" + std::to_string(step.number) + " loss=" + text(step.loss)
            + " grad_norm=" + text(step.norm)
            + (hasScale(run.cause) ? " loss_scale=" + scaleNumber(step.nextScale) : std::string()) + "\n";
    });
}

inline std::string csvLog(const Run& run)
{
    std::string log
        = std::string("step,loss,") + (hasScale(run.cause) ? "loss_scale,skipped," : "") + "grad_norm\n";
    for (const Step& step : run.steps)
        log += std::to_string(step.number) + "," + text(step.loss) + ","
            + (hasScale(run.cause) ? scaleNumber(step.nextScale) + "," + (step.isSkipped ? "1," : "0,")
                                   : std::string())
            + text(step.norm) + "\n";
    return log;
}

/// Hugging Face's trainer_state.json: a document over many lines.
inline std::string trainerState(const Run& run)
{
    std::string entries = huggingFaceEntries(run, [](double loss, const Step& step) {
        return std::string("    {\n      \"epoch\": ") + text(step.number / 1000.0)
            + ",\n      \"grad_norm\": " + text(step.norm, "NaN", "Infinity")
            + ",\n      \"learning_rate\": 1e-05,\n      \"loss\": " + text(loss)
            + ",\n      \"step\": " + std::to_string(step.number) + "\n    },\n";
    });
    entries.resize(entries.size() - 2);
    return "{\n  \"best_metric\": null,\n  \"global_step\": " + std::to_string(run.steps.back().number)
        + ",\n  \"log_history\": [\n" + entries + "\n  ],\n  \"logging_steps\": 5\n}\n";
}

/// Tables of guided-diffusion; the scale is printed as its logarithm.
inline std::string tableLog(const Run& run)
{
    std::string log;
    eachInterval(run, 25, [&](std::size_t first, std::size_t last) {
        double norm = 0;
        int norms = 0;
        for (std::size_t i = first; i <= last; ++i)
            if (run.steps[i].isSkipped) {
                log += "Found NaN, decreased lg_loss_scale to " + text(std::log2(run.steps[i].nextScale))
                    + "\n";
            } else {
                norm += run.steps[i].norm;
                ++norms;
            }
        const std::string rule = "-----------------------------\n";
        log += rule + (norms > 0 ? "| grad_norm     | " + text(norm / norms) + " |\n" : std::string())
            + (hasScale(run.cause)
                    ? "| lg_loss_scale | " + text(std::log2(run.steps[last].nextScale)) + " |\n"
                    : std::string())
            + "| loss          | " + text(meanLoss(run, first, last))
            + " |\n| loss_q0       | 0.116 |\n| step          | " + std::to_string(run.steps[last].number)
            + " |\n" + rule;
    });
    return log;
}

/// Bars of Keras' fit(), whose loss is a running mean within an epoch.
inline std::string kerasLog(const Run& run)
{
    std::string log;
    int epoch = 0;
    eachInterval(run, 50, [&](std::size_t first, std::size_t last) {
        log += "Epoch " + std::to_string(++epoch) + "/40\n";
        double sum = 0;
        std::optional<double> validation;
        for (std::size_t i = first; i <= last; ++i) {
            sum += run.steps[i].loss;
            validation = run.steps[i].validation ? run.steps[i].validation : validation;
            const std::size_t batch = i - first + 1;
            if (batch % 10 == 0)
                log += "\r" + std::to_string(batch) + "/50 ━━━━━━━━━━━━━━━━━━━━ 0s 3ms/step - loss: "
                    + text(sum / static_cast<double>(batch));
        }
        log += (validation ? " - val_loss: " + text(*validation) : std::string()) + "\n";
    });
    return log;
}

/// A progress bar of Lightning, an epoch in a line.
inline std::string lightningLog(const Run& run)
{
    std::string log;
    int epoch = 0;
    eachInterval(run, 100, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i <= last; ++i)
            log += "Epoch " + std::to_string(epoch) + ": " + std::to_string(i - first + 1) + "%|#         | "
                + std::to_string(i - first + 1)
                + "/100 [00:01<00:09, 10.00it/s, v_num=3, train_loss=" + text(run.steps[i].loss) + "]\r";
        log += "\n";
        ++epoch;
    });
    return log;
}

inline std::string dlloggerLog(const Run& run)
{
    std::string log;
    float scale = 0;
    double sum = 0;
    for (const Step& step : run.steps) {
        sum += step.loss;
        if (step.number % 20 == 0)
            log += "DLL 2020-06-03 03:24:13.924122 - Training Epoch: 0 Training Iteration: "
                + std::to_string(step.number) + "  average_loss : " + text(sum / step.number)
                + "  step_loss : " + text(step.loss) + "  learning_rate : 0.00350\n";
        if (hasScale(run.cause) && step.nextScale != scale) {
            scale = step.nextScale;
            log += "DLL 2020-06-03 02:41:14.640910 - PARAMETER loss_scale : " + scaleNumber(scale) + "\n";
        }
    }
    return log;
}

/// The median of the last 20 values, and the mean of all in parentheses, as torchvision's MetricLogger prints them.
inline std::string metricLoggerLog(const Run& run)
{
    std::string log;
    double losses = 0;
    double norms = 0;
    double scales = 0;
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        losses += run.steps[i].loss;
        norms += run.steps[i].norm;
        scales += double{run.steps[i].nextScale};
        if (i % 10 != 9)
            continue;
        const auto median = [&](const auto& value) {
            std::vector<double> values;
            for (std::size_t j = i >= 19 ? i - 19 : 0; j <= i; ++j)
                values.push_back(value(run.steps[j]));
            if (std::any_of(values.begin(), values.end(), [](double each) { return std::isnan(each); }))
                return std::numeric_limits<double>::quiet_NaN();
            std::sort(values.begin(), values.end());
            return values[(values.size() - 1) / 2];
        };
        const auto both = [&](double middle, double sum) {
            return decimals(middle) + " (" + decimals(sum / static_cast<double>(i + 1)) + ")";
        };
        log += "Epoch: [0]  [" + std::to_string(i + 1) + "/2600]  eta: 0:03:10  lr: 0.001435  loss: "
            + both(median([](const Step& step) { return step.loss; }), losses)
            + (hasScale(run.cause) ? "  loss_scale: "
                        + both(median([](const Step& step) { return double(step.nextScale); }), scales)
                                   : std::string())
            + "  grad_norm: " + both(median([](const Step& step) { return step.norm; }), norms)
            + "  time: 0.4944  data: 0.0001  max mem: 19152\n";
    }
    return log;
}

inline std::vector<Stack> stacks()
{
    return {
        {.name = "apex", .saysNorm = false, .statesSkips = true, .print = apexLog},
        {.name = "DeepSpeed", .saysNorm = false, .statesSkips = true, .minimum = 1, .print = deepSpeedLog},
        {.name = "Megatron",
            .statesSkips = true,
            .saysLossOfSkipped = false,
            .isEachStep = false,
            .minimum = 1,
            .print = megatronLog},
        {.name = "fairseq", .statesSkips = true, .saysLossOfSkipped = false, .print = fairseqLog},
        {.name = "Hugging Face",
            .saysScale = false,
            .filtersLoss = true,
            .isEachStep = false,
            .print = huggingFaceLog},
        {.name = "JSON lines", .saysValidation = true, .print = jsonLines},
        {.name = "mmengine", .saysScale = false, .isEachStep = false, .print = mmengineLog},
        {.name = "key=value", .print = keyValueLog},
        {.name = "trainer_state.json",
            .saysScale = false,
            .filtersLoss = true,
            .isEachStep = false,
            .isLineEach = false,
            .print = trainerState},
        {.name = "a table of keys",
            .statesSkips = true,
            .isEachStep = false,
            .isLineEach = false,
            .print = tableLog},
        {.name = "Keras",
            .saysNorm = false,
            .saysScale = false,
            .saysValidation = true,
            .isEachStep = false,
            .print = kerasLog},
        {.name = "Lightning", .saysNorm = false, .saysScale = false, .print = lightningLog},
        {.name = "DLLogger", .saysNorm = false, .isEachStep = false, .print = dlloggerLog},
        {.name = "MetricLogger", .isEachStep = false, .print = metricLoggerLog},
        {.name = "CSV", .statesSkips = true, .print = csvLog},
    };
}

} // namespace ulpscope::known_logs
