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
    /// The rule as operations (optimizer/update_formula.h).
    graph::Value (*formula)(UpdateCall& call) = nullptr;
    graph::Value (*torchFormula)(UpdateCall& call)
        = nullptr; ///< PyTorch's of that name; null: none is modelled
    graph::Value (*torchCudaFormula)(UpdateCall& call) = nullptr; ///< that on CUDA; null: the same
    /// Sets the kernels that compute these; null: operations are.
    void (*kernel)(UpdateRule& rule) = nullptr;
    void (*torchKernel)(UpdateRule& rule) = nullptr;
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
        return std::make_unique<Optimizer>(rule(config, context.formulas), config, context);
    }
    UpdateRule rule(const Config& config, UpdateFormulas formulas = UpdateFormulas::Keras) const
    {
        UpdateRule made{.formula = formulaOf(formulas), .config = config};
        if (const auto set = made.formula == formula ? kernel
                : made.formula == torchFormula       ? torchKernel
                                                     : nullptr)
            set(made);
        return made;
    }
    /// The rule in that framework; Keras' where none is modelled.
    auto formulaOf(UpdateFormulas formulas) const -> decltype(formula)
    {
        if (formulas == UpdateFormulas::Keras || torchFormula == nullptr)
            return formula;
        return formulas == UpdateFormulas::TorchCuda && torchCudaFormula != nullptr ? torchCudaFormula
                                                                                    : torchFormula;
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
