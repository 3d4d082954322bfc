// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/dtype_policy.h"

#include "engine/base/catalog.h"
#include "engine/base/closest_name.h"
#include "engine/base/text_lists.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace ulpscope {

namespace {

struct ClassRow
{
    PolicyClass policyClass;
    std::string_view name;
    std::string_view module;
};
constexpr std::array<ClassRow, 10> kClasses{{
    {PolicyClass::DTypePolicy, "DTypePolicy", "keras"},
    {PolicyClass::FloatDTypePolicy, "FloatDTypePolicy", "keras"},
    {PolicyClass::QuantizedDTypePolicy, "QuantizedDTypePolicy", "keras.dtype_policies"},
    {PolicyClass::QuantizedFloat8DTypePolicy, "QuantizedFloat8DTypePolicy", "keras.dtype_policies"},
    {PolicyClass::Int4DTypePolicy, "Int4DTypePolicy", "keras.dtype_policies"},
    {PolicyClass::GPTQDTypePolicy, "GPTQDTypePolicy", "keras.dtype_policies"},
    {PolicyClass::AWQDTypePolicy, "AWQDTypePolicy", "keras.dtype_policies"},
    {PolicyClass::TernaryDTypePolicy, "TernaryDTypePolicy", "keras.dtype_policies"},
    {PolicyClass::Policy, "Policy", "keras.mixed_precision"},
    {PolicyClass::PolicyV1, "PolicyV1", "keras.mixed_precision"},
}};
static_assert(
    isOrderedBy(kClasses, &ClassRow::policyClass), "a row for each class, in the order of PolicyClass");

constexpr std::string_view kFrom = "_from_";

std::string firstLetters(std::string_view text)
{
    constexpr std::size_t kLongestShown = 64;
    return std::string(text.substr(0, kLongestShown)) + (text.size() > kLongestShown ? "..." : "");
}

std::string shown(std::string_view text)
{
    return "'" + firstLetters(text) + "'";
}

/// Python's int(text) for ASCII digits, within 64 bits: spaces around, a sign, single underscores between digits.
std::optional<std::int64_t> pythonInteger(std::string_view text)
{
    constexpr std::string_view kSpaces = " \t\n\v\f\r";
    const std::size_t begin = text.find_first_not_of(kSpaces);
    if (begin == std::string_view::npos)
        return std::nullopt;
    text = text.substr(begin, text.find_last_not_of(kSpaces) - begin + 1);
    const bool isNegative = text.front() == '-';
    if (isNegative || text.front() == '+')
        text.remove_prefix(1);
    std::string digits;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isBetweenDigits = i > 0 && i + 1 < text.size() && text[i - 1] != '_';
        if (text[i] == '_' && isBetweenDigits)
            continue;
        if (text[i] < '0' || text[i] > '9')
            return std::nullopt;
        digits += text[i];
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
        return std::nullopt;
    return isNegative ? -value : value;
}

/// Parts of a mode such as "gptq/4/128".
struct ModeParts
{
    std::string quantizationMode;
    std::int64_t blockSize = 0;
    std::int64_t weightBits = 0;
    std::int64_t groupSize = 0;
};

// Keras' texts, shortened; programs look for their beginnings.

Error invalidMode(PolicyClass policyClass, std::string_view mode, const std::string& why)
{
    return valueError("",
        "Invalid mode for " + std::string(className(policyClass)) + ". " + why + ", but got " + shown(mode));
}

Error invalidNumber(const std::string& name, std::string_view mode, const std::string& why)
{
    return valueError("", "Invalid " + name + " in mode. " + why + ", but got " + shown(mode));
}

Result<ModeParts> parseInt4Mode(std::string_view mode, KerasVersion version)
{
    constexpr PolicyClass kClass = PolicyClass::Int4DTypePolicy;
    const std::string format = "Expected format 'int4/<block_size>'";
    const std::vector<std::string> parts = splitText(mode, "/");
    if (parts.size() != 2 || parts[0] != "int4")
        return invalidMode(kClass, mode, format);
    const bool isNone = parts[1] == "None" && does(version, KerasChange::TakesBlockNone);
    const std::optional<std::int64_t> block = isNone ? -1 : pythonInteger(parts[1]);
    if (!block)
        return invalidMode(kClass, mode, "<block_size> must be an integer. " + format);
    if (*block < -1 || *block == 0)
        return invalidNumber(
            "block_size", mode, "Supported values are -1 (per-channel) or a positive integer (sub-channel)");
    return ModeParts{"int4", *block, 0, 0};
}

Result<ModeParts> parseGroupedMode(PolicyClass policyClass, std::string_view name, std::string_view mode)
{
    const std::vector<std::string> parts = splitText(mode, "/");
    const std::string format = "Expected format '" + std::string(name) + "/<weight_bits>/<group_size>'";
    if (parts.size() != 3 || parts[0] != name)
        return invalidMode(policyClass, mode, format);
    const std::optional<std::int64_t> bits = pythonInteger(parts[1]);
    const std::optional<std::int64_t> group = pythonInteger(parts[2]);
    if (!bits || !group)
        return invalidMode(policyClass, mode, "<weight_bits> and <group_size> must be integers. " + format);
    if (policyClass == PolicyClass::AWQDTypePolicy && *bits != 4)
        return invalidNumber("weight_bits", mode, "AWQ only supports 4-bit quantization");
    if (*bits != 2 && *bits != 3 && *bits != 4 && *bits != 8)
        return invalidNumber("weight_bits", mode, "Supported values are 2, 3, 4, and 8");
    if (*group < -1 || *group == 0)
        return invalidNumber("group_size", mode, "Supported values are -1 or a positive integer");
    return ModeParts{std::string(name), 0, *bits, *group};
}

Result<ModeParts> parseMode(PolicyClass policyClass, std::string_view mode, KerasVersion version)
{
    switch (policyClass) {
    case PolicyClass::Int4DTypePolicy:
        return parseInt4Mode(mode, version);
    case PolicyClass::GPTQDTypePolicy:
        return parseGroupedMode(policyClass, "gptq", mode);
    case PolicyClass::AWQDTypePolicy:
        return parseGroupedMode(policyClass, "awq", mode);
    default: // the mode is looked at after the source
        return ModeParts{std::string(mode), 0, 0, 0};
    }
}

Status checkQuantizationMode(std::string_view mode, std::string_view computeDtype, KerasVersion version)
{
    if (!isQuantizationMode(mode, version))
        return invalidQuantizationMode(shown(mode), version);
    if (mode == "int8" && computeDtype == "float16")
        return valueError("",
            "Quantization mode 'int8' doesn't work well with compute dtype 'float16', so Keras refuses it");
    return success();
}

} // namespace

std::vector<PolicyClass> allPolicyClasses()
{
    std::vector<PolicyClass> classes;
    for (const ClassRow& row : kClasses)
        if (row.policyClass < PolicyClass::Policy)
            classes.push_back(row.policyClass);
    return classes;
}

std::string_view className(PolicyClass policyClass)
{
    return kClasses.at(static_cast<std::size_t>(policyClass)).name;
}

std::optional<PolicyClass> policyClassByName(std::string_view name)
{
    for (const PolicyClass policyClass : allPolicyClasses())
        if (className(policyClass) == name)
            return policyClass;
    return std::nullopt;
}

std::string_view moduleName(PolicyClass policyClass)
{
    return kClasses.at(static_cast<std::size_t>(policyClass)).module;
}

std::int64_t DTypePolicy::float8HistoryLength() const
{
    return policyClass == PolicyClass::QuantizedFloat8DTypePolicy ? amaxHistoryLength
                                                                  : kDefaultAmaxHistoryLength;
}

std::string DTypePolicy::constructorMode() const
{
    switch (policyClass) {
    case PolicyClass::Int4DTypePolicy:
        return "int4/" + std::to_string(blockSize);
    case PolicyClass::GPTQDTypePolicy:
    case PolicyClass::AWQDTypePolicy:
        return quantizationMode + "/" + std::to_string(weightBits) + "/" + std::to_string(groupSize);
    default:
        return quantizationMode;
    }
}

const std::vector<std::string>& kerasDtypes()
{
    static const std::vector<std::string> names{"float16", "float32", "float64", "bfloat16", "uint8",
        "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "bool", "string", "float8_e4m3fn",
        "float8_e5m2", "complex64", "complex128"};
    return names;
}

const std::vector<std::string>& quantizationModes()
{
    static const std::vector<std::string> modes{"int8", "float8", "int4", "ternary", "gptq", "awq"};
    return modes;
}

bool isQuantizationMode(std::string_view mode, KerasVersion version)
{
    const std::vector<std::string>& modes = quantizationModes();
    return std::find(modes.begin(), modes.end(), mode) != modes.end()
        && (mode != "ternary" || does(version, KerasChange::HasTernary));
}

Error invalidQuantizationMode(const std::string& shownMode, KerasVersion version)
{
    std::string known;
    for (const std::string& mode : quantizationModes())
        if (isQuantizationMode(mode, version))
            known += (known.empty() ? "'" : ", '") + mode + "'";
    return valueError("", "Invalid quantization mode. Expected one of (" + known + "), but got " + shownMode);
}

const std::vector<std::string>& commonPolicyNames()
{
    static const std::vector<std::string> names{"float32", "mixed_float16", "mixed_bfloat16", "float16",
        "bfloat16", "float64", "float8_from_mixed_bfloat16", "float8_from_mixed_float16",
        "float8_from_float32", "int8_from_mixed_bfloat16", "int8_from_float32",
        "int4/128_from_mixed_bfloat16", "int4/128_from_float32"};
    return names;
}

Result<std::string> standardizeDtype(std::string_view name)
{
    const std::string dtype = name == "int" ? "int32" : std::string(name);
    if (std::find(kerasDtypes().begin(), kerasDtypes().end(), dtype) == kerasDtypes().end())
        return valueError("", "Invalid dtype: " + shown(name));
    return dtype;
}

bool isFloatDtype(std::string_view dtype)
{
    return dtype.starts_with("float") || dtype.starts_with("bfloat");
}

Result<DTypePolicy> makePolicy(std::string_view name)
{
    DTypePolicy policy;
    policy.name = std::string(name);
    if (name == "mixed_float16" || name == "mixed_bfloat16") {
        policy.computeDtype = std::string(name.substr(6));
        return policy;
    }
    if (const Result<std::string> dtype = standardizeDtype(name)) {
        policy.computeDtype = *dtype;
        policy.variableDtype = *dtype;
        return policy;
    }
    std::vector<std::string> known = kerasDtypes();
    known.insert(known.end(), {"mixed_float16", "mixed_bfloat16"});
    const std::string best = closestName(name, known);
    if (best.empty())
        return valueError("",
            message(
                "Cannot convert '%1' to a mixed precision DTypePolicy; valid are mixed_float16, mixed_bfloat16 and "
                "the dtype names such as float32")
                .with(verbatim(firstLetters(name))));
    return valueError("",
        message("Cannot convert '%1' to a mixed precision DTypePolicy; did you mean '%2'?")
            .with(verbatim(firstLetters(name)))
            .with(verbatim(best)));
}

Result<DTypePolicy> makeQuantizedPolicy(PolicyClass policyClass, std::string_view mode,
    const std::optional<std::string>& sourceName, std::string_view globalName, std::int64_t amaxHistoryLength,
    KerasVersion version)
{
    const Result<ModeParts> parts = parseMode(policyClass, mode, version);
    if (!parts)
        return parts.error();
    const std::string source = sourceName.value_or(std::string(globalName));
    Result<DTypePolicy> policy = makePolicy(source);
    if (!policy)
        return policy;
    if (const Status isKnown = checkQuantizationMode(parts->quantizationMode, policy->computeDtype, version);
        !isKnown)
        return isKnown.error();
    policy->policyClass = policyClass;
    policy->quantizationMode = parts->quantizationMode;
    policy->sourceName = source;
    policy->blockSize = parts->blockSize;
    policy->weightBits = parts->weightBits;
    policy->groupSize = parts->groupSize;
    if (policyClass == PolicyClass::QuantizedFloat8DTypePolicy)
        policy->amaxHistoryLength = amaxHistoryLength;
    const bool isNamedAsGiven = policyClass == PolicyClass::GPTQDTypePolicy
        || policyClass == PolicyClass::AWQDTypePolicy
        || (policyClass == PolicyClass::Int4DTypePolicy && !does(version, KerasChange::ResolvesInt4Names));
    if (isNamedAsGiven) // by the arguments as they were given, "..._from_None" included
        policy->name = std::string(mode) + std::string(kFrom) + sourceName.value_or("None");
    else
        policy->name = policy->constructorMode() + std::string(kFrom) + source;
    return policy;
}

Result<DTypePolicy> makeFloat8Policy(std::string_view sourceName, std::int64_t amaxHistoryLength)
{
    return makeQuantizedPolicy(
        PolicyClass::QuantizedFloat8DTypePolicy, "float8", std::string(sourceName), {}, amaxHistoryLength);
}

Result<DTypePolicy> getPolicy(std::string_view name, KerasVersion version)
{
    const std::vector<std::string>& modes = quantizationModes();
    const auto mode = std::find_if(modes.begin(), modes.end(),
        [&](const std::string& m) { return name.starts_with(m) && isQuantizationMode(m, version); });
    if (mode == modes.end())
        return makePolicy(name);
    const std::vector<std::string> parts = splitText(name, kFrom);
    if (parts.size() != 2) {
        const Message shownName = verbatim(firstLetters(name));
        if (!standardizeDtype(name))
            return valueError("",
                message(
                    "Cannot convert `policy` into a valid pair (`mode`, `source_name`), got '%1'; a quantized "
                    "policy reads like float8_from_mixed_bfloat16")
                    .with(shownName));
        return valueError("",
            message(
                "Cannot convert `policy` into a valid pair (`mode`, `source_name`), got '%1'; DTypePolicy('%2') "
                "itself is legal, and no layer takes it")
                .with(shownName)
                .with(shownName));
    }
    PolicyClass policyClass = PolicyClass::QuantizedDTypePolicy;
    if (*mode == "float8")
        policyClass = PolicyClass::QuantizedFloat8DTypePolicy;
    else if (*mode == "int4" && parts[0].find('/') != std::string_view::npos)
        policyClass = PolicyClass::Int4DTypePolicy;
    else if (*mode == "ternary")
        policyClass = PolicyClass::TernaryDTypePolicy;
    else if (*mode == "gptq")
        policyClass = PolicyClass::GPTQDTypePolicy;
    else if (*mode == "awq")
        policyClass = PolicyClass::AWQDTypePolicy;
    return makeQuantizedPolicy(
        policyClass, parts[0], std::string(parts[1]), "float32", kDefaultAmaxHistoryLength, version);
}

std::optional<Error> versionRefusal(const DTypePolicy& policy, KerasVersion version)
{
    if (!policy.isQuantized())
        return std::nullopt;
    const Result<DTypePolicy> made = isNameEnough(policy)
        ? getPolicy(policy.name, version)
        : makeQuantizedPolicy(policy.policyClass, policy.constructorMode(), policy.sourceName, "float32",
            policy.amaxHistoryLength, version);
    if (made)
        return std::nullopt;
    Error refusal = made.error();
    if (getPolicy(policy.name, KerasVersion::Head))
        refusal.message
            = message("%1; %2 has it").with(refusal.message).with(verbatim(kerasName(KerasVersion::Head)));
    return refusal;
}

bool isNameEnough(const DTypePolicy& policy)
{
    if (policy.isOfOlderFamily()) // whose sessions read names as that family does
        return policy.policyClass == PolicyClass::Policy && !policy.hasOwnLossScale;
    const Result<DTypePolicy> byName = getPolicy(policy.name);
    return byName && *byName == policy;
}

Result<DTypePolicy> getPolicyOfObject(std::string_view object)
{
    // A type's or dtype's name after the module, which may be another's; Python's own types have dtypes of their own.
    using Names = std::array<std::string_view, 2>;
    constexpr std::array<Names, 5> kTypes{{{"bool", "bool"}, {"int", "int32"}, {"float", "float32"},
        {"str", "string"}, {"complex", "complex64"}}};
    constexpr std::array<Names, 20> kOthers{{{"half", "float16"}, {"single", "float32"}, {"float", "float32"},
        {"double", "float64"}, {"byte", "int8"}, {"short", "int16"}, {"intc", "int32"}, {"int_", "int64"},
        {"long", "int64"}, {"intp", "int64"}, {"ubyte", "uint8"}, {"ushort", "uint16"}, {"uintc", "uint32"},
        {"uint", "uint64"}, {"uintp", "uint64"}, {"csingle", "complex64"}, {"cfloat", "complex64"},
        {"cdouble", "complex128"}, {"bool_", "bool"}, {"ulong", "uint64"}}};
    if (const std::size_t open = object.find("dtype(");
        open != std::string_view::npos && object.size() > open + 9) {
        const std::string_view inside
            = object.substr(open + 7, object.size() - open - 9); // np.dtype('float16')
        if (std::find(kerasDtypes().begin(), kerasDtypes().end(), inside) != kerasDtypes().end())
            return makePolicy(inside);
    }
    const std::size_t dot = object.rfind('.');
    const bool isBare = dot == std::string_view::npos;
    const std::string_view name = object.substr(isBare ? 0 : dot + 1);
    const std::span<const Names> known
        = isBare ? std::span<const Names>(kTypes) : std::span<const Names>(kOthers);
    for (const auto& [type, dtype] : known)
        if (name == type)
            return makePolicy(dtype);
    if (const Result<std::string> dtype = standardizeDtype(name))
        return makePolicy(*dtype);
    return valueError("",
        "Cannot interpret `dtype` argument. Expected a string or an instance of DTypePolicy, got "
            + shown(object));
}

bool kerasEqual(const DTypePolicy& a, const DTypePolicy& b)
{
    const auto pool
        = [](PolicyClass c) { return c == PolicyClass::FloatDTypePolicy ? PolicyClass::DTypePolicy : c; };
    DTypePolicy other = b;
    if (pool(a.policyClass) != pool(b.policyClass))
        return false;
    other.policyClass = a.policyClass;
    return a == other;
}

std::string repr(const DTypePolicy& policy)
{
    const PolicyClass shownClass
        = policy.policyClass == PolicyClass::FloatDTypePolicy ? PolicyClass::DTypePolicy : policy.policyClass;
    return "<" + std::string(className(shownClass)) + " \"" + policy.name + "\">";
}

DTypePolicy sourcePolicy(const DTypePolicy& policy)
{
    if (!policy.isQuantized())
        return policy;
    return *makePolicy(policy.sourceName);
}

} // namespace ulpscope
