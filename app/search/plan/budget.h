// SPDX-License-Identifier: GPL-3.0-or-later
// A budget as a sentence: "loss@500 <= 1.01*float32; skipped_steps@50.. == 0". Its clauses, parted by semicolons, are
//     key [@step | @from..to] relation (number | factor*float32)
// Without @ it is the run's end; a range may be open at either side, and counts from step 0 as history.csv does. float32 is the same key
// of the run with all searched layers in float32 under the same seed, at the same step. A budget holds where all its clauses do.
#pragma once

#include "engine/base/formula.h"
#include "engine/base/result.h"
#include "engine/probe/records.h"
#include "engine/train/run_summary.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

// The numbers that a budget can name: those of history.csv at a step, those of summary.json at the run's end.
struct BudgetKey
{
    std::string_view name; ///< "loss", as the files call it
    std::optional<double> (*ofStep)(const StepRecord& record) = nullptr; ///< null: known at the end alone
    std::optional<double> (*ofRun)(const RunSummary& run) = nullptr; ///< null: known at steps alone
    bool isSum = false; ///< the run's number is the sum over its steps, none of which is below zero
    /// The number of a range of steps is a sum too; otherwise each step counts by itself.
    bool isSumOfRange = false;
    bool needsFloat64 = false;
    bool needsTestData = false;
};

/// A step at which something happens, and does not, is infinite.
std::span<const BudgetKey> budgetKeys();

struct ClauseSteps
{
    std::int64_t from = 0;
    std::int64_t to = 0; ///< the last one
};

struct Clause
{
    std::string text; ///< the clause as it was written, without spaces around it
    const BudgetKey* key = nullptr;
    std::optional<ClauseSteps> steps; ///< nullopt means the run's end
    Relation relation = Relation::LessOrEqual;
    double number = 0; ///< the limit, or float32's factor
    bool isTimesFloat32 = false;

    /// Whether the clause limits one sum over the steps, not each step by itself.
    bool isSum() const { return steps ? key->isSumOfRange : key->isSum; }
    /// The limit when float32's own number is `float32`.
    double limit(double float32) const { return isTimesFloat32 ? number * float32 : number; }
};

struct Budget
{
    std::string text; ///< the clauses', joined by "; "
    std::vector<Clause> clauses;

    bool needsFloat64() const;
    bool needsTestData() const;
};

inline constexpr std::size_t kLongestBudget = 2000; ///< bytes
inline constexpr std::size_t kMaxClauses = 32;

/// `steps` is the run's length. The error's place is a column, counted from 1: "column 6".
Result<Budget> parseBudget(std::string_view text, std::int64_t steps);

} // namespace ulpscope
