// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/loss_catalog.h"

#include "engine/loss/binary_crossentropy.h"
#include "engine/loss/categorical_crossentropy.h"
#include "engine/loss/hinge.h"
#include "engine/loss/huber.h"
#include "engine/loss/kl_divergence.h"
#include "engine/loss/log_cosh.h"
#include "engine/loss/mean_absolute_error.h"
#include "engine/loss/mean_squared_error.h"
#include "engine/loss/poisson.h"
#include "engine/loss/sparse_categorical_crossentropy.h"

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
    static const ParameterSpec fromLogits{"from_logits", false,
        "Whether the model's outputs are logits, to which the loss applies the sigmoid or softmax itself."};
    static const ParameterSpec smoothing{
        "label_smoothing", 0.0, "Share of each target that is spread evenly over all classes.", 0, 1};
    static const std::vector<LossClass> rows{
        {{"MeanSquaredError", "Mean squared difference to the target.", {}}, make<MeanSquaredError>},
        {{"MeanAbsoluteError", "Mean distance to the target.", {}}, make<MeanAbsoluteError>},
        {{"Huber", "Half the squared difference up to delta, and linear beyond.",
             {{"delta", 1.0, "Difference from which the loss is linear.", 1e-30, 1e30}}},
            make<Huber>},
        {{"LogCosh", "Logarithm of the difference's hyperbolic cosine: squared if small, linear if large.",
             {}},
            make<LogCosh>},
        {{"Poisson", "For counts: how unlikely the target is when the prediction is its mean.", {}},
            make<Poisson>},
        {{"Hinge", "For two classes, targets -1 and 1 (or 0 and 1): how far outputs are from a margin of 1.",
             {}},
            make<Hinge>},
        {{"SquaredHinge", "The square of Hinge's terms.", {}}, make<SquaredHinge>},
        {{"BinaryCrossentropy", "For two classes: one output, target 0 or 1.", {fromLogits, smoothing}},
            make<BinaryCrossentropy>},
        {{"SparseCategoricalCrossentropy",
             "For several classes: an output each, the target is the class's number.", {fromLogits}},
            make<SparseCategoricalCrossentropy>},
        {{"CategoricalCrossentropy",
             "For several classes: an output each, the target is a row of their probabilities.",
             {fromLogits, smoothing}},
            make<CategoricalCrossentropy>},
        {{"KLDivergence",
             "For several classes: how far the outputs, probabilities, are from a target row of probabilities.",
             {}},
            make<KLDivergence>},
    };
    return rows;
}

} // namespace ulpscope
