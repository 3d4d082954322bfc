// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that should be UTF-8 and may be anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ulpscope {

/// A character and how many bytes it has; no bytes for what is none (overlong forms and surrogates too).
struct Utf8Character
{
    std::uint32_t code = 0;
    std::size_t bytes = 0;
};
/// text: not empty.
Utf8Character firstUtf8(std::string_view text);

/// The text itself if it is UTF-8; else its bytes are taken for characters of Latin-1, so that none is lost.
std::string asUtf8(std::string_view text);

} // namespace ulpscope
