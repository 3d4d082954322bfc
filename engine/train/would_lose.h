// SPDX-License-Identifier: GPL-3.0-or-later
// What a tensor would lose in another format, from the tensor as it is: no retraining.
#pragma once

#include "engine/base/result.h"
#include "engine/train/tensor_snapshot.h"

#include <string>
#include <vector>

namespace ulpscope {

struct WouldLose
{
    std::string format; ///< a number format ("float8_e4m3fn") or a block format ("mxfp8:rceil")
    double flushedPercent = 0; ///< of the elements that are not zero, those that would be
    double overflowPercent = 0; ///< of the finite elements, those that would not be finite
    double saturatedPercent = 0; ///< of the finite elements, those beyond the range, stored as its end
    double relativeError = 0; ///< relative L2, over elements that stay finite; NaN if none does
    double sqnr = 0; ///< dB, over the same
    /// Over the same, in units in the last place of the format; NaN for block formats, whose places differ from block to
    /// block.
    double maxUlpError = 0;
};

/// The values as they are stored (gradients with their loss scale). rule: what becomes of numbers beyond the range.
/// Blocks lie along the last axis. The error names the format.
Result<WouldLose> wouldLose(
    const TensorSnapshot& tensor, const std::string& format, const OverflowRule& rule = mlDtypesRule());

/// What is asked when nobody says: the formats that people train in.
const std::vector<std::string>& commonTrainingFormats();

} // namespace ulpscope
