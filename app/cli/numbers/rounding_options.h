// SPDX-License-Identifier: GPL-3.0-or-later
// The options that say how numbers are rounded, as every command that rounds takes them.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/rounding.h"

#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace ulpscope::cli {

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
