// SPDX-License-Identifier: GPL-3.0-or-later
// The older family of policies as JSON: tf_keras.mixed_precision.policy.serialize and deserialize, and what Keras 3
// makes of their output.
#pragma once

#include "app/io/keras/policy/keras_policy.h"
#include "engine/policy/legacy_policy.h"
#include "engine/policy/policy_map.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace ulpscope {

/// {"name": "mixed_float16"}; with "loss_scale" where an experimental policy was given one.
nlohmann::ordered_json legacyConfig(const LegacyPolicy& policy);
/// The plain name where the policy says no more than a dtype, null for an inferred one, else
/// {"class_name": "Policy", "config": {...}}, tf-keras' between "module" and "registered_name".
nlohmann::ordered_json serializeLegacy(const LegacyPolicy& policy);

struct LegacyPolicyRead
{
    LegacyPolicy policy;
    std::string note; ///< warning, or note on a part that was dropped; empty: none
};

/// Experimental22 keeps a loss scale, of the class PolicyV1 as PolicyV1.from_config does (deserialize() of TensorFlow 2.4 drops it,
/// too); tf-keras drops it without a word, which the note says. Errors have the kind of the exception.
Result<LegacyPolicyRead> deserializeLegacy(const nlohmann::ordered_json& json, PolicyFamily family);

/// What keras.dtype_policies.deserialize of Keras 3 makes of the older family's object.
/// A session's or the user's policy in a family: as policyOfFamily() for a text, as deserializeLegacy() for an object of the
/// older classes, else as Keras 3 reads it. tf-keras' keep a loss scale beside, which that family does not use and a change of
/// family brings back; `note`, if there is one, says what was dropped or warned of.
Result<KerasPolicy> familyPolicyFromJson(PolicyFamily family, const nlohmann::ordered_json& json,
    const KerasLoader& loader = {}, std::string* note = nullptr);
Result<KerasPolicy> familyPolicyFromText(
    PolicyFamily family, std::string_view text, const KerasLoader& loader = {}, std::string* note = nullptr);
/// Whether the JSON is an object of the classes Policy or PolicyV1.
bool isLegacyPolicy(const nlohmann::ordered_json& json);

struct Keras3Misreading
{
    std::string value; ///< the text "Policy": an unknown class name comes back as itself
    std::string sentence;
    std::optional<DTypePolicy> equivalent; ///< the policy that was meant, in Keras 3
};
/// Returns nullopt for what is no object of the older family.
std::optional<Keras3Misreading> keras3Misreading(const nlohmann::ordered_json& json);

} // namespace ulpscope
