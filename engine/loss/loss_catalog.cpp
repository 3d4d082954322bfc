// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/loss_catalog.h"

#include "engine/loss/binary_crossentropy.h"
#include "engine/loss/mean_squared_error.h"
#include "engine/loss/sparse_categorical_crossentropy.h"

namespace ulpscope {

std::span<const LossClass> lossCatalog()
{
    static const ParameterSpec fromLogits{"from_logits", false,
        "Whether the model's outputs are logits, to which the loss applies the sigmoid or softmax itself."};
    static const std::vector<LossClass> rows{
        {{"MeanSquaredError", "Mean squared difference to the target.", {}},
            [](const Config&) -> std::unique_ptr<Loss> { return std::make_unique<MeanSquaredError>(); }},
        {{"BinaryCrossentropy", "For two classes: one output, target 0 or 1.", {fromLogits}},
            [](const Config& config) -> std::unique_ptr<Loss> {
                return std::make_unique<BinaryCrossentropy>(config);
            }},
        {{"SparseCategoricalCrossentropy",
             "For several classes: an output each, the target is the class's number.", {fromLogits}},
            [](const Config& config) -> std::unique_ptr<Loss> {
                return std::make_unique<SparseCategoricalCrossentropy>(config);
            }},
    };
    return rows;
}

} // namespace ulpscope
