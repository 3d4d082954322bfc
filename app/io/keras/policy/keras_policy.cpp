// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/policy/keras_policy.h"

#include "app/io/json/json_text.h"
#include "app/io/keras/policy/legacy_policy_json.h"
#include "engine/base/closest_name.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace ulpscope {

namespace {

constexpr std::string_view kMapClass = "DTypePolicyMap";
constexpr std::string_view kPolicyModule = "keras.dtype_policies";

std::vector<std::string> readableClasses(KerasVersion version)
{
    std::vector<std::string> classes{"DTypePolicy", "FloatDTypePolicy", "QuantizedDTypePolicy",
        "QuantizedFloat8DTypePolicy", "Int4DTypePolicy", "GPTQDTypePolicy", "AWQDTypePolicy",
        "DTypePolicyMap"};
    if (does(version, KerasChange::HasTernary))
        classes.emplace_back("TernaryDTypePolicy");
    return classes;
}

Json envelope(std::string_view module, std::string_view className, Json config)
{
    return Json{{"module", module}, {"class_name", className}, {"config", std::move(config)},
        {"registered_name", nullptr}};
}

template <class Text>
Error typeError(const std::string& place, Text&& words)
{
    return Error{place, std::forward<Text>(words), ErrorKind::TypeError};
}
template <class Text>
Error attributeError(const std::string& place, Text&& words)
{
    return Error{place, std::forward<Text>(words), ErrorKind::AttributeError};
}

/// Refuses unknown keys, as Python's constructor(**config) does.
Status refuseUnknownKeys(const Json& config, const std::vector<std::string>& known)
{
    for (auto member = config.begin(); member != config.end(); ++member)
        if (std::find(known.begin(), known.end(), member.key()) == known.end())
            return typeError(
                shownText(member.key()), unknownName(translated("argument"), shownText(member.key()), known));
    return success();
}

/// A policy's name; nothing where null or no key leaves it to the global policy.
Result<std::optional<std::string>> nameAt(const Json& config, const char* key)
{
    const auto found = config.find(key);
    if (found == config.end() || found->is_null())
        return std::optional<std::string>();
    if (!found->is_string())
        return typeError(key, "'name' must be a string, such as 'mixed_float16', got " + shownJson(*found));
    return std::optional(found->get<std::string>());
}

Result<DTypePolicy> readPlain(const Json& config, PolicyClass policyClass, const KerasLoader& loader)
{
    if (const Status known = refuseUnknownKeys(config, {"name"}); !known)
        return known.error();
    const Result<std::optional<std::string>> name = nameAt(config, "name");
    if (!name)
        return name.error();
    Result<DTypePolicy> policy = makePolicy(name->value_or(policyName(loader.global)));
    if (!policy)
        return policy.error().within("name");
    policy->policyClass = policyClass;
    return policy;
}

Result<std::int64_t> readHistoryLength(const Json& config)
{
    const auto given = config.find("amax_history_length");
    if (given == config.end())
        return std::int64_t{kDefaultAmaxHistoryLength};
    if (given->is_boolean()) // a bool is an int in Python too
        return std::int64_t{given->get<bool>()};
    const double number = given->is_number() ? given->get<double>() : 0;
    if (std::abs(number) >= 0x1p63) // Python's int has any size, and so has the policy, but no array
        return valueError("amax_history_length",
            "Keras cannot make a history of " + shownJson(*given)
                + " amaxes; expected an integer of at most 64 bits");
    if (!given->is_number_integer())
        return typeError(
            "amax_history_length", "`amax_history_length` must be an integer. Got " + shownJson(*given));
    return given->get<std::int64_t>();
}

Result<DTypePolicy> readQuantized(const Json& config, PolicyClass policyClass, const KerasLoader& loader)
{
    const bool hasHistory = policyClass == PolicyClass::QuantizedFloat8DTypePolicy;
    const bool parsesMode = policyClass == PolicyClass::Int4DTypePolicy
        || policyClass == PolicyClass::GPTQDTypePolicy || policyClass == PolicyClass::AWQDTypePolicy;
    std::vector<std::string> known{"mode", "source_name"};
    if (hasHistory)
        known.emplace_back("amax_history_length");
    if (const Status isKnown = refuseUnknownKeys(config, known); !isKnown)
        return isKnown.error();
    const auto mode = config.find("mode");
    if (mode == config.end())
        return typeError("mode", R"(missing: expected a quantization mode such as "float8")");
    if (parsesMode && !mode->is_string()) // Python's mode.split
        return attributeError("mode", "expected a text such as \"int4/128\", got " + shownJson(*mode));
    if (parsesMode) // Keras reads the mode before it looks at the source
        if (const Result<DTypePolicy> probe = makeQuantizedPolicy(policyClass, mode->get<std::string>(),
                std::string("float32"), "float32", kDefaultAmaxHistoryLength, loader.version);
            !probe)
            return probe;
    const Result<std::optional<std::string>> source = nameAt(config, "source_name");
    if (!source)
        return source.error();
    const std::string globalName = policyName(loader.global);
    if (!mode->is_string()) {
        if (const Result<DTypePolicy> plain = makePolicy(source->value_or(globalName)); !plain)
            return plain.error().within("source_name");
        return invalidQuantizationMode(shownJson(*mode), loader.version).within("mode");
    }
    Result<DTypePolicy> policy = makeQuantizedPolicy(policyClass, mode->get<std::string>(), *source,
        globalName, kDefaultAmaxHistoryLength, loader.version);
    if (!policy || !hasHistory)
        return policy;
    const Result<std::int64_t> length = readHistoryLength(config);
    if (!length)
        return length.error();
    policy->amaxHistoryLength = *length;
    return policy;
}

/// The value that keras.dtype_policies.deserialize returns for an unknown class: the name itself.
Error unknownClass(const Json& className, KerasVersion version)
{
    if (className.is_array() || className.is_object()) // Python cannot look it up
        return typeError("class_name", "expected a policy class, got " + shownJson(className));
    const std::string name = className.is_string() ? className.get<std::string>() : shownJson(className);
    std::string message = "Keras' deserialize knows no policy class '" + shownText(name)
        + "' and returns that name as a string, on which a layer fails with AttributeError";
    if (name == "Policy" || name == "PolicyV1")
        return attributeError("class_name",
            message
                + "; it is Keras 2's: in Keras 3 write the policy's name, such as \"mixed_float16\", or "
                  R"({"module": "keras", "class_name": "DTypePolicy", "config": {"name": "mixed_float16"}, )"
                  R"("registered_name": null})");
    if (const std::optional<PolicyClass> other = policyClassByName(name)) // another version has it
        return attributeError("class_name", message + "; " + kerasName(KerasVersion::Head) + " has it");
    const std::string best = closestName(name, readableClasses(version));
    return attributeError("class_name", message + (best.empty() ? "" : "; did you mean '" + best + "'?"));
}

Result<KerasPolicy> readConfig(std::string_view name, const Json& given, const KerasLoader& loader);

/// Keras' generic deserializer, which looks at module and registered_name, reads the entries of a map.
Status checkEnvelopeInMap(const Json& json, const std::string& name)
{
    const auto module = json.find("module");
    const std::optional<PolicyClass> policyClass = policyClassByName(name);
    const std::string wanted(policyClass ? moduleName(*policyClass) : kPolicyModule);
    if (module == json.end() || module->is_null() || *module == "")
        return typeError("module", "missing: inside a map Keras needs \"" + wanted + "\" for " + name);
    if (*module != wanted) {
        const std::string message = "expected \"" + wanted + "\" for " + name + ", got " + shownJson(*module);
        if (!module->is_string())
            return attributeError("module", message);
        const auto text = module->get<std::string>();
        return text == "keras" || text.starts_with("keras.") ? valueError("module", message)
                                                             : typeError("module", message);
    }
    const auto registered = json.find("registered_name");
    const bool isRegistered = registered != json.end() && !registered->is_null() && *registered != "";
    if (isRegistered && *registered != name)
        return valueError("registered_name", "expected null, got " + shownJson(*registered));
    return success();
}

Result<DTypePolicy> readMapEntry(const Json& json, const KerasLoader& loader)
{
    if (!json.is_object() || !json.contains("class_name") || !json.contains("config"))
        return attributeError("",
            "Keras takes " + shownJson(json)
                + " as it is, and a layer fails on it with AttributeError; expected the object that "
                  "keras.dtype_policies.serialize writes");
    const Json& className = json["class_name"];
    const std::string name = className.is_string() ? className.get<std::string>() : shownJson(className);
    if (const Status status = checkEnvelopeInMap(json, name); !status)
        return status.error();
    const std::vector<std::string> readable = readableClasses(loader.version);
    if (std::find(readable.begin(), readable.end(), name) == readable.end())
        return valueError("class_name", unknownName(translated("policy class"), shownText(name), readable));
    const Result<KerasPolicy> policy = readConfig(name, json["config"], loader);
    if (!policy)
        return policy.error();
    if (std::holds_alternative<DTypePolicyMap>(*policy))
        return valueError("",
            "a DTypePolicyMap inside another, of which Keras would use the default alone; expected a policy");
    return std::get<DTypePolicy>(*policy);
}

Result<DTypePolicyMap> readMap(const Json& config, const KerasLoader& loader)
{
    const auto entries = config.find("policy_map");
    if (entries == config.end())
        return Error{"policy_map", "missing: expected an object or null", ErrorKind::KeyError};
    if (!entries->is_null() && !entries->is_object())
        return typeError(
            "policy_map", "If specified, `policy_map` must be a dict. Got " + shownJson(*entries));
    if (entries->is_object() && entries->contains("class_name") && entries->contains("config"))
        return typeError(
            "policy_map", "an object with class_name and config is not a map of paths to policies");
    DTypePolicyMap map{policyOrDefault(loader.global), {}, MapDefault::None};
    if (entries->is_object())
        for (auto entry = entries->begin(); entry != entries->end(); ++entry) {
            const Result<DTypePolicy> policy = readMapEntry(*entry, loader);
            if (!policy)
                return policy.error().within("[\"" + shownText(entry.key()) + "\"]").within("policy_map");
            map.entries.emplace_back(entry.key(), *policy);
        }
    if (const Status known = refuseUnknownKeys(config, {"default_policy", "policy_map"}); !known)
        return known.error();
    if (const auto given = config.find("default_policy"); given != config.end() && !given->is_null()) {
        const Result<KerasPolicy> policy = policyFromJson(*given, loader);
        if (!policy)
            return policy.error().within("default_policy");
        if (std::holds_alternative<DTypePolicyMap>(*policy))
            return attributeError("default_policy",
                "`default_policy` cannot be a `DTypePolicyMap`; of JSON Keras does not ask, and the map then has no name");
        map.defaultPolicy = std::get<DTypePolicy>(*policy);
        map.givenDefault = given->is_string() ? MapDefault::Name : MapDefault::Object;
    }
    return map;
}

Result<KerasPolicy> readConfig(std::string_view name, const Json& given, const KerasLoader& loader)
{
    static const Json kEmpty = Json::object();
    const Json& config = given.is_null() ? kEmpty : given;
    if (!config.is_object())
        return typeError("config", "expected an object, got " + shownJson(config));
    const auto placed = [](auto result) -> Result<KerasPolicy> {
        if (!result)
            return result.error().within("config");
        return KerasPolicy(*std::move(result));
    };
    if (name == kMapClass)
        return placed(readMap(config, loader));
    const PolicyClass policyClass = *policyClassByName(name);
    if (policyClass == PolicyClass::DTypePolicy || policyClass == PolicyClass::FloatDTypePolicy)
        return placed(readPlain(config, policyClass, loader));
    return placed(readQuantized(config, policyClass, loader));
}

/// keras.dtype_policies.deserialize: looks at class_name and config alone, and minds a module of null.
Result<KerasPolicy> readObject(const Json& json, const KerasLoader& loader)
{
    const auto className = json.find("class_name");
    if (className == json.end())
        return valueError("class_name", "missing: expected a policy class such as \"DTypePolicy\"");
    if (const auto module = json.find("module"); module != json.end() && module->is_null())
        return typeError("module", R"(expected "keras" or "keras.dtype_policies", got null)");
    const std::vector<std::string> readable = readableClasses(loader.version);
    if (!className->is_string()
        || std::find(readable.begin(), readable.end(), className->get<std::string>()) == readable.end())
        return unknownClass(*className, loader.version);
    const auto config = json.find("config");
    return readConfig(className->get<std::string>(), config == json.end() ? Json() : *config, loader);
}

/// A policy's config, with null in place of the names that a map without a default leaves to the loader.
Json configOf(const DTypePolicy& policy, bool hasName)
{
    if (!policy.isQuantized())
        return Json{{"name", hasName ? Json(policy.name) : Json()}};
    Json config{
        {"mode", policy.constructorMode()}, {"source_name", hasName ? Json(policy.sourceName) : Json()}};
    if (policy.policyClass == PolicyClass::QuantizedFloat8DTypePolicy)
        config["amax_history_length"] = policy.amaxHistoryLength;
    return config;
}

Json serialized(const DTypePolicy& policy, bool hasName)
{
    return envelope(moduleName(policy.policyClass), className(policy.policyClass), configOf(policy, hasName));
}

} // namespace

Json kerasJson(const DTypePolicy& policy)
{
    if (policy.isOfOlderFamily()) { // whole, because its serialize() gives a text or null
        const LegacyPolicy older = legacyPolicy(PolicyFamily::Experimental22, policy);
        return {{"class_name", className(policy.policyClass)}, {"config", legacyConfig(older)}};
    }
    return serialized(policy, true);
}

Json kerasJson(const DTypePolicyMap& map)
{
    const bool hasNames = map.givenDefault != MapDefault::None;
    Json entries = Json::object();
    for (const auto& [key, policy] : map.entries)
        entries[key] = serialized(policy, hasNames);
    Json config = Json::object();
    switch (map.givenDefault) {
    case MapDefault::None:
        config["default_policy"] = nullptr;
        break;
    case MapDefault::Name:
        config["default_policy"]
            = isNameEnough(map.defaultPolicy) ? Json(map.defaultPolicy.name) : kerasJson(map.defaultPolicy);
        break;
    case MapDefault::Object:
        config["default_policy"] = kerasJson(map.defaultPolicy);
        break;
    }
    config["policy_map"] = std::move(entries);
    return envelope(kPolicyModule, kMapClass, std::move(config));
}

Json kerasJson(const KerasPolicy& policy)
{
    return std::visit([](const auto& p) { return kerasJson(p); }, policy);
}

std::string kerasText(const DTypePolicy& policy)
{
    return layoutJson(kerasJson(policy));
}
std::string kerasText(const DTypePolicyMap& map)
{
    return layoutJson(kerasJson(map));
}

Json policyDescription(const KerasPolicy& policy)
{
    const DTypePolicy& shown = policyOrDefault(policy);
    const auto* map = std::get_if<DTypePolicyMap>(&policy);
    return Json{{"class", map != nullptr ? kMapClass : className(shown.policyClass)},
        {"name", policyName(policy)}, {"compute", shown.computeDtype}, {"variable", shown.variableDtype},
        {"quantization_mode", shown.isQuantized() ? Json(shown.quantizationMode) : Json()},
        {"config", kerasJson(policy)["config"]}, {"repr", map != nullptr ? repr(*map) : repr(shown)}};
}

Result<KerasPolicy> policyFromJson(const Json& json, const KerasLoader& loader)
{
    if (json.is_null())
        return loader.global;
    if (json.is_object())
        return readObject(json, loader);
    if (!json.is_string())
        return valueError("",
            "Cannot interpret `dtype` argument. Expected a policy's name or object, got " + shownJson(json));
    const Result<DTypePolicy> policy = getPolicy(json.get<std::string>(), loader.version);
    if (!policy)
        return policy.error();
    return KerasPolicy(*policy);
}

Result<KerasPolicy> policyFromText(std::string_view text, const KerasLoader& loader)
{
    const Result<Json> json = parsePythonJson(text);
    if (!json)
        return json.error();
    return policyFromJson(*json, loader);
}

Result<KerasPolicy> globalPolicyFromJson(const Json& json, KerasVersion version)
{
    if (!json.is_string() && !json.is_object())
        return valueError("",
            "Invalid `policy` argument: expected the name of a policy, such as \"mixed_float16\", or a policy, got "
                + shownJson(json));
    return policyFromJson(json, {{}, version});
}

} // namespace ulpscope
