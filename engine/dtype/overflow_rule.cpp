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
        .source
        = "ml_dtypes 0.6.0, but that float64 is rounded once, where ml_dtypes goes to bfloat16 by way of float32",
        .scale = ScaleCast::ValueUpFromSmallest},
    OverflowRule{.name = "ieee",
        .finite = Beyond::Special,
        .infinite = Beyond::Special,
        .nanIsLargest = true,
        .summary = "as ml_dtypes; NaN becomes the largest value in a format without NaN",
        .source = "IEEE 754-2019, 7.4"},
    OverflowRule{.name = "ofp8",
        .finite = Beyond::Largest,
        .infinite = Beyond::Largest,
        .widestBits = 8,
        .summary = "8 bits or fewer: the largest value, infinity too",
        .source = "OCP OFP8 rev 1.0, saturating mode; formats other than its two as ONNX casts them"},
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
        .summary = "infinity, or NaN where there is none; float8_e8m0fnu ignores the sign and makes 0 2^-127",
        .source = "eager casts of PyTorch up to 2.12, run with 2.12.1",
        .scale = ScaleCast::ExponentBits},
    OverflowRule{.name = "torch-2.13",
        .finite = Beyond::LargestInFn,
        .infinite = Beyond::LargestInFn,
        .widestBits = 8,
        .summary = "float8_e4m3fn: the largest value, infinity too; else as torch",
        .source = "eager casts of PyTorch from 2.13 on, run with 2.13.0 and 2.15.0",
        .scale = ScaleCast::ExponentBits},
    OverflowRule{.name = "onnx",
        .finite = Beyond::Largest,
        .infinite = Beyond::Largest,
        .widestBits = 8,
        .summary
        = "8 bits or fewer: the largest value, infinity too; float8_e8m0fnu ignores the sign, makes 0 2^-127, infinity "
          "NaN",
        .source
        = "operator Cast, saturate = 1, as ONNX 1.23.2's reference runs it; modes up and down are its round_mode, whose "
          "default for float8_e8m0fnu is up",
        .scale = ScaleCast::ExponentBits},
    OverflowRule{.name = "onnx-nosat",
        .finite = Beyond::Special,
        .infinite = Beyond::Special,
        .summary
        = "infinity, or NaN where there is none; float8_e8m0fnu as under onnx, but NaN beyond the range",
        .source = "operator Cast, saturate = 0, as ONNX 1.23.2's reference runs it",
        .scale = ScaleCast::ExponentBits},
};

constexpr std::array kRenamedRules{
    RenamedOverflowRule{.before = "torch-2.12",
        .name = "torch-2.13",
        .reason = "PyTorch saturates from 2.13 on, and infinity too"},
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
    case Beyond::LargestInFn:
        return format.isSigned && format.nans == Nans::AllOnes && !format.hasInfinity() ? format.maxFinite()
                                                                                        : special;
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
    if (const RenamedOverflowRule* renamed = findRenamedOverflowRule(name))
        name = renamed->name;
    for (const OverflowRule& rule : kOverflowRules)
        if (rule.name == name)
            return &rule;
    return nullptr;
}

const RenamedOverflowRule* findRenamedOverflowRule(std::string_view name)
{
    for (const RenamedOverflowRule& renamed : kRenamedRules)
        if (renamed.before == name)
            return &renamed;
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
    if (!format.hasZero && rule.scale == ScaleCast::ExponentBits) {
        result.infinity = std::numeric_limits<double>::quiet_NaN();
        result.ignoresSign = true;
    }
    if (format.hasNan()) {
        result.nan = std::numeric_limits<double>::quiet_NaN();
    } else if (format.encoding == Encoding::FixedPoint) {
        result.nan = 0; // NumPy converts to an integer so
    } else if (rule.nanIsLargest) {
        result.nan = format.maxFinite();
    } else {
        result.nan = 0;
        result.nanOppositeSign = true;
    }
    return result;
}

} // namespace ulpscope
