// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's regularizer as Keras serializes it and as its code says it.
#pragma once

#include "engine/layer/regularizer.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace ulpscope {

/// Whether a parameter of a layer is a regularizer: "kernel_regularizer".
bool isRegularizer(std::string_view parameter);
/// null for none, else an L1, L2 or L1L2 with its config.
nlohmann::ordered_json kerasJson(const Regularizer& regularizer);
/// Of null, a name such as "l2", or such an object; nullopt for a regularizer that is not here.
std::optional<Regularizer> regularizerFromJson(const nlohmann::ordered_json& json);
/// keras.regularizers.L2(0.01)
std::string kerasExpression(const Regularizer& regularizer);

} // namespace ulpscope
