// SPDX-License-Identifier: GPL-3.0-or-later
// How long one text in a file of ours may be: what is read is refused beyond it, so nothing longer is made.
#pragma once

#include <cstddef>

namespace ulpscope {

inline constexpr std::size_t kLongestText = 65'536; ///< bytes

} // namespace ulpscope
