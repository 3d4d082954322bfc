// SPDX-License-Identifier: GPL-3.0-or-later
// An element's history as text: what went into each operation, what rounding did to it, and what the step came to.
#pragma once

#include "engine/base/message.h"
#include "engine/train/element_history.h"

#include <string>

namespace ulpscope {

/// "value 0.1", or the largest terms of a sum.
Message operandsMessage(const HistoryRow& row);
/// "rounded by 0.31 ulp"; empty where several operations are one.
Message effectMessage(const HistoryRow& row);
/// "0x2e66"
std::string bitsOf(const HistoryRow& row);
/// A sentence on the fate of the element in the step, as far as its rows show it: a lost update, an underflow, zeros in a sum.
Message findingMessage(const ElementHistory& history);

} // namespace ulpscope
