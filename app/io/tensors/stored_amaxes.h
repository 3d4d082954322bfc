// SPDX-License-Identifier: GPL-3.0-or-later
// The scales and amax histories that Keras' float8 layers have in a file: behind a layer's weights a number and a list for inputs,
// kernel and output gradient, in float32 (keras/src/layers/core/dense.py, save_own_variables). They have numbers for names.
#pragma once

#include "app/io/tensors/tensor_file.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Scale and amax history of one operand.
struct StoredAmaxes
{
    std::string layer; ///< "layers/dense"
    std::string_view operand; ///< "inputs", "kernel", "outputs_grad"
    std::size_t scale = 0; ///< of the file's tensors
    std::size_t history = 0;
};

inline constexpr std::int64_t kLongestAmaxHistory = 1 << 20; ///< amaxes; Keras' default is 1024

/// All of a file, told by their shapes: [], [n] three times, and nothing behind. Not what an optimizer keeps beside them, and not
/// longer ones than kLongestAmaxHistory, which would take more memory than a small file may.
std::vector<StoredAmaxes> storedAmaxes(std::span<const TensorEntry> tensors);
/// Says so in the remarks of those tensors.
void remarkAmaxes(std::vector<TensorEntry>& tensors);

/// Reorders a history, which Keras stores with the newest amax first, to the oldest first. A step not yet made has 0.
std::vector<float> inOrderOfSteps(const StoredTensor& history);

} // namespace ulpscope
