// SPDX-License-Identifier: GPL-3.0-or-later
// Rounding one value to a grid without branches, so that loops over it vectorise; and the loop that all element-wise
// kernels share. The rounders are always inlined: a call in such a loop costs a factor of twenty.
#pragma once

#include "engine/kernels/per_level/rounding/carrier_bits.h"
#include "engine/kernels/per_level/rounding/directed.h"
#include "engine/kernels/per_level/rounding/exceptions.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ulpscope::kernels {

/// The bits of the largest magnitude that rounds to zero: half of the smallest subnormal, a tie that goes to even.
template <class T>
inline Word<T> largestFlushed(const Grid<T>& grid)
{
    return std::bit_cast<Word<T>>(std::ldexp(T{1}, grid.minExponent - grid.mantissaBits - 1));
}

/// The bits of a magnitude below which nothing leaves the finite values.
template <class T>
inline Word<T> surelyFinite(const Grid<T>& grid)
{
    const T bound = std::isfinite(grid.overflowValue) ? std::numeric_limits<T>::max() : grid.maxFinite;
    return std::bit_cast<Word<T>>(bound) + 1;
}

template <class T>
inline T withSign(T magnitude, Word<T> signed_)
{
    return std::bit_cast<T>(
        static_cast<Word<T>>(std::bit_cast<Word<T>>(magnitude) | (signed_ & CarrierBits<T>::kSign)));
}

template <class T>
struct IdentityRounder
{
    static constexpr bool kIsIdentity = true;
    explicit IdentityRounder(const Grid<T>&) { }
    [[gnu::always_inline]] T operator()(T x) const { return x; }
};

// |x| + 2^(e + digits - mantissaBits) has exactly the format's spacing at exponent e, so the processor's own
// round-to-nearest-even does the rounding; clamping e below gives subnormals, clamping it above keeps 2^(...) finite.
/// kPeculiar: for formats without -0 or of two's complement too; without it the two additions for them are spared.
template <class T, bool kPeculiar = true>
struct MagicRounder
{
    using B = CarrierBits<T>;
    static constexpr bool kIsIdentity = false;
    explicit MagicRounder(const Grid<T>& grid)
        : m_lowest(static_cast<Word<T>>(grid.minExponent + B::kBias) << B::kMantissa)
        , m_highest(static_cast<Word<T>>(grid.maxExponent + 1 + B::kBias) << B::kMantissa)
        , m_shift(static_cast<Word<T>>(B::kMantissa - grid.mantissaBits) << B::kMantissa)
        , m_maxFinite(grid.maxFinite)
        , m_overflowValue(grid.overflowValue)
        , m_zero(grid.zero)
        , m_clip(grid.clip)
        , m_flushed(largestFlushed(grid))
        , m_surelyFinite(kernels::surelyFinite(grid))
    {
    }
    Word<T> flushed() const { return m_flushed; }
    Word<T> surelyFinite() const { return m_surelyFinite; }
    [[gnu::always_inline]] T ofNumber(T x) const { return (*this)(x); }
    [[gnu::always_inline]] T operator()(T x) const
    {
        const auto bits = std::bit_cast<Word<T>>(x);
        const Word<T> magnitude = bits & B::kAbs;
        Word<T> exponent = magnitude & B::kInfinity;
        exponent = exponent < m_lowest ? m_lowest : exponent;
        exponent = exponent > m_highest ? m_highest : exponent;
        const auto magic = std::bit_cast<T>(static_cast<Word<T>>(exponent + m_shift));
        T rounded = (std::bit_cast<T>(magnitude) + magic) - magic;
        rounded = rounded > m_maxFinite ? m_overflowValue : rounded;
        if constexpr (!kPeculiar)
            return withSign(rounded, bits);
        const T result = withSign(rounded, bits) + m_zero;
        return result > m_clip ? m_clip : result;
    }

private:
    Word<T> m_lowest;
    Word<T> m_highest;
    Word<T> m_shift;
    T m_maxFinite;
    T m_overflowValue;
    T m_zero; ///< turns -0 into 0 where the format has none
    T m_clip; ///< two's complement reaches less far above zero than below
    Word<T> m_flushed;
    Word<T> m_surelyFinite;
};

// Same exponents as the carrier (bfloat16 in float): add half of the dropped part, ties to even, and drop it. What is too
// large so becomes infinity by itself.
template <class T>
struct TopBitsRounder
{
    using B = CarrierBits<T>;
    static constexpr bool kIsIdentity = false;
    explicit TopBitsRounder(const Grid<T>& grid)
        : m_dropped(static_cast<Word<T>>(B::kMantissa - grid.mantissaBits))
        , m_mask(~((Word<T>{1} << m_dropped) - 1))
        , m_half((Word<T>{1} << (m_dropped - 1)) - 1)
        , m_flushed(largestFlushed(grid))
        , m_surelyFinite(kernels::surelyFinite(grid))
    {
    }
    Word<T> flushed() const { return m_flushed; }
    Word<T> surelyFinite() const { return m_surelyFinite; }
    [[gnu::always_inline]] T operator()(T x) const
    {
        constexpr Word<T> kQuiet = Word<T>{1} << (B::kMantissa - 1);
        const auto bits = std::bit_cast<Word<T>>(x);
        // A NaN stays one, with its quiet bit so that dropping bits cannot make it infinite.
        return (bits & B::kAbs) > B::kInfinity
            ? std::bit_cast<T>(static_cast<Word<T>>((bits | kQuiet) & m_mask))
            : ofNumber(x);
    }
    /// Rounds any x but NaN.
    [[gnu::always_inline]] T ofNumber(T x) const
    {
        const auto bits = std::bit_cast<Word<T>>(x);
        return std::bit_cast<T>(static_cast<Word<T>>((bits + m_half + ((bits >> m_dropped) & 1)) & m_mask));
    }

private:
    Word<T> m_dropped;
    Word<T> m_mask;
    Word<T> m_half;
    Word<T> m_flushed;
    Word<T> m_surelyFinite;
};

// Any format: the bit pattern from the smallest normal on, adding and subtracting a power of two where the spacing is
// constant below it. The two others are each half of this one where one half is enough.
template <class T>
struct TwoRangesRounder
{
    using B = CarrierBits<T>;
    static constexpr bool kIsIdentity = false;
    explicit TwoRangesRounder(const Grid<T>& grid)
        : m_dropped(static_cast<Word<T>>(B::kMantissa - grid.mantissaBits))
        , m_rest((Word<T>{1} << m_dropped) - 1)
        , m_belowHalf(m_rest >> 1)
        , m_parity(m_dropped == 0 ? 0 : grid.flipsParity)
        , m_odd(m_dropped == 0 || grid.tiesUp ? 0 : 1)
        , m_up(m_dropped != 0 && grid.tiesUp ? 1 : 0)
        , m_boundary(std::ldexp(T{1}, std::max(grid.minExponent, std::numeric_limits<T>::min_exponent - 1)))
        , m_magic(std::ldexp(T{1}, grid.minExponent + B::kMantissa - grid.mantissaBits))
        , m_maxFinite(grid.maxFinite)
        , m_overflowValue(grid.overflowValue)
        , m_zero(grid.zero)
        , m_clip(grid.clip)
        , m_flushed(largestFlushed(grid))
        , m_surelyFinite(kernels::surelyFinite(grid))
    {
    }
    Word<T> flushed() const { return m_flushed; }
    Word<T> surelyFinite() const { return m_surelyFinite; }
    [[gnu::always_inline]] T ofNumber(T x) const { return (*this)(x); }
    [[gnu::always_inline]] T operator()(T x) const
    {
        const auto bits = std::bit_cast<Word<T>>(x);
        const Word<T> magnitude = bits & B::kAbs;
        const T size = std::bit_cast<T>(magnitude);
        const Word<T> isOdd = (((magnitude >> m_dropped) ^ m_parity) & m_odd) | m_up;
        const T high = std::bit_cast<T>(static_cast<Word<T>>((magnitude + m_belowHalf + isOdd) & ~m_rest));
        const T low = (size + m_magic) - m_magic;
        T rounded = size < m_boundary ? low : high;
        rounded = rounded > m_maxFinite ? m_overflowValue : rounded;
        rounded = magnitude > B::kInfinity ? size : rounded;
        const T result = withSign(rounded, bits) + m_zero;
        return result > m_clip ? m_clip : result;
    }

private:
    Word<T> m_dropped;
    Word<T> m_rest;
    Word<T> m_belowHalf;
    Word<T> m_parity;
    Word<T> m_odd;
    Word<T> m_up;
    T m_boundary;
    T m_magic;
    T m_maxFinite;
    T m_overflowValue;
    T m_zero; ///< turns -0 into 0 where the format has none
    T m_clip; ///< two's complement reaches less far above zero than below
    Word<T> m_flushed;
    Word<T> m_surelyFinite;
};

/// Calls f with the rounder of the grid's kind, which is to nearest even.
template <class T, class F>
inline auto withRounder(const Grid<T>& grid, F&& f)
{
    switch (grid.kind) {
    case GridKind::Magic:
        return f(MagicRounder<T>(grid));
    case GridKind::TopBits:
        return f(TopBitsRounder<T>(grid));
    case GridKind::TwoRanges:
        return f(TwoRangesRounder<T>(grid));
    case GridKind::Identity:
    case GridKind::Directed: // has no rounder of one value: see roundBlock
        break;
    }
    return f(IdentityRounder<T>(grid));
}

/// Counts what became zero in one block; only called where a minimum has seen some.
template <class T>
[[gnu::noinline]] void countUnderflows(const T* before, const T* after, Index n, RoundingCounts& counts)
{
    Word<T> underflows = 0;
    for (Index i = 0; i < n; ++i)
        underflows += isNonZero(before[i]) & (isNonZero(after[i]) ^ 1);
    counts.underflows += static_cast<std::int64_t>(underflows);
}

/// Counts infinities and NaN in one block. They are rare, so it is called only if the block's maximum shows one. wasFinite(i): 1 if
/// the exact result was finite, so that rounding made the infinity.
template <class T, class WasFinite>
inline void countNonFinite(const T* after, Index n, RoundingCounts& counts, WasFinite wasFinite)
{
    for (Index i = 0; i < n; ++i) {
        counts.nonFinite += static_cast<std::int64_t>(isNonFinite(after[i]));
        counts.overflows += static_cast<std::int64_t>(isNonFinite(after[i]) & wasFinite(i));
    }
}

/// Range of the magnitudes of one block before rounding, as bits.
template <class T>
struct MagnitudeRange
{
    Word<T> smallestLessOne; ///< a zero wraps to the top
    Word<T> largest;
};

/// Goes along with a rounding loop, block by block: counts what rounding did, with a second look at a block only where the
/// range of what was rounded asks for one, and so comes by the range of the result.
template <class T, class Rounder>
class BlockCounter
{
public:
    BlockCounter(const Rounder& round, RoundingCounts& counts)
        : m_round(round)
        , m_counts(counts)
    {
    }
    void add(const T* before, T* after, Index n, const MagnitudeRange<T>& range)
    {
        if (range.largest > CarrierBits<T>::kInfinity)
            for (Index i = 0; i < n; ++i)
                after[i] = m_round(before[i]);
        if (range.smallestLessOne < m_round.flushed())
            countUnderflows(before, after, n, m_counts);
        if (range.largest < m_round.surelyFinite()) {
            m_largest = std::max(m_largest, range.largest);
            return;
        }
        const std::int64_t nonFinite = m_counts.nonFinite;
        countNonFinite(after, n, m_counts, [&](Index i) { return isFinite(before[i]); });
        m_nonFinite += m_counts.nonFinite - nonFinite;
        for (Index i = 0; i < n; ++i)
            m_largestAfter = std::max(m_largestAfter, finiteMagnitudeBits(after[i]));
    }
    /// Range of the result: the largest magnitude becomes the largest, because rounding keeps the order. Two's complement has
    /// another one on each side of zero.
    std::optional<FiniteRange> seen(const Grid<T>& grid) const
    {
        if (std::isfinite(grid.clip))
            return std::nullopt;
        const Word<T> rounded = magnitudeBits(m_round(std::bit_cast<T>(m_largest)));
        return FiniteRange{
            static_cast<double>(std::bit_cast<T>(std::max(rounded, m_largestAfter))), m_nonFinite};
    }

private:
    const Rounder& m_round;
    RoundingCounts& m_counts;
    std::int64_t m_nonFinite = 0; ///< elements that are not finite after rounding
    Word<T> m_largest = 0; ///< before rounding, of blocks where all stays finite
    Word<T> m_largestAfter = 0; ///< the largest finite magnitude after rounding
};

constexpr Index kRoundingBlock = 512;

/// out[i] = round(in[i]) for i in [0, n); in == out is allowed. The hot loop: casts and what follows a matrix product.
/// Returns the range of out, if it came by that.
template <class T, class Rounder>
inline std::optional<FiniteRange> roundValues(
    const T* in, T* out, Index n, const Grid<T>& grid, const Rounder round, RoundingCounts& counts)
{
    BlockCounter<T, Rounder> counter(round, counts);
    for (Index begin = 0; begin < n; begin += kRoundingBlock) {
        const Index length = std::min(n - begin, kRoundingBlock);
        T before[kRoundingBlock]; // in may be out
        T* const after = out + begin;
        Word<T> largest = 0;
        Word<T> smallest = ~Word<T>{0};
#pragma GCC ivdep
        for (Index i = 0; i < length; ++i) {
            const T exact = in[begin + i];
            before[i] = exact;
            after[i] = round.ofNumber(exact);
            const Word<T> magnitude = magnitudeBits(exact);
            const Word<T> lessOne = magnitude - 1;
            largest = magnitude > largest ? magnitude : largest;
            smallest = lessOne < smallest ? lessOne : smallest;
        }
        counter.add(before, after, length, {smallest, largest});
    }
    return counter.seen(grid);
}

/// Rounds n values without counting.
template <class T, class Rounder>
inline void roundUncounted(const T* in, T* out, Index n, const Rounder round)
{
#pragma GCC ivdep
    for (Index i = 0; i < n; ++i)
        out[i] = round(in[i]);
}

/// One block of a grid that takes more than one look: another mode, or exceptions. in == out is not allowed; `first`:
/// index of the first element among the draws.
template <class T>
[[gnu::noinline]] void roundBlock(const T* in, T* out, Index n, const Grid<T>& grid, std::uint64_t first)
{
    if (grid.kind == GridKind::Directed)
        roundInMode(in, out, n, grid, first);
    else
        withRounder(grid, [&](const auto& round) { roundUncounted(in, out, n, round); });
    if (grid.hasExceptions && needsSecondLook(in, n, grid))
        putRight(in, out, n, grid);
}

static_assert(kRoundingBlock <= kMaxDraws && kRoundingBlock % 16 == 0);

/// Does what roundValues does, block by block, for grids that need several passes. `counts` may be null; `first` is a multiple of 16.
template <class T>
[[gnu::noinline]] void roundInBlocks(
    const T* in, T* out, Index n, const Grid<T>& grid, RoundingCounts* counts, std::uint64_t first)
{
    for (Index begin = 0; begin < n; begin += kRoundingBlock) {
        const Index length = std::min(n - begin, kRoundingBlock);
        T kept[kRoundingBlock];
        const T* before = in + begin;
        if (in == out)
            before = std::copy(before, before + length, kept) - length;
        T* after = out + begin;
        roundBlock(before, after, length, grid, first + static_cast<std::uint64_t>(begin));
        if (counts == nullptr)
            continue;
        countUnderflows(before, after, length, *counts);
        countNonFinite(after, length, *counts, [&](Index i) { return isFinite(before[i]); });
    }
}

/// The second half of roundEach(): results[i] = round(exact[i]) for one block, and what that did. wereFinite[i]: 1 if all
/// that went into exact[i] is finite; null where no exact[i] left T's range. A function of its own, because it depends on
/// no operation: in each of the few hundred loops it would be most of what is compiled.
template <class T, class Rounder>
[[gnu::noinline]] void roundExact(const T* exact, T* results, Index length, const Rounder round,
    const Grid<T>& grid, const Word<T>* wereFinite, RoundingCounts& counts)
{
    Word<T> largest = 0;
    Word<T> smallest = ~Word<T>{0};
#pragma GCC ivdep
    for (Index i = 0; i < length; ++i) {
        results[i] = round(exact[i]);
        const Word<T> magnitude = magnitudeBits(results[i]);
        const Word<T> lessOne = magnitudeBits(exact[i]) - 1;
        largest = magnitude > largest ? magnitude : largest;
        smallest = lessOne < smallest ? lessOne : smallest;
    }
    if (grid.hasExceptions)
        putRight(exact, results, length, grid);
    bool hasUnderflows = grid.hasExceptions;
    if constexpr (!Rounder::kIsIdentity)
        hasUnderflows |= smallest < round.flushed();
    if (hasUnderflows)
        countUnderflows(exact, results, length, counts);
    if (grid.hasExceptions || largest >= CarrierBits<T>::kInfinity)
        countNonFinite(results, length, counts,
            [&](Index i) { return wereFinite != nullptr ? wereFinite[i] : isFinite(exact[i]); });
}

/// out[i] = round(value(i)) for i in [0, n); value(i) may read out[i], but no other element of out. operandsFinite(i) is
/// 1 if all that went into value(i) is finite: a result can leave T's own range before it is rounded, and that is an
/// overflow too, unlike an infinity that came in. `round` is the grid's.
template <class T, class Rounder, class Value, class OperandsFinite>
inline void roundEach(T* out, Index n, const Rounder round, const Grid<T>& grid, RoundingCounts& counts,
    Value value, OperandsFinite operandsFinite)
{
    for (Index begin = 0; begin < n; begin += kRoundingBlock) {
        const Index length = std::min(n - begin, kRoundingBlock);
        T exact[kRoundingBlock];
        Word<T> wereFinite[kRoundingBlock];
        Word<T> largestExact = 0;
#pragma GCC ivdep
        for (Index i = 0; i < length; ++i) {
            exact[i] = value(begin + i);
            const Word<T> magnitude = magnitudeBits(exact[i]);
            largestExact = magnitude > largestExact ? magnitude : largestExact;
        }
        // This is computed before `out` is written, because `out` may be an operand.
        const bool leftTheRange = largestExact >= CarrierBits<T>::kInfinity;
        for (Index i = 0; leftTheRange && i < length; ++i)
            wereFinite[i] = operandsFinite(begin + i);
        roundExact(exact, out + begin, length, round, grid, leftTheRange ? wereFinite : nullptr, counts);
    }
}

} // namespace ulpscope::kernels
