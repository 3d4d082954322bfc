// SPDX-License-Identifier: GPL-3.0-or-later
// From a layer's parameters to the geometry of its windows, as Keras has it (compute_conv_output_shape of
// keras/src/ops/operation_utils.py; padding "same" as TensorFlow's, the odd pixel at the bottom and right).
#pragma once

#include "engine/base/config.h"
#include "engine/kernels/kernel_arguments.h"
#include "engine/tensor/shape.h"

#include <string_view>

namespace ulpscope {

/// The parameters' names. Each a list of one or two extents; strides may be empty: the window's own extents.
struct WindowKeys
{
    std::string_view extents; ///< "kernel_size" or "pool_size"
    std::string_view dilation = {}; ///< empty where there is none
};

/// The window for inputs [height, width, channels], without a batch. An error's place is a parameter or "inputs".
Result<Window2D> windowOf(const Config& config, const WindowKeys& keys, const Shape& input);

} // namespace ulpscope
