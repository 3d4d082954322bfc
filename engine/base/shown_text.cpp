// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/shown_text.h"

#include "engine/base/utf8.h"

#include <cstdint>

namespace ulpscope {

namespace {

enum class LineBreaks : std::uint8_t { Keep, Escape };

bool isControl(std::uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x200e || code == 0x200f
        || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

std::string hexadecimal(std::uint32_t code, int digits)
{
    std::string text;
    for (int digit = digits; digit-- > 0;)
        text += "0123456789abcdef"[code >> (4 * digit) & 15];
    return text;
}

std::string escapeOf(std::uint32_t code)
{
    switch (code) {
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return "\\u" + hexadecimal(code, 4);
    }
}

std::string escaped(std::string_view text, LineBreaks lineBreaks)
{
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const Utf8Character character = firstUtf8(text);
        const bool isKept
            = lineBreaks == LineBreaks::Keep && (character.code == '\n' || character.code == '\t');
        if (character.bytes == 0)
            shown += "\\x" + hexadecimal(static_cast<unsigned char>(text.front()), 2);
        else if (isControl(character.code) && !isKept)
            shown += escapeOf(character.code);
        else
            shown += text.substr(0, character.bytes);
        text.remove_prefix(character.bytes == 0 ? 1 : character.bytes);
    }
    return shown;
}

} // namespace

std::string shownText(std::string_view text, std::size_t limit)
{
    if (text.size() <= limit)
        return escaped(text, LineBreaks::Escape);
    const auto continues
        = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80; };
    std::size_t end = limit; // never cut inside a character
    while (end > 0 && limit - end < 3 && continues(end))
        --end;
    if (continues(end)) // there is none
        end = limit;
    return escaped(text.substr(0, end), LineBreaks::Escape) + "...";
}

std::string shownNames(const std::vector<std::string>& names)
{
    constexpr std::size_t kLongest = 400;
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (text.size() > kLongest)
            return text + " and " + std::to_string(names.size() - i) + " more";
        text += (i == 0 ? "" : ", ") + shownText(names[i]);
    }
    return text;
}

std::string shownLine(std::string_view text)
{
    return escaped(text, LineBreaks::Escape);
}

std::string printableText(std::string_view text)
{
    return escaped(text, LineBreaks::Keep);
}

} // namespace ulpscope
