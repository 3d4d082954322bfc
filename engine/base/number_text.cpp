// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
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

std::string briefText(double value, int digits)
{
    if (!std::isfinite(value))
        return shortestText(value);
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits);
    return {buffer.data(), end.ptr};
}

namespace {

std::string printed(const char* format, double value)
{
    std::array<char, 1200> buffer{}; // 1074 digits after the point are the most that a double has
    std::snprintf(buffer.data(), buffer.size(), format, value);
    return buffer.data();
}

std::string withoutTrailingZeros(std::string text)
{
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text;
}

} // namespace

std::string exactDecimal(double value)
{
    if (!std::isfinite(value))
        return shortestText(value);
    if (value == 0)
        return std::signbit(value) ? "-0" : "0";
    if (std::fabs(value) >= 1e-5 && std::fabs(value) < 1e17)
        return withoutTrailingZeros(printed("%.1074f", value));
    const std::string text = printed("%.800e", value); // no double has as many significant digits
    const std::size_t exponent = text.find('e');
    return withoutTrailingZeros(text.substr(0, exponent)) + text.substr(exponent);
}

std::string readableText(double value)
{
    constexpr std::size_t kShort = 22;
    const std::string exact = exactDecimal(value);
    return exact.size() <= kShort ? exact : shortestText(value);
}

std::string hexFloatText(double value)
{
    return std::isfinite(value) ? printed("%a", value) : shortestText(value);
}

std::string percentText(double percent)
{
    if (!std::isfinite(percent))
        return shortestText(percent);
    if (percent > 0 && percent < 0.05)
        return "< 0.1 %";
    if (percent < 100 && percent >= 99.95)
        return "> 99.9 %";
    return printed(percent == 0 || percent == 100 ? "%.0f" : "%.1f", percent) + " %";
}

std::string counted(std::int64_t count, std::string_view one, std::string_view many)
{
    const std::string plural = many.empty() ? std::string(one) + 's' : std::string(many);
    return std::to_string(count) + ' ' + (count == 1 ? std::string(one) : plural);
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
