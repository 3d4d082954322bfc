// SPDX-License-Identifier: GPL-3.0-or-later
// What the health strip says: a table of rules over what a run has come to. Each has a condition, a sentence, and edits of the
// session that may repair it. Whether one does is found by trying it (repair_trials.h).
#pragma once

#include "app/judge/runs/severity.h"
#include "engine/base/message.h"
#include "engine/session/session_spec.h"
#include "engine/train/run_summary.h"
#include "engine/train/run_totals.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Subject of a verdict, which decides what view it links to.
enum class VerdictSubject : std::uint8_t {
    Nothing,
    NonFinite, ///< the first value that is not finite
    SkippedSteps,
    ScalerEnd, ///< the step at which the loss scaler ended the run
    FlushedGradients,
    LostUpdates,
    SaturatedOperands,
    OutputError,
    Costs, ///< where nothing is wrong: what the repair would gain
};

/// The number of a run that is bad, by which a repair is measured.
enum class BadMetric : std::uint8_t {
    None,
    Divergence, ///< the step at which it diverged, or at which its loss scaler ended it
    Overflows,
    SkippedShare,
    FlushedShare,
    LostShare,
    SaturatedShare,
    OutputError,
};

struct Repair
{
    Message text; ///< "Try loss scale 1024"
    std::function<void(SessionSpec&)> edit;
};

struct Verdict
{
    std::string ruleId; ///< "gradients_flushed"
    Severity severity = Severity::Good;
    VerdictSubject subject = VerdictSubject::Nothing;
    Message sentence; ///< "84 % of the gradients became zero: ..."
    Message accuracy; ///< "Test accuracy is 61.0 %, float64's 98.4 %."; empty unless they are far apart
    std::vector<Message>
        why; ///< two or three sentences for a newcomer, and what else explains it in this session
    std::shared_ptr<const Birthplace>
        birthplace; ///< birthplace of the first value that is not finite, if that is part of the answer
    BadMetric metric = BadMetric::None;
    /// None of them tried. First those that keep what the user chose, such as float8; last those that throw it away.
    std::vector<Repair> repairs;
    std::string lesson; ///< by name, where one explains the rule's cause in this run; else empty

    std::string text() const; ///< sentence and accuracy in English
    std::string whyText() const; ///< why and birthplace in English
};

/// The first rule of the table that applies; always one ("Numerically healthy"). last: the record of the run's last step; of no
/// step it may be any. accuracy: the newest that is known.
Verdict judge(const SessionSpec& session, const RunTotals& totals, const StepRecord& last,
    const RunAccuracy& accuracy = {});

} // namespace ulpscope
