// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/loss_catalog.h"

#include "engine/loss/loss_formula.h"

namespace ulpscope {

namespace {

DecisionRule atThreshold(const Config& config)
{
    return {config.flag("from_logits") ? 0.0 : 0.5};
}

DecisionRule bySign(const Config&)
{
    return {0.0};
}

DecisionRule byLargest(const Config&)
{
    return {};
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
            meanSquaredErrorTerm, kNumberTargets, nullptr, nullptr, torchMeanSquaredError},
        {{.name = "MeanAbsoluteError", .description = "Mean distance to the target.", .parameters = {}},
            meanAbsoluteErrorTerm, kNumberTargets},
        {{.name = "MeanAbsolutePercentageError",
             .description = "Mean distance to the target, in percent of the target.",
             .parameters = {}},
            meanAbsolutePercentageErrorTerm, kNumberTargets},
        {{.name = "MeanSquaredLogarithmicError",
             .description
             = "Mean squared difference of the logarithms of 1 + prediction and 1 + target; below 0 both count as 0.",
             .parameters = {}},
            meanSquaredLogarithmicErrorTerm, kNumberTargets},
        {{.name = "CosineSimilarity",
             .description
             = "How far a row of outputs points away from its targets: -1 for the same direction.",
             .parameters = {}},
            cosineSimilarityTerm, kNumberTargets},
        {{.name = "Huber",
             .description = "Half the squared difference up to delta, and linear beyond.",
             .parameters = {{.name = "delta",
                 .defaultValue = 1.0,
                 .description = "Difference from which the loss is linear.",
                 .minimum = 1e-30,
                 .maximum = 1e30}}},
            huberTerm, kNumberTargets},
        {{.name = "LogCosh",
             .description
             = "Logarithm of the difference's hyperbolic cosine: squared if small, linear if large.",
             .parameters = {}},
            logCoshTerm, kNumberTargets},
        {{.name = "Poisson",
             .description = "For counts: how unlikely the target is when the prediction is its mean.",
             .parameters = {}},
            poissonTerm, kNumberTargets},
        {{.name = "Hinge",
             .description
             = "For two classes, targets -1 and 1 (or 0 and 1): how far outputs are from a margin of 1.",
             .parameters = {}},
            hingeTerm, kNumberTargets, bySign},
        {{.name = "SquaredHinge", .description = "The square of Hinge's terms.", .parameters = {}},
            squaredHingeTerm, kNumberTargets, bySign},
        {{.name = "BinaryCrossentropy",
             .description = "For two classes: one output, target 0 or 1.",
             .parameters = {fromLogits, smoothing}},
            binaryCrossentropyTerm, kBinaryTargets, atThreshold, nullptr, torchBinaryCrossentropy},
        {{.name = "SparseCategoricalCrossentropy",
             .description = "For several classes: an output each, the target is the class's number.",
             .parameters = {fromLogits}},
            sparseCategoricalCrossentropyTerm, kClassTargets, byLargest, cudaCrossentropyTerm},
        {{.name = "CategoricalCrossentropy",
             .description
             = "For several classes: an output each, the target is a row of their probabilities.",
             .parameters = {fromLogits, smoothing}},
            categoricalCrossentropyTerm, kRowTargets, byLargest},
        {{.name = "KLDivergence",
             .description
             = "For several classes: how far the outputs, probabilities, are from a target row of probabilities.",
             .parameters = {}},
            klDivergenceTerm, kRowTargets, byLargest},
    };
    return rows;
}

} // namespace ulpscope
