// SPDX-License-Identifier: GPL-3.0-or-later
// What a recorded layer's own arithmetic did: its output against float64's from the same inputs and weights, against what its dtype makes
// of them here, and where it left the finite numbers.
#pragma once

#include "app/io/recordings/recorded_call.h"
#include "app/judge/arithmetic/array_difference.h"
#include "app/judge/arithmetic/dot_product.h"
#include "app/judge/arithmetic/sum_orders.h"
#include "engine/base/message.h"

namespace ulpscope {

struct LocalBirth
{
    std::vector<std::int64_t> index; ///< index of the element in the recorded output
    double recorded = 0;
    double emulated = 0;
    double exact = 0; ///< the element in float64
    std::string sentence;
    std::optional<Message> cause; ///< cause that holds for the whole row, which the sentence then tells
    std::vector<NamedValue> operands;
    /// For a Dense layer: the dot product that made the worst element, and its sum in other orders.
    std::optional<DotProductStudy> dotProduct;
    std::optional<SumOrders> orders;
};

struct LocalError
{
    std::string path;
    std::int64_t step = 0;
    std::string className;
    const Format* format = nullptr;
    std::size_t examples = 0;
    std::int64_t batch = 0;
    ArrayDifference recorded; ///< the recorded output against float64's
    ArrayDifference emulated; ///< the layer's output as its dtype makes it here, compared with float64's
    ArrayDifference apart; ///< the recorded output against that
    /// The first element of the recorded output that is not finite while all inputs and weights are, or where its row says why.
    std::optional<LocalBirth> birth;
    std::vector<std::string> remarks;

    /// Whether the error is what the dtype's arithmetic makes: within four times of the emulation's, and finite where that is. An order of
    /// summation of its own changes an error by less.
    bool isOfItsDtype() const;
};

/// The error says why the layer cannot be redone.
Result<LocalError> localError(Recording& recording, std::int64_t step, const std::string& path,
    const Kernels& kernels, const std::stop_token& stop = {});

} // namespace ulpscope
