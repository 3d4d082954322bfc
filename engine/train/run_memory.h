// SPDX-License-Identifier: GPL-3.0-or-later
// What a run asks of the machine, said before anything is allocated: a session of a few lines can ask for more than there is.
#pragma once

#include "engine/base/memory_budget.h"
#include "engine/session/checked_session.h"

#include <cstdint>
#include <span>

namespace ulpscope {

/// Bytes that the lanes of a run take at their largest, without its data. An estimate by formulas, not what an allocator
/// counts: within a factor of two of what was measured (tests/engine/tst_run_memory).
struct RunMemory
{
    double weights = 0; ///< with gradients, casts, optimizer state and kept copies
    double activations = 0; ///< of a batch, with gradients, casts and unfolded images

    double total() const { return weights + activations; }
};

/// Memory of the checked candidates of one run.
RunMemory memoryOfRun(std::span<const CheckedSession> candidates);

/// An error at what asks for most, where the run would take more than so many bytes.
Status checkMemory(std::span<const CheckedSession> candidates, std::uint64_t available);

/// The error of a run of `bytes` that the budget has no room for.
Error overBudget(double bytes, const MemoryBudget& budget);

} // namespace ulpscope
