// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a line of words: "step 10: loss=2.5, grad norm 1.25 | 40/100", each with the words before it.
#pragma once

#include "app/io/logs/log_entry.h"

#include <string_view>

namespace ulpscope {

/// `phase` is what is known of it before; returns what is known behind it.
LogPhase readWords(std::string_view line, LogVocabulary& names, LogEntry& entry, LogPhase phase);

} // namespace ulpscope
