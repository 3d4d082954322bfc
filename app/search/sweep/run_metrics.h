// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a run that any budget can name, as far as it was trained: what is kept of it, so that another budget is read from it and not
// trained again. A run beside no float64 has no numbers that need it, and one of which the test data were not wanted none of those.
#pragma once

#include "app/search/plan/budget_watch.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace ulpscope {

class RunMetrics
{
public:
    /// hasFloat64: whether it is trained beside float64.
    explicit RunMetrics(bool hasFloat64);

    /// Takes consecutive steps from 0 on.
    void add(const StepRecord& record);
    /// hasTestData: whether the summary has what test data say.
    void end(const RunSummary& run, bool hasTestData);

    /// Reads them into a watch as the run was trained, until its budget is decided: after how many steps. Nothing: they end before, or lack
    /// a number that it asks for.
    std::optional<std::int64_t> readInto(BudgetWatch& watch, const Budget& budget) const;

    /// {"steps": 100, "step": {key: column}, "end": {key: number}}. A column is the one number of all steps, or little-endian IEEE 754 in
    /// base64 (RFC 4648), "f32" where float32 holds all of it.
    nlohmann::ordered_json json() const;
    /// Reads metrics from JSON; nullopt if it has another form.
    static std::optional<RunMetrics> read(const nlohmann::ordered_json& json);

private:
    RunMetrics();

    std::int64_t m_steps = 0;
    bool m_isAtEnd = false;
    std::vector<std::optional<std::vector<double>>>
        m_ofStep; ///< metrics of the step, in the order of budgetKeys()
    std::vector<std::optional<double>> m_ofRun; ///< metrics of the run, in the order of budgetKeys()
};

} // namespace ulpscope
