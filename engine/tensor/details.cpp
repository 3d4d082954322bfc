// SPDX-License-Identifier: GPL-3.0-or-later
// Written for the vectoriser and compiled with -O3 (engine/CMakeLists.txt): sums in 16 lanes, no branches. They are no
// kernels but loops without Eigen, which the compiler itself can build for each x86-64 level and choose at load time;
// lanes fix the order of sums, so that all levels find the same.
#include "engine/tensor/details.h"

#include "engine/tensor/carrier.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

// The sanitizers' runtime is not there yet when the loader chooses a level.
#if defined(__x86_64__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)                             \
    && !defined(__SANITIZE_THREAD__)
#define ULPSCOPE_EACH_LEVEL                                                                                  \
    __attribute__((flatten, target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define ULPSCOPE_EACH_LEVEL
#endif

namespace ulpscope {

namespace {

constexpr std::size_t kLanes = 16;
constexpr std::uint64_t kMagnitude = 0x7fff'ffff'ffff'ffff;
constexpr std::uint64_t kInfinity = 0x7ff0'0000'0000'0000;
constexpr int kMantissa = 52;
constexpr int kBias = 1023;

/// f(element, lane) for all n elements, kLanes at a time.
template <class F>
void inLanes(Index n, F f)
{
    Index i = 0;
    for (; i + static_cast<Index>(kLanes) <= n; i += static_cast<Index>(kLanes))
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            f(i + static_cast<Index>(lane), lane);
    for (std::size_t lane = 0; i < n; ++i, ++lane)
        f(i, lane);
}

template <class T>
TensorDetail detail(const T* x, Index n, const Format& format)
{
    constexpr double kLargest = std::numeric_limits<double>::max();
    const double minNormal = format.minNormal();
    const double largest = format.maxFinite();
    // In the loops all counts are doubles: one type vectorises, and 2^53 elements fit no memory.
    using Lanes = std::array<double, kLanes>;
    Lanes amax{};
    Lanes amin;
    amin.fill(std::numeric_limits<double>::infinity());
    Lanes sums{};
    Lanes squares{};
    Lanes zeros{};
    Lanes belowNormal{};
    Lanes saturated{};
    Lanes finite{};
    inLanes(n, [&](Index i, std::size_t lane) {
        const auto value = static_cast<double>(x[i]);
        const double magnitude = std::fabs(value);
        const bool isFinite = magnitude <= kLargest;
        const double counted = isFinite ? value : 0.0;
        const double countedMagnitude = isFinite ? magnitude : 0.0;
        const double nonZero = magnitude > 0 ? magnitude : std::numeric_limits<double>::infinity();
        amax[lane] = countedMagnitude > amax[lane] ? countedMagnitude : amax[lane];
        amin[lane] = nonZero < amin[lane] ? nonZero : amin[lane];
        sums[lane] += counted;
        squares[lane] += counted * counted;
        zeros[lane] += value == 0 ? 1.0 : 0.0;
        belowNormal[lane] += magnitude < minNormal ? 1.0 : 0.0;
        saturated[lane] += countedMagnitude >= largest ? 1.0 : 0.0;
        finite[lane] += isFinite ? 1.0 : 0.0;
    });
    TensorDetail result;
    double least = std::numeric_limits<double>::infinity();
    double finiteCount = 0;
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        result.amax = std::max(result.amax, amax[lane]);
        least = std::min(least, amin[lane]);
        result.sum += sums[lane];
        result.squares += squares[lane];
        result.zeros += static_cast<std::int64_t>(zeros[lane]);
        result.subnormals += static_cast<std::int64_t>(belowNormal[lane] - zeros[lane]);
        result.saturated += static_cast<std::int64_t>(saturated[lane]);
        finiteCount += finite[lane];
    }
    result.amin = std::isfinite(least) ? least : 0;
    if (static_cast<Index>(finiteCount) == n)
        return result;
    for (Index i = 0; i < n; ++i) { // rare
        result.nans += std::isnan(x[i]) ? 1 : 0;
        result.positiveInfinities += std::isinf(x[i]) && x[i] > 0 ? 1 : 0;
        result.negativeInfinities += std::isinf(x[i]) && x[i] < 0 ? 1 : 0;
    }
    return result;
}

template <class T>
ComparisonDetail compared(
    const T* candidate, double scale, const double* reference, Index n, double minNormal)
{
    using Lanes = std::array<double, kLanes>;
    Lanes squaredError{};
    Lanes squaredReference{};
    Lanes squaredCandidate{};
    Lanes dot{};
    Lanes worst{};
    Lanes nonZero{};
    Lanes flushed{};
    // In the candidate's own magnitudes, where its format's binades are.
    inLanes(n, [&](Index i, std::size_t lane) {
        const auto value = static_cast<double>(candidate[i]);
        const double expected = reference[i] * scale;
        const double error = value - expected;
        const auto binade = std::bit_cast<double>(std::bit_cast<std::uint64_t>(expected) & kInfinity);
        const double inBinades = std::fabs(error) / (binade > minNormal ? binade : minNormal);
        squaredError[lane] += error * error;
        squaredReference[lane] += expected * expected;
        squaredCandidate[lane] += value * value;
        dot[lane] += value * expected;
        worst[lane] = inBinades > worst[lane] ? inBinades : worst[lane];
        const double counted = expected != 0 ? 1.0 : 0.0;
        nonZero[lane] += counted;
        flushed[lane] += value == 0 ? counted : 0.0;
    });
    ComparisonDetail result;
    const double unscale = 1 / (scale * scale);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
        result.squaredError += squaredError[lane] * unscale;
        result.squaredReference += squaredReference[lane] * unscale;
        result.squaredCandidate += squaredCandidate[lane] * unscale;
        result.dot += dot[lane] * unscale;
        result.maxBinadeError = std::max(result.maxBinadeError, worst[lane]);
        result.referenceNonZero += static_cast<std::int64_t>(nonZero[lane]);
        result.flushed += static_cast<std::int64_t>(flushed[lane]);
    }
    if (std::isnan(result.squaredError))
        result.maxBinadeError = result.squaredError;
    return result;
}

constexpr int kUncounted = static_cast<int>(kExponentBins); ///< one more bin, for what is counted nowhere

/// The bin of each element divided by the scale.
template <class T, class Unscale>
void findBins(const T* x, Index n, std::uint16_t* found, Unscale unscale)
{
    for (Index i = 0; i < n; ++i) {
        const std::uint64_t magnitude
            = std::bit_cast<std::uint64_t>(unscale(static_cast<double>(x[i]))) & kMagnitude;
        const auto exponent = static_cast<std::int32_t>(magnitude >> kMantissa);
        const std::int32_t bin = std::clamp(exponent - kBias - kFirstExponent, 0, kUncounted - 1);
        const bool isCounted = magnitude != 0 && magnitude < kInfinity;
        found[i] = static_cast<std::uint16_t>(isCounted ? bin : kUncounted);
    }
}

template <class T>
void findBins(const T* x, Index n, double scale, std::uint16_t* found)
{
    // The reciprocal of a power of two is exact, so that its product is the quotient.
    const double inverse = 1 / scale;
    int exponent = 0;
    if (std::isnormal(inverse) && std::frexp(scale, &exponent) == 0.5)
        findBins(x, n, found, [inverse](double value) { return value * inverse; });
    else
        findBins(x, n, found, [scale](double value) { return value / scale; });
}

ULPSCOPE_EACH_LEVEL void findBinsOf(const float* x, Index n, double scale, std::uint16_t* found)
{
    findBins(x, n, scale, found);
}
ULPSCOPE_EACH_LEVEL void findBinsOf(const double* x, Index n, double scale, std::uint16_t* found)
{
    findBins(x, n, scale, found);
}

template <class T>
void addExponents(const T* x, double scale, Index n, ExponentBins& bins)
{
    constexpr Index kBlock = 1024;
    std::array<std::uint16_t, kBlock> found;
    // Four tables: neighbours mostly lie in the same bin, and would wait for each other's count.
    std::array<std::array<std::uint32_t, kExponentBins + 1>, 4> counts{};
    for (Index begin = 0; begin < n; begin += kBlock) {
        const Index size = std::min(kBlock, n - begin);
        findBinsOf(x + begin, size, scale, found.data());
        Index i = 0;
        for (; i + 4 <= size; i += 4)
            for (std::size_t table = 0; table < 4; ++table)
                ++counts[table][found[static_cast<std::size_t>(i) + table]];
        for (; i < size; ++i)
            ++counts[0][found[static_cast<std::size_t>(i)]];
    }
    for (const auto& table : counts)
        for (std::size_t bin = 0; bin < kExponentBins; ++bin)
            bins[bin] += table[bin];
}

ULPSCOPE_EACH_LEVEL TensorDetail detailOf(const float* x, Index n, const Format& format)
{
    return detail(x, n, format);
}
ULPSCOPE_EACH_LEVEL TensorDetail detailOf(const double* x, Index n, const Format& format)
{
    return detail(x, n, format);
}

ULPSCOPE_EACH_LEVEL ComparisonDetail comparedTo(
    const double* reference, const float* candidate, double scale, Index n, double minNormal)
{
    return compared(candidate, scale, reference, n, minNormal);
}
ULPSCOPE_EACH_LEVEL ComparisonDetail comparedTo(
    const double* reference, const double* candidate, double scale, Index n, double minNormal)
{
    return compared(candidate, scale, reference, n, minNormal);
}

template <class F>
auto onCarrier(const Tensor& tensor, F&& f)
{
    return withCarrier(carrierOf(tensor.format()), std::forward<F>(f));
}

} // namespace

TensorDetail detailOf(const Tensor& x)
{
    return onCarrier(
        x, [&](auto zero) { return detailOf(TensorValues::of<decltype(zero)>(x), x.size(), x.format()); });
}

ComparisonDetail compareDetail(const Tensor& candidate, double scale, const Tensor& reference)
{
    check(reference.format() == float64Format(), "[compareDetail] the reference is float64");
    checkEqual(candidate.size(), reference.size(), "[compareDetail] elements");
    return onCarrier(candidate, [&](auto zero) {
        return comparedTo(TensorValues::of<double>(reference), TensorValues::of<decltype(zero)>(candidate),
            scale, candidate.size(), candidate.format().minNormal());
    });
}

void countExponents(const Tensor& x, double scale, ExponentBins& bins)
{
    onCarrier(x, [&](auto zero) {
        addExponents(TensorValues::of<decltype(zero)>(x), scale, x.size(), bins);
        return 0;
    });
}

double sqnr(const Comparison& comparison)
{
    return 10 * std::log10(comparison.squaredReference / comparison.squaredError);
}

double cosineSimilarity(const ComparisonDetail& comparison)
{
    if (comparison.squaredCandidate == 0 && comparison.squaredReference == 0)
        return 1;
    // The roots first: the product of the squares may leave the range of a double.
    const double norms = std::sqrt(comparison.squaredCandidate) * std::sqrt(comparison.squaredReference);
    return std::isnan(norms) ? norms : std::clamp(comparison.dot / norms, -1.0, 1.0);
}

double maxUlpError(const ComparisonDetail& comparison, const Format& format)
{
    return std::ldexp(comparison.maxBinadeError, format.mantissaBits);
}

} // namespace ulpscope
