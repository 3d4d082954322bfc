// SPDX-License-Identifier: GPL-3.0-or-later
// Named rules for values beyond a format's range. Software stacks disagree, so the rule is always a visible choice.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/format.h"

#include <span>
#include <string_view>

namespace ulpscope {

/// Result for a magnitude beyond the largest finite value.
enum class Beyond : std::uint8_t {
    Special, ///< infinity; NaN where there is none; the largest finite value where there is neither
    Largest, ///< the largest finite value
    LargestInFn, ///< the largest finite value in float8_e4m3fn and its like ("fn": NaN where infinity would be), else Special
};

/// How E8M0, which has neither sign nor zero, is made of a number.
enum class ScaleCast : std::uint8_t {
    Value, ///< the nearest value, ties up; NaN of zero and of negative numbers
    ValueUpFromSmallest, ///< the same, but a value between zero and the smallest number goes up, however small it is
    /// Takes float32's exponent bits, and adds one where the mantissa rounds up. The sign is dropped, zero becomes 2^-127 and infinity
    /// NaN. Subnormals have the exponent bits of zero: those above 2^-127 become 2^-126; when rounding up, all of them do.
    ExponentBits,
};

struct OverflowRule
{
    std::string_view name; ///< "ml_dtypes"
    Beyond finite = Beyond::Special; ///< finite input beyond the range, after rounding
    Beyond infinite = Beyond::Special; ///< infinite input
    bool nanIsLargest = false; ///< NaN in a format without NaN: +largest; else zero of the opposite sign
    int widestBits = 64; ///< formats with more bits than this do as IEEE 754
    std::string_view summary = {}; ///< one line for tables and tooltips
    std::string_view source = {};
    ScaleCast scale = ScaleCast::Value;

    bool operator==(const OverflowRule& other) const { return name == other.name; }
};

/// The rules in teaching order; the first is the default.
std::span<const OverflowRule> overflowRules();
/// Finds a rule by its name or a former name.
const OverflowRule* findOverflowRule(std::string_view name);

/// A name that a rule no longer has.
struct RenamedOverflowRule
{
    std::string_view before;
    std::string_view name; ///< name of a rule
    std::string_view reason; ///< one line for tables and tooltips
};
/// Returns null where the name is none of these.
const RenamedOverflowRule* findRenamedOverflowRule(std::string_view name);
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
    bool ignoresSign = false; ///< negative numbers count by their magnitude, and zero is the smallest value
};
SpecialValues specialValues(const Format& format, const OverflowRule& rule);

} // namespace ulpscope
