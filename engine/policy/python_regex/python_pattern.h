// SPDX-License-Identifier: GPL-3.0-or-later
// A regular expression in Python's syntax, read as CPython 3.11 reads it (Lib/re/_parser.py), as one for PCRE2.
#pragma once

#include "engine/base/result.h"

#include <string>
#include <string_view>

namespace ulpscope {

struct TranslatedPattern
{
    std::string pcre2; ///< for UTF and UCP, without case or newline options
    int groups = 0; ///< capturing ones
    bool refersToGroups = false; ///< a pattern without references need not capture its groups
};

/// A pattern that Python refuses is a RegexError with Python's words and position ("nothing to repeat at position 0";
/// positions count characters), or a ValueError where Python raises another exception. A NotImplementedError says
/// what Python takes and this does not: \N{NAME}, counts of at least 65536 or more, nesting deeper than 400.
Result<TranslatedPattern> translatePythonPattern(std::string_view pattern);

} // namespace ulpscope
