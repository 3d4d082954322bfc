// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of values that a format cannot hold, by named rule: software stacks disagree, so the rule in force is
// always a choice that can be seen.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/format.h"

#include <span>
#include <string_view>

namespace ulpscope {

/// What a magnitude beyond the largest finite value becomes.
enum class Beyond : std::uint8_t {
    Special, ///< infinity; NaN where there is none; the largest finite value where there is neither
    Largest, ///< the largest finite value
    LargestWithoutInfinity, ///< the largest finite value in a format without infinity, else infinity
    LargestUnlessUnsignedZero, ///< the largest finite value, but NaN in "fnuz" formats
};

struct OverflowRule
{
    std::string_view name; ///< "ml_dtypes"
    Beyond finite = Beyond::Special; ///< finite input beyond the range, after rounding
    Beyond infinite = Beyond::Special; ///< infinite input
    bool nanIsLargest = false; ///< NaN in a format without NaN: +largest; else zero of the opposite sign
    int widestBits = 64; ///< formats with more bits than this do as IEEE 754
    std::string_view summary = {}; ///< one line for people
    std::string_view source = {};
    /// ml_dtypes rounds what lies between the two smallest values of E8M0 (float32's subnormals) up, however near.
    bool upFromSmallestScale = false;

    bool operator==(const OverflowRule& other) const { return name == other.name; }
};

/// In teaching order; the first is the default.
std::span<const OverflowRule> overflowRules();
const OverflowRule* findOverflowRule(std::string_view name);
/// Or "unknown overflow rule 'x'; did you mean ...".
Result<const OverflowRule*> overflowRuleByName(std::string_view name);
const OverflowRule& mlDtypesRule();
const OverflowRule& kerasRule();

/// A rule applied to a format: what replaces what. Signs follow the input's unless said otherwise.
struct SpecialValues
{
    double overflow = 0; ///< magnitude for finite values beyond the range: infinity, NaN or the largest
    double infinity = 0; ///< magnitude for infinite input
    double nan = 0; ///< for NaN: NaN, or what stands for it in a format without
    bool nanOppositeSign = false; ///< nan is zero with the sign that the NaN does not have
};
SpecialValues specialValues(const Format& format, const OverflowRule& rule);

} // namespace ulpscope
