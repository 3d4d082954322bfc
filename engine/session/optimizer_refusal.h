// SPDX-License-Identifier: GPL-3.0-or-later
// What Keras' optimizer raises in the first step of a session that trains here.
#pragma once

#include "engine/base/result.h"
#include "engine/session/session_spec.h"

#include <optional>

namespace ulpscope {

/// Two rules of keras/src/backend/jax/optimizer.py, from which tests/golden/refusals.csv, a sweep over Keras itself, has no exception:
///  - Both branches of a jax.lax.cond need the same dtypes. Gradients that were divided by a dynamic scale are float32, those
///    that are accumulated have their variable's dtype.
///  - It writes average * isNow + variable * !isNow for every variable, and keeps no average of those that their gradients
///    overwrite: float8's scales and amax histories. Only what overwrites reads the averages.
std::optional<Error> optimizerRefusal(const SessionSpec& session);

} // namespace ulpscope
