// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/overflow_rule.h"

#include "engine/base/closest_name.h"

#include <array>
#include <limits>
#include <string>
#include <vector>

namespace ulpscope {

namespace {

constexpr std::array kOverflowRules{
    OverflowRule{.name = "ml_dtypes",
        .finite = Beyond::Special,
        .infinite = Beyond::Special,
        .summary = "infinity; NaN where there is none; the largest value where there is neither",
        .source = "ml_dtypes 0.6.0",
        .upFromSmallestScale = true},
    OverflowRule{.name = "ieee",
        .finite = Beyond::Special,
        .infinite = Beyond::Special,
        .nanIsLargest = true,
        .summary = "as ml_dtypes; NaN becomes the largest value in a format without NaN",
        .source = "IEEE 754-2019, 7.4"},
    OverflowRule{.name = "ofp8",
        .finite = Beyond::Largest,
        .infinite = Beyond::LargestUnlessUnsignedZero,
        .nanIsLargest = true,
        .widestBits = 8,
        .summary = "8 bits or fewer: the largest value, infinity too (NaN in fnuz formats)",
        .source = "OCP OFP8 rev 1.0, saturating mode, as the ONNX operator Cast tabulates it"},
    OverflowRule{.name = "te",
        .finite = Beyond::Largest,
        .infinite = Beyond::Largest,
        .nanIsLargest = true,
        .widestBits = 8,
        .summary
        = "8 bits or fewer: the largest value, infinity too; NaN becomes the largest in float4 and float6",
        .source = "PTX cvt.satfinite, which Transformer Engine uses"},
    OverflowRule{.name = "keras",
        .finite = Beyond::Largest,
        .infinite = Beyond::Largest,
        .widestBits = 8,
        .summary = "8 bits or fewer: clipped to the largest value before the cast",
        .source = "Keras 3, quantizers.py"},
    OverflowRule{.name = "torch",
        .finite = Beyond::Special,
        .infinite = Beyond::Special,
        .summary = "infinity, or NaN where there is none",
        .source = "PyTorch up to 2.11, eager casts"},
    OverflowRule{.name = "torch-2.12",
        .finite = Beyond::LargestWithoutInfinity,
        .infinite = Beyond::Special,
        .widestBits = 8,
        .summary = "8 bits or fewer without infinity: the largest value; infinity becomes NaN",
        .source = "PyTorch from 2.12, pull request 178817"},
    OverflowRule{.name = "onnx",
        .finite = Beyond::Largest,
        .infinite = Beyond::LargestUnlessUnsignedZero,
        .nanIsLargest = true,
        .widestBits = 8,
        .summary = "8 bits or fewer: the largest value, infinity too (NaN in fnuz formats)",
        .source = "ONNX operator Cast, saturate = 1"},
    OverflowRule{.name = "onnx-nosat",
        .finite = Beyond::Special,
        .infinite = Beyond::Special,
        .summary = "infinity, or NaN where there is none",
        .source = "ONNX operator Cast, saturate = 0"},
};
static_assert(kOverflowRules.front().name == "ml_dtypes", "the default is the first");

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
