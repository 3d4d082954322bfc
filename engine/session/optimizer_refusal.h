// SPDX-License-Identifier: GPL-3.0-or-later
// What Keras' optimizer raises in the first step of a session that trains here.
#pragma once

#include "engine/base/result.h"
#include "engine/session/session_spec.h"

#include <optional>

namespace ulpscope {

/// Keras on JAX writes average * isNow + variable * !isNow for every variable (keras/src/backend/jax/optimizer.py), and keeps no
/// average of those that their gradients overwrite: float8's scales and amax histories. Only what overwrites reads the averages.
std::optional<Error> optimizerRefusal(const SessionSpec& session);

} // namespace ulpscope
