// SPDX-License-Identifier: GPL-3.0-or-later
// "Did you mean": the known name that is nearest to what was typed.
#pragma once

#include "engine/base/message.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// The candidate within edit distance 1 + length / 3 (case ignored), or an empty string.
std::string closestName(std::string_view typed, const std::vector<std::string>& known);

/// "unknown layer class 'Dens'; did you mean 'Dense'?" or "...; known: Activation, Dense". what: is translated where it is a text of
/// translated().
Message unknownName(std::string_view what, std::string_view typed, const std::vector<std::string>& known);

} // namespace ulpscope
