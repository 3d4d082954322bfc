// SPDX-License-Identifier: GPL-3.0-or-later
// A short name for a text.
#pragma once

#include <string>
#include <string_view>

namespace ulpscope {

/// 16 hexadecimal digits, FNV-1a 64 (draft-eastlake-fnv).
std::string fingerprint(std::string_view text);

} // namespace ulpscope
