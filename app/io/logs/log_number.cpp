// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/logs/log_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ulpscope {

namespace {

constexpr std::string_view kBlanks = " \t\"'";
constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

std::string_view withoutBlanks(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

} // namespace

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::optional<NumberRead> numberAt(std::string_view text)
{
    // YAML writes ".nan".
    const std::size_t sign
        = text.starts_with('+') || text.starts_with(".nan") || text.starts_with(".inf") ? 1 : 0;
    text.remove_prefix(sign);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} && error != std::errc::result_out_of_range)
        return std::nullopt;
    auto length = static_cast<std::size_t>(end - text.data());
    if (error == std::errc::result_out_of_range) // from_chars leaves the value: too large, or too small
        value = text.substr(0, length).find("e-") != std::string_view::npos
                || text.substr(0, length).find("E-") != std::string_view::npos
            ? 0
            : text.starts_with('-') ? -HUGE_VAL
                                    : HUGE_VAL;
    if (std::isfinite(value) && text.substr(length).starts_with('#')) { // "1.#QNAN0", "1.#INF" of Windows
        value = text.substr(length).starts_with("#INF") ? std::copysign(HUGE_VAL, value) : std::nan("");
        length = std::min(text.find_first_not_of(kLetters, length + 1), text.size());
    }
    if (!std::isfinite(value)) // bars and meters pad or cut such a word
        for (const std::string_view rest : {".0", "xxx", "xx", "x", "E+00", "e+00", "f"})
            if (text.substr(length).starts_with(rest)) {
                length += rest.size();
                break;
            }
    if (length < text.size() && isWordCharacter(text[length]))
        return std::nullopt;
    if (std::isnan(value))
        value = std::abs(value); // C prints the sign of a NaN, which means nothing
    return NumberRead{value, length + sign};
}

std::optional<double> notFiniteWord(std::string_view word)
{
    constexpr std::string_view kInfinity = "∞";
    if (const std::size_t at = word.find(kInfinity); at != std::string_view::npos)
        return at > 0 && word[at - 1] == '-' ? -HUGE_VAL : HUGE_VAL;
    while (!word.empty() && !isWordCharacter(word.front()))
        word.remove_prefix(1);
    while (!word.empty() && !isWordCharacter(word.back()))
        word.remove_suffix(1);
    if (const std::size_t module = word.find('.'); module != std::string_view::npos && !word.ends_with(".0"))
        word.remove_prefix(module + 1);
    const std::optional<NumberRead> number = numberAt(word);
    const bool isWhole = number && (number->length == word.size() || word[number->length] == '/');
    return isWhole && !std::isfinite(number->value) ? std::optional(number->value) : std::nullopt;
}

bool saysNoNumber(std::string_view word)
{
    constexpr auto kNothing
        = std::to_array<std::string_view>({"n/a", "na", "none", "null", "nil", "not available"});
    constexpr std::string_view kAround = " \t\"'<>()[]{}*#,;";
    word.remove_prefix(std::min(word.find_first_not_of(kAround), word.size()));
    word = word.substr(0, word.find_last_not_of(kAround) + 1);
    const auto isSame = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
    return (!word.empty() && word.find_first_not_of("-?") == std::string_view::npos)
        || std::ranges::any_of(
            kNothing, [&](std::string_view row) { return std::ranges::equal(word, row, isSame); });
}

std::optional<double> wholeTextNumber(std::string_view text)
{
    text = withoutBlanks(text);
    if (text.ends_with(')')) // "tensor(2.5, device='cuda:0')"
        if (const std::size_t open = text.find('('); open != std::string_view::npos) {
            const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
            return wholeTextNumber(inside.substr(0, inside.find(',')));
        }
    const std::optional<NumberRead> number = numberAt(text);
    return number && number->length == text.size() ? std::optional(number->value) : std::nullopt;
}

std::optional<double> numberBehind(std::string_view line, std::string_view phrase)
{
    if (phrase.empty())
        return std::nullopt;
    for (std::size_t at = 0; (at = line.find(phrase, at)) != std::string_view::npos; at += phrase.size()) {
        std::string_view rest = line.substr(at + phrase.size());
        if (at > 0 && isWordCharacter(line[at - 1]))
            continue;
        if (isWordCharacter(phrase.back()) && !rest.empty() && isWordCharacter(rest.front()))
            continue;
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t:=\"'[(/,"), rest.size()));
        if (rest.starts_with("tensor("))
            rest.remove_prefix(rest.starts_with("tensor([") ? 8 : 7);
        const std::optional<NumberRead> number = numberAt(rest);
        if (!number)
            continue;
        const std::string_view behind = rest.substr(number->length);
        if (behind.starts_with('*'))
            if (const std::optional<NumberRead> factor = numberAt(behind.substr(1)))
                return number->value * factor->value;
        return number->value;
    }
    return std::nullopt;
}

std::optional<std::int64_t> wholeNumber(std::optional<double> number)
{
    constexpr double kLargest = 1e12;
    if (!number || !(std::abs(*number) < kLargest))
        return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

} // namespace ulpscope
