// SPDX-License-Identifier: GPL-3.0-or-later
// How a model's outputs say a class, which is a fact of the loss that it is trained with.
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

namespace ulpscope {

struct DecisionRule
{
    /// One output above it says class 1, else class 0; empty: the largest of several outputs says the class.
    std::optional<double> threshold;

    /// The class that the outputs of one decision say, the first of equal ones; none where one is a NaN or the rule is about
    /// another number of outputs.
    std::optional<std::size_t> classOf(std::span<const double> outputs) const
    {
        if (outputs.empty() || (outputs.size() == 1) != threshold.has_value())
            return std::nullopt;
        std::size_t best = 0;
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (std::isnan(outputs[i]))
                return std::nullopt;
            best = outputs[i] > outputs[best] ? i : best;
        }
        return threshold ? std::size_t{outputs[0] > *threshold ? 1U : 0U} : best;
    }
};

} // namespace ulpscope
