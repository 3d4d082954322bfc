// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/elementwise.h"

#include "engine/kernels/per_level/rounding/half_conversion.h"
#include "engine/kernels/per_level/rounding/rounders.h"
#include "engine/kernels/per_level/rounding/to_odd.h"
#include "engine/kernels/per_level/sums/column_sums.h"
#include "engine/kernels/xla_rules.h"

#include <cmath>
#include <vector>

namespace ulpscope::kernels {

namespace {

template <class T>
void copyCounting(const T* in, T* out, Index n, RoundingCounts* counts)
{
    if (in != out)
        std::copy(in, in + n, out);
    if (counts == nullptr)
        return;
    Word<T> largest = 0;
    for (Index i = 0; i < n; ++i)
        largest = std::max(largest, magnitudeBits(out[i]));
    if (largest >= CarrierBits<T>::kInfinity) // nothing changed, so nothing overflowed
        countNonFinite(out, n, *counts, [](Index) { return Word<T>{0}; });
}

/// Does what CarrierKernels::round does; `first` is the index of the first element among the draws.
template <class T>
std::optional<FiniteRange> roundFrom(
    std::uint64_t first, const T* in, T* out, Index n, const Grid<T>& grid, RoundingCounts* counts)
{
    if (grid.kind == GridKind::Directed || grid.hasExceptions) {
        roundInBlocks(in, out, n, grid, counts, first);
        return std::nullopt;
    }
    if (grid.kind == GridKind::Identity) {
        copyCounting(in, out, n, counts);
        return std::nullopt;
    }
    const auto with = [&](const auto& round) -> std::optional<FiniteRange> {
        if (counts != nullptr)
            return roundValues(in, out, n, grid, round, *counts);
        roundUncounted(in, out, n, round);
        return std::nullopt;
    };
#if defined(__F16C__)
    if constexpr (std::is_same_v<T, float>)
        if (counts != nullptr && isHalf(grid))
            return roundToHalf(in, out, n, grid, *counts);
#endif
    const bool isPeculiar = std::isfinite(grid.clip) || !std::signbit(grid.zero);
    if (grid.kind == GridKind::Magic && !isPeculiar)
        return with(MagicRounder<T, false>(grid));
    if (grid.kind == GridKind::Magic)
        return with(MagicRounder<T>(grid));
    if (grid.kind == GridKind::TopBits)
        return with(TopBitsRounder<T>(grid));
    return with(TwoRangesRounder<T>(grid));
}

/// Returns the same grid for values held in double.
Grid<double> inDouble(const Grid<double>& grid)
{
    return grid;
}
Grid<double> inDouble(const Grid<float>& grid)
{
    Grid<double> result;
    result.kind = grid.mode == RoundingMode::NearestEven ? GridKind::TwoRanges : GridKind::Directed;
    result.tiesUp = grid.tiesUp;
    result.zero = grid.zero;
    result.clip = grid.clip;
    result.looksBelow = grid.looksBelow;
    result.looksAbove = static_cast<double>(grid.looksAbove);
    result.mode = grid.mode;
    result.mantissaBits = grid.mantissaBits;
    result.minExponent = grid.minExponent;
    result.maxExponent = grid.maxExponent;
    result.maxFinite = grid.maxFinite;
    result.overflowValue = grid.overflowValue;
    result.flipsParity = grid.flipsParity;
    result.hasExceptions = grid.hasExceptions;
    result.largest = grid.largest;
    result.lowest = grid.lowest;
    result.infinityValue = grid.infinityValue;
    result.nanValue = grid.nanValue;
    result.keepsNan = grid.keepsNan;
    result.nanOppositeSign = grid.nanOppositeSign;
    result.hasNegativeZero = grid.hasNegativeZero;
    result.hasZero = grid.hasZero;
    result.liftedAbove = static_cast<double>(grid.liftedAbove);
    result.liftedBelow = static_cast<double>(grid.liftedBelow);
    result.ignoresSign = grid.ignoresSign;
    result.isSigned = grid.isSigned;
    result.isSafeBelow = grid.isSafeBelow;
    result.flushInputsBelow = grid.flushInputsBelow;
    result.flushOutputsBelow = grid.flushOutputsBelow;
    result.randomBits = grid.randomBits;
    result.key = grid.key;
    return result;
}

/// The second half of roundOddEach(): one block, whose first element is the `first` among the draws.
template <class T>
[[gnu::noinline]] void roundOddBlock(const double* exact, const Word<T>* wereFinite, T* out, Index length,
    const Grid<double>& wide, std::uint64_t first, RoundingCounts& counts)
{
    double rounded[kRoundingBlock];
    roundBlock(exact, rounded, length, wide, first);
    for (Index i = 0; i < length; ++i)
        out[i] = static_cast<T>(rounded[i]);
    countUnderflows(exact, rounded, length, counts);
    countNonFinite(
        rounded, length, counts, [&](Index i) { return static_cast<Word<double>>(wereFinite[i]); });
}

/// out[i] = round(value(i)) in another mode than to nearest even; value(i): the result in double, rounded to odd, or in
/// a mode and format that leave nothing to round.
template <class T, class Value, class OperandsFinite>
void roundOddEach(
    T* out, Index n, const Grid<T>& grid, RoundingCounts& counts, Value value, OperandsFinite operandsFinite)
{
    const Grid<double> wide = inDouble(grid);
    double exact[kRoundingBlock];
    Word<T> wereFinite[kRoundingBlock];
    for (Index begin = 0; begin < n; begin += kRoundingBlock) {
        const Index length = std::min(n - begin, kRoundingBlock);
        for (Index i = 0; i < length; ++i) {
            exact[i] = value(begin + i);
            wereFinite[i] = operandsFinite(begin + i);
        }
        roundOddBlock<T>(
            exact, wereFinite, out + begin, length, wide, static_cast<std::uint64_t>(begin), counts);
    }
}

/// The four operations in another mode than to nearest even.
template <class T, class A, class B, class OperandsFinite>
void binaryInMode(Binary op, A a, B b, T* out, Index n, const Grid<T>& grid, RoundingCounts& counts,
    OperandsFinite operandsFinite)
{
    const auto each = [&](auto f) {
        roundOddEach(
            out, n, grid, counts,
            [a, b, f](Index i) { return f(static_cast<double>(a(i)), static_cast<double>(b(i))); },
            operandsFinite);
    };
    switch (op) {
    case Binary::Add:
        return each([](double x, double y) { return addToOdd(x, y); });
    case Binary::Subtract:
        return each([](double x, double y) { return addToOdd(x, -y); });
    case Binary::Multiply:
        return each([](double x, double y) { return multiplyToOdd(x, y); });
    case Binary::Divide:
        return roundOddEach(
            out, n, grid, counts,
            [a, b](Index i) { return divideToOdd(static_cast<double>(a(i)), static_cast<double>(b(i))); },
            [b, operandsFinite](Index i) { return operandsFinite(i) & isNonZero(b(i)); });
    }
}

/// a(i) op b(i) for anything indexable.
template <class T, class A, class B>
void binaryOf(Binary op, A a, B b, T* out, Index n, const Grid<T>& grid, RoundingCounts& counts)
{
    const auto finite = [a, b](Index i) { return isFinite(a(i)) & isFinite(b(i)); };
    // E8M0 has no zero for what leaves float's range below; some wide formats would have products rounded twice there.
    if (grid.mode != RoundingMode::NearestEven || !grid.hasZero || !grid.isSafeBelow)
        return binaryInMode(op, a, b, out, n, grid, counts, finite);
    withRounder(grid, [&](const auto& round) {
        const auto each = [&](auto f) {
            roundEach<T>(
                out, n, round, grid, counts, [a, b, f](Index i) { return f(a(i), b(i)); }, finite);
        };
        switch (op) {
        case Binary::Add:
            return each([](T x, T y) { return x + y; });
        case Binary::Subtract:
            return each([](T x, T y) { return x - y; });
        case Binary::Multiply:
            return each([](T x, T y) { return x * y; });
        case Binary::Divide: // by zero the exact quotient is not finite, which is no overflow
            return roundEach<T>(
                out, n, round, grid, counts, [a, b](Index i) { return a(i) / b(i); },
                [b, finite](Index i) { return finite(i) & isNonZero(b(i)); });
        }
    });
}

} // namespace

template <class T>
void binary(Binary op, const T* a, const T* b, T* out, Index n, const Grid<T>& grid, RoundingCounts& counts)
{
    binaryOf<T>(
        op, [a](Index i) { return a[i]; }, [b](Index i) { return b[i]; }, out, n, grid, counts);
}

namespace {

template <class T>
void scalar(Binary op, const T* a, T b, T* out, Index n, const Grid<T>& grid, RoundingCounts& counts)
{
    binaryOf<T>(
        op, [a](Index i) { return a[i]; }, [b](Index) { return b; }, out, n, grid, counts);
}

/// out = a / divisor, as a division by a broadcast value is computed.
template <class T>
void divideByOne(const T* a, T divisor, T* out, Index n, const Grid<T>& grid, RoundingCounts& counts)
{
    if (!dividesByReciprocal(grid.mantissaBits))
        return scalar<T>(Binary::Divide, a, divisor, out, n, grid, counts);
    const T one = 1;
    T inverse;
    binary<T>(Binary::Divide, &one, &divisor, &inverse, 1, grid, counts);
    scalar<T>(Binary::Multiply, a, inverse, out, n, grid, counts);
}

template <class T>
void addRow(T* x, const T* row, Index rows, Index columns, const Grid<T>& grid, RoundingCounts& counts)
{
    // Short rows several at a time, as one long row.
    constexpr Index kTile = 1024;
    T tile[kTile];
    const Index repeats = std::min(columns == 0 ? 0 : kTile / columns, rows);
    for (Index i = 0; i < repeats; ++i)
        std::copy_n(row, columns, tile + i * columns);
    const T* const added = repeats > 1 ? tile : row;
    const Index length = std::max<Index>(repeats, 1) * columns;
    for (Index begin = 0; begin < rows * columns; begin += length) {
        T* values = x + begin;
        binaryOf<T>(
            Binary::Add, [values](Index i) { return values[i]; }, [added](Index i) { return added[i]; },
            values, std::min(length, rows * columns - begin), grid, counts);
    }
}

constexpr Index kBlock = 512;

} // namespace

template <class T>
std::optional<FiniteRange> roundAll(const T* in, T* out, Index n, const Grid<T>& grid, RoundingCounts* counts)
{
    return roundFrom(0, in, out, n, grid, counts);
}

void narrow(const double* in, float* out, Index n, const Grid<double>& grid, RoundingCounts* counts)
{
    double block[kBlock];
    for (Index begin = 0; begin < n; begin += kBlock) {
        const Index length = std::min(kBlock, n - begin);
        roundFrom(static_cast<std::uint64_t>(begin), in + begin, block, length, grid, counts);
        for (Index i = 0; i < length; ++i)
            out[begin + i] = static_cast<float>(block[i]);
    }
}

void widen(const float* in, double* out, Index n, const Grid<double>& grid, RoundingCounts* counts)
{
    for (Index i = 0; i < n; ++i)
        out[i] = static_cast<double>(in[i]);
    if (grid.kind != GridKind::Identity)
        roundAll(out, out, n, grid, counts);
}

template <class T>
void addElementwise(CarrierKernels<T>& table)
{
    table.round = roundAll<T>;
    table.binary = binary<T>;
    table.scalar = scalar<T>;
    table.addRow = addRow<T>;
}

template <class T>
void addRows(T* x, const T* y, Index n, const Grid<T>& grid, RoundingCounts& counts)
{
    binary<T>(Binary::Add, x, y, x, n, grid, counts);
}

template std::optional<FiniteRange> roundAll<float>(
    const float*, float*, Index, const Grid<float>&, RoundingCounts*);
template std::optional<FiniteRange> roundAll<double>(
    const double*, double*, Index, const Grid<double>&, RoundingCounts*);
template void binary<float>(
    Binary, const float*, const float*, float*, Index, const Grid<float>&, RoundingCounts&);
template void binary<double>(
    Binary, const double*, const double*, double*, Index, const Grid<double>&, RoundingCounts&);
template void addRows<float>(float*, const float*, Index, const Grid<float>&, RoundingCounts&);
template void addRows<double>(double*, const double*, Index, const Grid<double>&, RoundingCounts&);

template void addElementwise<float>(CarrierKernels<float>&);
template void addElementwise<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
