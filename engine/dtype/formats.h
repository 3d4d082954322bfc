// SPDX-License-Identifier: GPL-3.0-or-later
// The table of formats. Adding a format is one row in formats.cpp.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/format.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Every known format, widest first. The rows live as long as the program.
std::span<const Format> formats();

/// By name or alias; nullptr when unknown.
const Format* findFormat(std::string_view name);

/// By name or alias, or "unknown format 'flot16'; did you mean 'float16'?".
Result<const Format*> formatByName(std::string_view name);

/// Rows that code refers to by name.
const Format& float64Format();
const Format& float32Format();

std::vector<std::string> formatNames();

} // namespace ulpscope
