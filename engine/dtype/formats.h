// SPDX-License-Identifier: GPL-3.0-or-later
// The table of formats, and the families that a name alone defines. Adding a format is one row in formats.cpp.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/format.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// The rows, widest first. They live as long as the program.
std::span<const Format> formats();

/// Formats that a name defines. A format made so lives as long as the program; the same name gives the same one.
struct FormatFamily
{
    std::string_view pattern; ///< "binary{K}p{P}{s|u}{e|f}"
    std::string_view example; ///< "binary8p3se"
    std::string_view summary;
    std::string_view source;
};
std::span<const FormatFamily> formatFamilies();
/// Every member of the IEEE P3109 family (an interim report: a draft) whose values are float64 values, K from 3 to 16.
std::vector<const Format*> p3109Formats();

/// Finds a format by the name or alias of a row, or the name of a family's member; nullptr when unknown or when no carrier holds it.
const Format* findFormat(std::string_view name);

/// Finds a format by name. The error is "unknown format 'flot16'; did you mean 'float16'?", or why no carrier holds the format.
Result<const Format*> formatByName(std::string_view name);
/// Why no carrier holds the family's member of this name; nullopt for other names.
std::optional<Error> formatRefusal(std::string_view name);

/// The format with the same digits and float64's exponent range, which isolates precision from range. Returns fixed
/// point unchanged, because it has no exponent.
const Format& withoutExponentLimits(const Format& format);

/// Rows that code refers to by name.
const Format& float64Format();
const Format& float32Format();

std::vector<std::string> formatNames();

} // namespace ulpscope
