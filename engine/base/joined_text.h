// SPDX-License-Identifier: GPL-3.0-or-later
// A list of texts or whole numbers as one text.
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <string_view>

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

} // namespace ulpscope
