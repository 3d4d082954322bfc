// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts on the loss, the gradients and the loss scale of a logged training, each with the facts of the log from which it follows.
#pragma once

#include "app/judge/logs/log_fact_text.h"
#include "app/judge/logs/log_facts.h"
#include "app/judge/runs/severity.h"
#include "app/judge/runs/training_log.h"
#include "engine/base/message.h"

#include <string>
#include <vector>

namespace ulpscope {

struct LogVerdict
{
    std::string id; ///< "warming_up"
    Severity severity = Severity::Good; ///< Notice also where the log does not say what it would take to know
    Message sentence; ///< the facts, then what follows from them
    std::string why; ///< a text of its own, for a reader who sees this for the first time
    std::vector<LogFact> facts; ///< facts that the sentence states
    std::vector<LogPlace> places; ///< places in the log that the facts rest on, at most eight
    std::vector<std::size_t> lines; ///< the lines of these places, each once
};

struct LogJudgement
{
    std::vector<LogVerdict> verdicts; ///< at least one, the most severe first; none is good beside a failure
    std::int64_t skippedSteps = 0; ///< that the log tells of; one that several ranks tell of is one
    std::vector<ScalePoint> scale;
    /// Argument for `ulpscope-cli run SCENE --loss-scale`: the stack's rule, started at the log's first scale; empty without a scale.
    std::string lossScaleArgument;
};

LogJudgement judgeLog(const TrainingLog& log);

} // namespace ulpscope
