// SPDX-License-Identifier: GPL-3.0-or-later
// An accumulator applied to operands of two formats, as the plain numbers that the kernels need.
#pragma once

#include "engine/kernels/accumulator.h"
#include "engine/kernels/grid.h"
#include "engine/kernels/kernel_arguments.h"

#include <cstdint>

namespace ulpscope {

struct AccumulationPlan
{
    AccumulatorKind kind = AccumulatorKind::Sequential;
    const Format* format = nullptr; ///< format of the sums
    Rounding rounding;
    Grid<double> grid; ///< grid of the sums, with the key of stochastic draws
    Grid<float> floatGrid; ///< the same, if sumsInFloat
    /// Products and sums formed in float and then rounded to nearest even are those of the exact ones.
    bool sumsInFloat = false;
    /// Whether a double holds the product of two operands exactly.
    bool hasExactProducts = false;
    /// Sums and products rounded to double and then to the grid are right; else they are made round-to-odd first.
    bool roundsTwice = false;
    /// Loops without care for special values of the format give what is right, given finite operands.
    bool isPlain = false;

    Index chunk = 0;
    Index promoteEvery = 0;
    TensorCoreModel core;
    int minExponentA = 0; ///< smallest exponent of the format that a core takes the operand for
    int minExponentB = 0;
    bool truncatesToTf32 = false;
    int unitExponentA = 0; ///< Int32: operands are integers times 2^unitExponent
    int unitExponentB = 0;
    RoundingMode exactMode = RoundingMode::ToOdd; ///< Exact: to odd where another rounding follows
};

/// checkOperands() must have succeeded for both. terms: products of each sum, which only slices ask for.
AccumulationPlan makePlan(const Accumulator& accumulator, const Format& a, const Format& b,
    const RandomKey& key = {}, Index terms = 0);

/// Where the draw of one rounding is found: `step` counts the roundings of element (row, column) in the order in which
/// the plain loop makes them. Columns lie together, so that kernels draw for several at once.
inline std::uint64_t drawIndex(Index row, Index column, Index columns, Index terms, Index step)
{
    constexpr Index kMaxRoundingsPerTerm = 8;
    const Index stride = (columns + 15) / 16 * 16;
    return static_cast<std::uint64_t>((row * kMaxRoundingsPerTerm * terms + step) * stride + column);
}

} // namespace ulpscope
