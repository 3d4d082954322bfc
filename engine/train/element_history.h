// SPDX-License-Identifier: GPL-3.0-or-later
// One element of a tensor through a whole step, in the run's arithmetic and in float64: each operation that makes it or takes it,
// with its operands before and its result after rounding.
#pragma once

#include "engine/tensor/element_trace.h"
#include "engine/train/lane_tensors.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

struct ElementQuestion
{
    TensorName tensor;
    std::int64_t element = 0; ///< in row-major order

    bool operator==(const ElementQuestion&) const = default;
};

struct HistoryRow
{
    Pass pass = Pass::Forward;
    std::string layer; ///< path; empty for the loss and the update
    std::string operation; ///< "cast", "matrix product"
    ElementDetail detail; ///< of a use: the number as it goes in, without operands
    bool isUse = false; ///< the number goes into other numbers here
    std::int64_t goesInto = 0; ///< how many, of a use; 0: not known
    std::optional<std::size_t> from; ///< the row whose result goes in first, or of a sum of zeros is the zero
    /// Something that tells no trace changed the number after that row.
    bool isAfterGap = false;
    std::optional<double> reference; ///< the same number in the float64 lane, multiplied as the run's is
};

struct ElementHistory
{
    ElementQuestion question;
    std::string index; ///< "[3, 5]"; empty for a scalar
    std::int64_t step = 0;
    double scale = 1; ///< what gradients are multiplied by until the scale is taken off
    bool isSkipped = false; ///< the step changed no weight, because a gradient was not finite
    std::vector<HistoryRow> rows; ///< in the order in which the step does it
    const Format* format = nullptr;
    double value = 0; ///< of the element as the step left it
    std::optional<double> reference; ///< times scale for gradients; nothing without a float64 lane
};

/// A sum of zeros goes on with the history of one of its terms, where the zero came from.
struct HistoryHop
{
    ComputePlace place;
    std::string operation;
    std::size_t ordinal = 0; ///< among the operations of that name at that place
    std::int64_t element = 0; ///< of the sum
    std::int64_t term = 0;
    std::size_t operand = 0; ///< which side is zero
};

/// What a rounding did to a row's number.
enum class RoundingEffect : std::uint8_t {
    Unknown, ///< several operations at once
    Exact,
    Rounded,
    Underflow, ///< not zero before, zero after
    Lost, ///< a step that is not zero left the weight as it was
    Overflow, ///< finite before, not after
    NonFinite, ///< already before
};
RoundingEffect effectOf(const HistoryRow& row);

/// Does the lane's next step a few times, which `data` and `batch` say, and leaves the lane before it. Nothing where the step leaves no
/// such element, or if stopped. The rows have no reference yet. hops: where it goes on in terms of sums, found where it is empty, with those of the run
/// in the float64 lane.
std::optional<ElementHistory> followElement(Lane& lane, const ElementQuestion& question, const Dataset& data,
    const std::vector<std::int64_t>& batch, std::int64_t step, std::vector<HistoryHop>& hops,
    const std::stop_token& stop = {});

/// Puts the float64 lane's numbers beside those of the run.
void addReference(ElementHistory& history, const ElementHistory& reference);

} // namespace ulpscope
