// SPDX-License-Identifier: GPL-3.0-or-later
// Every loss: name, parameters, formula, what its targets are.
#pragma once

#include "engine/base/catalog.h"
#include "engine/loss/loss_targets.h"

#include <span>

namespace ulpscope {

namespace graph {
class Value;
}

struct LossClass : ClassSpec
{
    /// The term of each prediction, or of each row of classes, whose mean it is, as operations (loss/loss_formula.h).
    graph::Value (*term)(const Config& config, const graph::Value& prediction, const graph::Value& target)
        = nullptr;
    LossTargets targets;
    DecisionRule (*decisionRule)(const Config& config) = nullptr; ///< null: outputs say no class
    /// The term on a GPU (loss/loss_formula.h); null: as everywhere.
    graph::Value (*cudaTerm)(const Config& config, const graph::Value& prediction, const graph::Value& target,
        const Format* logarithms)
        = nullptr;
    /// The whole loss by PyTorch's kernels on CUDA; null: as its terms.
    graph::Value (*torchLoss)(
        const Config& config, const graph::Value& prediction, const graph::Value& target)
        = nullptr;
};

std::span<const LossClass> lossCatalog();

} // namespace ulpscope
