// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256 (NIST FIPS 180-4) by Nettle: names bytes by what they are.
#pragma once

#include <nettle/sha2.h>

#include <string>
#include <string_view>

namespace ulpscope {

class Sha256
{
public:
    Sha256();

    void add(std::string_view bytes);
    /// 64 hexadecimal digits, of all that was added since the last time.
    std::string digits();

private:
    sha256_ctx m_sum;
};

} // namespace ulpscope
