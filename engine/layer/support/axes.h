// SPDX-License-Identifier: GPL-3.0-or-later
// Axes as Keras counts them: 0 is the batch, and -1 the last.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/shape.h"

#include <cstdint>
#include <span>

namespace ulpscope {

/// input: of one example, without the batch. An error, at "axis", for an axis that is not there, is named twice, or is the batch and may
/// not be.
Status checkAxes(std::span<const std::int64_t> axes, const Shape& input, bool mayBeBatch);

} // namespace ulpscope
