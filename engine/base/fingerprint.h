// SPDX-License-Identifier: GPL-3.0-or-later
// A short name for a text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ulpscope {

/// 16 hexadecimal digits, FNV-1a 64 (draft-eastlake-fnv).
std::string fingerprint(std::string_view text);

/// The fingerprint of a text that comes in pieces.
class Fingerprint
{
public:
    void add(std::string_view text);
    std::string digits() const;

private:
    std::uint64_t m_hash = 0xcbf29ce484222325;
};

} // namespace ulpscope
