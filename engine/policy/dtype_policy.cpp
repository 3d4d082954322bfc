// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/dtype_policy.h"

#include "engine/base/closest_name.h"

#include <algorithm>
#include <array>

namespace ulpscope {

std::string_view className(PolicyClass policyClass)
{
    constexpr std::array<std::string_view, 3> kNames{
        "DTypePolicy", "FloatDTypePolicy", "QuantizedFloat8DTypePolicy"};
    return kNames.at(static_cast<std::size_t>(policyClass));
}

const std::vector<std::string>& kerasDtypes()
{
    static const std::vector<std::string> names{"float16", "float32", "float64", "bfloat16", "uint8",
        "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "bool", "string", "float8_e4m3fn",
        "float8_e5m2", "complex64", "complex128"};
    return names;
}

const std::vector<std::string>& commonPolicyNames()
{
    static const std::vector<std::string> names{"float32", "mixed_float16", "mixed_bfloat16", "float16",
        "bfloat16", "float64", "float8_from_mixed_bfloat16", "float8_from_mixed_float16",
        "float8_from_float32"};
    return names;
}

Result<DTypePolicy> makePolicy(std::string_view name)
{
    DTypePolicy policy;
    policy.name = std::string(name);
    if (name == "mixed_float16" || name == "mixed_bfloat16") {
        policy.computeDtype = std::string(name.substr(6));
        policy.variableDtype = "float32";
        return policy;
    }
    const std::string dtype = name == "int" ? "int32" : std::string(name);
    if (std::find(kerasDtypes().begin(), kerasDtypes().end(), dtype) != kerasDtypes().end()) {
        policy.computeDtype = dtype;
        policy.variableDtype = dtype;
        return policy;
    }
    std::vector<std::string> known = kerasDtypes();
    known.insert(known.end(), {"mixed_float16", "mixed_bfloat16"});
    const std::string best = closestName(name, known);
    constexpr std::size_t kLongestShown = 64;
    return Error{"",
        "Cannot convert '" + std::string(name.substr(0, kLongestShown)) + "' to a mixed precision DTypePolicy"
            + (best.empty() ? "; valid are mixed_float16, mixed_bfloat16 and the dtype names such as float32"
                            : "; did you mean '" + best + "'?"),
        ErrorKind::ValueError};
}

Result<DTypePolicy> makeFloat8Policy(std::string_view sourceName, int amaxHistoryLength)
{
    Result<DTypePolicy> source = makePolicy(sourceName);
    if (!source)
        return source;
    DTypePolicy policy = *source;
    policy.policyClass = PolicyClass::QuantizedFloat8DTypePolicy;
    policy.sourceName = std::string(sourceName);
    policy.name = "float8_from_" + policy.sourceName;
    policy.amaxHistoryLength = amaxHistoryLength;
    return policy;
}

Result<DTypePolicy> getPolicy(std::string_view name)
{
    // The prefixes that send keras.dtype_policies.get to its quantized parser, in its order.
    constexpr std::array<std::string_view, 6> kModes{"int8", "float8", "int4", "ternary", "gptq", "awq"};
    const auto mode
        = std::find_if(kModes.begin(), kModes.end(), [&](std::string_view m) { return name.starts_with(m); });
    if (mode == kModes.end())
        return makePolicy(name);
    const std::size_t at = name.find("_from_");
    if (at == std::string_view::npos || name.find("_from_", at + 6) != std::string_view::npos) {
        // Keras' get() refuses "float8_e4m3fn" although DTypePolicy("float8_e4m3fn") is legal; so do we, and say it.
        return Error{"",
            "Cannot convert '" + std::string(name.substr(0, 64))
                + "' into a valid pair (mode, source_name); a quantized policy reads like "
                  "float8_from_mixed_bfloat16",
            ErrorKind::ValueError};
    }
    if (*mode != "float8")
        return Error{"", "quantization mode '" + std::string(*mode) + "' is not supported here yet",
            ErrorKind::NotImplementedError};
    if (name.substr(0, at) != "float8")
        return Error{"",
            "Invalid quantization mode '" + std::string(name.substr(0, std::min<std::size_t>(at, 64))) + "'",
            ErrorKind::ValueError};
    return makeFloat8Policy(name.substr(at + 6));
}

DTypePolicy sourcePolicy(const DTypePolicy& policy)
{
    if (!policy.isFloat8())
        return policy;
    return *makePolicy(policy.sourceName);
}

} // namespace ulpscope
