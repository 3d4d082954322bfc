// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/kernel_groups.h"

#include "engine/kernels/per_level/sums/lane_sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ulpscope::kernels {

namespace {

constexpr Index kBlock = 2048; ///< what is gone through more than once stays in the nearest cache
constexpr int kLanes = 8;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class V>
double largestLane(const V& lanes)
{
    double largest = 0;
    for (int lane = 0; lane < kLanes; ++lane)
        largest = std::max(largest, lanes[lane]);
    return largest;
}

/// Counts finite values beyond the range that became its end.
template <class T>
std::int64_t saturatedOf(const double* before, const T* after, Index n, const CastRange& range)
{
    std::int64_t count = 0;
    for (Index i = 0; i < n; ++i) {
        const double x = before[i];
        const auto q = static_cast<double>(after[i]);
        const bool isAbove = (x > range.maxFinite) & (q == range.maxFinite);
        const bool isBelow = (x < range.lowest) & (q == range.lowest);
        count += static_cast<std::int64_t>((isAbove | isBelow) & (std::fabs(x) < kInfinity));
    }
    return count;
}

/// kAreFinite: all elements are, before and after. If they are not, a sum of squares is infinite or NaN, and the rest is of no
/// use.
template <bool kAreFinite, class T>
CastLoss lossOfBlock(const double* before, const T* after, Index n, const CastRange& range)
{
    LaneSums<kLanes> signal;
    LaneSums<kLanes> noise;
    LaneSums<kLanes> worst;
    LaneSums<kLanes> largest;
    LaneSums<kLanes, VectorBits<double>> zeros;
    LaneSums<kLanes, VectorBits<double>> flushed;
    LaneSums<kLanes, VectorBits<double>> finite;
    LaneSums<kLanes, VectorBits<double>> compared;
    const Vector<double> lowBinade = broadcast(range.smallestBinade);
    const Vector<double> highBinade = broadcast(range.largestBinade);
    const Vector<double> infinity = broadcast(kInfinity);
    const Vector<double> zero{};
    std::array<double, kLanes> rest{};
    const Index whole = n / kLanes * kLanes;
    std::copy(before + whole, before + n, rest.begin());
    inLanes<kLanes>(after, n, [&](const T* values, Index i, int v) {
        const Vector<double> q = loadAsDouble(values);
        Vector<double> x = loadVector(i < whole ? before + i : rest.data() + (i - whole));
        Vector<double> error = x - q;
        const VectorBits<double> isZero = x == zero; // all ones are -1
        VectorBits<double> isFlushed = (q == zero) & ~isZero;
        if constexpr (!kAreFinite) {
            const VectorBits<double> isFinite = absolute<double>(x) < infinity;
            const VectorBits<double> isCompared = isFinite & (absolute<double>(q) < infinity);
            finite.vectors[v] -= isFinite;
            compared.vectors[v] -= isCompared;
            isFlushed &= x == x; // a NaN is not
            x = (Vector<double>)((VectorBits<double>)x & isCompared);
            error = (Vector<double>)((VectorBits<double>)error & isCompared);
        }
        zeros.vectors[v] -= isZero;
        flushed.vectors[v] -= isFlushed;
        signal.vectors[v] += x * x;
        noise.vectors[v] += error * error;
        const Vector<double> magnitude = absolute<double>(x);
        largest.vectors[v] = larger<double>(magnitude, largest.vectors[v]);
        const Vector<double> atLeast = larger<double>(magnitude, lowBinade);
        const Vector<double> binade = atLeast < highBinade ? atLeast : highBinade;
        worst.vectors[v] = larger<double>(absolute<double>(error) * inverseBinade(binade), worst.vectors[v]);
    });
    const Index filledUp = n == whole ? 0 : kLanes - (n - whole); // by zeros
    CastLoss loss;
    loss.elements = n;
    loss.zeros = zeros.sum() - filledUp;
    loss.flushed = flushed.sum();
    loss.finite = kAreFinite ? n : finite.sum() - filledUp;
    loss.compared = kAreFinite ? n : compared.sum() - filledUp;
    loss.signal = signal.sum();
    loss.noise = noise.sum();
    loss.worst = largestLane(worst);
    if (largestLane(largest) > std::min(range.maxFinite, -range.lowest))
        loss.saturated = saturatedOf(before, after, n, range);
    return loss;
}

} // namespace

template <class T>
CastLoss castLoss(const double* before, const T* after, Index n, const CastRange& range)
{
    CastLoss all;
    for (Index begin = 0; begin < n; begin += kBlock) {
        const Index size = std::min(kBlock, n - begin);
        const CastLoss loss = lossOfBlock<true>(before + begin, after + begin, size, range);
        const bool areFinite = std::isfinite(loss.signal) && std::isfinite(loss.noise);
        all += areFinite ? loss : lossOfBlock<false>(before + begin, after + begin, size, range);
    }
    return all;
}

template CastLoss castLoss<float>(const double*, const float*, Index, const CastRange&);
template CastLoss castLoss<double>(const double*, const double*, Index, const CastRange&);

} // namespace ulpscope::kernels
