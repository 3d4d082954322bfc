// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/rounding.h"

#include "engine/base/catalog.h"
#include "engine/base/check.h"
#include "engine/base/closest_name.h"
#include "engine/dtype/formats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace ulpscope {

namespace {

constexpr std::array kModes{
    RoundingModeRow{.mode = RoundingMode::NearestEven,
        .name = "nearest-even",
        .alias = "rne",
        .summary = "nearest, ties to the even code"},
    RoundingModeRow{.mode = RoundingMode::NearestAway,
        .name = "nearest-away",
        .alias = "rna",
        .summary = "nearest, ties away from zero"},
    RoundingModeRow{.mode = RoundingMode::TowardZero,
        .name = "toward-zero",
        .alias = "rz",
        .summary = "towards zero (truncation)"},
    RoundingModeRow{.mode = RoundingMode::Up,
        .name = "up",
        .alias = "toward-positive",
        .summary = "towards plus infinity"},
    RoundingModeRow{.mode = RoundingMode::Down,
        .name = "down",
        .alias = "toward-negative",
        .summary = "towards minus infinity"},
    RoundingModeRow{.mode = RoundingMode::ToOdd,
        .name = "to-odd",
        .alias = "odd",
        .summary = "inexact results to the neighbour with an odd code"},
    RoundingModeRow{.mode = RoundingMode::Stochastic,
        .name = "stochastic",
        .alias = "sr",
        .summary = "up if rint(delta 2^N) + R >= 2^N (gfloat Stochastic; IEEE P3109 StochasticC)"},
    RoundingModeRow{.mode = RoundingMode::StochasticFast,
        .name = "stochastic-fast",
        .alias = "sr-fast",
        .summary
        = "up if floor(delta 2^(N+1)) + 2 R + 1 >= 2^(N+1) (gfloat StochasticFast; IEEE P3109 StochasticB)"},
    RoundingModeRow{.mode = RoundingMode::StochasticFastest,
        .name = "stochastic-fastest",
        .alias = "sr-fastest",
        .summary = "up if floor(delta 2^N) + R >= 2^N (gfloat StochasticFastest; IEEE P3109 StochasticA)"},
};
static_assert(
    isOrderedBy(kModes, &RoundingModeRow::mode), "a row for each mode, in the order of RoundingMode");

/// Whether the magnitude (steps + delta) goes to steps + 1.
bool goesUpBy(const Rounding& rounding, double delta, bool codeIsOdd, bool isNegative, bool tiesAway,
    std::uint64_t random)
{
    if (isStochastic(rounding.mode))
        return roundsUpStochastically(rounding.mode, delta, rounding.randomBits, random);
    const bool isOddOrAway = codeIsOdd || (tiesAway && rounding.mode == RoundingMode::NearestEven);
    return goesUp(rounding.mode, {delta >= 0.5, delta > 0 && delta != 0.5}, isOddOrAway, isNegative);
}

double withLowest(const Format& format, double magnitude, bool isNegative)
{
    if (isNegative && magnitude == format.maxFinite())
        return format.lowest(); // two's complement reaches one further
    return isNegative ? -magnitude : magnitude;
}

} // namespace

std::span<const RoundingModeRow> roundingModes()
{
    return kModes;
}

Result<RoundingMode> roundingModeByName(std::string_view name)
{
    std::vector<std::string> names;
    for (const RoundingModeRow& row : kModes) {
        if (row.name == name || row.alias == name)
            return row.mode;
        names.emplace_back(row.name);
    }
    return Error{"", unknownName(translated("rounding mode"), name, names), ErrorKind::ValueError};
}

std::string_view text(RoundingMode mode)
{
    return kModes[static_cast<std::size_t>(mode)].name;
}

bool roundsUpStochastically(RoundingMode mode, double delta, int randomBits, std::uint64_t random)
{
    const int n = randomBits == kAllRandomBits ? kMaxRandomBits : randomBits;
    const auto r = static_cast<std::int64_t>(random);
    const std::int64_t one = std::int64_t{1} << n;
    switch (mode) {
    case RoundingMode::StochasticFast:
        return static_cast<std::int64_t>(std::floor(std::ldexp(delta, n + 1))) + 2 * r + 1 >= 2 * one;
    case RoundingMode::StochasticFastest:
        return static_cast<std::int64_t>(std::floor(std::ldexp(delta, n))) + r >= one;
    case RoundingMode::Stochastic:
        return static_cast<std::int64_t>(std::nearbyint(std::ldexp(delta, n))) + r >= one;
    case RoundingMode::NearestEven:
    case RoundingMode::NearestAway:
    case RoundingMode::TowardZero:
    case RoundingMode::Up:
    case RoundingMode::Down:
    case RoundingMode::ToOdd:
        break;
    }
    throw ContractError("[roundsUpStochastically] the mode is stochastic");
}

LiftedMagnitudes liftedMagnitudes(const Format& format, const Rounding& rounding)
{
    if (format.hasZero || rounding.overflow->scale == ScaleCast::Value)
        return {};
    if (rounding.mode == RoundingMode::NearestEven)
        return {format.minSubnormal(), 2 * format.minSubnormal()};
    if (rounding.mode == RoundingMode::Up && rounding.overflow->scale == ScaleCast::ExponentBits)
        return {0, 2 * format.minSubnormal()};
    return {};
}

double roundToFormat(const Format& format, double value, const Rounding& rounding, std::uint64_t random)
{
    // Two formats that the processor rounds to itself; scalars of a training step are mostly theirs.
    const bool isPlain = rounding.mode == RoundingMode::NearestEven
        && rounding.overflow->finite == Beyond::Special && rounding.overflow->infinite == Beyond::Special
        && !rounding.flushInputs && !rounding.flushOutputs;
    if (isPlain && format == float64Format())
        return value;
    if (isPlain && format == float32Format())
        return static_cast<double>(static_cast<float>(value));
    const SpecialValues special = specialValues(format, *rounding.overflow);
    const double zero = std::signbit(value) && format.hasNegativeZero() ? -0.0 : 0.0;
    if (std::isnan(value)) {
        if (special.nanOppositeSign)
            return std::signbit(value) ? 0.0 : -0.0;
        return format.hasNan() ? value : special.nan;
    }
    const bool isNegative = std::signbit(value) && !special.ignoresSign;
    if (!format.isSigned && value < 0 && !special.ignoresSign)
        return format.hasNan() ? std::numeric_limits<double>::quiet_NaN() : 0.0;
    if (std::isinf(value))
        return withLowest(format, special.infinity, isNegative);
    const double magnitude = std::fabs(value);
    const double smallestKept = format.hasZero && format.encoding == Encoding::Float ? format.minNormal() : 0;
    if (magnitude == 0 || (rounding.flushInputs && magnitude < smallestKept))
        return format.hasZero     ? zero
            : special.ignoresSign ? format.minSubnormal()
                                  : std::numeric_limits<double>::quiet_NaN();

    // Spacing of the format around the value; below the smallest normal it no longer shrinks.
    const int exponent = std::max(std::ilogb(magnitude), format.minExponent());
    const int spacing = exponent - format.mantissaBits;
    const double exact = std::ldexp(magnitude, -spacing); // may be tiny, then it is inexact, but not 0 or 1/2
    double steps = std::floor(exact);
    const double delta = exact - steps;
    // With one digit the significand is always 1; then the code's parity is the exponent's.
    const bool codeIsOdd = format.mantissaBits > 0 ? (static_cast<std::uint64_t>(steps) & 1) != 0
                                                   : steps != 0 && ((spacing + format.bias) & 1) != 0;
    if (goesUpBy(rounding, delta, codeIsOdd, isNegative, !format.hasZero, random))
        steps += 1;
    const double rounded = std::ldexp(steps, spacing);
    const LiftedMagnitudes lifted = liftedMagnitudes(format, rounding);
    if (magnitude > lifted.above && magnitude < lifted.below)
        return 2 * format.minSubnormal();
    if (rounded == 0)
        return format.hasZero ? zero : format.minSubnormal();
    if (rounding.flushOutputs && rounded < smallestKept)
        return zero;
    if (rounded > (isNegative ? -format.lowest() : format.maxFinite()))
        return withLowest(format,
            stopsAtLargest(rounding.mode, isNegative) ? format.maxFinite() : special.overflow, isNegative);
    return isNegative ? -rounded : rounded;
}

std::uint64_t roundingBits(const RandomKey& key, std::uint64_t element, int randomBits)
{
    const int n = randomBits == kAllRandomBits ? kMaxRandomBits : randomBits;
    check(n >= 1 && n <= kMaxRandomBits, "[roundingBits] 1 to 53 bits");
    const int wide = n <= 8 ? 8 : n <= 16 ? 16 : 32;
    const auto perBlock = static_cast<std::uint64_t>(128 / wide);
    const std::uint64_t block = element / perBlock;
    const std::uint64_t at = element % perBlock * static_cast<std::uint64_t>(wide);
    const std::uint64_t lane
        = (randomBlock(key, block)[at / 32] >> (at % 32)) & ((std::uint64_t{1} << wide) - 1);
    if (n <= wide)
        return lane >> (wide - n);
    RandomKey more = key;
    more.use = RandomUse::RoundingMore;
    const std::uint64_t low = randomBlock(more, block)[at / 32];
    return ((lane << 32) | low) >> (64 - n);
}

} // namespace ulpscope
