// SPDX-License-Identifier: GPL-3.0-or-later
// What a run says about one layer: the figures of its tensors, the newest or those of an earlier step, and the worst of each.
#pragma once

#include "app/run_history.h"

#include <QString>

#include <optional>
#include <string>

namespace ulpscope::ui {

struct LayerHealth
{
    std::optional<double>
        flushedPercent; ///< worst of its gradients, its inputs' too, at the last probed step
    std::optional<double> lostPercent; ///< worst of its weights' updates, likewise
    std::optional<double> error; ///< of its output against the float64 twin, at the last probed step
    bool sawNonFinite = false; ///< in any of its tensors, at any probed step until then
    bool isNonFinite = false; ///< at the last probed step
    QString details; ///< each tensor's newest figures, one a line; empty without a run
    std::optional<std::int64_t> step; ///< the last probed one; nothing without figures
};

/// upTo: as if the run had gone no further.
LayerHealth layerHealth(
    const RunHistory& run, const std::string& layerPath, std::optional<std::int64_t> upTo = {});

/// Of the updates within the layer the one whose share lost is the largest, or without figures the first; nothing where the run has none.
std::optional<TensorName> worstUpdate(
    const RunHistory& run, const std::string& layerPath, std::optional<std::int64_t> upTo = {});

} // namespace ulpscope::ui
