// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/text_arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ulpscope {

std::optional<std::vector<std::string>> wordsInParentheses(std::string_view text)
{
    std::vector<std::string> words;
    if (text.empty())
        return words;
    if (text.size() < 3 || text.front() != '(' || text.back() != ')')
        return std::nullopt;
    text = text.substr(1, text.size() - 2);
    while (true) {
        const std::size_t comma = text.find(',');
        std::string_view word = text.substr(0, comma);
        word.remove_prefix(std::min(word.find_first_not_of(' '), word.size()));
        word = word.substr(0, word.find_last_not_of(' ') + 1);
        if (word.empty())
            return std::nullopt;
        words.emplace_back(word);
        if (comma == std::string_view::npos)
            return words;
        text.remove_prefix(comma + 1);
    }
}

std::optional<std::vector<double>> numbersInParentheses(std::string_view text)
{
    const std::optional<std::vector<std::string>> words = wordsInParentheses(text);
    if (!words)
        return std::nullopt;
    std::vector<double> numbers;
    for (const std::string& word : *words) {
        const std::optional<double> number = finiteNumber(word);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

std::optional<double> finiteNumber(std::string_view word)
{
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

} // namespace ulpscope
