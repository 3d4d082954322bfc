// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/element_marks.h"

#include "engine/base/check.h"
#include "engine/tensor/carrier.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ulpscope {

void markChanged(const Arithmetic& arithmetic, const Tensor& before, const Tensor& after, ChangedTo to,
    std::span<std::uint8_t> marks)
{
    check(carrierOf(before.format()) == carrierOf(after.format()), "[markChanged] tensors share a carrier");
    checkEqual(before.size(), after.size(), "[markChanged] elements");
    checkEqual(after.size(), static_cast<Index>(marks.size()), "[markChanged] marks");
    onCarrier(after, [&](auto zero) {
        using T = decltype(zero);
        kernelsFor<T>(arithmetic.table())
            .markChanged(TensorValues::of<T>(before), TensorValues::of<T>(after), after.size(),
                to == ChangedTo::FiniteNumber, marks.data());
    });
}

void markNonZero(const Arithmetic& arithmetic, const Tensor& values, std::span<std::uint8_t> marks)
{
    checkEqual(values.size(), static_cast<Index>(marks.size()), "[markNonZero] marks");
    onCarrier(values, [&](auto zero) {
        using T = decltype(zero);
        kernelsFor<T>(arithmetic.table())
            .markNonZero(TensorValues::of<T>(values), values.size(), marks.data());
    });
}

MarkCounts countMarks(std::span<const std::uint8_t> marks, std::span<const std::uint8_t> others)
{
    checkEqual(static_cast<Index>(marks.size()), static_cast<Index>(others.size()), "[countMarks] elements");
    // Each byte is 0 or 1: eight are counted at once.
    MarkCounts counts;
    for (std::size_t i = 0; i < marks.size(); i += sizeof(std::uint64_t)) {
        const std::size_t bytes = std::min(sizeof(std::uint64_t), marks.size() - i);
        std::uint64_t own = 0;
        std::uint64_t other = 0;
        std::memcpy(&own, &marks[i], bytes);
        std::memcpy(&other, &others[i], bytes);
        counts.marked += std::popcount(own);
        counts.unlessOthers += std::popcount(own & ~other);
    }
    return counts;
}

} // namespace ulpscope
