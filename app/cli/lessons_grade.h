// SPDX-License-Identifier: GPL-3.0-or-later
// What a class has learnt, from the files of answers of a folder.
#pragma once

#include <string>

namespace ulpscope::cli {

/// Prints the report, as tables or as JSON; files that are none are named and left out. Gives the exit code.
int gradeFolder(const std::string& folder, bool asJson);

} // namespace ulpscope::cli
