// SPDX-License-Identifier: GPL-3.0-or-later
// How XLA sums over axes on a CPU: while one is longer than the window, in windows along each (its tree_reduction_rewriter.cc).
// Held against jax 0.10.2 in tests/interop/keras_steps.py.
#pragma once

#include <cstdint>

namespace ulpscope {

constexpr std::int64_t kSumWindow = 32;

} // namespace ulpscope
