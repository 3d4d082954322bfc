// SPDX-License-Identifier: GPL-3.0-or-later
// Joins texts or whole numbers to one text, and splits a text.
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct ItemText
{
    std::string operator()(std::string_view text) const { return std::string(text); }
    std::string operator()(std::integral auto number) const { return std::to_string(number); }
};

/// The texts of the items with the separator between them. textOf: returns the text of an item.
template <class Items, class TextOf = ItemText>
std::string joinedText(const Items& items, std::string_view separator, const TextOf& textOf = {})
{
    std::string text;
    for (const auto& item : items) {
        text += text.empty() ? std::string_view() : separator;
        text += std::invoke(textOf, item);
    }
    return text;
}

/// The parts between separators, which may be empty; the whole text if there is no separator.
inline std::vector<std::string> splitText(std::string_view text, std::string_view separator)
{
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.emplace_back(text.substr(0, at));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + separator.size());
    }
}

} // namespace ulpscope
