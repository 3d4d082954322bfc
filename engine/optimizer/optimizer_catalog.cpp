// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/optimizer_catalog.h"

#include "engine/base/number_text.h"
#include "engine/optimizer/adafactor.h"
#include "engine/optimizer/adagrad.h"
#include "engine/optimizer/adam.h"
#include "engine/optimizer/lion.h"
#include "engine/optimizer/rmsprop.h"
#include "engine/optimizer/sgd.h"

namespace ulpscope {

namespace {

constexpr double kLargest = 1e30;
constexpr double kLargestDecay = 0.9999999;

template <class T>
std::unique_ptr<Optimizer> make(const Config& config, const OptimizerContext& context)
{
    return std::make_unique<T>(config, context);
}

ParameterSpec learningRate(double value)
{
    return {"learning_rate", value, "Step size; where a schedule starts.", 0, kLargest};
}

ParameterSpec epsilon()
{
    return {"epsilon", 1e-7, "Keeps the divisor from zero; it must not vanish in the variable's dtype.", 0,
        kLargest};
}

OptimizerClass row(std::string name, std::string description, std::vector<ParameterSpec> parameters,
    std::unique_ptr<Optimizer> (*make)(const Config&, const OptimizerContext&), double weightDecay = 0)
{
    for (ParameterSpec spec : commonOptimizerParameters()) {
        if (spec.name == "weight_decay")
            spec.defaultValue = weightDecay;
        parameters.push_back(std::move(spec));
    }
    return {{std::move(name), std::move(description), std::move(parameters)}, make};
}

std::vector<ParameterSpec> adamParameters()
{
    return {learningRate(0.001),
        {"beta_1", 0.9, "Decay of the running mean of the gradient.", 0, kLargestDecay},
        {"beta_2", 0.999, "Decay of the running mean of its square.", 0, kLargestDecay}, epsilon(),
        {"amsgrad", false, "Whether to divide by the largest mean square so far."}};
}

} // namespace

const std::vector<ParameterSpec>& commonOptimizerParameters()
{
    static const std::vector<ParameterSpec> parameters{
        {"weight_decay", 0.0,
            "Before each step every weight loses weight_decay * learning_rate of itself; 0 switches it off.",
            0, kLargest},
        {"clipnorm", 0.0,
            "A variable's gradient of a larger norm is scaled down to this norm; 0 switches it off.", 0,
            kLargest},
        {"clipvalue", 0.0, "Gradients are clipped to [-clipvalue, clipvalue]; 0 switches it off.", 0,
            kLargest},
        {"global_clipnorm", 0.0,
            "All gradients are scaled down together to this norm of them all; 0 switches it off.", 0,
            kLargest},
        {"gradient_accumulation_steps", std::int64_t{1}, "Steps whose gradients are averaged for one update.",
            1, 1'000'000},
        {"use_ema", false, "Whether a moving average of every weight is kept beside it."},
        {"ema_momentum", 0.99, "What is left of the moving average after a step.", 0, 1},
        {"ema_overwrite_frequency", std::int64_t{0},
            "Updates after which the averages take the weights' place, again and again; 0: never.", 0,
            1'000'000'000},
    };
    return parameters;
}

std::span<const OptimizerClass> optimizerCatalog()
{
    static const std::vector<OptimizerClass> rows{
        row("SGD", "Gradient descent, with momentum if wanted.",
            {learningRate(0.01),
                {"momentum", 0.0, "Share of the last step that is kept; 0 switches it off.", 0, 1},
                {"nesterov", false, "Whether the gradient is looked at one momentum step ahead."}},
            make<Sgd>),
        row("Adam", "Gradient descent scaled by running means of the gradient and its square.",
            adamParameters(), make<Adam>),
        row("AdamW", "Adam with weight decay.", adamParameters(), make<Adam>, 0.004),
        row("RMSprop", "Gradient descent divided by the root of a running mean of the gradient's square.",
            {learningRate(0.001), {"rho", 0.9, "Decay of the running mean of the square.", 0, kLargestDecay},
                {"momentum", 0.0, "Share of the last step that is kept; 0 switches it off.", 0, 1}, epsilon(),
                {"centered", false, "Whether to divide by the variance, with the mean taken off."}},
            make<Rmsprop>),
        row("Adagrad", "Gradient descent divided by the root of the sum of all squares so far.",
            {learningRate(0.001),
                {"initial_accumulator_value", 0.1, "What the sum of squares starts from.", 0, kLargest},
                epsilon()},
            make<Adagrad>),
        row("Lion", "Steps of one size, whose sign is that of a running mean of the gradient.",
            {learningRate(0.001), {"beta_1", 0.9, "Share of the mean in the step's direction.", 1e-7, 1},
                {"beta_2", 0.99, "Decay of the running mean of the gradient.", 0, 1}},
            make<Lion>),
        row("Adafactor",
            "Steps relative to the weights, divided by a second moment that is kept as row and column means.",
            {learningRate(0.001),
                {"beta_2_decay", -0.8, "The decay of the second moment is 1 - t^beta_2_decay.", -10, 0},
                {"epsilon_1", 1e-30, "Added to the gradient's square.", 0, kLargest},
                {"epsilon_2", 0.001, "Least root mean square of the weights that a step is relative to.", 0,
                    kLargest},
                {"clip_threshold", 1.0, "Root mean square above which a step is scaled down.", 1e-30,
                    kLargest},
                {"relative_step", true, "Keras' argument; in Keras 3 it changes no step."}},
            make<Adafactor>),
    };
    return rows;
}

Status checkOptimizer(const Component& optimizer)
{
    int clips = 0;
    std::string received;
    for (const char* name : {"clipnorm", "clipvalue", "global_clipnorm"}) {
        const double value = optimizer.config.number(name);
        clips += value > 0 ? 1 : 0;
        received += (received.empty() ? "" : ", ") + std::string(name) + "="
            + (value > 0 ? shortestText(value) : "None");
    }
    if (clips > 1)
        return Error{"",
            "Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set. Received: " + received};
    return success();
}

} // namespace ulpscope
