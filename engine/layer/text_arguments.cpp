// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/text_arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ulpscope {

std::optional<std::vector<double>> numbersInParentheses(std::string_view text)
{
    std::vector<double> numbers;
    if (text.empty())
        return numbers;
    if (text.size() < 3 || text.front() != '(' || text.back() != ')')
        return std::nullopt;
    text = text.substr(1, text.size() - 2);
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || !std::isfinite(value))
            return std::nullopt;
        numbers.push_back(value);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        if (text.empty())
            return numbers;
        if (text.front() != ',')
            return std::nullopt;
        text.remove_prefix(1);
    }
}

} // namespace ulpscope
