// SPDX-License-Identifier: GPL-3.0-or-later
// The older family of dtype policies as values: tf-keras' Policy (tf_keras/mixed_precision/policy.py) and TensorFlow's
// experimental Policy (2.1 to 2.3) and PolicyV1 (2.4), which carry a loss scale. Errors have the kind of their exceptions.
#pragma once

#include "engine/base/config.h"
#include "engine/policy/dtype_policy.h"
#include "engine/policy/policy_family.h"

#include <optional>
#include <string>
#include <variant>

namespace ulpscope {

enum class LegacyPolicyClass : std::uint8_t {
    TfKerasPolicy, ///< prints as Policy
    ExperimentalPolicy, ///< prints as Policy, too
    PolicyV1,
};

struct LegacyPolicy
{
    LegacyPolicyClass policyClass = LegacyPolicyClass::TfKerasPolicy;
    std::string name = "float32";
    /// Unset for "infer" and "_infer" until the first call.
    std::optional<std::string> computeDtype = "float32";
    std::optional<std::string> variableDtype = "float32";
    /// experimental_fixed or experimental_dynamic of the loss-scale catalog, with all parameters.
    std::optional<Component> lossScale = {};
    bool hasDefaultLossScale = true; ///< as the name implies; get_config then leaves it out

    bool isInferred() const { return name == "infer" || name == "_infer"; }
    /// should_cast_variables: whether float variables are stored in another dtype than they are used in.
    bool shouldCastVariables() const { return computeDtype != variableDtype; }
    bool operator==(const LegacyPolicy&) const = default;
};

/// An argument in place of a name: the name itself, or a DType object or another object as Python prints it.
struct DTypeObject
{
    std::string name;
};
struct OtherObject
{
    std::string text;
};
using PolicyNameArgument = std::variant<std::string, DTypeObject, OtherObject>;

/// An argument in place of a loss scale. A text is "dynamic", the word for the default ("USE_DEFAULT" up to 2.3, "auto"
/// for PolicyV1) or wrong.
struct DefaultLossScale
{
};
struct NoLossScaleArgument
{
};
using LossScaleArgument
    = std::variant<DefaultLossScale, NoLossScaleArgument, double, std::string, Component, OtherObject>;

struct LegacyPolicyMade
{
    LegacyPolicy policy;
    std::string warning; ///< warning that TensorFlow would log; empty: none
};

/// tf_keras.mixed_precision.Policy(name). TypeError for what is no text, ValueError for a wrong name.
Result<LegacyPolicy> makeTfKerasPolicy(const PolicyNameArgument& name);
/// experimental.Policy(name, loss_scale) or PolicyV1(name, loss_scale). Takes "infer" (up to 2.2) and "_infer" (since).
Result<LegacyPolicyMade> makeExperimentalPolicy(const PolicyNameArgument& name,
    const LossScaleArgument& lossScale = DefaultLossScale{},
    LegacyPolicyClass policyClass = LegacyPolicyClass::ExperimentalPolicy);
/// loss_scale.get(identifier): a number is FixedLossScale, which must be >= 1; "dynamic" DynamicLossScale().
/// ValueError "Could not interpret loss scale identifier".
Result<std::optional<Component>> lossScaleByIdentifier(const LossScaleArgument& identifier);

/// The policy after a layer's first call: an inferred one takes the first input's dtype for both.
LegacyPolicy afterFirstCall(const LegacyPolicy& policy, std::string_view firstInputDtype);

/// <Policy "mixed_float16">, <PolicyV1 "float32", loss_scale=None>; str() is the same.
std::string repr(const LegacyPolicy& policy);
/// FixedLossScale(8.0), DynamicLossScale(current_loss_scale=32768.0, num_good_steps=0, ...), None.
std::string lossScaleRepr(const std::optional<Component>& lossScale);

/// What a session, a menu or a command takes for a policy's name: whatever the family's Policy(name) takes, and Keras 3's
/// names, which familyRefusal() then refuses. The policy is plain where the older one says no more than DTypePolicy(name).
Result<DTypePolicy> policyOfFamily(PolicyFamily family, std::string_view name);
/// The exception of the family for a policy that it has not, or not there: a quantized one, one of integers as the global
/// policy (set_global_policy). nullopt for Keras 3, which is asked elsewhere.
std::optional<Error> familyRefusal(PolicyFamily family, const DTypePolicy& policy, bool isGlobal);

/// A session's policy as the family's own, and back.
LegacyPolicy legacyPolicy(PolicyFamily family, const DTypePolicy& policy);
DTypePolicy toDTypePolicy(const LegacyPolicy& policy);
/// The loss scale that Model.compile of TensorFlow 2.1 to 2.3 finds in a policy: its own, or what the name implies.
std::optional<Component> policyLossScale(const DTypePolicy& policy);
/// The plain policy of the same dtypes, for arithmetic and for Keras 3; a plain one is its own. One that Keras 3 has no name
/// for stays. Not for inferred ones.
DTypePolicy plainPolicy(const DTypePolicy& policy);
/// The plain policy that an inferred one becomes with the first call: both dtypes are the first input's.
DTypePolicy inferredPolicy(std::string_view firstInputDtype);

/// tf.as_dtype(name).name: "half" is float16. nullopt for what TensorFlow does not know.
std::optional<std::string> tfDtype(std::string_view name);
/// The same policy in Keras 3, without its loss scale; nullopt for an inferred one or a dtype that Keras 3 has not.
std::optional<DTypePolicy> kerasEquivalent(const LegacyPolicy& policy);

} // namespace ulpscope
