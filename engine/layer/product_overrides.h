// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's products under its overrides: what they draw from, which of them round alike, and which overrides do not fit together.
#pragma once

#include "engine/layer/layer_options.h"

namespace ulpscope {

/// Whether both overrides give the same values of one tensor, whichever of a matrix's axes is summed over: one product may
/// then take what the other has rounded.
bool roundAlike(const std::optional<CastTarget>& a, const std::optional<CastTarget>& b);

/// Which of a product's draws.
enum class ProductDraw : std::uint32_t { Left, Right, Sum };
/// Whose draws they are in step 0. number: which of the layer's products of that role.
RandomKey drawKey(const LayerOptions& options, ProductRole role, ProductDraw draw, std::uint32_t number);

/// Whether each product's accumulator takes its operands, and both operands are transformed where one is; the error's
/// place is "numerics.forward.accumulator" and the like.
Status checkProducts(const LayerNumerics& numerics);

} // namespace ulpscope
