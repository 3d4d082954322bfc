// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that a budget can name: those of history.csv at a step, those of summary.json at the run's end.
#pragma once

#include "engine/probe/records.h"
#include "engine/train/run_summary.h"

#include <optional>
#include <span>
#include <string_view>

namespace ulpscope {

struct BudgetKey
{
    std::string_view name; ///< "loss", as the files call it
    std::optional<double> (*ofStep)(const StepRecord& record) = nullptr; ///< null: known at the end alone
    std::optional<double> (*ofRun)(const RunSummary& run) = nullptr; ///< null: known at steps alone
    bool isSum = false; ///< of a run it is the sum of its steps', none of which is below zero
    bool isSumOfRange = false; ///< of a range of steps too; else each of its steps counts by itself
    bool needsFloat64 = false;
    bool needsTestData = false;
};

/// A step at which something happens, and does not, is infinite.
std::span<const BudgetKey> budgetKeys();

} // namespace ulpscope
