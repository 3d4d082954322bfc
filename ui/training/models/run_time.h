// SPDX-License-Identifier: GPL-3.0-or-later
// How long runs take, from how long their steps took.
#pragma once

#include "app/session/run_history.h"

#include <QString>

#include <optional>

namespace ulpscope::ui {

/// Until the last step of its session, at the speed of its steps so far; nothing before that is known or when they are done.
std::optional<double> secondsLeft(const RunHistory& run);

/// Whether their steps are, though perhaps in other formats.
bool isSameWork(const SessionSpec& a, const SessionSpec& b);

/// Time for training the session, where the run tells: its steps are the same work, though perhaps in other formats.
std::optional<double> secondsFor(const SessionSpec& session, const RunHistory& run);

/// "40 s", "4 min", "2 h": as rough as it is known.
QString durationText(double seconds);

/// Runs that take no longer say nothing of it.
inline constexpr double kLongRunSeconds = 5;

} // namespace ulpscope::ui
