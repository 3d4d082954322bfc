// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the health strip as they are shown: value, caption, what the number means, and how bad it is. Of the run so far,
// or of some of its steps, and then each says which.
#pragma once

#include "app/judge/runs/severity.h"
#include "app/session/run_history.h"

#include <QString>

#include <optional>
#include <vector>

namespace ulpscope::ui {

struct Headline
{
    QString id; ///< "gradients_flushed_percent", as in summary.json
    QByteArray lessonPlace; ///< "tile.gradients-flushed"
    QByteArray lesson; ///< the name of the lesson that explains the metric
    QString caption;
    QString value; ///< "83.9 %"; a dash without steps
    QString detail;
    QString definition;
    Severity severity = Severity::Good;
    bool applies = true; ///< false: the task has no such number
    bool isJudged = true; ///< false: a number that is neither good nor bad by itself
};

/// Always the same ones in the same order, which is that of their rows. A diverged run has no loss and no error, only the
/// step at which it was lost. steps: the numbers of these alone; of several the mean loss and error.
std::vector<Headline> headlines(const RunHistory* run, std::optional<StepRange> steps = {});

} // namespace ulpscope::ui
