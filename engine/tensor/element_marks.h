// SPDX-License-Identifier: GPL-3.0-or-later
// One byte an element, 0 or 1: which elements of a tensor something holds for. Each function adds marks to those there are.
#pragma once

#include "engine/tensor/tensor.h"

#include <cstdint>
#include <span>

namespace ulpscope {

/// Where `after` is another number than `before`, a NaN included. One format, and as many elements as marks.
void markChanged(const Tensor& before, const Tensor& after, std::span<std::uint8_t> marks);
/// The same where what it became is finite.
void markChangedToFinite(const Tensor& before, const Tensor& after, std::span<std::uint8_t> marks);
void markNonZero(const Tensor& values, std::span<std::uint8_t> marks);

} // namespace ulpscope
