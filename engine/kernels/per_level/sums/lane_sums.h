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
