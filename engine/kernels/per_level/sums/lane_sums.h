// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over the elements of an array in a fixed number of lanes, whatever the vectors' width: the same at every level.
#pragma once

#include "engine/kernels/per_level/vectors.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ulpscope::kernels {

constexpr int kLaneWidth = kVectorLanes<double>;

/// Doubles, or integers as wide, in as many vectors as the level needs; kLanes is the same at every level.
template <int kLanes, class V = Vector<double>>
struct LaneSums
{
    V vectors[static_cast<std::size_t>(kLanes / kLaneWidth)]{};

    auto operator[](int lane) const { return vectors[lane / kLaneWidth][lane % kLaneWidth]; }
    auto sum() const
    {
        auto all = (*this)[0];
        for (int lane = 1; lane < kLanes; ++lane)
            all += (*this)[lane];
        return all;
    }
};

/// Of a comparison's elements: how many are not zero in float64, and how many of these the candidate flushed to zero.
template <int kLanes>
struct FlushedSums
{
    LaneSums<kLanes, VectorBits<double>> nonZero;
    LaneSums<kLanes, VectorBits<double>> flushed;

    void add(int v, const Vector<double>& value, const Vector<double>& expected)
    {
        const Vector<double> zero{};
        const VectorBits<double> isNonZero = expected != zero; // all ones are -1
        nonZero.vectors[v] -= isNonZero;
        flushed.vectors[v] -= isNonZero & (value == zero);
    }
};

/// f(elements from here on, index of the first, vector of a LaneSums) for all n elements of x, kLanes at a time; the
/// last are filled up with 0.
template <int kLanes, class T, class F>
inline void inLanes(const T* x, Index n, F f)
{
    Index i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (int v = 0; v < kLanes / kLaneWidth; ++v)
            f(x + i + v * kLaneWidth, i + v * kLaneWidth, v);
    if (i == n)
        return;
    std::array<T, static_cast<std::size_t>(kLanes)> rest{};
    std::copy(x + i, x + n, rest.begin());
    for (int v = 0; v < kLanes / kLaneWidth; ++v)
        f(rest.data() + v * kLaneWidth, i + v * kLaneWidth, v);
}

} // namespace ulpscope::kernels
