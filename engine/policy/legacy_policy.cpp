// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/legacy_policy.h"

#include "engine/base/number_text.h"
#include "engine/scaling/loss_scale.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

using Dtypes = std::pair<std::optional<std::string>, std::optional<std::string>>;

std::string shortened(std::string_view text)
{
    constexpr std::size_t kShown = 64;
    return std::string(text.substr(0, kShown)) + (text.size() > kShown ? "..." : "");
}

/// Today's policies for the removed names.
std::string migrationHint(std::string_view name)
{
    std::string hint = "Policies ending in '_float32_vars' have been removed from TensorFlow";
    if (name == "infer_float32_vars" || name == "infer_with_float32_vars")
        hint += "; use 'mixed_float16' or 'mixed_bfloat16' instead";
    else if (name == "float16_with_float32_vars")
        hint += "; use 'mixed_float16' instead";
    else if (name == "bfloat16_with_float32_vars")
        hint += "; use 'mixed_bfloat16' instead";
    return hint + ". Got policy name: '" + shortened(name) + "'";
}

Result<Dtypes> dtypesOf(std::string_view name, bool takesInfer)
{
    if (name.ends_with("_float32_vars"))
        return valueError("", migrationHint(name));
    if (name == "mixed_float16" || name == "mixed_bfloat16")
        return Dtypes{std::string(name.substr(6)), "float32"};
    if (name == "_infer" || (takesInfer && name == "infer"))
        return Dtypes{};
    const std::optional<std::string> dtype = tfDtype(name);
    if (!dtype)
        return valueError("",
            "Cannot convert value " + shortened(name)
                + " to a mixed precision Policy; valid are mixed_float16, mixed_bfloat16 and the dtype names such as "
                  "float32");
    return Dtypes{dtype, dtype};
}

Result<std::string> textOf(const PolicyNameArgument& name)
{
    if (const auto* text = std::get_if<std::string>(&name))
        return *text;
    if (const auto* dtype = std::get_if<DTypeObject>(&name))
        return Error{"",
            "'name' must be a string, not a DType; pass its name instead. Received: name="
                + shortened(dtype->name),
            ErrorKind::TypeError};
    return Error{"", "'name' must be a string, but got: " + shortened(std::get<OtherObject>(name).text),
        ErrorKind::TypeError};
}

/// A number as Python prints a float: 32768.0.
std::string pythonFloat(double value)
{
    const std::string text = shortestText(value);
    const bool isWhole = text.find_first_not_of("-0123456789") == std::string::npos;
    return isWhole ? text + ".0" : text;
}

Result<std::optional<Component>> checkedScale(const Component& scale)
{
    const Result<Component> checked = checkComponent(lossScaleCatalog(), "loss scale", scale);
    if (!checked)
        return Error{checked.error().place, checked.error().message, ErrorKind::ValueError};
    return std::optional<Component>(*checked);
}

} // namespace

std::optional<std::string> tfDtype(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kAliases{
        {{"half", "float16"}, {"float", "float32"}, {"double", "float64"}}};
    constexpr std::array<std::string_view, 33> kNames{"float16", "bfloat16", "float32", "float64", "uint8",
        "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "bool", "string", "complex64",
        "complex128", "qint8", "quint8", "qint16", "quint16", "qint32", "resource", "variant", "float8_e5m2",
        "float8_e4m3fn", "float8_e4m3fnuz", "float8_e4m3b11fnuz", "float8_e5m2fnuz", "float4_e2m1fn", "int4",
        "uint4", "int2", "uint2"};
    if (constexpr std::string_view kRef = "_ref"; name.ends_with(kRef)) { // of a variable of TensorFlow 1
        const std::optional<std::string> dtype = tfDtype(name.substr(0, name.size() - kRef.size()));
        return dtype && !dtype->ends_with(kRef) ? std::optional(*dtype + std::string(kRef)) : std::nullopt;
    }
    for (const auto& [alias, dtype] : kAliases)
        if (name == alias)
            return std::string(dtype);
    if (std::find(kNames.begin(), kNames.end(), name) == kNames.end())
        return std::nullopt;
    return std::string(name);
}

Result<LegacyPolicy> makeTfKerasPolicy(const PolicyNameArgument& name)
{
    const Result<std::string> text = textOf(name);
    if (!text)
        return text.error();
    const Result<Dtypes> dtypes = dtypesOf(*text, false);
    if (!dtypes)
        return dtypes.error();
    return LegacyPolicy{LegacyPolicyClass::TfKerasPolicy, *text, dtypes->first, dtypes->second};
}

Result<std::optional<Component>> lossScaleByIdentifier(const LossScaleArgument& identifier)
{
    if (std::holds_alternative<NoLossScaleArgument>(identifier)
        || std::holds_alternative<DefaultLossScale>(identifier))
        return std::optional<Component>();
    if (const auto* number = std::get_if<double>(&identifier)) {
        if (!(*number >= 1))
            return valueError("", "loss_scale_value must be at least 1, but got: " + pythonFloat(*number));
        return checkedScale({"experimental_fixed", {{"loss_scale_value", *number}}});
    }
    if (const auto* object = std::get_if<Component>(&identifier))
        return checkedScale(*object);
    const auto* text = std::get_if<std::string>(&identifier);
    if (text != nullptr && *text == "dynamic")
        return checkedScale({"experimental_dynamic", {}});
    return valueError("",
        "Could not interpret loss scale identifier: "
            + shortened(text != nullptr ? *text : std::get<OtherObject>(identifier).text));
}

Result<LegacyPolicyMade> makeExperimentalPolicy(
    const PolicyNameArgument& name, const LossScaleArgument& lossScale, LegacyPolicyClass policyClass)
{
    const Result<std::string> text = textOf(name);
    if (!text)
        return text.error();
    const Result<Dtypes> dtypes = dtypesOf(*text, true);
    if (!dtypes)
        return dtypes.error();
    LegacyPolicy policy{policyClass, *text, dtypes->first, dtypes->second};
    const auto* word = std::get_if<std::string>(&lossScale);
    policy.hasDefaultLossScale = std::holds_alternative<DefaultLossScale>(lossScale)
        || (word != nullptr
            && *word == (policyClass == LegacyPolicyClass::PolicyV1 ? "auto" : "USE_DEFAULT"));
    const LossScaleArgument byName = policy.name == "mixed_float16"
        ? LossScaleArgument(std::string("dynamic"))
        : LossScaleArgument(NoLossScaleArgument{});
    const Result<std::optional<Component>> scale
        = lossScaleByIdentifier(policy.hasDefaultLossScale ? byName : lossScale);
    if (!scale)
        return scale.error();
    policy.lossScale = *scale;
    LegacyPolicyMade made{policy, {}};
    if (policy.lossScale && policy.computeDtype && *policy.computeDtype != "float16")
        made.warning = "A loss scale is of use for float16 alone: " + lossScaleRepr(policy.lossScale)
            + " was given for policy " + policy.name + "; consider giving none.";
    return made;
}

LegacyPolicy afterFirstCall(const LegacyPolicy& policy, std::string_view firstInputDtype)
{
    LegacyPolicy after = policy;
    if (policy.computeDtype)
        return after;
    after.name = std::string(firstInputDtype);
    after.computeDtype = after.name;
    after.variableDtype = after.name;
    return after;
}

std::string lossScaleRepr(const std::optional<Component>& lossScale)
{
    if (!lossScale)
        return "None";
    const Config& config = lossScale->config;
    if (lossScale->className == "experimental_fixed")
        return "FixedLossScale(" + pythonFloat(config.number("loss_scale_value")) + ")";
    const std::string initial = pythonFloat(config.number("initial_loss_scale"));
    return "DynamicLossScale(current_loss_scale=" + initial + ", num_good_steps=0, initial_loss_scale="
        + initial + ", increment_period=" + std::to_string(config.integer("increment_period"))
        + ", multiplier=" + pythonFloat(config.number("multiplier")) + ")";
}

std::string repr(const LegacyPolicy& policy)
{
    const bool isV1 = policy.policyClass == LegacyPolicyClass::PolicyV1;
    std::string text = std::string(isV1 ? "<PolicyV1 \"" : "<Policy \"") + policy.name + '"';
    if (policy.policyClass != LegacyPolicyClass::TfKerasPolicy)
        text += ", loss_scale=" + lossScaleRepr(policy.lossScale);
    return text + '>';
}

std::optional<DTypePolicy> kerasEquivalent(const LegacyPolicy& policy)
{
    const bool isMixed = policy.shouldCastVariables();
    if (!policy.computeDtype)
        return std::nullopt;
    const Result<DTypePolicy> same = makePolicy(isMixed ? policy.name : *policy.computeDtype);
    if (!same)
        return std::nullopt;
    return *same;
}

DTypePolicy toDTypePolicy(const LegacyPolicy& policy)
{
    const bool isV1 = policy.policyClass == LegacyPolicyClass::PolicyV1;
    if (const Result<DTypePolicy> plain = makePolicy(policy.name);
        plain && !isV1 && policy.hasDefaultLossScale && plain->computeDtype == policy.computeDtype)
        return *plain;
    return {.policyClass = isV1 ? PolicyClass::PolicyV1 : PolicyClass::Policy,
        .name = policy.name,
        .computeDtype = policy.computeDtype.value_or(""),
        .variableDtype = policy.variableDtype.value_or(""),
        .lossScale = policy.lossScale,
        .hasOwnLossScale = !policy.hasDefaultLossScale};
}

LegacyPolicy legacyPolicy(PolicyFamily family, const DTypePolicy& policy)
{
    LegacyPolicyClass policyClass = family == PolicyFamily::TfKeras ? LegacyPolicyClass::TfKerasPolicy
                                                                    : LegacyPolicyClass::ExperimentalPolicy;
    if (family == PolicyFamily::Experimental22 && policy.policyClass == PolicyClass::PolicyV1)
        policyClass = LegacyPolicyClass::PolicyV1;
    const auto dtype
        = [](const std::string& name) { return name.empty() ? std::nullopt : std::optional(name); };
    LegacyPolicy legacy{policyClass, policy.name, dtype(policy.computeDtype), dtype(policy.variableDtype)};
    if (policyClass == LegacyPolicyClass::TfKerasPolicy)
        return legacy;
    legacy.lossScale = policyLossScale(policy);
    legacy.hasDefaultLossScale = !policy.hasOwnLossScale;
    return legacy;
}

std::optional<Component> policyLossScale(const DTypePolicy& policy)
{
    if (policy.hasOwnLossScale)
        return policy.lossScale;
    return policy.name == "mixed_float16" ? *lossScaleByIdentifier(std::string("dynamic")) : std::nullopt;
}

DTypePolicy plainPolicy(const DTypePolicy& policy)
{
    if (!policy.isOfOlderFamily())
        return policy;
    return kerasEquivalent(legacyPolicy(PolicyFamily::TfKeras, policy)).value_or(policy);
}

DTypePolicy inferredPolicy(std::string_view firstInputDtype)
{
    const LegacyPolicy inferred{LegacyPolicyClass::TfKerasPolicy, "_infer", std::nullopt, std::nullopt};
    return toDTypePolicy(afterFirstCall(inferred, firstInputDtype));
}

Result<DTypePolicy> policyOfFamily(PolicyFamily family, std::string_view name)
{
    if (family == PolicyFamily::Keras3)
        return getPolicy(name);
    Error refusal;
    if (family == PolicyFamily::TfKeras) {
        const Result<LegacyPolicy> policy = makeTfKerasPolicy(std::string(name));
        if (policy)
            return toDTypePolicy(*policy);
        refusal = policy.error();
    } else {
        const Result<LegacyPolicyMade> made = makeExperimentalPolicy(std::string(name));
        if (made)
            return toDTypePolicy(made->policy);
        refusal = made.error();
    }
    Result<DTypePolicy> quantized = getPolicy(name);
    return quantized ? quantized : Result<DTypePolicy>(refusal);
}

std::optional<Error> familyRefusal(PolicyFamily family, const DTypePolicy& policy, bool isGlobal)
{
    if (family == PolicyFamily::Keras3)
        return std::nullopt;
    if (policy.isQuantized())
        return isGlobal ? makeTfKerasPolicy(policy.name).error()
                        : Error{"",
                            "Cannot convert value '" + policy.name
                                + "' to a TensorFlow DType: this family has no quantized policies",
                            ErrorKind::TypeError};
    const std::string base = policy.computeDtype.substr(0, policy.computeDtype.find("_ref"));
    if (isGlobal && family == PolicyFamily::TfKeras && !policy.isInferred() && !isFloatDtype(base))
        return valueError("",
            "set_global_policy can only be used to set the global policy to floating-point policies, such as \"float32\" "
            "and \"mixed_float16\", but got policy: "
                + policy.name);
    return std::nullopt;
}

} // namespace ulpscope
