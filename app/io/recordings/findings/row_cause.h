// SPDX-License-Identifier: GPL-3.0-or-later
// Why a whole row of a softmax or of a normalization is NaN: what its numbers have in common, which no single operand says.
#pragma once

#include "engine/base/message.h"
#include "engine/train/layer_replay.h"

#include <optional>
#include <vector>

namespace ulpscope {

/// Why an element of the output is not finite, if its row explains it. A softmax over -Infinity alone is 0/0; so is
/// a normalization with epsilon 0 of a row that is constant (LayerNormalization) or zero (RMSNormalization). examples: of the batch, those that
/// the request's input is of.
std::optional<Message> rowCause(
    const ReplayRequest& request, std::size_t element, const std::vector<std::int64_t>& examples);

} // namespace ulpscope
