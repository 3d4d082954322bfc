// SPDX-License-Identifier: GPL-3.0-or-later
// Dtype policies as the JSON that keras.dtype_policies.serialize writes and deserialize reads (Keras 3,
// keras/src/dtype_policies/__init__.py, saving/serialization_lib.py).
#pragma once

#include "engine/policy/policy_map.h"
#include "engine/train/session_spec.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <variant>

namespace ulpscope {

/// Four keys in Keras' order: module, class_name, config, registered_name (null).
nlohmann::ordered_json kerasJson(const DTypePolicy& policy);
/// Always with an explicit default_policy: without one Keras takes the global policy of whoever loads it.
nlohmann::ordered_json kerasJson(const DTypePolicyMap& map);

/// The same as an indented text that ends with a newline.
std::string kerasText(const DTypePolicy& policy);
std::string kerasText(const DTypePolicyMap& map);

using KerasPolicy = std::variant<DTypePolicy, DTypePolicyMap>;

/// Reads what Keras reads: an object of the four keys, or a policy's name. `global` stands for the loader's
/// global policy, which a null default_policy or name means. The error's kind is Keras'.
Result<KerasPolicy> policyFromJson(const nlohmann::ordered_json& json, const DTypePolicy& global = {});
Result<KerasPolicy> policyFromText(std::string_view text, const DTypePolicy& global = {});

/// The policy becomes the session's global one as Model.compile sees it: mixed_float16 gets a dynamic loss
/// scale, every other policy and every map (Keras: its name is "map_...") none. A map replaces the session's
/// map.
void usePolicyAsCompile(SessionSpec& session, const KerasPolicy& policy);

} // namespace ulpscope
