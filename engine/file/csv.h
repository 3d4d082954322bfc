// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated values as RFC 4180 has them: quoted cells may hold commas, line ends and doubled quotes.
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct CsvTable
{
    std::vector<std::string> names; ///< of the columns; "0", "1", ... without a first line of names
    std::vector<std::vector<std::string>> rows; ///< each as long as `names`
    std::vector<std::size_t> lines; ///< of the file, from 1, where each row begins
    bool hasNames = false; ///< `names` are the file's own
};

/// A finite or other number as C++ writes it, with a plus sign too.
bool isNumber(std::string_view cell);

/// "; its cells seem to be separated by another character: ..." where a line that `separator` leaves whole holds one that
/// separates cells elsewhere; else nothing.
std::string otherSeparatorHint(std::string_view line, char separator);

/// Cells are trimmed of spaces outside quotes; empty lines are left out. separator: one character. At most 1 GiB.
/// hasNames: the first line names the columns, unless all of it is numbers other than 0, 1, 2, ...
Result<CsvTable> readCsv(const std::filesystem::path& path, char separator, bool hasNames);

} // namespace ulpscope
