// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/block_grid.h"

#include "engine/base/check.h"

namespace ulpscope {

namespace {

constexpr std::uint32_t kMantissaMask = 0x7FFFFF; // of float32
constexpr std::uint32_t kNever = 0x7FFFFF; // above all subnormals
constexpr std::uint32_t kHalfOfNormal = 0x400000; // 2^-127, the value of code 0

} // namespace

MxScaling makeMxScaling(const BlockFormat& format)
{
    check(isMxRule(format.rule), "[makeMxScaling] a rule of MX");
    MxScaling scaling;
    scaling.offset = static_cast<std::uint32_t>(format.element->maxExponent());
    scaling.subnormalAbove = kNever;
    switch (format.rule) {
    case ScaleRule::Ceil:
        scaling.roundUp = kMantissaMask;
        scaling.subnormalAbove = kHalfOfNormal;
        break;
    case ScaleRule::RoundCeil:
        scaling.factor = 1.0F / static_cast<float>(format.largestElement());
        scaling.roundUp = kMantissaMask;
        scaling.offset = 0;
        scaling.subnormalAbove = kHalfOfNormal;
        break;
    case ScaleRule::Even: {
        // Half of the digit that is kept last; all ones, which is odd, goes up at the tie.
        const int precision = format.element->precision();
        scaling.roundUp = std::uint32_t{1} << (23 - precision);
        // 2^-127 has its leading one a bit further right; so has the digit that decides.
        scaling.subnormalAbove = 0x800000 - (std::uint32_t{1} << (22 - precision)) - 1;
        break;
    }
    default:
        break;
    }
    return scaling;
}

BlockElement makeBlockElement(const BlockFormat& format)
{
    return {format.element->mantissaBits, format.element->minExponent(),
        static_cast<float>(format.largestElement()), format.element->hasNegativeZero(), divides(format.rule)};
}

} // namespace ulpscope
