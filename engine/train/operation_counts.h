// SPDX-License-Identifier: GPL-3.0-or-later
// A training step done again as operations, and what each of them lost: its result beside the same operation in float64 from the same
// operands.
#pragma once

#include "engine/graph/graph.h"
#include "engine/session/checked_session.h"
#include "engine/train/lane.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace ulpscope {

struct OperationCount
{
    Index elements = 0;
    Index flushed = 0; ///< zero, and not in float64
    Index overflowed = 0; ///< not finite, and finite in float64
    Index nonFinite = 0; ///< not finite in float64 either
    double error = 0; ///< relative L2, of the elements that are finite in both

    double flushedPercent() const
    {
        return elements == 0 ? 0 : 100 * static_cast<double>(flushed) / static_cast<double>(elements);
    }
};

struct OperationCounts
{
    std::int64_t step = 0;
    graph::Graph graph;
    std::vector<std::optional<OperationCount>> of
        = {}; ///< by node; nothing of what rounds nothing, or has no such twin
    /// Whether the gradients and the next weights are those of the run, to the last bit. Else the counts say nothing about it.
    bool isTheRuns = false;
};

/// Does the lane's next step, which `data` and `batch` say, once as the lane does it and once as operations, and leaves the lane before
/// it. Nothing where the session has no formula, or too large a one, the batch is not whole, or if stopped.
std::optional<OperationCounts> countOperations(Lane& lane, const CheckedSession& checked, const Dataset& data,
    const std::vector<std::int64_t>& batch, std::int64_t step, const std::stop_token& stop = {});

} // namespace ulpscope
