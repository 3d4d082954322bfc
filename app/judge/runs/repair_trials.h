// SPDX-License-Identifier: GPL-3.0-or-later
// Tries the repairs of a verdict before one is offered: each trains the edited session on the same seed, to the end of the run or as
// far as the time allows, and is measured by the number that was bad.
#pragma once

#include "app/judge/runs/verdicts.h"
#include "engine/base/memory_budget.h"
#include "engine/kernels/kernels.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace ulpscope {

struct TrialLimits
{
    double seconds = 2.5; ///< seconds of training for all repairs together
    int threads = 1;
    std::shared_ptr<MemoryBudget> memory = {}; ///< the trials take shares of it; null: there is no limit
};

struct RepairTrials
{
    std::optional<Repair> helped; ///< the first that mends the number, or else the first that makes it better
    std::int64_t steps = 0; ///< steps for which the repair was tried
    Message outcome; ///< "finite, loss 0.21 after 40 steps"; empty without one
    std::vector<Message>
        untried; ///< texts of the repairs for which the time did not suffice, where none helped
};

/// verdict: judge()'s of the session and these totals, with last the record of the run's last step. Nothing if stopped.
std::optional<RepairTrials> tryRepairs(const SessionSpec& session, const Verdict& verdict,
    const RunTotals& totals, const StepRecord& last, const Kernels& kernels, const TrialLimits& limits = {},
    const std::stop_token& stop = {});

} // namespace ulpscope
