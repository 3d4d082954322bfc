// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/optimizer_catalog.h"

#include "engine/optimizer/adam.h"
#include "engine/optimizer/sgd.h"

namespace ulpscope {

std::span<const OptimizerClass> optimizerCatalog()
{
    constexpr double kLargest = 1e30;
    static const std::vector<OptimizerClass> rows{
        {{"SGD", "Gradient descent, with momentum if wanted.",
             {{"learning_rate", 0.01, "Step size: weight -= learning_rate * gradient.", 0, kLargest},
                 {"momentum", 0.0, "Share of the last step that is kept; 0 switches it off.", 0, 1},
                 {"nesterov", false, "Whether the gradient is looked at one momentum step ahead."}}},
            [](const Config& config, std::uint64_t seed) -> std::unique_ptr<Optimizer> {
                return std::make_unique<Sgd>(config, seed);
            }},
        {{"Adam", "Gradient descent scaled by running means of the gradient and its square.",
             {{"learning_rate", 0.001, "Step size.", 0, kLargest},
                 {"beta_1", 0.9, "Decay of the mean of the gradient.", 0, 0.9999999},
                 {"beta_2", 0.999, "Decay of the mean of its square.", 0, 0.9999999},
                 {"epsilon", 1e-7,
                     "Added to the root of that mean; it must not vanish in the variable's dtype.", 0,
                     kLargest}}},
            [](const Config& config, std::uint64_t seed) -> std::unique_ptr<Optimizer> {
                return std::make_unique<Adam>(config, seed);
            }},
    };
    return rows;
}

} // namespace ulpscope
