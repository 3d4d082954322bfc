// SPDX-License-Identifier: GPL-3.0-or-later
// The loss that data ask for, and what a model has to give it.
#pragma once

#include "engine/base/config.h"
#include "engine/session/data_shape.h"

#include <cstdint>
#include <vector>

namespace ulpscope {

struct FittingLoss
{
    Component loss; ///< expects logits if it has from_logits
    std::vector<std::int64_t> outputs; ///< shape of the model's output for one example
};

/// Mean squared error for numbers; binary cross-entropy for one of two classes; else the sparse categorical one.
FittingLoss fittingLoss(const DataShape& data);

} // namespace ulpscope
