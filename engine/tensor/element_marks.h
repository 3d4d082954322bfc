// SPDX-License-Identifier: GPL-3.0-or-later
// One byte an element, 0 or 1: which elements of a tensor something holds for. Each function adds marks to those there are.
#pragma once

#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

#include <cstdint>
#include <span>

namespace ulpscope {

enum class ChangedTo : std::uint8_t { AnyNumber, FiniteNumber };

/// Where `after` is another number than `before`, or a NaN. One format, and as many elements as marks.
void markChanged(const Arithmetic& arithmetic, const Tensor& before, const Tensor& after, ChangedTo to,
    std::span<std::uint8_t> marks);
void markNonZero(const Arithmetic& arithmetic, const Tensor& values, std::span<std::uint8_t> marks);

/// How many are 1, and how many of these are 0 in `others`.
struct MarkCounts
{
    std::int64_t marked = 0;
    std::int64_t unlessOthers = 0;
};
MarkCounts countMarks(std::span<const std::uint8_t> marks, std::span<const std::uint8_t> others);

} // namespace ulpscope
