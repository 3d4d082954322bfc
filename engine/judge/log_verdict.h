// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what a log says of its loss scale is as it should be, and if not, why: each verdict with the lines that it follows from.
#pragma once

#include "engine/base/message.h"
#include "engine/judge/severity.h"
#include "engine/judge/training_log.h"

#include <string>
#include <vector>

namespace ulpscope {

struct LogVerdict
{
    std::string id; ///< "warming_up"
    Severity severity = Severity::Good;
    Message sentence;
    std::string why; ///< a text of its own, for somebody who sees this for the first time
    std::vector<std::size_t> lines; ///< of the log, at most eight
};

/// The loss scale as it went; a value for each line that says one.
struct ScalePoint
{
    std::size_t line = 0;
    std::optional<std::int64_t> step;
    double scale = 0;
    bool afterSkip = false; ///< it is what an overflow has left
    bool isOverflow = false; ///< its line is of that overflow alone
};

struct LogJudgement
{
    std::vector<LogVerdict>
        verdicts; ///< at least one; the first is about the loss scale, or says that there is none, unless the loss is not finite
    std::int64_t skippedSteps = 0; ///< that the log tells of; one that several ranks tell of is one
    std::vector<ScalePoint> scale;
    /// For `ulpscope-cli run SCENE --loss-scale`: the stack's rule from the first scale on; empty without a scale.
    std::string lossScaleArgument;
};

LogJudgement judgeLog(const TrainingLog& log);

} // namespace ulpscope
