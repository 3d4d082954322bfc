// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/fingerprint.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace ulpscope {

std::string fingerprint(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    std::array<char, 20> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
    return digits.data();
}

} // namespace ulpscope
