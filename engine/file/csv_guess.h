// SPDX-License-Identifier: GPL-3.0-or-later
// How a text file's cells seem to be separated and its numbers written, by its first 64 KiB.
#pragma once

#include "engine/file/csv.h"

#include <string_view>

namespace ulpscope {

struct CsvGuess
{
    CsvForm form;
    /// Every line has the same number of cells, at least two; there are two lines or more.
    bool isTable = false;
};

/// The separator is the one that gives every line the same number of cells, at least two; where none does, the one that does so
/// for most lines. The decimal point is a comma where more cells are numbers with one than with a point. The first line names
/// the columns unless it has numbers where the second has them too.
CsvGuess guessCsv(std::string_view text);

} // namespace ulpscope
