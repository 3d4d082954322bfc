// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/loss_catalog.h"

#include "engine/loss/binary_crossentropy.h"
#include "engine/loss/categorical_crossentropy.h"
#include "engine/loss/huber.h"
#include "engine/loss/mean_absolute_error.h"
#include "engine/loss/mean_squared_error.h"
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
        {{"BinaryCrossentropy", "For two classes: one output, target 0 or 1.", {fromLogits, smoothing}},
            make<BinaryCrossentropy>},
        {{"SparseCategoricalCrossentropy",
             "For several classes: an output each, the target is the class's number.", {fromLogits}},
            make<SparseCategoricalCrossentropy>},
        {{"CategoricalCrossentropy",
             "For several classes: an output each, the target is a row of their probabilities.",
             {fromLogits, smoothing}},
            make<CategoricalCrossentropy>},
    };
    return rows;
}

} // namespace ulpscope
