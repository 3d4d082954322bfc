// SPDX-License-Identifier: GPL-3.0-or-later
// Families of dtype policies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope {

/// Keras 3, tf-keras (TensorFlow 2.4 and later), or TensorFlow's experimental API before. The older ones cast the first
/// argument of a layer's call only, and scale losses by rules of their own.
enum class PolicyFamily : std::uint8_t { Keras3, TfKeras, Experimental22 };
/// "keras3", "tf_keras", "experimental": in the enum's order.
const std::vector<std::string>& policyFamilyNames();
/// The family of one of these names.
PolicyFamily policyFamilyByName(const std::string& name);

/// Facts about the family's programs that no session can express.
struct FamilyFact
{
    std::string topic; ///< "a policy set on a built layer"
    std::string sentence;
};
/// Tried with Keras 3.16 on JAX and with tf-keras 2.21 (tests/golden/make_legacy_policies.py); of TensorFlow 2.1 to 2.3 as its
/// source has it.
const std::vector<FamilyFact>& familyFacts(PolicyFamily family);

} // namespace ulpscope
