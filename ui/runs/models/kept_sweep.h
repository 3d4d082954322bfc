// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep read back from its kept runs, such as those of a file: which override was turned, and to which value in each of them.
#pragma once

#include "app/session/kept/kept_runs.h"
#include "ui/runs/models/sweep_overrides.h"

#include <QString>

#include <optional>
#include <vector>

namespace ulpscope::ui {

struct KeptSweep
{
    const SweepOverride* setting = nullptr;
    std::vector<SweepPoint> points; ///< the runs, in the order of the swept values
    std::vector<KeptRunId> runs; ///< one run for each point
};

/// Returns nullopt where runs of that name are not two at least, or no override makes each of them of the others.
std::optional<KeptSweep> keptSweep(const KeptRuns& kept, const QString& name);

/// Names of the sweeps that have a KeptSweep, the newest first.
QStringList keptSweepNames(const KeptRuns& kept);

} // namespace ulpscope::ui
