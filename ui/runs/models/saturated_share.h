// SPDX-License-Identifier: GPL-3.0-or-later
// The share of saturated elements, which the verdict about scaled operands is based on.
#pragma once

#include "app/session/run_history.h"

#include <optional>

namespace ulpscope::ui {

/// In percent, of the elements of all operands whose scale comes from earlier steps those that were clipped; absent where there are none.
inline std::optional<double> saturatedPercent(const RunHistory& run)
{
    const StepCounts& counts = run.totals().counts;
    return counts.scaled > 0 ? std::optional(counts.saturatedPercent()) : std::nullopt;
}

} // namespace ulpscope::ui
