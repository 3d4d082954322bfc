// SPDX-License-Identifier: GPL-3.0-or-later
// Keras' dtype policies as values: which dtype a layer computes in, which its variables are stored in, and how it is
// quantized. Names, checks and their order follow keras/src/dtype_policies/dtype_policy.py of the Keras that is asked for
// (keras_version.h). Without one they are those of the repository's head, which has every policy. Errors have the kind of
// Keras' exception.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"
#include "engine/policy/keras_version.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Policy classes of Keras; DTypePolicyMap is in policy_map.h.
enum class PolicyClass : std::uint8_t {
    DTypePolicy,
    FloatDTypePolicy, ///< another name of DTypePolicy
    QuantizedDTypePolicy,
    QuantizedFloat8DTypePolicy, ///< adds the length of the amax history
    Int4DTypePolicy, ///< mode "int4/<block size>"
    GPTQDTypePolicy, ///< mode "gptq/<weight bits>/<group size>"
    AWQDTypePolicy, ///< mode "awq/4/<group size>"
    TernaryDTypePolicy,
    // The older families' class, where its policy says what no class above can (legacy_policy.h).
    Policy,
    PolicyV1,
};

/// Keras 3's.
std::vector<PolicyClass> allPolicyClasses();
/// Keras' class name, "DTypePolicy".
std::string_view className(PolicyClass policyClass);
/// Looks up a class of Keras 3.
std::optional<PolicyClass> policyClassByName(std::string_view name);
/// The module that Keras writes beside the class name: "keras" or "keras.dtype_policies".
std::string_view moduleName(PolicyClass policyClass);

inline constexpr int kDefaultAmaxHistoryLength = 1024;

/// Made by the functions below, which check; a default one is Keras' default, float32.
struct DTypePolicy
{
    PolicyClass policyClass = PolicyClass::DTypePolicy;
    std::string name = "float32"; ///< "mixed_float16", "float8_from_mixed_bfloat16", "int4/128_from_float32"
    std::string computeDtype = "float32";
    std::string variableDtype = "float32";
    /// "int8", "float8", "int4", "ternary", "gptq" or "awq"; empty where Keras has None.
    std::string quantizationMode = {};
    std::string sourceName = {}; ///< quantized classes: the plain policy underneath
    std::int64_t amaxHistoryLength = 0; ///< QuantizedFloat8DTypePolicy
    std::int64_t blockSize = 0; ///< Int4DTypePolicy: inputs that share a scale; -1: all of a channel's
    std::int64_t weightBits = 0; ///< GPTQDTypePolicy, AWQDTypePolicy
    std::int64_t groupSize = 0; ///< GPTQDTypePolicy, AWQDTypePolicy; -1: all of a channel's
    /// Policy, PolicyV1: the loss scale that it carries, a row of the loss-scale catalog with all parameters, or none.
    std::optional<Component> lossScale = {};
    bool hasOwnLossScale = false; ///< given, and not what the name implies

    bool isQuantized() const { return !quantizationMode.empty(); }
    bool isOfOlderFamily() const
    {
        return policyClass == PolicyClass::Policy || policyClass == PolicyClass::PolicyV1;
    }
    /// "_infer", "infer": both dtypes are empty until the first call.
    bool isInferred() const { return computeDtype.empty(); }
    /// Whether a layer with this policy runs Keras' float8 call.
    bool isFloat8() const { return quantizationMode == "float8"; }
    /// The history length that a float8 layer takes: the policy's, or 1024 from a policy class without one.
    std::int64_t float8HistoryLength() const;
    /// The constructor's first argument: "int8", "int4/128".
    std::string constructorMode() const;

    /// All members alike; Keras' own == is kerasEqual().
    bool operator==(const DTypePolicy&) const = default;
};

/// The 18 dtype names that Keras knows.
const std::vector<std::string>& kerasDtypes();
/// int8, float8, int4, ternary, gptq, awq: in Keras' order.
const std::vector<std::string>& quantizationModes();
bool isQuantizationMode(std::string_view mode, KerasVersion version);
/// Keras' exception for an unknown mode. shownMode: the mode's text in it.
Error invalidQuantizationMode(const std::string& shownMode, KerasVersion version);
/// keras.backend.standardize_dtype of a string, on the JAX and Torch backends: "int" is int32. ValueError.
Result<std::string> standardizeDtype(std::string_view name);
/// Whether the text begins as Keras' is_float_dtype asks: float8 counts, complex does not.
bool isFloatDtype(std::string_view dtype);

/// DTypePolicy(name): "mixed_float16", "mixed_bfloat16" or a dtype name; else ValueError.
Result<DTypePolicy> makePolicy(std::string_view name);
/// A quantized class' constructor. No source name: that of the global policy, `globalName`.
Result<DTypePolicy> makeQuantizedPolicy(PolicyClass policyClass, std::string_view mode,
    const std::optional<std::string>& sourceName, std::string_view globalName = "float32",
    std::int64_t amaxHistoryLength = kDefaultAmaxHistoryLength, KerasVersion version = KerasVersion::Head);
/// QuantizedFloat8DTypePolicy("float8", sourceName, amaxHistoryLength).
Result<DTypePolicy> makeFloat8Policy(
    std::string_view sourceName, std::int64_t amaxHistoryLength = kDefaultAmaxHistoryLength);
/// keras.dtype_policies.get(name): also understands "int8_from_mixed_bfloat16" and its like.
Result<DTypePolicy> getPolicy(std::string_view name, KerasVersion version = KerasVersion::Head);
/// The exception of that Keras version when the policy is made, if it raises.
std::optional<Error> versionRefusal(const DTypePolicy& policy, KerasVersion version);
/// Whether getPolicy(), for an older family policyOfFamily(), makes the same policy of the name: DTypePolicy("int8") needs
/// Keras' object.
bool isNameEnough(const DTypePolicy& policy);
/// keras.dtype_policies.get(object) for a Python type or a dtype object, written as in Python: "float", "bool",
/// "np.float32", "jnp.bfloat16", "torch.float16". ValueError.
Result<DTypePolicy> getPolicyOfObject(std::string_view object);

/// Python's a == b: by class, name and the class' own parameters; DTypePolicy and FloatDTypePolicy are one class.
bool kerasEqual(const DTypePolicy& a, const DTypePolicy& b);
/// <DTypePolicy "mixed_float16">
std::string repr(const DTypePolicy& policy);

/// The plain policy underneath a quantized one; a plain one is its own source.
DTypePolicy sourcePolicy(const DTypePolicy& policy);

/// Names offered in menus, in teaching order; getPolicy() takes each.
const std::vector<std::string>& commonPolicyNames();

} // namespace ulpscope
