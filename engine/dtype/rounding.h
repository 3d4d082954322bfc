// SPDX-License-Identifier: GPL-3.0-or-later
// Rounding one value to a format in plain arithmetic on double. The kernels do the same for whole tensors; this routine
// is what a reader checks and what they are tested against.
#pragma once

#include "engine/base/philox.h"
#include "engine/base/result.h"
#include "engine/dtype/format.h"
#include "engine/dtype/overflow_rule.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace ulpscope {

/// delta: how far a magnitude lies between its neighbours, in [0, 1). R: a random integer in [0, 2^N). Stochastic modes
/// are those of gfloat (round.py), which follow IEEE P3109's StochasticA, B and C.
enum class RoundingMode : std::uint8_t {
    NearestEven,
    NearestAway,
    TowardZero,
    Up,
    Down,
    ToOdd, ///< exact values stay, others go to the neighbour with an odd code
    Stochastic, ///< away from zero if rint(delta 2^N) + R >= 2^N
    StochasticFast, ///< if floor(delta 2^(N+1)) + 2 R + 1 >= 2^(N+1)
    StochasticFastest, ///< if floor(delta 2^N) + R >= 2^N; on average towards zero
};

// What the modes do, once for the plain routine, the kernels and the long accumulator. A new mode answers each of these
// switches, or does not compile (-Werror=switch).

constexpr bool isStochastic(RoundingMode mode)
{
    switch (mode) {
    case RoundingMode::NearestEven:
    case RoundingMode::NearestAway:
    case RoundingMode::TowardZero:
    case RoundingMode::Up:
    case RoundingMode::Down:
    case RoundingMode::ToOdd:
        return false;
    case RoundingMode::Stochastic:
    case RoundingMode::StochasticFast:
    case RoundingMode::StochasticFastest:
        break;
    }
    return true;
}

/// Whether a finite magnitude beyond the format's largest becomes that one and not what the overflow rule says.
constexpr bool stopsAtLargest(RoundingMode mode, bool isNegative)
{
    switch (mode) {
    case RoundingMode::TowardZero:
        return true;
    case RoundingMode::Up:
        return isNegative;
    case RoundingMode::Down:
        return !isNegative;
    case RoundingMode::NearestEven:
    case RoundingMode::NearestAway:
    case RoundingMode::ToOdd:
    case RoundingMode::Stochastic:
    case RoundingMode::StochasticFast:
    case RoundingMode::StochasticFastest:
        break;
    }
    return false;
}

/// Position of a magnitude between its two neighbours.
struct Remainder
{
    bool half = false; ///< the magnitude is at least half way
    bool rest = false; ///< further than the lower one, or than half way
};

/// Whether a value rounds to its upper neighbour. `lowerIsOdd` is about the lower one's code. Stochastic modes, without a draw here, go to
/// the nearest even.
constexpr bool goesUp(RoundingMode mode, Remainder remainder, bool lowerIsOdd, bool isNegative)
{
    const bool isExact = !remainder.half && !remainder.rest;
    switch (mode) {
    case RoundingMode::NearestAway:
        return remainder.half;
    case RoundingMode::TowardZero:
        return false;
    case RoundingMode::Up:
        return !isExact && !isNegative;
    case RoundingMode::Down:
        return !isExact && isNegative;
    case RoundingMode::ToOdd:
        return !isExact && !lowerIsOdd;
    case RoundingMode::NearestEven:
    case RoundingMode::Stochastic:
    case RoundingMode::StochasticFast:
    case RoundingMode::StochasticFastest:
        break;
    }
    return remainder.half && (remainder.rest || lowerIsOdd);
}

struct RoundingModeRow
{
    RoundingMode mode;
    std::string_view name; ///< "nearest-even"
    std::string_view alias; ///< "rne"
    std::string_view summary;
};
std::span<const RoundingModeRow> roundingModes();
/// Finds a mode by name or alias; the error is "unknown rounding mode ...".
Result<RoundingMode> roundingModeByName(std::string_view name);
std::string_view text(RoundingMode mode);

/// N of the stochastic modes that means every bit of the carrier's significand: 24 for float32, 53 for float64.
inline constexpr int kAllRandomBits = 0;
/// The widest N that the kernels take.
inline constexpr int kMaxRandomBits = 53;

/// How values become values of a format.
struct Rounding
{
    RoundingMode mode = RoundingMode::NearestEven;
    int randomBits = kAllRandomBits; ///< N of the stochastic modes
    const OverflowRule* overflow = &mlDtypesRule();
    bool flushInputs = false; ///< magnitudes below the smallest normal count as zero (DAZ)
    bool flushOutputs = false; ///< results below the smallest normal become zero (FTZ)

    bool operator==(const Rounding& other) const
    {
        return mode == other.mode && randomBits == other.randomBits && *overflow == *other.overflow
            && flushInputs == other.flushInputs && flushOutputs == other.flushOutputs;
    }
};

/// Whether a magnitude between two neighbours goes to the upper one in a stochastic mode, exactly as defined above. A contract
/// that it is one.
bool roundsUpStochastically(RoundingMode mode, double delta, int randomBits, std::uint64_t random);

/// Magnitudes between these two become twice the smallest value of an E8M0, whatever is nearest (ScaleCast).
struct LiftedMagnitudes
{
    double above = 0;
    double below = 0; ///< 0: none do
};
LiftedMagnitudes liftedMagnitudes(const Format& format, const Rounding& rounding);

/// `value` rounded to the format, exact from any double. `random` is R of the stochastic modes, in [0, 2^randomBits);
/// kAllRandomBits means 53 here.
double roundToFormat(
    const Format& format, double value, const Rounding& rounding = {}, std::uint64_t random = 0);

/// R for one element: N bits that depend on the key and the element alone. N <= 8 takes a byte of the element's Philox
/// block (16 elements a block), N <= 16 half a word (8 a block), N <= 32 a word (4 a block); more adds a word of a second block.
/// The random bits are the top bits of a draw, so that a draw with more bits refines one with fewer bits.
std::uint64_t roundingBits(const RandomKey& key, std::uint64_t element, int randomBits);

} // namespace ulpscope
