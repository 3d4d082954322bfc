// SPDX-License-Identifier: GPL-3.0-or-later
// Changes of a policy map's list of keys, and keys made from layers' paths for those who do not write regular
// expressions.
#pragma once

#include "engine/policy/effective_policy.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ulpscope::ui {

void removeKey(PolicySettings& policies, std::size_t row);
/// A copy below the row, under a free key: the key with "_copy".
void duplicateKey(PolicySettings& policies, std::size_t row);
void moveKey(PolicySettings& policies, std::size_t from, std::size_t to);

/// Python's re.escape: a regular expression for exactly this text.
std::string escapedRegex(const std::string& text);
/// The path, escaped if as a regular expression it would match other paths.
std::string exactKey(const std::string& path);
/// One key for exactly the chosen of all paths: "sequential/dense_\d+" where that is true, else their names as
/// alternatives.
std::string patternFor(const std::vector<std::string>& chosen, const std::vector<std::string>& all);

} // namespace ulpscope::ui
