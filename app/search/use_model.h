// SPDX-License-Identifier: GPL-3.0-or-later
// What runs so far say of those that were not run: of each clause the use is a sum of a number for each layer's policy, by least squares with a
// little ridge (Hoerl and Kennard 1970). It says what to run next, and nothing else.
#pragma once

#include "app/search/sweep/run_result.h"

#include <map>
#include <vector>

namespace ulpscope {

/// Limit for layers times policies, because learning takes the cube of that.
inline constexpr std::size_t kMaxNumbers = 1000;

class UseModel
{
public:
    UseModel(std::size_t layers, std::size_t policies, std::size_t clauses);

    /// Takes a result of one seed and one loss scale. A run that ended early because it broke a clause tells of the clauses that it broke alone.
    void add(const RunResult& result);
    /// Learns all runs that were added; nothing, so that every use is 0, where there are more than kMaxNumbers to learn.
    void fit();
    /// The largest use of the clauses.
    double predict(const Assignment& assignment) const;

private:
    std::vector<double> learned(std::size_t clause) const;
    /// Index of a layer's policy among the coefficients; the constant term comes last.
    std::size_t place(std::size_t layer, std::size_t policy) const { return layer * m_policies + policy; }

    std::size_t m_layers;
    std::size_t m_policies;
    std::map<Assignment, std::vector<ClauseReading>> m_runs;
    std::vector<std::vector<double>> m_numbers; ///< one list for each clause
};

} // namespace ulpscope
