// SPDX-License-Identifier: GPL-3.0-or-later
// Every loss: name, parameters, how to make one.
#pragma once

#include "engine/base/catalog.h"
#include "engine/loss/loss.h"

#include <memory>
#include <optional>
#include <span>

namespace ulpscope {

namespace graph {
class Value;
}

struct LossClass : ClassSpec
{
    std::unique_ptr<Loss> (*make)(const Config& config) = nullptr;
    /// The term of each prediction, or of each row of classes, whose mean it is, as operations (loss/loss_formula.h).
    std::optional<graph::Value> (*term)(
        const Config& config, const graph::Value& prediction, const graph::Value& target)
        = nullptr;
    bool takesClasses = false; ///< targets are class numbers, one for each row
};

std::span<const LossClass> lossCatalog();

} // namespace ulpscope
