// SPDX-License-Identifier: GPL-3.0-or-later
// What a class has learnt, from the files of answers of a folder.
#pragma once

#include <string>
#include <vector>

namespace ulpscope::cli {

struct GradedLesson
{
    std::string name; ///< "04-accuracy-hides"
    std::string misconception;
};

/// Prints the report, as tables or as JSON; files that are none are named and left out. Gives the exit code. known: lessons whose
/// misconception is told in their own words. isOnlyThese: no other lesson is graded.
int gradeFolder(
    const std::string& folder, const std::vector<GradedLesson>& known, bool isOnlyThese, bool asJson);

} // namespace ulpscope::cli
