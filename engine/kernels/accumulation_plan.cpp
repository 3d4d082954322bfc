// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/accumulation_plan.h"

#include "engine/base/check.h"
#include "engine/dtype/formats.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// log2 of the finest spacing of products of a and b.
int productSpacing(const Format& a, const Format& b)
{
    return std::ilogb(a.minSubnormal()) + std::ilogb(b.minSubnormal());
}

int productDigits(const Format& a, const Format& b)
{
    return a.precision() + b.precision();
}

double largestMagnitude(const Format& format)
{
    return std::max(format.maxFinite(), -format.lowest());
}

/// Whether values of the format are float values (as carrierOf() of tensor/ decides for storage, but float32 and tf32
/// too).
bool fitsFloat(const Format& format)
{
    return contains(float32Format(), format) && canHold<float>(format);
}

/// Whether a carrier whose least number is 2^least rounds a product of two values of the format innocuously where it
/// becomes subnormal there: what is at least half of the format's smallest value must be exact.
bool isSafeBelow(const Format& format, int least)
{
    return std::ilogb(format.minSubnormal()) >= 2 * format.precision() + least;
}

bool sumsFitFloat(const Format& sum, const Format& a, const Format& b, bool infinityIsOverflow)
{
    if (!fitsFloat(a) || !fitsFloat(b) || !fitsFloat(sum))
        return false;
    if (sum == float32Format())
        return true; // the processor's own arithmetic
    if (sum.precision() > 11)
        return false; // 24 >= 2 p + 2
    const bool productStaysInRange = largestMagnitude(a) * largestMagnitude(b) <= float32Format().maxFinite();
    if (!productStaysInRange && !infinityIsOverflow)
        return false;
    const bool isDesignRule
        = a == sum && b == sum && (isSafeBelow(sum, -149) || sum.minSubnormal() >= 0x1p-126);
    // Inexact products of few digits are so small that they round to zero.
    const bool exactOrTiny
        = productDigits(a, b) <= 24 && (productSpacing(a, b) >= -149 || sum.minSubnormal() >= 0x1p-124);
    return isDesignRule || exactOrTiny;
}

} // namespace

AccumulationPlan makePlan(
    const Accumulator& accumulator, const Format& a, const Format& b, const RandomKey& key, Index terms)
{
    check(checkOperands(accumulator, a).ok() && checkOperands(accumulator, b).ok(),
        "[makePlan] the accumulator takes these operands");
    AccumulationPlan plan;
    plan.kind = accumulator.kind;
    plan.rounding = accumulator.rounding;
    plan.chunk = accumulator.chunk;
    plan.promoteEvery
        = accumulator.slices > 0 ? sliceWidth(terms, accumulator.slices) : accumulator.promoteEvery;
    const Format& sum = sumFormat(accumulator, a);
    plan.format = &sum;
    RandomKey draws = key;
    draws.use = RandomUse::Rounding;
    plan.grid = makeGrid<double>(sum, accumulator.rounding, draws);
    plan.hasExactProducts = productDigits(a, b) <= 53 && productSpacing(a, b) >= -1074
        && largestMagnitude(a) * largestMagnitude(b) <= float64Format().maxFinite();

    const bool isNearest = accumulator.rounding.mode == RoundingMode::NearestEven
        && plan.grid.mode == RoundingMode::NearestEven;
    const bool isDouble = sum == float64Format();
    // Nearest even is safe to round twice from exact products, and from operands that are values of the grid (53 >= 2 p + 2).
    plan.roundsTwice = isDouble
        || (isNearest && (plan.hasExactProducts || (a == sum && b == sum && isSafeBelow(sum, -1074))));

    const SpecialValues special = specialValues(sum, *accumulator.rounding.overflow);
    const bool infinityIsOverflow = special.infinity == special.overflow
        || (std::isnan(special.infinity) && std::isnan(special.overflow));
    const bool hasInfinities = a.hasInfinity() || b.hasInfinity() || std::isinf(special.overflow);
    const bool hasNans = a.hasNan() || b.hasNan() || hasInfinities;
    plan.isPlain = isNearest && !accumulator.rounding.flushInputs && !accumulator.rounding.flushOutputs
        && sum.hasZero && sum.isSigned && (sum.hasNan() || !hasNans)
        && (infinityIsOverflow || !hasInfinities);
    plan.sumsInFloat = isNearest && sumsFitFloat(sum, a, b, infinityIsOverflow);
    if (plan.sumsInFloat)
        plan.floatGrid = makeGrid<float>(sum, accumulator.rounding, draws);

    if (accumulator.core != nullptr) {
        plan.core = accumulator.core->model;
        const auto input = [&](const Format& operand) -> const Format& {
            return plan.core.kind == CoreKind::TwoGroups ? *findFormat("float16")
                                                         : *coreInput(*accumulator.core, operand);
        };
        const Format& inputA = input(a);
        const Format& inputB = input(b);
        plan.minExponentA = inputA.minExponent();
        plan.minExponentB = inputB.minExponent();
        plan.truncatesToTf32 = inputA == float32Format() || inputB == float32Format();
    }
    if (accumulator.kind == AccumulatorKind::Int32) {
        plan.unitExponentA = -a.fractionBits();
        plan.unitExponentB = -b.fractionBits();
    }
    return plan;
}

} // namespace ulpscope
