// SPDX-License-Identifier: GPL-3.0-or-later
// An operation that made a NaN or an infinity of operands without such, as PyTorch's recorder notes it: what it took, and the line of code.
#pragma once

#include "app/judge/arithmetic/array_difference.h"
#include "engine/base/message.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct RecordedOperand
{
    std::string dtype; ///< "float16"
    std::vector<std::int64_t> shape;
    ValueSummary
        summary; ///< least: the smallest finite magnitude, zero included; zeros and mean are not known
};

struct RecordedOperation
{
    std::string name; ///< PyTorch's, "bmm"
    std::string
        derivative; ///< "SoftmaxBackward0": it ran in backward(), as a part of that; empty: it ran forward
    std::string layer; ///< path of the innermost whose code ran; empty: none
    std::string
        file; ///< file of the code that called it, or whose derivative it belongs to; empty if not known
    std::int64_t line = 0;
    std::string function;
    std::string code; ///< the line's text
    RecordedOperand made;
    std::vector<RecordedOperand> operands; ///< the operands that the operation did not change in place
};

/// Reads the operations of the recorder's note in their order; skips entries that the recorder did not write.
std::vector<RecordedOperation> recordedOperations(std::string_view json);

/// Two sentences: what it made of what, and where its code is; the second only where it is known.
std::vector<Message> sentencesOf(const RecordedOperation& operation);

/// "2 infinities and 1 NaN of 16"
Message whatIsNotFinite(const ValueSummary& summary);

} // namespace ulpscope
