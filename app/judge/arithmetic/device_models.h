// SPDX-License-Identifier: GPL-3.0-or-later
// What a device computed, held against the models that the program has of devices: products against accumulators, functions in
// float32 against CUDA's (kernels/cuda_functions.h). Equal is the same bits; any NaN equals any other.
#pragma once

#include "engine/base/result.h"
#include "engine/kernels/kernels.h"
#include "engine/tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// An element that a model makes another number of.
struct DeviceElement
{
    std::vector<std::int64_t> index;
    double device = 0;
    double model = 0;
    std::optional<double> argument; ///< of a function
};

struct ModelOutcome
{
    std::string model; ///< an accumulator's name; "cuda", "nearest"
    std::int64_t different = 0; ///< elements
    std::optional<DeviceElement> first;

    bool holds() const { return different == 0; }
};

/// What one product or one function of the device came to. Models in their catalog's order.
struct DeviceOutcome
{
    std::int64_t elements = 0;
    std::vector<ModelOutcome> models;

    /// Names of the models with the bits of the device.
    std::vector<std::string> holding() const;
    /// The one with the fewest different elements; a contract that there is one.
    const ModelOutcome& best() const;
};

/// y [M, N] of a [M, K] and b [K, N], in its own format. Tensor cores that are made for the operands, float32 and the exact sum; where none
/// of them holds, also cores that take wider operands, promotion and slices.
DeviceOutcome productOutcome(const Kernels& kernels, const Tensor& a, const Tensor& b, const Tensor& y);

/// Names of the functions that have models: "exp", "sqrt".
std::vector<std::string> deviceFunctions();
/// "cuda": as CUDA's library computes it on an H200; "nearest": float64's result, rounded. name: one of deviceFunctions().
DeviceOutcome functionOutcome(std::string_view name, std::span<const float> x, std::span<const float> y);

} // namespace ulpscope
