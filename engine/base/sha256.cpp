// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/sha256.h"

#include <nettle/base16.h>

#include <array>
#include <cstdint>

namespace ulpscope {

Sha256::Sha256()
{
    sha256_init(&m_sum);
}

void Sha256::add(std::string_view bytes)
{
    sha256_update(&m_sum, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::digits()
{
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> sum{};
    sha256_digest(&m_sum, sum.size(), sum.data());
    std::string text(BASE16_ENCODE_LENGTH(sum.size()), '\0');
    base16_encode_update(text.data(), sum.size(), sum.data());
    return text;
}

} // namespace ulpscope
