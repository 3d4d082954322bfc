// SPDX-License-Identifier: GPL-3.0-or-later
// What a run lost at each tensor of the picture: at the pinned step, or without one over the run, as the tree tells it.
#pragma once

#include "app/session/run_history.h"
#include "ui/tree/models/layer_tensor.h"

#include <QHash>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ulpscope::ui {

struct TensorLoss
{
    std::optional<double> flushedPercent; ///< of a gradient: is zero, and not in float64
    std::optional<double> lostPercent; ///< of an update: stays as it was, and moves in float64
    bool isNonFinite = false; ///< at the last probed step
    bool sawNonFinite = false; ///< at any probed step until then
    bool isNan = false; ///< whether NaN is among them, else infinities alone
    double overflows = 0; ///< elements, at the last probed step
    double underflows = 0;
    std::optional<double> amax;
    std::optional<double> error; ///< relative L2 against the reference
    bool isBirthplace = false; ///< of the run's first value that is not finite, or of what it diverged by
    std::optional<std::int64_t> step; ///< last probed; none without metrics

    /// The larger of both shares; none without one.
    std::optional<double> share() const;
};

/// Cheap to ask; keeps the run.
class GraphLosses
{
public:
    GraphLosses() = default;
    /// Null: no run. upTo: of that step, or the last probed one before; without it over the whole run.
    GraphLosses(std::shared_ptr<const RunHistory> run, std::optional<std::int64_t> upTo);

    TensorLoss of(const LayerTensor& tensor) const;
    const std::shared_ptr<const RunHistory>& run() const { return m_run; }
    bool isOfStep() const { return m_upTo.has_value(); }
    /// The loss scale of the step; none without one.
    std::optional<double> lossScale() const;
    /// Path of the layer in which the first value that is not finite arose; empty: in none, or there is none.
    std::string birthLayer() const;
    /// Whether the first value that is not finite is the loss itself.
    bool isLossBirthplace() const;
    /// Whether the step's loss is finite.
    bool isLossFinite() const;

private:
    const Birthplace* birthplace() const;

    std::shared_ptr<const RunHistory> m_run;
    std::optional<std::int64_t> m_upTo;
    std::map<std::string, PathId, std::less<>> m_paths;
};

} // namespace ulpscope::ui
