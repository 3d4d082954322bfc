// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/overflow_rule.h"

#include "engine/base/closest_name.h"

#include <array>
#include <limits>
#include <string>
#include <vector>

namespace ulpscope {

namespace {

// name, finite beyond the range, infinite, NaN is largest, widest bits, summary, source
constexpr std::array kOverflowRules{
    OverflowRule{"ml_dtypes", Beyond::Special, Beyond::Special, false, 64,
        "infinity; NaN where there is none; the largest value where there is neither", "ml_dtypes 0.6.0",
        true},
    OverflowRule{"ieee", Beyond::Special, Beyond::Special, true, 64,
        "as ml_dtypes; NaN becomes the largest value in a format without NaN", "IEEE 754-2019, 7.4"},
    OverflowRule{"ofp8", Beyond::Largest, Beyond::LargestUnlessUnsignedZero, true, 8,
        "8 bits or fewer: the largest value, infinity too (NaN in fnuz formats)",
        "OCP OFP8 rev 1.0, saturating mode, as the ONNX operator Cast tabulates it"},
    OverflowRule{"te", Beyond::Largest, Beyond::Largest, true, 8,
        "8 bits or fewer: the largest value, infinity too; NaN becomes the largest in float4 and float6",
        "PTX cvt.satfinite, which Transformer Engine uses"},
    OverflowRule{"keras", Beyond::Largest, Beyond::Largest, false, 8,
        "8 bits or fewer: clipped to the largest value before the cast", "Keras 3, quantizers.py"},
    OverflowRule{"torch", Beyond::Special, Beyond::Special, false, 64, "infinity, or NaN where there is none",
        "PyTorch up to 2.11, eager casts"},
    OverflowRule{"torch-2.12", Beyond::LargestWithoutInfinity, Beyond::Special, false, 8,
        "8 bits or fewer without infinity: the largest value; infinity becomes NaN",
        "PyTorch from 2.12, pull request 178817"},
    OverflowRule{"onnx", Beyond::Largest, Beyond::LargestUnlessUnsignedZero, true, 8,
        "8 bits or fewer: the largest value, infinity too (NaN in fnuz formats)",
        "ONNX operator Cast, saturate = 1"},
    OverflowRule{"onnx-nosat", Beyond::Special, Beyond::Special, false, 64,
        "infinity, or NaN where there is none", "ONNX operator Cast, saturate = 0"},
};

double beyond(const Format& format, Beyond what)
{
    const double special = format.hasInfinity() ? std::numeric_limits<double>::infinity()
        : format.hasNan()                       ? std::numeric_limits<double>::quiet_NaN()
                                                : format.maxFinite();
    switch (what) {
    case Beyond::Special:
        return special;
    case Beyond::Largest:
        return format.maxFinite();
    case Beyond::LargestWithoutInfinity:
        return format.hasInfinity() ? special : format.maxFinite();
    case Beyond::LargestUnlessUnsignedZero:
        return format.nans == Nans::NegativeZero && !format.hasInfinity() ? special : format.maxFinite();
    }
    return special;
}

} // namespace

std::span<const OverflowRule> overflowRules()
{
    return kOverflowRules;
}

const OverflowRule* findOverflowRule(std::string_view name)
{
    for (const OverflowRule& rule : kOverflowRules)
        if (rule.name == name)
            return &rule;
    return nullptr;
}

Result<const OverflowRule*> overflowRuleByName(std::string_view name)
{
    if (const OverflowRule* rule = findOverflowRule(name))
        return rule;
    std::vector<std::string> names;
    for (const OverflowRule& rule : kOverflowRules)
        names.emplace_back(rule.name);
    return Error{"", unknownName("overflow rule", name, names), ErrorKind::ValueError};
}

const OverflowRule& mlDtypesRule()
{
    return kOverflowRules.front();
}

const OverflowRule& kerasRule()
{
    static const OverflowRule& rule = *findOverflowRule("keras");
    return rule;
}

SpecialValues specialValues(const Format& format, const OverflowRule& rule)
{
    const bool applies = format.bits() <= rule.widestBits;
    SpecialValues result;
    result.overflow = beyond(format, applies ? rule.finite : Beyond::Special);
    result.infinity = beyond(format, applies ? rule.infinite : Beyond::Special);
    if (format.hasNan()) {
        result.nan = std::numeric_limits<double>::quiet_NaN();
    } else if (format.encoding == Encoding::FixedPoint) {
        result.nan = 0; // as a conversion to an integer of NumPy
    } else if (rule.nanIsLargest) {
        result.nan = format.maxFinite();
    } else {
        result.nan = 0;
        result.nanOppositeSign = true;
    }
    return result;
}

} // namespace ulpscope
