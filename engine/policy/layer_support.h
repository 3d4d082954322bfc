// SPDX-License-Identifier: GPL-3.0-or-later
// What real Keras does with a layer of some class under a policy: which quantized calls the class has, and why a policy
// would raise. Tried with Keras 3.16 and its JAX backend, class by class (tests/interop).
#pragma once

#include "engine/policy/dtype_policy.h"

#include <optional>
#include <string>
#include <string_view>

namespace ulpscope {

/// Whether layers of the class have a call for the mode, as Dense has for "float8".
bool hasQuantizedCall(std::string_view layerClass, std::string_view quantizationMode);

/// The policy that a layer keeps: the given one, or a quantized one's source where the class has no such call, as Keras'
/// model.quantize leaves such layers out.
DTypePolicy withoutMissingCall(std::string_view layerClass, const DTypePolicy& given);

/// Whether the policy makes a layer with such a call keep its kernel as integers, which then does not train: int8, int4.
bool hasIntegerKernel(const DTypePolicy& policy);

/// Whether Keras gives layers of the class a path. Layers that count as built from the start, such as Dropout and
/// Activation, have none, so a map's keys never reach them and they take its default.
bool hasKerasPath(std::string_view layerClass);

/// The exception that Keras raises when such a layer is built and first called with float32 data, if it does.
std::optional<Error> kerasRefusal(std::string_view layerClass, const DTypePolicy& policy);

} // namespace ulpscope
