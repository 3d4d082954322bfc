// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/legacy_policy.h"

#include "engine/base/number_text.h"
#include "engine/scaling/loss_scale.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {

namespace {

using Dtypes = std::pair<std::optional<std::string>, std::optional<std::string>>;

std::string shortened(std::string_view text)
{
    constexpr std::size_t kShown = 64;
    return std::string(text.substr(0, kShown)) + (text.size() > kShown ? "..." : "");
}

/// Which of today's policies the removed names stood for.
std::string migrationHint(std::string_view name)
{
    std::string hint = "Policies ending in '_float32_vars' were removed from TensorFlow";
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
        return valueError("", "Cannot convert value " + shortened(name)
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
    constexpr std::array<std::string_view, 27> kNames{"float16", "bfloat16", "float32", "float64", "uint8",
        "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "bool", "string", "complex64",
        "complex128", "qint8", "quint8", "qint16", "quint16", "qint32", "resource", "variant", "float8_e5m2",
        "float8_e4m3fn", "int4", "uint4"};
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
    if (std::holds_alternative<NoLossScaleArgument>(identifier))
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
    return valueError("", "Could not interpret loss scale identifier: "
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
    policy.hasDefaultLossScale = word != nullptr && *word == "auto";
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

} // namespace ulpscope
