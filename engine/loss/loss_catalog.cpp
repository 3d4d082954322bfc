// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/loss_catalog.h"

#include "engine/loss/class_losses.h"
#include "engine/loss/loss_formula.h"
#include "engine/loss/pointwise_losses.h"

namespace ulpscope {

namespace {

template <class T>
std::unique_ptr<Loss> make(const Config& config)
{
    if constexpr (std::is_default_constructible_v<T>)
        return std::make_unique<T>();
    else
        return std::make_unique<T>(config);
}

} // namespace

std::span<const LossClass> lossCatalog()
{
    static const ParameterSpec fromLogits{.name = "from_logits",
        .defaultValue = false,
        .description
        = "Whether the model's outputs are logits, to which the loss applies the sigmoid or softmax itself."};
    static const ParameterSpec smoothing{.name = "label_smoothing",
        .defaultValue = 0.0,
        .description = "Share of each target that is spread evenly over all classes.",
        .minimum = 0,
        .maximum = 1};
    static const std::vector<LossClass> rows{
        {{.name = "MeanSquaredError",
             .description = "Mean squared difference to the target.",
             .parameters = {}},
            make<MeanSquaredError>, meanSquaredErrorTerm},
        {{.name = "MeanAbsoluteError", .description = "Mean distance to the target.", .parameters = {}},
            make<MeanAbsoluteError>, meanAbsoluteErrorTerm},
        {{.name = "Huber",
             .description = "Half the squared difference up to delta, and linear beyond.",
             .parameters = {{.name = "delta",
                 .defaultValue = 1.0,
                 .description = "Difference from which the loss is linear.",
                 .minimum = 1e-30,
                 .maximum = 1e30}}},
            make<Huber>, huberTerm},
        {{.name = "LogCosh",
             .description
             = "Logarithm of the difference's hyperbolic cosine: squared if small, linear if large.",
             .parameters = {}},
            make<LogCosh>, logCoshTerm},
        {{.name = "Poisson",
             .description = "For counts: how unlikely the target is when the prediction is its mean.",
             .parameters = {}},
            make<Poisson>, poissonTerm},
        {{.name = "Hinge",
             .description
             = "For two classes, targets -1 and 1 (or 0 and 1): how far outputs are from a margin of 1.",
             .parameters = {}},
            make<Hinge>, hingeTerm},
        {{.name = "SquaredHinge", .description = "The square of Hinge's terms.", .parameters = {}},
            make<SquaredHinge>, squaredHingeTerm},
        {{.name = "BinaryCrossentropy",
             .description = "For two classes: one output, target 0 or 1.",
             .parameters = {fromLogits, smoothing}},
            make<BinaryCrossentropy>, binaryCrossentropyTerm},
        {{.name = "SparseCategoricalCrossentropy",
             .description = "For several classes: an output each, the target is the class's number.",
             .parameters = {fromLogits}},
            make<SparseCategoricalCrossentropy>, sparseCategoricalCrossentropyTerm, true},
        {{.name = "CategoricalCrossentropy",
             .description
             = "For several classes: an output each, the target is a row of their probabilities.",
             .parameters = {fromLogits, smoothing}},
            make<CategoricalCrossentropy>, categoricalCrossentropyTerm},
        {{.name = "KLDivergence",
             .description
             = "For several classes: how far the outputs, probabilities, are from a target row of probabilities.",
             .parameters = {}},
            make<KLDivergence>, klDivergenceTerm},
    };
    return rows;
}

} // namespace ulpscope
