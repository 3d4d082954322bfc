// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/optimizer_catalog.h"

#include "engine/base/number_text.h"
#include "engine/optimizer/torch_formulas.h"
#include "engine/optimizer/update_formula.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

constexpr double kLargest = 1e30;
constexpr double kLargestDecay = 0.9999999;

void sgdKernel(UpdateRule& rule)
{
    rule.kind = UpdateKind::Sgd;
    rule.scalars = [momentum = rule.config.number("momentum"), isNesterov = rule.config.flag("nesterov")](
                       const UpdateStep& step) -> UpdateScalars {
        return {step.learningRate, step.round(momentum), isNesterov ? 1.0 : 0.0};
    };
}

void adamKernel(UpdateRule& rule)
{
    rule.kind = UpdateKind::Adam;
    rule.scalars = [beta1 = rule.config.number("beta_1"), beta2 = rule.config.number("beta_2"),
                       epsilon = rule.config.number("epsilon")](const UpdateStep& step) -> UpdateScalars {
        const double time = step.round(static_cast<double>(step.iterations));
        const double beta1Power = step.round(std::pow(step.round(beta1), time));
        const double beta2Power = step.round(std::pow(step.round(beta2), time));
        // alpha = lr * sqrt(1 - beta2^t) / (1 - beta1^t), left to right
        const double numerator
            = step.round(step.learningRate * step.round(std::sqrt(step.round(1 - beta2Power))));
        const double alpha = step.round(numerator / step.round(1 - beta1Power));
        return {alpha, step.round(1 - beta1), step.round(1 - beta2), step.round(epsilon)};
    };
}

void torchSgdKernel(UpdateRule& rule)
{
    sgdKernel(rule);
    rule.kind = UpdateKind::TorchSgd;
}

void torchAdamKernel(UpdateRule& rule)
{
    rule.kind = UpdateKind::TorchAdam;
    rule.scalars
        = [beta1 = rule.config.number("beta_1"), beta2 = rule.config.number("beta_2"),
              epsilon = rule.config.number("epsilon"),
              learningRate = rule.config.number("learning_rate")](const UpdateStep& step) -> UpdateScalars {
        const auto time = static_cast<double>(step.iterations);
        const double stepSize = learningRate / (1 - std::pow(beta1, time));
        const double correction = std::sqrt(1 - std::pow(beta2, time));
        return {step.round(-stepSize), step.round(1 - beta1), step.round(beta2), step.round(1 - beta2),
            step.round(correction), step.round(epsilon)};
    };
}

ParameterSpec number(const char* name, double value, const char* description, double minimum, double maximum)
{
    return {.name = name,
        .defaultValue = value,
        .description = description,
        .minimum = minimum,
        .maximum = maximum};
}

ParameterSpec switched(const char* name, bool value, const char* description)
{
    return {.name = name, .defaultValue = value, .description = description};
}

ParameterSpec learningRate(double value)
{
    return number("learning_rate", value, "Step size; where a schedule starts.", 0, kLargest);
}

ParameterSpec momentum()
{
    return number("momentum", 0, "Share of the last step that is kept; 0 switches it off.", 0, 1);
}

ParameterSpec epsilon()
{
    return number("epsilon", 1e-7, "Keeps the divisor from zero; it must not vanish in the variable's dtype.",
        0, kLargest);
}

std::vector<ParameterSpec> momentParameters()
{
    return {learningRate(0.001),
        number("beta_1", 0.9, "Decay of the running mean of the gradient.", 0, kLargestDecay),
        number("beta_2", 0.999, "Decay of the running mean of its square.", 0, kLargestDecay), epsilon()};
}

std::vector<ParameterSpec> adamParameters()
{
    std::vector<ParameterSpec> parameters = momentParameters();
    parameters.push_back(switched("amsgrad", false, "Whether to divide by the largest mean square so far."));
    return parameters;
}

/// Returns an optimizer's own parameters and those that every optimizer has.
std::vector<ParameterSpec> withCommon(std::vector<ParameterSpec> own, double weightDecay = 0)
{
    for (ParameterSpec spec : commonOptimizerParameters()) {
        if (spec.name == "weight_decay")
            spec.defaultValue = weightDecay;
        own.push_back(std::move(spec));
    }
    return own;
}

} // namespace

const std::vector<ParameterSpec>& commonOptimizerParameters()
{
    static const std::vector<ParameterSpec> parameters{
        number("weight_decay", 0,
            "Before each step every weight loses weight_decay * learning_rate of itself; 0 switches it off.",
            0, kLargest),
        number("clipnorm", 0,
            "A variable's gradient of a larger norm is scaled down to this norm; 0 switches it off.", 0,
            kLargest),
        number("clipvalue", 0, "Gradients are clipped to [-clipvalue, clipvalue]; 0 switches it off.", 0,
            kLargest),
        number("global_clipnorm", 0,
            "All gradients are scaled down together to this norm of them all; 0 switches it off.", 0,
            kLargest),
        {.name = "gradient_accumulation_steps",
            .defaultValue = std::int64_t{1},
            .description = "Steps whose gradients are averaged for one update.",
            .minimum = 1,
            .maximum = 1'000'000},
        switched("use_ema", false, "Whether a moving average of every weight is kept beside it."),
        number("ema_momentum", 0.99, "What is left of the moving average after a step.", 0, 1),
        {.name = "ema_overwrite_frequency",
            .defaultValue = std::int64_t{0},
            .description
            = "Updates after which the averages take the weights' place, again and again; 0: never.",
            .minimum = 0,
            .maximum = 1'000'000'000},
    };
    return parameters;
}

std::span<const OptimizerClass> optimizerCatalog()
{
    static const std::vector<OptimizerClass> rows{
        {{.name = "SGD",
             .description = "Gradient descent, with momentum if wanted.",
             .parameters = withCommon({learningRate(0.01), momentum(),
                 switched("nesterov", false, "Whether the gradient is looked at one momentum step ahead.")})},
            {.formula = sgdFormula,
                .torchFormula = torchSgdFormula,
                .kernel = sgdKernel,
                .torchKernel = torchSgdKernel,
                .keptTogether = {{"momentum"}},
                .torch = "torch.optim.SGD(model.parameters(), lr={learning_rate}, momentum={momentum}, "
                         "nesterov={nesterov})"}},
        {{.name = "Adam",
             .description = "Gradient descent scaled by running means of the gradient and its square.",
             .parameters = withCommon(adamParameters())},
            {.formula = adamFormula,
                .torchFormula = torchAdamFormula,
                .torchCudaFormula = torchCudaAdamFormula,
                .kernel = adamKernel,
                .torchKernel = torchAdamKernel,
                .decays = {"beta_1", "beta_2"},
                .keptTogether = {{"momentum", "velocity"}, {"velocity_hat"}},
                .torch
                = "torch.optim.Adam(model.parameters(), lr={learning_rate}, betas=({beta_1}, {beta_2}), "
                  "eps={epsilon}{amsgrad?, amsgrad=True})"}},
        {{.name = "AdamW",
             .description = "Adam with weight decay.",
             .parameters = withCommon(adamParameters(), 0.004)},
            {.formula = adamFormula,
                .kernel = adamKernel,
                .decays = {"beta_1", "beta_2"},
                .keptTogether = {{"momentum", "velocity"}, {"velocity_hat"}}}},
        {{.name = "Adamax",
             .description
             = "Adam that divides by the largest gradient so far, which decays, in place of a mean square.",
             .parameters = withCommon({learningRate(0.001),
                 number("beta_1", 0.9, "Decay of the running mean of the gradient.", 0, kLargestDecay),
                 number("beta_2", 0.999, "Decay of the largest gradient so far.", 0, kLargestDecay),
                 epsilon()})},
            {.formula = adamaxFormula,
                .decays = {"beta_1", "beta_2"},
                .keptTogether = {{"momentum", "norm"}}}},
        {{.name = "Nadam",
             .description = "Adam that looks one momentum step ahead, as Nesterov's momentum does.",
             .parameters = withCommon(momentParameters())},
            {.formula = nadamFormula,
                .decays = {"beta_1", "beta_2"},
                .keptTogether = {{"momentum", "velocity"}},
                .keptOnce = "u_product"}},
        {{.name = "RMSprop",
             .description
             = "Gradient descent divided by the root of a running mean of the gradient's square.",
             .parameters = withCommon({learningRate(0.001),
                 number("rho", 0.9, "Decay of the running mean of the square.", 0, kLargestDecay), momentum(),
                 epsilon(),
                 switched(
                     "centered", false, "Whether to divide by the variance, with the mean taken off.")})},
            {.formula = rmspropFormula,
                .decays = {"rho"},
                .keptTogether = {{"velocity"}, {"momentum"}, {"average_gradient"}}}},
        {{.name = "Adagrad",
             .description = "Gradient descent divided by the root of the sum of all squares so far.",
             .parameters = withCommon({learningRate(0.001),
                 number(
                     "initial_accumulator_value", 0.1, "What the sum of squares starts from.", 0, kLargest),
                 epsilon()})},
            {.formula = adagradFormula, .keptTogether = {{"accumulator"}}}},
        {{.name = "Adadelta",
             .description = "Adagrad whose sum fades, with steps as large as those before.",
             .parameters = withCommon({learningRate(0.001),
                 number("rho", 0.95, "Decay of both running means of squares.", 0, kLargestDecay),
                 epsilon()})},
            {.formula = adadeltaFormula,
                .decays = {"rho"},
                .keptTogether = {{"accumulated_grad", "accumulated_delta_var"}}}},
        {{.name = "Lion",
             .description = "Steps of one size, whose sign is that of a running mean of the gradient.",
             .parameters = withCommon({learningRate(0.001),
                 number("beta_1", 0.9, "Share of the mean in the step's direction.", 1e-7, 1),
                 number("beta_2", 0.99, "Decay of the running mean of the gradient.", 0, 1)})},
            {.formula = lionFormula, .decays = {"beta_2"}, .keptTogether = {{"momentum"}}}},
        {{.name = "Adafactor",
             .description
             = "Steps relative to the weights, divided by a second moment that is kept as row and column means.",
             .parameters = withCommon({learningRate(0.001),
                 number(
                     "beta_2_decay", -0.8, "The decay of the second moment is 1 - t^beta_2_decay.", -10, 0),
                 number("epsilon_1", 1e-30, "Added to the gradient's square.", 0, kLargest),
                 number("epsilon_2", 0.001,
                     "Least root mean square of the weights that a step is relative to.", 0, kLargest),
                 number("clip_threshold", 1, "Root mean square above which a step is scaled down.", 1e-30,
                     kLargest),
                 switched("relative_step", true, "Keras' argument; in Keras 3 it changes no step.")})},
            {.formula = adafactorFormula, .keptTogether = {{"r", "c", "velocity"}}}},
        {{.name = "Lamb",
             .description
             = "Adam's steps, each variable's made as long as its weights are, for large batches.",
             .parameters = withCommon(momentParameters())},
            {.formula = lambFormula,
                .decays = {"beta_1", "beta_2"},
                .keptTogether = {{"momentum", "velocity"}}}},
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
