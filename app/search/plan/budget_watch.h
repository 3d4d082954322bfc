// SPDX-License-Identifier: GPL-3.0-or-later
// Checks a run against a budget while it goes on: the value of each clause so far, and whether a clause is broken for good.
#pragma once

#include "app/search/plan/budget.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace ulpscope {

/// Values of the float32 run for each clause: one for each step of a range, else a single one.
using ClauseSeries = std::vector<std::vector<double>>;

/// Result of a clause in a run.
struct ClauseReading
{
    /// The worst value of a range; NaN: there was none.
    double value = std::numeric_limits<double>::quiet_NaN();
    double limit = std::numeric_limits<double>::quiet_NaN(); ///< limit that the value was compared with
    /// The share that was used of what the clause allows beyond float32's value: (value - float32's) / (limit - float32's), 0 where it is
    /// no worse than float32. At most 1 where the clause holds, above or infinite where not.
    double use = 0;
    bool isBroken = false;
    std::optional<std::int64_t> step = {}; ///< step of the value; nullopt means the run's end

    bool operator==(const ClauseReading&) const = default;
};

/// `value` is a run's value for a clause, `float32` the float32 run's value there.
ClauseReading readClause(
    const Clause& clause, double value, double float32, std::optional<std::int64_t> step);

/// Readings of the float32 run compared with itself, one for each clause.
std::vector<ClauseReading> readFloat32(const Budget& budget, const ClauseSeries& float32);

class BudgetWatch
{
public:
    /// `float32` is the series of the same seed. Null makes this the run that others are compared with: it keeps its series and breaks no clause.
    BudgetWatch(const Budget& budget, const ClauseSeries* float32);

    /// Takes consecutive steps.
    void add(const StepRecord& record);
    void end(const RunSummary& run);
    /// Judges numbers that were kept from a run; NaN stands for a missing one.
    using Numbers = std::function<double(const BudgetKey& key)>;
    void addStep(std::int64_t step, const Numbers& numbers);
    void endWith(const Numbers& numbers);

    /// Whether one clause cannot hold any more, whatever comes.
    bool isBroken() const;
    /// Whether nothing that comes can change a reading.
    bool isSettled() const;
    const std::vector<ClauseReading>& readings() const { return m_readings; }
    const ClauseSeries& series() const { return m_series; }

private:
    void take(std::size_t clause, double value, std::optional<std::int64_t> step);

    const Budget& m_budget;
    const ClauseSeries* m_float32;
    std::vector<ClauseReading> m_readings;
    std::vector<double> m_sums; ///< one sum for each clause
    ClauseSeries m_series;
    std::int64_t m_lastStep = -1; ///< last step that a clause reads; the run's end: the largest number
    std::int64_t m_stepsSeen = 0;
};

} // namespace ulpscope
