// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that a kernel library offers, for each carrier. All work on raw row-major spans, round each result to
// the grid they are given, and add what rounding did to `counts`. Matrices are contiguous.
#pragma once

#include "engine/kernels/block_grid.h"
#include "engine/kernels/grid.h"
#include "engine/kernels/kernel_arguments.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace ulpscope {

using Index = std::int64_t;
struct AccumulationPlan; // accumulation_plan.h
template <class T>
struct ProductOperands; // matrix_view.h
template <class T>
struct ElementCall; // element_program.h

enum class Binary : std::uint8_t { Add, Subtract, Multiply, Divide };

/// Sums over elements, a: candidate divided by its scale, b: reference.
struct Comparison
{
    double squaredError = 0; ///< sum of (a - b)^2
    double squaredReference = 0; ///< sum of b^2
    std::int64_t referenceNonZero = 0;
    std::int64_t flushed = 0; ///< a is zero where b is not
};

/// Every metric of a tensor's elements. Sums and extremes are of finite ones.
struct TensorDetail
{
    double amax = 0;
    double amin = 0; ///< smallest magnitude that is not zero; 0 if there is none
    double sum = 0;
    double squares = 0; ///< sum of squares
    std::int64_t zeros = 0;
    std::int64_t subnormals = 0; ///< elements below the smallest normal magnitude, without zeros
    std::int64_t saturated = 0; ///< finite, at the format's largest magnitude
    std::int64_t nans = 0;
    std::int64_t positiveInfinities = 0;
    std::int64_t negativeInfinities = 0;

    std::int64_t nonFinite() const { return nans + positiveInfinities + negativeInfinities; }
};

/// Comparison, and what SQNR, cosine similarity and the error in units in the last place need.
struct ComparisonDetail : Comparison
{
    double squaredCandidate = 0; ///< sum of a^2
    double dot = 0; ///< sum of a b
    /// Largest |a - b| / 2^(exponent of b, at least that of the smallest normal number); NaN if an element is. Times
    /// 2^mantissaBits it is in ulp.
    double maxBinadeError = 0;
};

/// The ends of a format's range, and in which binades errors are measured: below and above these two in theirs. The default
/// is no format, beyond which nothing lies.
struct CastRange
{
    double maxFinite = std::numeric_limits<double>::infinity();
    double lowest = -std::numeric_limits<double>::infinity();
    double smallestBinade = 1;
    double largestBinade = 1;
};

/// Losses of a cast, from the elements before and after it.
struct CastLoss
{
    std::int64_t elements = 0;
    std::int64_t zeros = 0; ///< zeros before the cast
    std::int64_t flushed = 0; ///< not zero and no NaN before, zero after
    std::int64_t finite = 0; ///< finite elements before the cast
    std::int64_t compared = 0; ///< finite before and after; the rest is of these
    std::int64_t saturated = 0; ///< beyond the range before, at its end after
    double signal = 0; ///< sum of before^2
    double noise = 0; ///< sum of (before - after)^2
    double worst = 0; ///< largest |before - after| / 2^(exponent of before, within the range's binades)

    CastLoss& operator+=(const CastLoss& other)
    {
        elements += other.elements;
        zeros += other.zeros;
        flushed += other.flushed;
        finite += other.finite;
        compared += other.compared;
        saturated += other.saturated;
        signal += other.signal;
        noise += other.noise;
        worst = worst > other.worst ? worst : other.worst;
        return *this;
    }
};

/// How many magnitudes lie in each binade: bin i counts 2^(i + kFirstExponent) <= |x| < twice that. What lies outside
/// is in the first and the last bin; zero, NaN and infinities in none.
inline constexpr int kFirstExponent = -150;
inline constexpr int kLastExponent = 128;
inline constexpr std::size_t kExponentBins = kLastExponent - kFirstExponent + 1;
using ExponentBins = std::array<std::uint32_t, kExponentBins>;

struct TensorStatistics : FiniteRange
{
    std::int64_t zeros = 0;
};

/// How far an update moves a variable, before it is rounded.
struct UpdateSize
{
    double amax = 0; ///< largest finite |update|

    UpdateSize& operator+=(const UpdateSize& other)
    {
        amax = amax > other.amax ? amax : other.amax;
        return *this;
    }
};

/// What an optimizer's rule works on. All that it writes has the variable's format.
template <class T>
struct UpdateOperands
{
    static constexpr std::size_t kMaxStates = 4;

    T* variable;
    const T* gradient;
    double gradientDivisor; ///< divisor that the gradient still needs: the loss scale
    std::array<T*, kMaxStates> state; ///< tensors that the rule keeps, in its order
    std::size_t states; ///< how many of these there are
    Index size;
    UpdateScalars scalars;
    /// Whether a product that is added to is rounded with the sum alone, where T is the variable's own format; rules that know it
    /// are SGD and Adam.
    bool fusesMultiplyAdd = false;

    T scalar(std::size_t i) const { return static_cast<T>(scalars[i]); }
    /// Pointers are null for results that the caller does not keep.
    T* stateOrNull(std::size_t i) const { return i < states ? state[i] : nullptr; }
};

/// What batch and group normalization take means over: x is [outer, rows, columns], the columns in `groups` equal groups,
/// and each group of each outer part has a mean of its own.
struct NormalizationGroups
{
    Index outer = 1;
    Index rows = 0;
    Index columns = 0;
    Index groups = 1;
};

template <class T>
struct CarrierKernels
{
    /// out = round(in); in == out is allowed. `counts` may be null, which is faster. Returns the range of
    /// out, if the loop came by it.
    std::optional<FiniteRange> (*round)(
        const T* in, T* out, Index n, const Grid<T>& grid, RoundingCounts* counts);
    /// out[m, n] = op(a) op(b), summed over k in T; a: [m, k], or [k, m] transposed; b: [k, n], or [n, k] transposed.
    /// castB: what b is rounded to as it is read, which adds to `counts` unless that is null; null: b is taken as it is.
    /// part: of out, that is written; its bits are the same in whatever parts.
    void (*gemm)(bool transposeA, bool transposeB, Index m, Index n, Index k, const T* a, const T* b,
        const Grid<T>* castB, RoundingCounts* counts, const ResultPart& part, T* out);
    void (*binary)(
        Binary op, const T* a, const T* b, T* out, Index n, const Grid<T>& grid, RoundingCounts& counts);
    /// out = a op scalar.
    void (*scalar)(Binary op, const T* a, T b, T* out, Index n, const Grid<T>& grid, RoundingCounts& counts);
    /// x: [rows, columns] += row: [columns], in place.
    void (*addRow)(
        T* x, const T* row, Index rows, Index columns, const Grid<T>& grid, RoundingCounts& counts);
    /// out: [columns] = sums of x: [extents[0], ..., extents[axes - 1], columns] over all axes but the last, in windows of
    /// 32 along each and then of these, each addition rounded; at most 6 axes. Of its infinities only the last are counted.
    void (*columnSums)(const T* x, T* out, const Index* extents, int axes, Index columns, const Grid<T>& grid,
        RoundingCounts& counts);

    /// in: [groups, 16, inner]; the groups' lines become x S H / 4, or x H S / 4 (inverse). S: diagonal of `signs`, H:
    /// Sylvester's matrix, summed as 4 rounds of sums and differences. in == out is allowed.
    void (*hadamard16)(bool inverse, const T* in, T* out, Index groups, Index inner, const T* signs);

    /// A chain of operations on elements, each rounded, block by block.
    void (*elements)(const ElementCall<T>& call);

    /// The inputs that each window sees, for `channels` channels from `firstChannel` on; zero where there are none.
    /// in: [batch, height, width, channels]   out: [outputs, taps, channels]
    void (*unfold)(const T* in, T* out, const Window2D& window, Index firstChannel, Index channels);
    /// The largest input of each window, a NaN if it sees one. out: [outputs, channels]
    void (*windowMax)(const T* in, T* out, const Window2D& window);
    /// Each window's gradient goes to the first of its largest inputs (with NaN: what a chain of >= selects); where windows
    /// overlap, each addition is rounded. dy: as out of windowMax   dx: as in
    void (*windowMaxGradient)(
        const T* in, const T* dy, T* dx, const Window2D& window, const Grid<T>& grid, RoundingCounts& counts);
    /// Sums of each window's inputs, tap by tap in order, each addition rounded. row: [out width, channels], for its use.
    void (*windowSums)(
        const T* in, T* out, const Window2D& window, T* row, const Grid<T>& grid, RoundingCounts& counts);

    /// mean, variance: [outer, columns], each group's at all its columns.
    void (*moments)(const T* x, const NormalizationGroups& groups, T* mean, T* variance);
    /// out = x scale + shift; these: [outer, columns].
    void (*scaleAndShift)(
        const T* x, const NormalizationGroups& groups, const T* scale, const T* shift, T* out);
    /// Sums over rows of dy, and of dy (x - mean) inverse; both: [outer, columns].
    void (*normalizationSums)(const T* x, const T* dy, const NormalizationGroups& groups, const T* mean,
        const T* inverse, T* sums, T* weighted);
    /// dx = inverse (dy gamma - mean of dy gamma - n mean of dy gamma n), n = (x - mean) inverse, means over the groups;
    /// gamma: [columns] or null; sums and weighted, of normalizationSums(), are overwritten.
    void (*normalizationGradient)(const T* x, const T* dy, const NormalizationGroups& groups, const T* mean,
        const T* inverse, const T* gamma, T* sums, T* weighted, T* dx);

    TensorStatistics (*statistics)(const T* x, Index n);
    /// candidate / scale against a float64 reference.
    Comparison (*compare)(const T* candidate, double scale, const double* reference, Index n);
    bool (*allFinite)(const T* x, Index n);
    /// How many magnitudes are above the limit; infinities are, NaN is not.
    std::int64_t (*countAbove)(const T* x, Index n, T limit);
    /// smallestNormal, largest: magnitudes of the format.
    TensorDetail (*detail)(const T* x, Index n, T smallestNormal, T largest);
    /// candidate / scale against a float64 reference; smallestNormal: of the candidate's format.
    ComparisonDetail (*compareDetail)(
        const T* candidate, double scale, const double* reference, Index n, double smallestNormal);
    CastLoss (*castLoss)(const double* before, const T* after, Index n, const CastRange& range);
    /// Adds to `bins` the binades of the elements divided by `scale`. detail: of the same elements.
    void (*countExponents)(const T* x, Index n, double scale, const TensorDetail& detail, ExponentBins& bins);
    /// out = after - before
    void (*change)(const T* after, const double* before, double* out, Index n);
    /// What became zero, what is not finite, and what was before, by comparing.
    void (*countChanges)(const T* before, const T* after, Index n, RoundingCounts& counts);
    /// marks[i], 0 or 1, becomes 1 where `after` is another number (a NaN is), if asked a finite one; or x is not zero.
    void (*markChanged)(const T* before, const T* after, Index n, bool isToFinite, std::uint8_t* marks);
    void (*markNonZero)(const T* x, Index n, std::uint8_t* marks);

    /// An optimizer's rule, each operation rounded to the variable's grid.
    UpdateSize (*update)(
        UpdateKind kind, const UpdateOperands<T>& operands, const Grid<T>& grid, RoundingCounts& counts);
    /// variable -= weights * weightDecay * learningRate; weights may be the variable.
    UpdateSize (*decay)(T* variable, const T* weights, Index n, T weightDecay, T learningRate,
        const Grid<T>& grid, RoundingCounts& counts);
    /// variable += update, where what rounding left out is kept in `compensation` and added with the next update.
    UpdateSize (*kahan)(
        T* variable, T* compensation, const T* update, Index n, const Grid<T>& grid, RoundingCounts& counts);
    /// Into [-limit, limit]; a NaN stays one.
    void (*clip)(T* values, Index n, T limit);
    /// Squares rounded, summed in order in T, rounded once.
    double (*sumOfSquares)(const T* values, Index n, const Grid<T>& grid);
};

/// Block formats on float; dtype/block_quantize.h says the same of one block in plain words.
struct BlockKernels
{
    /// The largest magnitude of each block; NaN where there is one.
    void (*amax)(const float* in, const BlockView& view, float* amax);
    /// Scales of n blocks: what inputs and what codes' values are multiplied with.
    void (*mxScales)(const float* amax, Index n, const MxScaling& scaling, float* encode, float* decode);
    /// The tensor's scale is not NaN.
    void (*twoLevelScales)(
        const float* amax, Index n, const TwoLevelScaling& scaling, float* encode, float* decode);
    /// in == out is allowed without counts, which may be null and are of QuantizeDequantize alone.
    void (*apply)(BlockStep step, const float* in, float* out, const BlockView& view, const float* encode,
        const float* decode, float tensorDecode, const BlockElement& element, RoundingCounts* counts);
};

struct KernelTable
{
    CarrierKernels<float> f32;
    CarrierKernels<double> f64;
    BlockKernels blocks;
    /// Rounds in double, straight to the target's grid, then stores as float, which is exact.
    void (*narrow)(const double* in, float* out, Index n, const Grid<double>& grid, RoundingCounts* counts);
    /// Exact, then rounded to the grid.
    void (*widen)(const float* in, double* out, Index n, const Grid<double>& grid, RoundingCounts* counts);
    /// out[m, n] = a b in any accumulator but Float32 and Float64, as per_level/accumulation.h says; not yet rounded to
    /// an output format.
    void (*accumulateFloats)(
        const ProductOperands<float>& operands, const AccumulationPlan& plan, double* out);
    void (*accumulateDoubles)(
        const ProductOperands<double>& operands, const AccumulationPlan& plan, double* out);
};

} // namespace ulpscope

/// What each kernel library exports, and all that it exports.
extern "C" __attribute__((visibility("default"))) const ulpscope::KernelTable* ulpscopeKernelTable();
