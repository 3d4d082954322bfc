// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/policy/legacy_policy_json.h"

#include "app/io/json/json_text.h"

#include "engine/scaling/loss_scale.h"

#include <nlohmann/json.hpp>

namespace ulpscope {

namespace {

Json toJson(const std::optional<Component>& lossScale)
{
    if (!lossScale)
        return nullptr;
    const bool isFixed = lossScale->className == "experimental_fixed";
    Json config = Json::object();
    for (const auto& [name, value] : lossScale->config.entries())
        config[name] = std::visit([](const auto& v) { return Json(v); }, value);
    return {{"class_name", isFixed ? "FixedLossScale" : "DynamicLossScale"}, {"config", std::move(config)}};
}

Result<LossScaleArgument> lossScaleArgument(const Json& json)
{
    if (json.is_null())
        return LossScaleArgument(NoLossScaleArgument{});
    if (json.is_boolean()) // a bool is an int in Python too
        return LossScaleArgument(json.get<bool>() ? 1.0 : 0.0);
    if (json.is_number())
        return LossScaleArgument(json.get<double>());
    if (json.is_string())
        return LossScaleArgument(json.get<std::string>());
    if (!json.is_object())
        return LossScaleArgument(OtherObject{shownJson(json)});
    const Json* name = findMember(json, "class_name");
    const Json* config = findMember(json, "config");
    if (name == nullptr || config == nullptr || !config->is_object())
        return valueError("loss_scale", "expected class_name and config, got " + shownJson(json));
    if (*name != "FixedLossScale" && *name != "DynamicLossScale")
        return valueError("loss_scale.class_name", "Unknown loss scale: " + shownJson(*name));
    Component scale{*name == "FixedLossScale" ? "experimental_fixed" : "experimental_dynamic", {}};
    for (auto member = config->begin(); member != config->end(); ++member) {
        const ParameterSpec* parameter = nullptr;
        for (const ParameterSpec& known : findRow(lossScaleCatalog(), scale.className)->parameters)
            if (known.name == member.key())
                parameter = &known;
        if (parameter == nullptr)
            return Error{"loss_scale", "got an unexpected keyword argument '" + shownText(member.key()) + "'",
                ErrorKind::TypeError};
        if (!member->is_number())
            return valueError(
                "loss_scale." + shownText(member.key()), "expected a number, got " + shownJson(*member));
        if (member->is_number_integer() && member.key() == "increment_period")
            scale.config.set(member.key(), member->get<std::int64_t>());
        else
            scale.config.set(member.key(), member->get<double>());
    }
    return LossScaleArgument(scale);
}

PolicyNameArgument nameArgument(const Json& json)
{
    if (json.is_string())
        return json.get<std::string>();
    return OtherObject{shownJson(json)};
}

Result<LegacyPolicyRead> fromConfig(const Json& config, PolicyFamily family, LegacyPolicyClass policyClass)
{
    const Json* name = findMember(config, "name");
    if (name == nullptr)
        return Error{"config", "missing 1 required argument: 'name'", ErrorKind::TypeError};
    for (auto member = config.begin(); member != config.end(); ++member)
        if (member.key() != "name" && member.key() != "loss_scale")
            return Error{
                "config", "unexpected argument '" + shownText(member.key()) + "'", ErrorKind::TypeError};
    const Json* scale = findMember(config, "loss_scale");
    if (family == PolicyFamily::TfKeras) {
        const Result<LegacyPolicy> policy = makeTfKerasPolicy(nameArgument(*name));
        if (!policy)
            return policy.error();
        return LegacyPolicyRead{*policy,
            scale == nullptr ? ""
                             : "The loss scale " + shownJson(*scale)
                    + " was dropped without a word, as the non-experimental API does; compile then wraps the optimizer "
                      "if the name is mixed_float16."};
    }
    const Result<LossScaleArgument> argument
        = scale == nullptr ? LossScaleArgument(DefaultLossScale{}) : lossScaleArgument(*scale);
    if (!argument)
        return argument.error();
    const Result<LegacyPolicyMade> made = makeExperimentalPolicy(nameArgument(*name), *argument, policyClass);
    if (!made)
        return made.error();
    return LegacyPolicyRead{made->policy, made->warning};
}

} // namespace

Json legacyConfig(const LegacyPolicy& policy)
{
    Json config{{"name", policy.name}};
    if (policy.policyClass != LegacyPolicyClass::TfKerasPolicy && !policy.hasDefaultLossScale)
        config["loss_scale"] = toJson(policy.lossScale);
    return config;
}

Json serializeLegacy(const LegacyPolicy& policy)
{
    // A PolicyV1 is a subclass, and what has a loss scale of its own says more than a dtype.
    const bool isPlain = policy.policyClass != LegacyPolicyClass::PolicyV1 && policy.hasDefaultLossScale
        && !policy.shouldCastVariables();
    if (isPlain)
        return policy.isInferred() ? Json(nullptr) : Json(policy.name);
    if (policy.policyClass == LegacyPolicyClass::TfKerasPolicy)
        return {{"module", "keras.mixed_precision"}, {"class_name", "Policy"},
            {"config", legacyConfig(policy)}, {"registered_name", nullptr}};
    return {{"class_name", policy.policyClass == LegacyPolicyClass::PolicyV1 ? "PolicyV1" : "Policy"},
        {"config", legacyConfig(policy)}};
}

Result<LegacyPolicyRead> deserializeLegacy(const Json& json, PolicyFamily family)
{
    const bool isTfKeras = family == PolicyFamily::TfKeras;
    if (family == PolicyFamily::Keras3)
        return Error{"", "Keras 3 has none of these classes", ErrorKind::NotImplementedError};
    const std::string inferred = isTfKeras ? "_infer" : "infer";
    if (json.is_null() || (json.is_string() && tfDtype(json.get<std::string>())))
        return fromConfig({{"name", json.is_null() ? inferred : json.get<std::string>()}}, family,
            LegacyPolicyClass::ExperimentalPolicy);
    const auto refused = [&](ErrorKind ofTfKeras, ErrorKind ofExperimental, const std::string& message) {
        return Error{"", message + shownJson(json), isTfKeras ? ofTfKeras : ofExperimental};
    };
    if (json == "Policy" || json == "PolicyV1") // calls the class without a name
        return refused(ErrorKind::TypeError, ErrorKind::TypeError, "missing 1 required argument: 'name': ");
    if (json.is_string())
        return valueError("", "Unknown dtype policy: " + shownJson(json));
    if (!json.is_object())
        return refused(ErrorKind::AttributeError, ErrorKind::ValueError, "Unknown dtype policy: ");
    const Json* name = findMember(json, "class_name");
    const Json* config = findMember(json, "config");
    const std::string improper = "Improper config format for dtype policy: ";
    if (name == nullptr)
        return valueError("", improper + shownJson(json));
    if (config == nullptr)
        return refused(ErrorKind::TypeError, ErrorKind::ValueError, improper);
    if (!config->is_object())
        return refused(ErrorKind::TypeError, ErrorKind::AttributeError, improper);
    if (*name != "Policy" && *name != "PolicyV1")
        return isTfKeras ? Error{"class_name",
                   "tf-keras' deserialize knows no policy class " + shownJson(*name)
                       + " and returns that name as a string, on which a layer fails with AttributeError",
                   ErrorKind::AttributeError}
                         : valueError("class_name", "Unknown dtype policy: " + shownJson(*name));
    return fromConfig(*config, family,
        *name == "PolicyV1" ? LegacyPolicyClass::PolicyV1 : LegacyPolicyClass::ExperimentalPolicy);
}

bool isLegacyPolicy(const Json& json)
{
    if (!json.is_object())
        return false;
    const Json* name = findMember(json, "class_name");
    return name != nullptr && (*name == "Policy" || *name == "PolicyV1");
}

Result<KerasPolicy> familyPolicyFromJson(
    PolicyFamily family, const Json& json, const KerasLoader& loader, std::string* note)
{
    if (family == PolicyFamily::Keras3)
        return policyFromJson(json, loader);
    if (json.is_string()) {
        const Result<DTypePolicy> policy = policyOfFamily(family, json.get<std::string>());
        if (!policy)
            return policy.error();
        return KerasPolicy(*policy);
    }
    if (!isLegacyPolicy(json))
        return policyFromJson(json, loader);
    const Result<LegacyPolicyRead> read = deserializeLegacy(json, family);
    if (!read)
        return read.error();
    if (note != nullptr)
        *note = read->note;
    const Result<LegacyPolicyRead> whole = deserializeLegacy(json, PolicyFamily::Experimental22);
    return KerasPolicy(toDTypePolicy(whole ? whole->policy : read->policy));
}

Result<KerasPolicy> familyPolicyFromText(
    PolicyFamily family, std::string_view text, const KerasLoader& loader, std::string* note)
{
    const Result<Json> json = parseJson(text);
    if (!json)
        return json.error();
    return familyPolicyFromJson(family, *json, loader, note);
}

std::optional<Keras3Misreading> keras3Misreading(const Json& json)
{
    if (!isLegacyPolicy(json))
        return std::nullopt;
    Keras3Misreading misreading{findMember(json, "class_name")->get<std::string>(), {}, {}};
    misreading.sentence = "Keras 3 does not know the class " + misreading.value
        + " and gives its name back as a text, on which the layer's loader then fails with an AttributeError.";
    if (const Result<LegacyPolicyRead> read = deserializeLegacy(json, PolicyFamily::TfKeras)) {
        misreading.equivalent = kerasEquivalent(read->policy);
        if (misreading.equivalent)
            misreading.sentence += " Write \"" + misreading.equivalent->name + "\" instead.";
    }
    return misreading;
}

} // namespace ulpscope
