// SPDX-License-Identifier: GPL-3.0-or-later
// Formats that a name alone defines: the families' grammar.
#pragma once

#include "engine/dtype/format.h"

#include <optional>
#include <string>
#include <string_view>

namespace ulpscope {

/// Result of reading a family's name: a format, a reason why there is none, or nothing if the name belongs to no family.
struct NamedFormat
{
    std::optional<Format> format;
    std::string name; ///< canonical
    std::string refusal;

    bool isOfFamily() const { return format || !refusal.empty(); }
};

NamedFormat formatOfName(std::string_view name);

/// Two's complement. wordLength: with the sign bit.
constexpr Format fixedPoint(
    std::string_view name, std::string_view alias, int wordLength, int fractionBits, std::string_view source)
{
    const int mantissaBits = wordLength - 1;
    return {.name = name,
        .alias = alias,
        .exponentBits = 0,
        .mantissaBits = mantissaBits,
        .bias = 1 - (mantissaBits - fractionBits),
        .infinities = Infinities::None,
        .nans = Nans::None,
        .source = source,
        .encoding = Encoding::FixedPoint};
}

} // namespace ulpscope
