// SPDX-License-Identifier: GPL-3.0-or-later
// Losses of one layer in a run: over the whole run, or at one of its steps.
#pragma once

#include "app/session/run_history.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <string>

namespace ulpscope::ui {

struct LayerHealth
{
    /// Share of the worst among its output and weight gradients: the mean over the recorded steps, or of the step that is asked for.
    std::optional<double> flushedPercent;
    std::optional<double> lostPercent; ///< percent of updates lost in the weight that loses most
    std::optional<double> error; ///< error of the layer's output against float64, at the last probed step
    bool sawNonFinite = false; ///< in any of its tensors, at any probed step until then
    bool isNonFinite = false; ///< whether the last probed step had values that are not finite
    QStringList
        details; ///< at most three lines: what is flushed, what is lost, the output; empty without a run
    std::optional<std::int64_t> step; ///< the last probed one; nothing without metrics
};

/// upTo: the metrics of that step, or of the last recorded one before it; without it those of the whole run.
LayerHealth layerHealth(
    const RunHistory& run, const std::string& layerPath, std::optional<std::int64_t> upTo = {});

/// The update within the layer whose lost share is the largest, or without metrics the first; nothing where the run has none.
std::optional<TensorName> worstUpdate(
    const RunHistory& run, const std::string& layerPath, std::optional<std::int64_t> upTo = {});

} // namespace ulpscope::ui
