// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/expression.h"

#include <cctype>
#include <charconv>

namespace ulpscope {

namespace {

/// Parses a text that is a code alone, such as "0x7E"; nullopt for any other text.
std::optional<std::variant<TypedNumber, ExpressionError>> codeAlone(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\n\r");
    if (begin == std::string_view::npos)
        return std::nullopt;
    const std::size_t end = text.find_last_not_of(" \t\n\r") + 1;
    const std::string_view word = text.substr(begin, end - begin);
    if (!word.starts_with("0x") && !word.starts_with("0X"))
        return std::nullopt;
    for (const char c : word.substr(2))
        if (std::isxdigit(static_cast<unsigned char>(c)) == 0)
            return std::nullopt;
    if (word.size() == 2)
        return ExpressionError{end, message("hexadecimal digits are missing")};
    std::uint64_t code = 0;
    const auto [stop, error] = std::from_chars(word.data() + 2, word.data() + word.size(), code, 16);
    if (error != std::errc() || stop != word.data() + word.size())
        return ExpressionError{begin, message("a code has at most 64 bits")};
    return TypedNumber{static_cast<double>(code), code};
}

} // namespace

std::variant<TypedNumber, ExpressionError> parseExpression(std::string_view text)
{
    if (const auto code = codeAlone(text))
        return *code;
    const auto parsed = parseFormula(text, {.emptyText = message("type a number, such as 0.1 or 2^-24")});
    if (const auto* error = std::get_if<ExpressionError>(&parsed))
        return *error;
    return TypedNumber{std::get<Formula>(parsed).value(), std::nullopt};
}

} // namespace ulpscope
