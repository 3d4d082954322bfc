// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture of a run must say to be understood without the window: under which settings it was trained.
#pragma once

#include "engine/session/session_spec.h"

#include <QString>

#include <cstdint>

namespace ulpscope::ui {

/// "policy mixed_float16, loss scale fixed 1024, seed 0, 1500 of 1500 steps"; layers with policies of their own are named.
QString runFacts(const SessionSpec& session, std::int64_t stepsDone);

} // namespace ulpscope::ui
