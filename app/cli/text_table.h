// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of text, aligned with spaces for a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope::cli {

/// Four digits, for eyes; "NaN", "Infinity".
std::string roundedText(double value);
/// "[4, 3]": an index or a shape.
std::string indexText(const std::vector<std::int64_t>& index);

/// Rows of cells, the header first; control characters in them are escaped. Each column is as wide as its widest cell; no spaces at the end of a
/// line.
std::string alignedTable(std::vector<std::vector<std::string>> rows);

} // namespace ulpscope::cli
