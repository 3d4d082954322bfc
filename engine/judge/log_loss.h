// SPDX-License-Identifier: GPL-3.0-or-later
// What a log's losses and gradient norms say by themselves, whatever the loss scale does: that one is not finite, and from where on.
#pragma once

#include "engine/judge/log_verdict.h"

namespace ulpscope {

/// The first loss that is not finite; nullptr without one.
const LogEvent* firstBadLoss(const TrainingLog& log);
/// Of a log with a bad loss: that it is not finite, and from where on, or that it was once.
Message badLossText(const TrainingLog& log);
/// The first eight lines of losses that are not finite.
std::vector<std::size_t> badLossLines(const TrainingLog& log);

/// Under a loss scale, which only ever makes gradients overflow: the loss is what it is without it.
std::optional<LogVerdict> lossNotFinite(const TrainingLog& log);
/// A gradient norm that stays NaN or infinite; of a log whose steps are not skipped.
std::optional<LogVerdict> normNotFinite(const TrainingLog& log);

} // namespace ulpscope
