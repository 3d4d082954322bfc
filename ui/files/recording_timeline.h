// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded tensor as a run of three metrics, so that it is plotted as runs are: its amax at each recorded step, what a recipe's scale maps into
// a format there, and that scale.
#pragma once

#include "app/session/run_history.h"
#include "ui/files/models/scale_metrics.h"
#include "ui/training/models/step_marks.h"
#include "ui/training/plot_catalog.h"

#include <memory>
#include <vector>

namespace ulpscope::ui {

struct RecordingTimeline
{
    std::shared_ptr<const RunHistory> run;
    std::vector<PlotRow> rows; ///< the amax, the scale
    std::vector<StepMark> marks; ///< where the amax is beyond what the scale maps, and where it is not finite
};

/// recipe: of series.scales.
RecordingTimeline timelineOf(const ScaledSeries& series, std::size_t recipe, const QString& tensor);

} // namespace ulpscope::ui
