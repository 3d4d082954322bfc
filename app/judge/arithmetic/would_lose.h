// SPDX-License-Identifier: GPL-3.0-or-later
// What a tensor would lose in another format or under a scaling recipe, from the tensor as it is: no retraining.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"
#include "engine/dtype/overflow_rule.h"
#include "engine/kernels/kernels.h"
#include "engine/train/tensor_snapshot.h"

#include <string>
#include <vector>

namespace ulpscope {

struct WouldLose
{
    /// A number format ("float8_e4m3fn"), a block format ("mxfp8:rceil"), or a recipe and the product that the tensor is an
    /// operand of ("mxfp8, forward").
    std::string format;
    double flushedPercent = 0; ///< percent of the elements other than zero that would become zero
    double overflowPercent = 0; ///< percent of the finite elements that would not be finite
    double saturatedPercent = 0; ///< percent of the finite elements that would be stored as the range's end
    double relativeError = 0; ///< relative L2, over elements that stay finite; NaN if none does
    double sqnr = 0; ///< dB, over the same
    /// Over the same, in units in the last place of the format; NaN where elements are scaled, which have different
    /// places, and if none stays finite.
    double maxUlpError = 0;
};

/// The values as they are stored (gradients with their loss scale). format: as castTargetByName() reads it, "bfloat16",
/// "float8_e4m3fn:te", "mxfp8:rceil". rule: what becomes of numbers beyond the range where the name says nothing.
/// Blocks lie along the last axis. The error names the format.
Result<WouldLose> wouldLose(const TensorSnapshot& tensor, const std::string& format, const Kernels& kernels,
    const OverflowRule& rule = mlDtypesRule());

/// The same as an operand of the layer's products under a recipe, in a row for each product that rounds it otherwise: an
/// input or output as the left operand of forward and weight gradient, a weight as the right one of forward and input
/// gradient, a gradient of an output or input as the one that goes backward. Blocks lie along the axis that the product
/// sums over, the tensor seen as a matrix whose columns are its last axis. A scale by amaxes of earlier steps is the one
/// that this tensor's own amax gives. Tensors that no product takes are refused, in words.
Result<std::vector<WouldLose>> wouldLoseUnder(
    const TensorSnapshot& tensor, const Component& recipe, const Kernels& kernels);

/// Whether a product takes tensors of the role, so that wouldLoseUnder() has an answer.
bool isRoundedByRecipes(TensorRole role);

/// The default: formats that models are trained in.
const std::vector<std::string>& commonTrainingFormats();

} // namespace ulpscope
