// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/keras_policy.h"

#include "engine/base/closest_name.h"
#include "engine/io/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace ulpscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMapClass = "DTypePolicyMap";
constexpr int kLongestAmaxHistory = 1 << 20;
constexpr std::array<std::string_view, 4> kOtherKerasClasses{
    "Int4DTypePolicy", "GPTQDTypePolicy", "AWQDTypePolicy", "TernaryDTypePolicy"};
constexpr std::array<std::string_view, 6> kQuantizationModes{
    "int8", "float8", "int4", "ternary", "gptq", "awq"};

std::vector<std::string> readableClasses()
{
    return {"DTypePolicy", "FloatDTypePolicy", "QuantizedFloat8DTypePolicy", "QuantizedDTypePolicy",
        "DTypePolicyMap"};
}

Json envelope(std::string_view module, std::string_view className, Json config)
{
    return Json{{"module", module}, {"class_name", className}, {"config", std::move(config)},
        {"registered_name", nullptr}};
}

Error valueError(const std::string& place, const std::string& message)
{
    return Error{place, message, ErrorKind::ValueError};
}
Error typeError(const std::string& place, const std::string& message)
{
    return Error{place, message, ErrorKind::TypeError};
}

/// As Python's constructor(**config) does.
Status refuseUnknownKeys(const Json& config, const std::vector<std::string>& known)
{
    for (auto member = config.begin(); member != config.end(); ++member)
        if (std::find(known.begin(), known.end(), member.key()) == known.end())
            return typeError(
                shownText(member.key()), unknownName("argument", shownText(member.key()), known));
    return success();
}

/// A policy's name where null stands for the global policy's.
Result<std::string> nameAt(const Json& config, const char* key, const DTypePolicy& global)
{
    const auto found = config.find(key);
    if (found == config.end() || found->is_null())
        return global.name;
    if (!found->is_string())
        return typeError(key, std::string("'") + key + "' must be a string, got " + shownJson(*found));
    return found->get<std::string>();
}

Result<DTypePolicy> readPlain(const Json& config, PolicyClass policyClass, const DTypePolicy& global)
{
    if (const Status known = refuseUnknownKeys(config, {"name"}); !known)
        return known.error();
    const Result<std::string> name = nameAt(config, "name", global);
    if (!name)
        return name.error();
    Result<DTypePolicy> policy = makePolicy(*name);
    if (!policy)
        return policy.error().within("name");
    policy->policyClass = policyClass;
    return policy;
}

/// hasHistory: QuantizedFloat8DTypePolicy; else QuantizedDTypePolicy, whose float8 keeps the default history.
Result<DTypePolicy> readQuantized(const Json& config, bool hasHistory, const DTypePolicy& global)
{
    std::vector<std::string> known{"mode", "source_name"};
    if (hasHistory)
        known.emplace_back("amax_history_length");
    if (const Status isKnown = refuseUnknownKeys(config, known); !isKnown)
        return isKnown.error();
    const Result<std::string> source = nameAt(config, "source_name", global);
    if (!source)
        return source.error();
    if (const Result<DTypePolicy> plain = makePolicy(*source); !plain)
        return plain.error().within("source_name");
    const auto mode = config.find("mode");
    if (mode == config.end())
        return typeError("mode", "missing: expected a quantization mode such as \"float8\"");
    if (!mode->is_string()
        || std::find(kQuantizationModes.begin(), kQuantizationModes.end(), mode->get<std::string>())
            == kQuantizationModes.end())
        return valueError("mode",
            "Invalid quantization mode. Expected one of int8, float8, int4, ternary, gptq, awq, got "
                + shownJson(*mode));
    if (mode->get<std::string>() != "float8")
        return Error{"mode", "quantization mode " + shownJson(*mode) + " is not supported here yet",
            ErrorKind::NotImplementedError};
    int length = kDefaultAmaxHistoryLength;
    if (const auto given = config.find("amax_history_length"); given != config.end()) {
        if (!given->is_number_integer())
            return typeError(
                "amax_history_length", "`amax_history_length` must be an integer, got " + shownJson(*given));
        const auto wanted = given->get<double>();
        if (wanted < 1 || wanted > kLongestAmaxHistory)
            return valueError(
                "amax_history_length", "expected an integer in [1, 1048576], got " + shownJson(*given));
        length = given->get<int>();
    }
    return makeFloat8Policy(*source, length);
}

Error unknownClass(const std::string& name)
{
    if (std::find(kOtherKerasClasses.begin(), kOtherKerasClasses.end(), name) != kOtherKerasClasses.end())
        return Error{
            "class_name", "'" + name + "' is not supported here yet", ErrorKind::NotImplementedError};
    if (name == "Policy" || name == "PolicyV1")
        return valueError("class_name",
            "'" + name
                + "' is Keras 2's; Keras 3 writes {\"module\": \"keras\", \"class_name\": \"DTypePolicy\", "
                  "\"config\": "
                  "{\"name\": \"mixed_float16\"}, \"registered_name\": null}");
    return valueError("class_name", unknownName("policy class", shownText(name), readableClasses()));
}

/// An object with class_name; `isInMap`: Keras' generic deserializer runs there, which looks at module and
/// registered_name, while dtype_policies.deserialize only minds a null module.
Result<KerasPolicy> readObject(const Json& json, bool isInMap, const DTypePolicy& global);

Result<DTypePolicy> readEntry(const Json& json, bool isInMap, const DTypePolicy& global)
{
    Result<KerasPolicy> policy = Error{};
    if (json.is_string())
        policy = policyFromJson(json, global);
    else if (json.is_object())
        policy = readObject(json, isInMap, global);
    else
        return typeError("", "expected a policy's name or object, got " + shownJson(json));
    if (!policy)
        return policy.error();
    if (std::holds_alternative<DTypePolicyMap>(*policy))
        return valueError("",
            isInMap ? "a DTypePolicyMap cannot be inside another"
                    : "`default_policy` cannot be a `DTypePolicyMap`");
    return std::get<DTypePolicy>(*policy);
}

Result<DTypePolicyMap> readMap(const Json& config, const DTypePolicy& global)
{
    if (const Status known = refuseUnknownKeys(config, {"default_policy", "policy_map"}); !known)
        return known.error();
    DTypePolicyMap map{global, {}};
    if (const auto given = config.find("default_policy"); given != config.end() && !given->is_null()) {
        const Result<DTypePolicy> policy = readEntry(*given, false, global);
        if (!policy)
            return policy.error().within("default_policy");
        map.defaultPolicy = *policy;
    }
    const auto entries = config.find("policy_map");
    if (entries == config.end() || entries->is_null())
        return map;
    if (!entries->is_object())
        return typeError(
            "policy_map", "If specified, `policy_map` must be a dict, got " + shownJson(*entries));
    for (auto entry = entries->begin(); entry != entries->end(); ++entry) {
        const Result<DTypePolicy> policy = readEntry(*entry, true, global);
        if (!policy)
            return policy.error().within("[\"" + shownText(entry.key()) + "\"]").within("policy_map");
        map.entries.emplace_back(entry.key(), *policy);
    }
    return map;
}

Status checkEnvelopeInMap(const Json& json, const std::string& name)
{
    const auto module = json.find("module");
    const bool isPlain = name == "DTypePolicy" || name == "FloatDTypePolicy"; // exported under both names
    if (module != json.end() && *module != "keras.dtype_policies" && !(isPlain && *module == "keras"))
        return valueError("module",
            "expected \"" + std::string(isPlain ? "keras" : "keras.dtype_policies") + "\" for " + name
                + ", got " + shownJson(*module));
    const auto registered = json.find("registered_name");
    if (registered != json.end() && !registered->is_null() && *registered != name)
        return valueError("registered_name", "expected null, got " + shownJson(*registered));
    return success();
}

Result<KerasPolicy> readObject(const Json& json, bool isInMap, const DTypePolicy& global)
{
    if (const auto module = json.find("module"); module != json.end() && module->is_null())
        return typeError("module", R"(expected "keras" or "keras.dtype_policies", got null)");
    const auto className = json.find("class_name");
    if (className == json.end())
        return valueError("class_name", "missing: expected a policy class such as \"DTypePolicy\"");
    if (!className->is_string())
        return valueError(
            "class_name", "expected a policy class such as \"DTypePolicy\", got " + shownJson(*className));
    const auto name = className->get<std::string>();
    const std::vector<std::string> readable = readableClasses();
    if (std::find(readable.begin(), readable.end(), name) == readable.end())
        return unknownClass(name);
    if (isInMap)
        if (const Status status = checkEnvelopeInMap(json, name); !status)
            return status.error();
    const auto config = json.find("config");
    if (config == json.end() || !config->is_object())
        return valueError("config",
            config == json.end() ? "missing: expected an object"
                                 : "expected an object, got " + shownJson(*config));

    const auto placed = [](auto result) -> Result<KerasPolicy> {
        if (!result)
            return result.error().within("config");
        return KerasPolicy(*std::move(result));
    };
    if (name == kMapClass)
        return placed(readMap(*config, global));
    if (name == "DTypePolicy")
        return placed(readPlain(*config, PolicyClass::DTypePolicy, global));
    if (name == "FloatDTypePolicy")
        return placed(readPlain(*config, PolicyClass::FloatDTypePolicy, global));
    return placed(readQuantized(*config, name == "QuantizedFloat8DTypePolicy", global));
}

} // namespace

Json kerasJson(const DTypePolicy& policy)
{
    if (policy.isFloat8())
        return envelope("keras.dtype_policies", className(policy.policyClass),
            Json{{"mode", "float8"}, {"source_name", policy.sourceName},
                {"amax_history_length", policy.amaxHistoryLength}});
    return envelope("keras", className(policy.policyClass), Json{{"name", policy.name}});
}

Json kerasJson(const DTypePolicyMap& map)
{
    Json entries = Json::object();
    for (const auto& [key, policy] : map.entries)
        entries[key] = kerasJson(policy);
    // A name where Keras' get() makes the same policy of it; "int8" or another history length need the
    // object.
    const Result<DTypePolicy> byName = getPolicy(map.defaultPolicy.name);
    const bool isNameEnough = byName && *byName == map.defaultPolicy;
    Json config = Json::object();
    config["default_policy"] = isNameEnough ? Json(map.defaultPolicy.name) : kerasJson(map.defaultPolicy);
    config["policy_map"] = std::move(entries);
    return envelope("keras.dtype_policies", kMapClass, std::move(config));
}

std::string kerasText(const DTypePolicy& policy)
{
    return layoutJson(kerasJson(policy));
}
std::string kerasText(const DTypePolicyMap& map)
{
    return layoutJson(kerasJson(map));
}

Result<KerasPolicy> policyFromJson(const Json& json, const DTypePolicy& global)
{
    if (json.is_string()) {
        const Result<DTypePolicy> policy = getPolicy(json.get<std::string>());
        if (!policy)
            return policy.error();
        return KerasPolicy(*policy);
    }
    if (!json.is_object())
        return valueError("", "expected a policy's name or object, got " + shownJson(json));
    return readObject(json, false, global);
}

Result<KerasPolicy> policyFromText(std::string_view text, const DTypePolicy& global)
{
    const Result<Json> json = parseJson(text);
    if (!json)
        return json.error();
    return policyFromJson(*json, global);
}

void usePolicyAsCompile(SessionSpec& session, const KerasPolicy& policy)
{
    if (const auto* plain = std::get_if<DTypePolicy>(&policy)) {
        setGlobalPolicyAsCompile(session, *plain);
        return;
    }
    const auto& map = std::get<DTypePolicyMap>(policy);
    session.policies = {map.defaultPolicy, map.entries};
    session.training.lossScale = {"none", {}};
}

} // namespace ulpscope
