// SPDX-License-Identifier: GPL-3.0-or-later
// JSON in logs, as Python prints it too: NaN, nan, None, single quotes, tensor(2.5). One line or a document of many; an object is an entry, and
// so is each object of a list within it; objects within it are groups of its names.
#pragma once

#include "app/io/logs/log_entry.h"

#include <functional>
#include <string_view>

namespace ulpscope {

struct JsonRead
{
    std::size_t end = 0; ///< the place behind the value, or where it is wrong
    std::size_t line = 0; ///< the line of that place in the file
    bool isWhole = false;
};

/// Reads the value that begins at text[at], on the line. `take` gets each entry below it as soon as it ends.
JsonRead readLogJson(std::string_view text, std::size_t at, std::size_t line, LogVocabulary& names,
    const std::function<void(LogEntry&)>& take);
/// Reads an object of one line into an entry.
JsonRead readLogJsonInto(LogEntry& entry, std::string_view text, std::size_t at, LogVocabulary& names,
    const std::function<void(LogEntry&)>& take);

} // namespace ulpscope
