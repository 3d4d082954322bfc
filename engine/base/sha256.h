// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 (NIST FIPS 180-4): names bytes by what they are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ulpscope {

class Sha256
{
public:
    void add(std::string_view bytes);
    /// 64 hexadecimal digits, of all that was added; nothing can be added after it.
    std::string digits();

private:
    static constexpr std::size_t kBlock = 64; ///< bytes

    void addBlock(const unsigned char* block);

    // The first 32 bits of the fractional parts of the square roots of the first 8 primes (FIPS 180-4, 5.3.3).
    std::array<std::uint32_t, 8> m_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
        0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, kBlock> m_rest{}; ///< of a block that is not full yet
    std::uint64_t m_bytes = 0;
};

} // namespace ulpscope
