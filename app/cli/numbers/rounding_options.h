// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments that name a format, and say how values are rounded to it.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/block_array.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/file/npy.h"

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace ulpscope::cli {

// The argument of a command that takes either an element format or a block format with scales.
struct FormatArgument
{
    const Format* element = nullptr; ///< set if the name is an element format, else null
    std::optional<BlockFormat> block;

    std::string name() const { return element != nullptr ? std::string(element->name) : block->name; }
};

/// Finds a format by name. The error has no place and proposes the nearest name.
Result<FormatArgument> formatArgument(const std::string& name);

/// An error of quantizeArray(): at --axis, or at the file.
Error atOption(const Error& error, const std::string& path);

ArrayView viewOf(const NpyArray& array);

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
    Result<Rounding> rounding() const;
    /// Refuses options that block formats do not have.
    Status checkForBlocks() const;
};

} // namespace ulpscope::cli
