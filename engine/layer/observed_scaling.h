// SPDX-License-Identifier: GPL-3.0-or-later
// What a step sees of an operand that is scaled by the amaxes of earlier steps.
#pragma once

#include "engine/scaling/tensor_scaling.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

namespace ulpscope {

/// x: the operand as it is scaled, in the compute dtype or as it is stored. Elements that the scale takes beyond its format count as
/// saturated. storage: kept, so that a step allocates nothing.
void observeOperand(Arithmetic& arithmetic, const ScalingSettings& settings, const Tensor& x,
    TensorScaling& scaling, Tensor& storage);

} // namespace ulpscope
