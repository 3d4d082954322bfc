// SPDX-License-Identifier: GPL-3.0-or-later
// Spreadsheets' own files, which are not read here: only recognized, so that the user is told what to do instead.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace ulpscope {

/// "an Excel workbook (.xlsx)", by what a file begins with: some ten thousand bytes are enough. Empty: it is none.
std::string_view workbookKind(std::string_view bytes);

/// The error for a workbook, which says how to save it as CSV.
Error workbookError(std::string path, std::string_view kind);

} // namespace ulpscope
