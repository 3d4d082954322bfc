// SPDX-License-Identifier: GPL-3.0-or-later
// Dtype policies as the JSON that keras.dtype_policies.serialize writes and deserialize reads (Keras 3,
// keras/src/dtype_policies/__init__.py, saving/serialization_lib.py).
#pragma once

#include "engine/policy/policy_map.h"
#include "engine/session/session_spec.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace ulpscope {

/// Four keys in Keras' order: module, class_name, config, registered_name (null).
nlohmann::ordered_json kerasJson(const DTypePolicy& policy);
/// A map whose default was not given has "default_policy": null and entries without names, which Keras fills in with
/// the global policy of the program that loads it.
nlohmann::ordered_json kerasJson(const DTypePolicyMap& map);
nlohmann::ordered_json kerasJson(const KerasPolicy& policy);

/// Returns the same config as indented text that ends with a newline.
std::string kerasText(const DTypePolicy& policy);
std::string kerasText(const DTypePolicyMap& map);

/// A policy's public face: class, name, compute, variable, quantization_mode (null for none), config, repr.
nlohmann::ordered_json policyDescription(const KerasPolicy& policy);

/// The Keras that reads a file or a name.
struct KerasLoader
{
    KerasPolicy global = {};
    KerasVersion version = KerasVersion::Head; ///< the newest Keras takes every policy
    PolicyFamily family = PolicyFamily::Keras3; ///< another one: whose models are read, by its own rules
};

/// keras.dtype_policies.get of what the JSON stands for: null is the global policy, a text a name, an object what
/// serialize wrote. The error's kind is Keras'.
Result<KerasPolicy> policyFromJson(const nlohmann::ordered_json& json, const KerasLoader& loader = {});
Result<KerasPolicy> policyFromText(std::string_view text, const KerasLoader& loader = {});
/// keras.config.set_dtype_policy: a text is a name; an object stands for the policy that it describes. ValueError for
/// everything else.
Result<KerasPolicy> globalPolicyFromJson(
    const nlohmann::ordered_json& json, KerasVersion version = KerasVersion::Head);

} // namespace ulpscope
