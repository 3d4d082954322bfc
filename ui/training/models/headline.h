// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of the health strip as they are shown: value, caption, what the number means, and how bad it is.
#pragma once

#include "app/run_history.h"
#include "engine/judge/severity.h"

#include <QString>

#include <vector>

namespace ulpscope::ui {

struct Headline
{
    QString id; ///< "gradients_flushed_percent", as in summary.json
    QString caption;
    QString value; ///< "83.9 %"; a dash without steps
    QString detail;
    QString definition;
    Severity severity = Severity::Good;
    bool applies = true; ///< false: the task has no such number
    bool isJudged = true; ///< false: a number that is neither good nor bad by itself
};

/// Always the same ones in the same order, which is that of their rows. A diverged run has no loss and no error, only the
/// step at which it was lost.
std::vector<Headline> headlines(const RunHistory* run);

} // namespace ulpscope::ui
