// SPDX-License-Identifier: GPL-3.0-or-later
// A session's model as model.to_json() has it (Keras 3.15.1), for keras.models.model_from_json. Every layer carries the
// policy that it runs under, and none a map: a layer loaded from JSON has no model's name in its path, so that keys
// such as "sequential/dense" would not match it any more.
#pragma once

#include "app/io/keras/model/model_parts.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace ulpscope {

/// Sequential or Functional, as ModelSpec::isSequential() says. The error's place is that of the session file.
Result<nlohmann::ordered_json> kerasModelJson(const SessionSpec& session);
/// The JSON that model.to_json() writes for these parts of the session.
nlohmann::ordered_json kerasModelJson(const SessionSpec& session, const std::vector<ModelPart>& parts);

} // namespace ulpscope
