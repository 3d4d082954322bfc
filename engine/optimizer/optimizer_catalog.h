// SPDX-License-Identifier: GPL-3.0-or-later
// Every optimizer: name, parameters, how to make one.
#pragma once

#include "engine/base/catalog.h"
#include "engine/optimizer/optimizer.h"

#include <memory>
#include <span>

namespace ulpscope {

struct OptimizerClass : ClassSpec
{
    std::unique_ptr<Optimizer> (*make)(const Config& config, const OptimizerContext& context) = nullptr;
};

/// Each row's parameters end with commonOptimizerParameters().
std::span<const OptimizerClass> optimizerCatalog();

/// weight_decay, clipnorm, clipvalue, global_clipnorm, gradient_accumulation_steps. Their defaults switch them off, for
/// which Keras has None.
const std::vector<ParameterSpec>& commonOptimizerParameters();

/// What the parameters say together: at most one way of clipping. The error's place is a parameter.
Status checkOptimizer(const Component& optimizer);

} // namespace ulpscope
