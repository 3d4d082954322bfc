// SPDX-License-Identifier: GPL-3.0-or-later
// A number as the user types it: "0.1", "0x1.8p-3", "2^-24 * 1.5", "nan", or a code, "0x7E". Every literal is the nearest
// float64 and every operation one of float64's, so what is exact there is exact here.
#pragma once

#include "engine/base/formula.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ulpscope {

struct TypedNumber
{
    double value = 0;
    /// Set when the whole text is a hexadecimal integer ("0x7E"): a code, of a format that the text does not name.
    std::optional<std::uint64_t> code;
};

/// Parses the grammar of formula.h without variables. A code like 0x7E must stand alone; "0x7Ep0" is the number 126.
std::variant<TypedNumber, ExpressionError> parseExpression(std::string_view text);

} // namespace ulpscope
