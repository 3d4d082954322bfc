// SPDX-License-Identifier: GPL-3.0-or-later
// The older family of policies as JSON: tf_keras.mixed_precision.policy.serialize and deserialize, and what Keras 3
// makes of their output.
#pragma once

#include "engine/policy/legacy_policy.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace ulpscope {

/// {"name": "mixed_float16"}; with "loss_scale" where an experimental policy was given one.
nlohmann::ordered_json legacyConfig(const LegacyPolicy& policy);
/// The plain name where the policy says no more than a dtype, null for an inferred one, else
/// {"class_name": "Policy", "config": {...}}.
nlohmann::ordered_json serializeLegacy(const LegacyPolicy& policy);

struct LegacyPolicyRead
{
    LegacyPolicy policy;
    std::string note; ///< what was dropped or warned of; empty for nothing
};

/// Experimental22 keeps a loss scale; tf-keras drops it without a word, which the note says. Errors have the kind of
/// the exception.
Result<LegacyPolicyRead> deserializeLegacy(const nlohmann::ordered_json& json, PolicyFamily family);

/// What keras.dtype_policies.deserialize of Keras 3 makes of the older family's object.
struct Keras3Misreading
{
    std::string value; ///< the text "Policy": an unknown class name comes back as itself
    std::string sentence;
    std::optional<DTypePolicy> equivalent; ///< the policy that was meant, in Keras 3
};
/// nullopt for what is no object of the older family.
std::optional<Keras3Misreading> keras3Misreading(const nlohmann::ordered_json& json);

} // namespace ulpscope
