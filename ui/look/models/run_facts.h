// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that explain a picture of a run without the window: the settings of its training, and a text in place of
// tensors that are not recorded.
#pragma once

#include "app/session/run_history.h"
#include "engine/session/session_spec.h"
#include "engine/train/birthplace.h"

#include <QString>

#include <cstdint>

namespace ulpscope::ui {

/// "0 of 1 step", "12 of 2 000 steps"
QString stepsDoneText(std::int64_t done, std::int64_t steps);

/// "policy mixed_float16, loss scale fixed 1024, seed 0, 1500 of 1500 steps"; layers with policies of their own are named.
QString runFacts(const SessionSpec& session, std::int64_t stepsDone);
/// The rules of a run, and the processor level for which its products were computed: "..., kernels x86-64-v4".
QString runFacts(const RunHistory& run);

/// Whether nothing but its records is there.
bool isReadFromFile(const RunHistory& run);
/// Why the run's tensors are not there, null for no run, and what to do about it: "…, then `whatFollows`." isOtherComing: another run
/// is about to take its place.
QString noTensorsText(const RunHistory* run, bool isOtherComing, const QString& whatFollows);
/// Why a tensor of that step has no values; -1: before the first.
QString noValuesText(const RunHistory& run, TensorRole role, std::int64_t step);

/// Where a value that is not finite was born: the engine's sentence, in another language one from its parts.
QString birthplaceText(const Birthplace& birth);
/// "left operand 70123.5"
QString operandText(const NamedValue& operand);

} // namespace ulpscope::ui
