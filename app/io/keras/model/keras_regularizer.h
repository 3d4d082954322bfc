// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's regularizer as Keras serializes it and as its code says it.
#pragma once

#include "engine/layer/support/regularizer.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace ulpscope {

/// Whether a parameter of a layer is a regularizer: "kernel_regularizer".
bool isRegularizer(std::string_view parameter);
/// null for none, else an L1, L2 or L1L2 with its config. A class L1 keeps its number as a tensor in floatx, and so writes
/// float32's digits, 0.009999999776482582, unless that is float64.
nlohmann::ordered_json kerasJson(const Regularizer& regularizer, bool floatxIsFloat64 = false);
/// Reads null, a name such as "l2", or an object of Keras; nullopt for a regularizer that is not here.
std::optional<Regularizer> regularizerFromJson(const nlohmann::ordered_json& json);
/// keras.regularizers.L2(0.01)
std::string kerasExpression(const Regularizer& regularizer);

} // namespace ulpscope
