// SPDX-License-Identifier: GPL-3.0-or-later
// Where Keras on JAX on a GPU does not compute in the float8 that a policy asks for. XLA may take out a pair of casts, and as it is
// installed it takes out those to float8 and back where the layer computes in bfloat16 or float16. Measured on an H200 (driver
// 580.159.04, jax 0.11.2, Keras 3.15.1) on 2026-11-27 with Dense layers: the first loss of a training in float8_from_mixed_bfloat16 is
// that of mixed_bfloat16 to the last bit, and with --xla_allow_excess_precision=false it is not. Over float32 the casts stay.
#pragma once

#include "engine/base/message.h"
#include "engine/policy/dtype_policy.h"
#include "engine/session/session_spec.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Whether the forward pass of a layer of that class is not rounded to float8 there, though its policy is one of float8.
bool isFloat8LeftOut(std::string_view className, const DTypePolicy& policy);

/// Says so in one sentence, and what to do about it. layers: their paths; none: empty.
Message unroundedFloat8(const std::vector<std::string>& layers);

/// The same of a session's layers; empty where the session asks for the arithmetic of PyTorch, which rounds.
Message unroundedFloat8(const SessionSpec& session);

} // namespace ulpscope
