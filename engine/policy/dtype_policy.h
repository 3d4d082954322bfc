// SPDX-License-Identifier: GPL-3.0-or-later
// Keras' dtype policies as values: which dtype a layer computes in and which its variables are stored in.
// Names, checks and their order follow keras/src/dtype_policies/dtype_policy.py of Keras 3.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

enum class PolicyClass : std::uint8_t { DTypePolicy, FloatDTypePolicy, QuantizedFloat8DTypePolicy };

/// Keras' class name, "DTypePolicy".
std::string_view className(PolicyClass policyClass);

/// Made by the functions below, which check; a default one is Keras' default, float32.
struct DTypePolicy
{
    PolicyClass policyClass = PolicyClass::DTypePolicy;
    std::string name = "float32"; ///< "mixed_float16", "float8_from_mixed_bfloat16"
    std::string computeDtype = "float32";
    std::string variableDtype = "float32";
    /// QuantizedFloat8DTypePolicy only: the policy underneath, and how many amax values each tensor remembers.
    std::string sourceName;
    int amaxHistoryLength = 0;

    bool isFloat8() const { return policyClass == PolicyClass::QuantizedFloat8DTypePolicy; }
    bool operator==(const DTypePolicy&) const = default;
};

inline constexpr int kDefaultAmaxHistoryLength = 1024;

/// The 18 dtype names that Keras knows.
const std::vector<std::string>& kerasDtypes();

/// DTypePolicy(name): "mixed_float16", "mixed_bfloat16" or a dtype name; else ValueError.
Result<DTypePolicy> makePolicy(std::string_view name);
/// QuantizedFloat8DTypePolicy("float8", sourceName, amaxHistoryLength).
Result<DTypePolicy> makeFloat8Policy(
    std::string_view sourceName, int amaxHistoryLength = kDefaultAmaxHistoryLength);
/// keras.dtype_policies.get(name): also understands "float8_from_mixed_bfloat16". Other quantized names are refused
/// as not supported yet.
Result<DTypePolicy> getPolicy(std::string_view name);

/// The plain policy underneath a quantized one; a plain one is its own source.
DTypePolicy sourcePolicy(const DTypePolicy& policy);

/// Names offered in menus, in teaching order; getPolicy() takes each.
const std::vector<std::string>& commonPolicyNames();

} // namespace ulpscope
