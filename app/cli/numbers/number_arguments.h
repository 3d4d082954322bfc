// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments that commands on numbers share.
#pragma once

#include "app/judge/arithmetic/would_lose.h"
#include "engine/base/result.h"
#include "engine/dtype/block_array.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/file/npy.h"
#include "engine/kernels/accumulator.h"
#include "engine/tensor/ops.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace ulpscope::cli {

/// "weights.npy", or a tensor of any file of tensors, "model.safetensors::lm_head.weight". Errors have it as their place.
NpyArray loadArray(const std::string& argument);
inline constexpr const char* kArrayHelp
    = "The array to read: IN.npy, or FILE::TENSOR of any file that ulpscope-cli open lists";

/// An array's values rounded once to `format`, with its shape if that has two axes, else in one row.
Tensor tensorFrom(Arithmetic& arithmetic, const NpyArray& array, const Format& format,
    const Rounding& rounding, const RandomKey& key);

/// Finds an accumulator by name and checks that it can sum products of `operands`; errors are at --accumulate.
Accumulator accumulatorArgument(const std::string& name, const Format& operands);

/// --seed of stochastic rounding.
void addSeed(CLI::App& command, std::uint64_t& seed);

/// The key of one use of randomness in a command: which operand or sum it is.
RandomKey keyOf(std::uint64_t seed, std::uint32_t stream);

// --recipe: scaling recipes that a tensor is asked about.
void addRecipeOption(CLI::App& command, std::vector<std::string>& recipes);

/// "mxfp8", "mxfp8:rule=even,fp8_format=HYBRID"; "all" stands for every recipe. Errors are at --recipe.
std::vector<WouldLose> lossesUnderRecipes(
    const TensorSnapshot& tensor, const std::vector<std::string>& names, const Kernels& kernels);

// The argument of a command that takes either an element format or a block format with scales.
struct FormatArgument
{
    const Format* element = nullptr; ///< set if the name is an element format, else null
    std::optional<BlockFormat> block;

    std::string name() const { return element != nullptr ? std::string(element->name) : block->name; }
};

/// Finds a format by name. The error has no place and proposes the nearest name.
Result<FormatArgument> formatArgument(const std::string& name);

/// The array of the file `path` in a block format. Errors are at --axis or at the file.
QuantizedArray quantizedArgument(const std::string& path, const NpyArray& array, const BlockFormat& format,
    int axis, const Rounding& rounding, std::uint64_t seed);

struct RoundingOptions
{
    std::string mode = "nearest-even";
    std::string overflow = "ml_dtypes";
    std::string bits = "full";
    std::uint64_t seed = 0;
    bool flushInputs = false;
    bool flushOutputs = false;

    /// Adds --round, --overflow, --bits, --seed, --flush-inputs and --flush-outputs; this must outlive the parser.
    void addTo(CLI::App& command);
    /// Errors are at the option.
    Rounding rounding() const;
    /// Refuses options that block formats do not have.
    void checkForBlocks() const;
};

} // namespace ulpscope::cli
