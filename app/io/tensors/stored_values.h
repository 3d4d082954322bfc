// SPDX-License-Identifier: GPL-3.0-or-later
// Reads from a file of tensors what a verdict on it needs: values with their format, and the amaxes that Keras' float8 layers keep.
#pragma once

#include "app/io/tensors/tensor_file.h"
#include "engine/train/tensor_snapshot.h"

#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

// A tensor of a file as what is asked of tensors takes it: its values in float64, its format, a row for each of the last axis.
/// Integers have float64 as their format. Errors are exactValues()' and have no place.
Result<TensorSnapshot> snapshotOf(
    const StoredTensor& tensor, const std::string& name, const std::stop_token& stop = {});

// The scales and amax histories that Keras' float8 layers have in a file: behind a layer's weights a number and a list for inputs,
// kernel and output gradient, in float32 (keras/src/layers/core/dense.py, save_own_variables). They have numbers for names.
/// Scale and amax history of one operand.
struct StoredAmaxes
{
    std::string layer; ///< "layers/dense"
    std::string_view operand; ///< "inputs", "kernel", "outputs_grad"
    std::size_t scale = 0; ///< the scale's place among the file's tensors
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
