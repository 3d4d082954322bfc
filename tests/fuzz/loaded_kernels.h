// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels, opened once for all inputs.
#pragma once

#include "engine/kernels/kernels.h"
#include "tests/fuzz/fuzz_target.h"

namespace ulpscope::fuzz {

/// The best level that this processor has and that was built: a build for fuzzing has one alone.
inline const Kernels& loadedKernels()
{
    static const Kernels kernels = [] {
        for (const std::string& level : Kernels::availableLevels())
            if (Result<Kernels> loaded = Kernels::load(level); loaded)
                return *loaded;
        require(false, "kernels for this processor were built");
        std::abort();
    }();
    return kernels;
}

} // namespace ulpscope::fuzz
