// SPDX-License-Identifier: GPL-3.0-or-later
// Initial weights by Keras' names and distributions (keras/src/initializers/random_initializers.py). Drawn in float64
// and rounded to float32, so that every lane starts from the same values.
#pragma once

#include "engine/base/philox.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// "glorot_uniform" first.
const std::vector<std::string>& initializerNames();

/// kernel: [fanIn, fanOut] of float32 values, in a tensor of `format` (rounded to it).
void initialize(Arithmetic& arithmetic, std::string_view name, const Shape& shape, Index fanIn, Index fanOut,
    const RandomKey& key, const Format& format, Tensor& out);

} // namespace ulpscope
