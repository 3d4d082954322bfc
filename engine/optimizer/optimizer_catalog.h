// SPDX-License-Identifier: GPL-3.0-or-later
// Every optimizer, one row each: name, parameters, rule, and how PyTorch says it.
#pragma once

#include "engine/base/catalog.h"
#include "engine/optimizer/optimizer.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace ulpscope {

namespace graph {
class Value;
}
struct UpdateCall;

struct OptimizerTraits
{
    UpdateRule (*rule)(const Config& config) = nullptr; ///< that has a kernel; null: the formula is computed
    UpdateRule (*torchRule)(const Config& config)
        = nullptr; ///< PyTorch's of that name; null: none is modelled
    /// The rule as operations (optimizer/update_formula.h).
    graph::Value (*formula)(UpdateCall& call) = nullptr;
    /// Parameters that are decays: of a running mean, mean = decay * mean + (1 - decay) * new.
    std::vector<std::string_view> decays = {};
    /// The names of what the rule keeps as files of Keras have it: one group after the other, in each variable for variable.
    std::vector<std::vector<std::string_view>> keptTogether;
    /// Name of the number that Keras keeps once for all variables; empty: none.
    std::string_view keptOnce = {};
    /// "torch.optim.SGD(model.parameters(), lr={learning_rate})", see app/io/exports/python_template.h; empty: none is known.
    std::string_view torch = {};
};

struct OptimizerClass : ClassSpec, OptimizerTraits
{
    std::unique_ptr<Optimizer> make(const Config& config, const OptimizerContext& context) const
    {
        const bool isTorch = context.formulas == UpdateFormulas::Torch && torchRule != nullptr;
        return std::make_unique<Optimizer>(isTorch ? torchRule(config)
                : rule != nullptr                  ? rule(config)
                                                   : formulaRule(formula, config),
            config, context);
    }
};

/// Each row's parameters end with commonOptimizerParameters().
std::span<const OptimizerClass> optimizerCatalog();

/// weight_decay, clipnorm, clipvalue, global_clipnorm, gradient_accumulation_steps and those of moving averages. Their
/// defaults switch them off, for which Keras has None.
const std::vector<ParameterSpec>& commonOptimizerParameters();

/// What the parameters say together: at most one way of clipping. The error's place is a parameter.
Status checkOptimizer(const Component& optimizer);

} // namespace ulpscope
