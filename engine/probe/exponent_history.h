// SPDX-License-Identifier: GPL-3.0-or-later
// How the exponents of tensors move over a run, within a fixed budget: at most kColumns columns a tensor, each the sum of
// the histograms of some sampled steps; when they are full, neighbours are added up.
#pragma once

#include "engine/probe/records.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ulpscope {

struct ExponentColumn
{
    std::int64_t firstStep = 0;
    std::int64_t lastStep = 0;
    std::int64_t samples = 0; ///< how many histograms it is the sum of
    std::array<std::uint64_t, kExponentBins> bins{};
    std::int64_t zeros = 0;
    std::int64_t nonFinite = 0;
};

class ExponentHistory
{
public:
    static constexpr std::size_t kColumns = 64;
    using Key = std::pair<PathId, TensorRole>;

    ExponentHistory() = default;
    /// Continues another history's tensors(), to which the next records are appended.
    explicit ExponentHistory(std::map<Key, std::vector<ExponentColumn>> tensors);

    /// Records in the order of their steps.
    void append(const StepRecord& record);
    /// Removes the columns that go beyond `steps` steps; a column that spans that step is removed whole.
    void truncate(std::int64_t steps);
    const std::map<Key, std::vector<ExponentColumn>>& tensors() const { return m_tensors; }
    /// Finds a tensor's columns; null when nothing was recorded for it.
    const std::vector<ExponentColumn>* find(PathId path, TensorRole role) const;

private:
    std::map<Key, std::vector<ExponentColumn>> m_tensors;
    std::map<Key, std::int64_t> m_samplesAColumn;
};

} // namespace ulpscope
