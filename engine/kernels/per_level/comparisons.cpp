// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/kernel_groups.h"

#include "engine/kernels/per_level/sums/lane_sums.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope::kernels {

namespace {

/// Counts how many elements are not zero in float64, and how many of these the candidate flushed to zero.
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

template <class T, class Unscale>
Comparison compareWith(const T* candidate, const double* reference, Index n, Unscale unscale)
{
    constexpr int kLanes = 16;
    LaneSums<kLanes> squaredError;
    LaneSums<kLanes> squaredReference;
    FlushedSums<kLanes> counts;
    const Index whole = n / kLanes * kLanes;
    std::array<double, kLanes> rest{};
    std::copy(reference + whole, reference + n, rest.begin());
    inLanes<kLanes>(candidate, n, [&](const T* values, Index i, int v) {
        const Vector<double> value = loadAsDouble(values);
        const Vector<double> expected = loadVector(i < whole ? reference + i : rest.data() + (i - whole));
        const Vector<double> error = unscale(value) - expected;
        squaredError.vectors[v] += error * error;
        squaredReference.vectors[v] += expected * expected;
        counts.add(v, value, expected);
    });
    return {squaredError.sum(), squaredReference.sum(), counts.nonZero.sum(), counts.flushed.sum()};
}

template <class T>
Comparison compare(const T* candidate, double scale, const double* reference, Index n)
{
    using V = Vector<double>;
    if (scale == 1)
        return compareWith(candidate, reference, n, [](const V& x) { return x; });
    int exponent = 0;
    if (const double inverse = 1 / scale; std::isnormal(inverse) && std::frexp(scale, &exponent) == 0.5)
        return compareWith(candidate, reference, n, [inverse](const V& x) { return x * inverse; }); // exact
    return compareWith(candidate, reference, n, [scale](const V& x) { return x / scale; });
}

template <class T>
ComparisonDetail compareDetail(
    const T* candidate, double scale, const double* reference, Index n, double smallestNormal)
{
    constexpr int kLanes = 8; // seven vectors of each are about what the registers of AVX2 hold
    LaneSums<kLanes> squaredError;
    LaneSums<kLanes> squaredReference;
    LaneSums<kLanes> squaredCandidate;
    LaneSums<kLanes> dot;
    LaneSums<kLanes> worst;
    FlushedSums<kLanes> counts;
    const Vector<double> scales = broadcast(scale);
    const Vector<double> smallest = broadcast(smallestNormal);
    std::array<double, kLanes> rest{};
    const Index whole = n / kLanes * kLanes;
    std::copy(reference + whole, reference + n, rest.begin());
    // Binades are taken from the candidate's own magnitudes, because they are its format's.
    inLanes<kLanes>(candidate, n, [&](const T* values, Index i, int v) {
        const Vector<double> value = loadAsDouble(values);
        const Vector<double> expected
            = loadVector(i < whole ? reference + i : rest.data() + (i - whole)) * scales;
        const Vector<double> error = value - expected;
        const Vector<double> inBinades
            = absolute<double>(error) * inverseBinade(larger<double>(absolute<double>(expected), smallest));
        squaredError.vectors[v] += error * error;
        squaredReference.vectors[v] += expected * expected;
        squaredCandidate.vectors[v] += value * value;
        dot.vectors[v] += value * expected;
        worst.vectors[v] = larger<double>(inBinades, worst.vectors[v]);
        counts.add(v, value, expected);
    });
    ComparisonDetail result;
    const double unscale = 1 / (scale * scale);
    result.squaredError = squaredError.sum() * unscale;
    result.squaredReference = squaredReference.sum() * unscale;
    result.squaredCandidate = squaredCandidate.sum() * unscale;
    result.dot = dot.sum() * unscale;
    result.referenceNonZero = counts.nonZero.sum();
    result.flushed = counts.flushed.sum();
    for (int lane = 0; lane < kLanes; ++lane)
        result.maxBinadeError = std::max(result.maxBinadeError, worst[lane]);
    if (std::isnan(result.squaredError))
        result.maxBinadeError = result.squaredError;
    return result;
}

} // namespace

template <class T>
void addComparisons(CarrierKernels<T>& table)
{
    table.compare = compare<T>;
    table.compareDetail = compareDetail<T>;
}

template void addComparisons<float>(CarrierKernels<float>&);
template void addComparisons<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
