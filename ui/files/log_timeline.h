// SPDX-License-Identifier: GPL-3.0-or-later
// A training's log as a run of three metrics, so that it is plotted as runs are: loss and loss scale, and marks where steps were skipped.
#pragma once

#include "app/judge/runs/training_log.h"
#include "app/session/run_history.h"
#include "ui/training/models/step_marks.h"
#include "ui/training/plot_catalog.h"

#include <memory>
#include <vector>

namespace ulpscope::ui {

struct LogTimeline
{
    /// Along the log's own steps, if each line that says something has one and they never go back; else along its lines.
    bool isAlongSteps = false;
    std::shared_ptr<const RunHistory> run; ///< null: nothing is to be plotted
    std::vector<PlotRow> rows; ///< the loss, the loss scale: those that the log has
    std::vector<StepMark> marks;
    std::vector<std::pair<std::int64_t, std::size_t>>
        lines; ///< place along the axis and line of the log, ascending

    /// The line that said what is read at a place; 0: none.
    std::size_t lineAt(std::int64_t place) const;
    /// Where that line is, or the next one that says something; nothing after the last.
    std::optional<std::int64_t> placeOf(std::size_t line) const;
};

LogTimeline timelineOf(const TrainingLog& log);

} // namespace ulpscope::ui
