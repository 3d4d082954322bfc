// SPDX-License-Identifier: GPL-3.0-or-later
// States of a run, kept so that one can go back: every stride-th step's within a budget of bytes. When the budget is
// spent, the stride doubles and every second state goes; its storage is used again.
#pragma once

#include "engine/train/lane.h"
#include "engine/train/run_totals.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ulpscope {

struct KeptState
{
    std::int64_t step = 0; ///< steps done before it
    std::vector<LaneState> lanes; ///< the candidates, then the reference, if there is one
    std::vector<RunTotals> totals; ///< one for each candidate

    std::size_t bytes() const;
};

class KeptStates
{
public:
    /// However small they are: a person cannot tell more apart on a slider.
    static constexpr std::size_t kMaxStates = 1024;
    /// From so many bytes on, states go whose steps are done again within so many seconds.
    static constexpr std::size_t kFewBytes = std::size_t{48} << 20;
    static constexpr double kQuickSeconds = 0.3;

    /// budgetBytes: 0 keeps nothing. The first state is kept even if it alone is larger.
    explicit KeptStates(std::size_t budgetBytes = 0)
        : m_budgetBytes(budgetBytes)
    {
    }

    bool isWanted(std::int64_t step) const;
    /// What to fill for a wanted step; then call added().
    KeptState& beginAdding(std::int64_t step);
    /// secondsAStep: what going back by one step costs; where it is little, fewer bytes are kept than the budget allows.
    void added(double secondsAStep = 0);

    std::vector<std::int64_t> steps() const;
    /// The last one at or before `step`; nullptr if there is none.
    const KeptState* lastUpTo(std::int64_t step) const;
    std::int64_t stride() const { return m_stride; }
    std::size_t bytes() const { return m_bytes; }

private:
    void thinOut();

    std::size_t m_budgetBytes;
    std::size_t m_bytes = 0;
    std::int64_t m_stride = 1;
    std::vector<std::unique_ptr<KeptState>> m_states; ///< ordered by step
    std::vector<std::unique_ptr<KeptState>> m_free;
    std::unique_ptr<KeptState> m_adding;
};

} // namespace ulpscope
