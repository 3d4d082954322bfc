// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/fingerprint.h"

#include <array>
#include <cstdio>

namespace ulpscope {

std::string fingerprint(std::string_view text)
{
    Fingerprint whole;
    whole.add(text);
    return whole.digits();
}

void Fingerprint::add(std::string_view text)
{
    for (const char c : text)
        m_hash = (m_hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
}

std::string Fingerprint::digits() const
{
    std::array<char, 20> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(m_hash));
    return digits.data();
}

} // namespace ulpscope
