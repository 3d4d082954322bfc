// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments that commands on arrays share: NumPy files as tensors of a format, accumulators, seeds.
#pragma once

#include "engine/file/npy.h"
#include "engine/kernels/accumulator.h"
#include "engine/tensor/ops.h"

#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace ulpscope::cli {

/// "weights.npy", or a tensor of any file of tensors, "model.safetensors::lm_head.weight". Errors have it as their place.
Result<NpyArray> loadArray(const std::string& argument);
inline constexpr const char* kArrayHelp
    = "The array to read: IN.npy, or FILE::TENSOR of any file that ulpscope-cli open lists";

/// An array's values rounded once to `format`, with its shape if that has two axes, else in one row.
Tensor tensorFrom(Arithmetic& arithmetic, const NpyArray& array, const Format& format,
    const Rounding& rounding, const RandomKey& key);

/// Finds an accumulator by name and checks that it can sum products of `operands`; errors are at --accumulate.
Result<Accumulator> accumulatorArgument(const std::string& name, const Format& operands);

/// --seed of stochastic rounding.
void addSeed(CLI::App& command, std::uint64_t& seed);

/// The key of one use of randomness in a command: which operand or sum it is.
RandomKey keyOf(std::uint64_t seed, std::uint32_t stream);

} // namespace ulpscope::cli
