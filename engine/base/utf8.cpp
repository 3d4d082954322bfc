// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/utf8.h"

namespace ulpscope {

Utf8Character firstUtf8(std::string_view text)
{
    const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byteAt(0);
    if (first < 0x80)
        return {first, 1};
    const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < bytes)
        return {};
    std::uint32_t code = first & (0x7fU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byteAt(i) & 0xc0) != 0x80)
            return {};
        code = code << 6 | (byteAt(i) & 0x3fU);
    }
    const bool isShortest = code >= (bytes == 2 ? 0x80U : bytes == 3 ? 0x800U : 0x10000U);
    const bool isSurrogate = code >= 0xd800 && code < 0xe000;
    return isShortest && !isSurrogate && code <= 0x10ffff ? Utf8Character{code, bytes} : Utf8Character{};
}

std::string asUtf8(std::string_view text)
{
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t bytes = firstUtf8(rest).bytes;
        if (bytes == 0)
            break;
        rest.remove_prefix(bytes);
    }
    if (rest.empty())
        return std::string(text);
    std::string recoded;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            recoded += c;
        } else {
            recoded += static_cast<char>(0xc0 | byte >> 6);
            recoded += static_cast<char>(0x80 | (byte & 0x3f));
        }
    }
    return recoded;
}

} // namespace ulpscope
