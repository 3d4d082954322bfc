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

/// The exception that Keras raises when such a layer is built and first called with float32 data, if it does.
std::optional<Error> kerasRefusal(std::string_view layerClass, const DTypePolicy& policy);

} // namespace ulpscope
