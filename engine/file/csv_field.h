// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ulpscope {

/// A cell of a CSV file. RFC 4180: quoted when it holds a comma, a quote or a line break.
std::string csvField(const std::string& text);

} // namespace ulpscope
