// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/element_marks.h"

#include "engine/base/check.h"
#include "engine/tensor/carrier.h"

#include <algorithm>
#include <cstring>

namespace ulpscope {

namespace {

/// Sums eight bytes that are 0 or 1: the product's highest byte is their sum.
std::int64_t sumBytes(std::uint64_t bytes)
{
    return static_cast<std::int64_t>((bytes * 0x0101010101010101U) >> 56U);
}

} // namespace

void markChanged(const Arithmetic& arithmetic, const Tensor& before, const Tensor& after, ChangedTo to,
    std::span<std::uint8_t> marks)
{
    check(carrierOf(before.format()) == carrierOf(after.format()), "[markChanged] tensors share a carrier");
    checkEqual(before.size(), after.size(), "[markChanged] elements");
    checkEqual(after.size(), static_cast<Index>(marks.size()), "[markChanged] marks");
    onCarrier(after, [&]<class T>(T) {
        kernelsFor<T>(arithmetic.table())
            .markChanged(TensorValues::of<T>(before), TensorValues::of<T>(after), after.size(),
                to == ChangedTo::FiniteNumber, marks.data());
    });
}

void markNonZero(const Arithmetic& arithmetic, const Tensor& values, std::span<std::uint8_t> marks)
{
    checkEqual(values.size(), static_cast<Index>(marks.size()), "[markNonZero] marks");
    onCarrier(values, [&]<class T>(T) {
        kernelsFor<T>(arithmetic.table())
            .markNonZero(TensorValues::of<T>(values), values.size(), marks.data());
    });
}

MarkCounts countMarks(std::span<const std::uint8_t> marks, std::span<const std::uint8_t> others)
{
    checkEqual(static_cast<Index>(marks.size()), static_cast<Index>(others.size()), "[countMarks] elements");
    // Eight at once, and without an instruction that not every processor has.
    MarkCounts counts;
    for (std::size_t i = 0; i < marks.size(); i += sizeof(std::uint64_t)) {
        const std::size_t bytes = std::min(sizeof(std::uint64_t), marks.size() - i);
        std::uint64_t own = 0;
        std::uint64_t other = 0;
        std::memcpy(&own, &marks[i], bytes);
        std::memcpy(&other, &others[i], bytes);
        counts.marked += sumBytes(own);
        counts.unlessOthers += sumBytes(own & ~other);
    }
    return counts;
}

} // namespace ulpscope
