// SPDX-License-Identifier: GPL-3.0-or-later
// Logs of trainings: read, judged, and the rule that is proposed for trying it exists.
#include "tests/fuzz/fuzz_target.h"

#include "app/io/logs/training_log_reader.h"
#include "app/judge/logs/log_verdict.h"
#include "engine/scaling/loss_scale_text.h"

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const Result<TrainingLog> log = readTrainingLog(fuzz::textOf(data, size));
    if (!isFine(log))
        return 0;
    const LogJudgement judgement = judgeLog(*log);
    require(!judgement.verdicts.empty(), "there is a verdict");
    for (const LogVerdict& verdict : judgement.verdicts) {
        require(!verdict.sentence.empty() && !verdict.why.empty(), "it says something");
        for (const std::size_t line : verdict.lines)
            require(line >= 1 && line <= log->lines, "it points at a line");
    }
    require(judgement.skippedSteps >= 0, "steps are counted");
    if (!judgement.lossScaleArgument.empty())
        isFine(lossScaleByText(judgement.lossScaleArgument, {"none", {}}));
    return 0;
}
