// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <strings.h>

namespace ulpscope {

std::string shortestText(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

std::optional<double> parseNumber(std::string_view text)
{
    constexpr std::size_t kLongest = 400;
    if (text.empty() || text.size() > kLongest)
        return std::nullopt;
    const bool isNegative = text.front() == '-';
    if (isNegative || text.front() == '+')
        text.remove_prefix(1);
    if (text.empty() || text.front() == '-' || text.front() == '+')
        return std::nullopt;
    const double sign = isNegative ? -1.0 : 1.0;
    const std::string word(text);
    if (strcasecmp(word.c_str(), "nan") == 0)
        return std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
    if (strcasecmp(word.c_str(), "inf") == 0 || strcasecmp(word.c_str(), "infinity") == 0)
        return sign * std::numeric_limits<double>::infinity();

    auto format = std::chars_format::general;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        text.remove_prefix(2);
        format = std::chars_format::hex;
    }
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, format);
    if (end != text.data() + text.size() || error == std::errc::invalid_argument)
        return std::nullopt;
    if (error
        == std::errc::result_out_of_range) // from_chars leaves the value alone; strtod gives 0 or infinity
        value = std::strtod(word.c_str(), nullptr);
    return sign * value;
}

} // namespace ulpscope
