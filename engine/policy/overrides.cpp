// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/overrides.h"

#include "engine/base/catalog.h"
#include "engine/base/closest_name.h"
#include "engine/base/shown_text.h"
#include "engine/base/text_lists.h"
#include "engine/dtype/formats.h"
#include "engine/tensor/tensor.h"

#include <algorithm>
#include <charconv>

namespace ulpscope {

namespace {

using Override = NumericsOverride;

constexpr std::array<NumericsOverrideRow, kNumericsOverrides> kOverrides{{
    {Override::ForwardInput, "forward.input", "Forward: input",
        "What the input x is rounded to for the product y = x W.", OverrideKind::Operand},
    {Override::ForwardKernel, "forward.kernel", "Forward: kernel",
        "What the stored kernel W is rounded to for the product y = x W.", OverrideKind::Operand},
    {Override::ForwardAccumulator, "forward.accumulator", "Forward: accumulator",
        "How the products of y = x W are summed.", OverrideKind::Accumulator},
    {Override::InputGradientOutputGradient, "input_gradient.output_gradient",
        "Input gradient: output gradient",
        "What the output gradient g is rounded to for the product dx = g W^T.", OverrideKind::Operand},
    {Override::InputGradientKernel, "input_gradient.kernel", "Input gradient: kernel",
        "What the stored kernel W is rounded to for the product dx = g W^T.", OverrideKind::Operand},
    {Override::InputGradientAccumulator, "input_gradient.accumulator", "Input gradient: accumulator",
        "How the products of dx = g W^T are summed.", OverrideKind::Accumulator},
    {Override::WeightGradientInput, "weight_gradient.input", "Weight gradient: input",
        "What the input x is rounded to for the product dW = x^T g.", OverrideKind::Operand},
    {Override::WeightGradientOutputGradient, "weight_gradient.output_gradient",
        "Weight gradient: output gradient",
        "What the output gradient g is rounded to for the product dW = x^T g.", OverrideKind::Operand},
    {Override::WeightGradientAccumulator, "weight_gradient.accumulator", "Weight gradient: accumulator",
        "How the products of dW = x^T g are summed.", OverrideKind::Accumulator},
    {Override::Output, "output", "Output",
        "The dtype of the output: what y = x W is rounded to, and what bias and activation compute in.",
        OverrideKind::Format},
    {Override::Variable, "variable", "Master weights", "What the variables are stored in between steps.",
        OverrideKind::Variable},
    {Override::OptimizerState, "optimizer_state", "Optimizer state",
        "What the optimizer's velocity or moments are stored in between steps.", OverrideKind::Storage},
}};
static_assert(isOrderedBy(kOverrides, &NumericsOverrideRow::setting),
    "a row for each override, in the order of NumericsOverride");

/// Mark of an operand that is transformed before it is put into blocks.
constexpr std::string_view kTransform = "rht";

/// A float carrier has no more to draw from.
constexpr int kMaxRandomBits = 24;

template <class Text>
Error wrong(Text&& message)
{
    return {"", std::forward<Text>(message), ErrorKind::ValueError};
}

Error unknownFormat(const std::string& name, bool allowsBlocks)
{
    if (const std::optional<Error> refusal = formatRefusal(name))
        return *refusal;
    if (!allowsBlocks && blockFormatByName(name))
        return wrong("'" + name + "' is a block format, in which only operands can be");
    std::vector<std::string> known = formatNames();
    if (allowsBlocks)
        for (const BlockFormat& row : blockFormats())
            known.emplace_back(row.alias.empty() ? std::string_view(row.name) : row.alias);
    return wrong(unknownName(translated("format"), name, known));
}

Status takeRandomBits(const std::string& part, Rounding& rounding)
{
    if (!isStochastic(rounding.mode))
        return wrong("'" + part + "' stands where a rounding mode or an overflow rule is expected");
    int bits = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), bits);
    if (error != std::errc{} || end != part.data() + part.size() || bits < 1 || bits > kMaxRandomBits)
        return wrong("stochastic rounding takes from 1 to 24 random bits, or 'full', not '" + part + "'");
    rounding.randomBits = bits;
    return success();
}

/// "stochastic", "8", "te": each part changes the rounding.
Status takeRounding(std::span<const std::string> parts, bool isBlock, Rounding& rounding)
{
    for (const std::string& part : parts) {
        if (part == "full" && isStochastic(rounding.mode)) {
            rounding.randomBits = kAllRandomBits;
        } else if (!part.empty() && part.front() >= '0' && part.front() <= '9') {
            if (const Status bits = takeRandomBits(part, rounding); !bits)
                return bits;
        } else if (const Result<RoundingMode> mode = roundingModeByName(part)) {
            rounding.mode = *mode;
        } else if (const OverflowRule* rule = findOverflowRule(part)) {
            if (isBlock)
                return wrong("elements of a block format saturate; '" + part + "' cannot be chosen");
            rounding.overflow = rule;
        } else {
            std::vector<std::string> known;
            for (const RoundingModeRow& row : roundingModes())
                known.emplace_back(row.name);
            for (const OverflowRule& row : overflowRules())
                known.emplace_back(row.name);
            return wrong(unknownName("rounding mode or overflow rule", part, known));
        }
    }
    return success();
}

std::string canonicalName(std::string_view format, const Rounding& rounding, bool isTransformed = false)
{
    std::string name(format);
    if (isTransformed)
        name += ":" + std::string(kTransform);
    if (rounding.mode != RoundingMode::NearestEven)
        name += ":" + std::string(text(rounding.mode));
    if (isStochastic(rounding.mode) && rounding.randomBits != kAllRandomBits)
        name += ":" + std::to_string(rounding.randomBits);
    if (!(*rounding.overflow == mlDtypesRule()))
        name += ":" + std::string(rounding.overflow->name);
    return name;
}

CastTarget plainTarget(const Format& format)
{
    return {std::string(format.name), &format, std::nullopt, {}};
}

/// The smaller of two formats that holds both, or a carrier that does.
const Format& holdingBoth(const Format& a, const Format& b)
{
    if (contains(a, b))
        return a;
    if (contains(b, a))
        return b;
    return contains(float32Format(), a) && contains(float32Format(), b) ? float32Format() : float64Format();
}

/// Reads the override's text, if there is one, with `read` into `target`.
template <class Target, class Read>
Status readOverride(const NumericsSpec& spec, Override setting, Target& target, const Read& read)
{
    const std::optional<std::string>& text = spec[setting];
    if (!text)
        return success();
    auto value = read(*text);
    if (!value)
        return value.error().within(placeOf(setting));
    target = *std::move(value);
    return success();
}

Status readProduct(
    const NumericsSpec& spec, Override left, Override right, Override accumulator, ProductOverrides& product)
{
    const auto operand = [](const std::string& text) { return castTargetByName(text, true); };
    if (const Status status = readOverride(spec, left, product.left, operand); !status)
        return status;
    if (const Status status = readOverride(spec, right, product.right, operand); !status)
        return status;
    return readOverride(spec, accumulator, product.accumulator, accumulatorByName);
}

} // namespace

NumericsSpec NumericsSpec::over(const NumericsSpec& below) const
{
    NumericsSpec merged = *this;
    for (std::size_t i = 0; i < kNumericsOverrides; ++i)
        if (!merged.m_texts[i])
            merged.m_texts[i] = below.m_texts[i];
    return merged;
}

std::span<const NumericsOverrideRow> numericsOverrides()
{
    return kOverrides;
}

const NumericsOverrideRow& rowOf(NumericsOverride setting)
{
    return kOverrides[static_cast<std::size_t>(setting)];
}

std::string placeOf(NumericsOverride setting)
{
    return "numerics." + std::string(rowOf(setting).path);
}

Result<CastTarget> castTargetByName(std::string_view name, bool allowsBlocks)
{
    const std::vector<std::string> parts = splitText(name, ":");
    if (parts[0].empty())
        return wrong("expected a format's name");
    CastTarget target;
    target.format = findFormat(parts[0]);
    if (target.format != nullptr) {
        if (const Status status = takeRounding(std::span(parts).subspan(1), false, target.rounding); !status)
            return status.error();
        target.name = canonicalName(target.format->name, target.rounding);
        return target;
    }
    if (!allowsBlocks || !blockFormatByName(parts[0]))
        return unknownFormat(parts[0], allowsBlocks);
    const auto mode = std::find_if(parts.begin() + 1, parts.end(), [](const std::string& part) {
        return part == kTransform || roundingModeByName(part).ok() || findOverflowRule(part) != nullptr;
    });
    std::string blockName = parts[0];
    for (auto part = parts.begin() + 1; part != mode; ++part)
        blockName += ":" + *part;
    const Result<BlockFormat> block = blockFormatByName(blockName);
    if (!block)
        return block.error();
    target.isTransformed = mode != parts.end() && *mode == kTransform;
    const auto rounding = std::span(mode, parts.end()).subspan(target.isTransformed ? 1 : 0);
    if (const Status status = takeRounding(rounding, true, target.rounding); !status)
        return status.error();
    target.block = *block;
    target.name = canonicalName(block->name, target.rounding, target.isTransformed);
    return target;
}

Result<CastTarget> storedVariableByName(std::string_view name)
{
    constexpr std::string_view kKahan = ":kahan";
    if (!name.ends_with(kKahan))
        return castTargetByName(name, false);
    Result<CastTarget> target = castTargetByName(name.substr(0, name.size() - kKahan.size()), false);
    if (!target)
        return target;
    if (target->rounding.mode != RoundingMode::NearestEven)
        return wrong("kahan keeps what rounding to nearest even leaves out; it takes no rounding mode");
    target->isCompensated = true;
    target->name += kKahan;
    return target;
}

Result<NumericsOverrides> readNumerics(const NumericsSpec& spec)
{
    NumericsOverrides overrides;
    const auto stored = [](const std::string& text) { return castTargetByName(text, false); };
    const auto format = [](const std::string& text) -> Result<const Format*> {
        if (text.empty())
            return wrong("expected a format's name");
        if (text.find(':') != std::string::npos)
            return wrong("expected a format alone, to which is rounded to nearest even, got '"
                + shownText(text) + "'");
        const Format* found = findFormat(text);
        return found != nullptr ? Result<const Format*>(found) : unknownFormat(text, false);
    };
    if (const Status status = readProduct(spec, Override::ForwardInput, Override::ForwardKernel,
            Override::ForwardAccumulator, overrides.forward);
        !status)
        return status.error();
    if (const Status status = readProduct(spec, Override::InputGradientOutputGradient,
            Override::InputGradientKernel, Override::InputGradientAccumulator, overrides.inputGradient);
        !status)
        return status.error();
    if (const Status status
        = readProduct(spec, Override::WeightGradientInput, Override::WeightGradientOutputGradient,
            Override::WeightGradientAccumulator, overrides.weightGradient);
        !status)
        return status.error();
    if (const Status status = readOverride(spec, Override::Output, overrides.output, format); !status)
        return status.error();
    if (const Status status
        = readOverride(spec, Override::Variable, overrides.variable, storedVariableByName);
        !status)
        return status.error();
    if (const Status status = readOverride(spec, Override::OptimizerState, overrides.optimizerState, stored);
        !status)
        return status.error();
    return overrides;
}

std::optional<UpdateNumerics> updateNumerics(const NumericsOverrides& overrides, const Format& policyVariable)
{
    if (!overrides.variable && !overrides.optimizerState)
        return std::nullopt;
    UpdateNumerics update;
    update.variable = overrides.variable.value_or(plainTarget(policyVariable));
    update.state = overrides.optimizerState.value_or(plainTarget(*update.variable.format));
    const Format& stored = holdingBoth(*update.variable.format, *update.state.format);
    update.compute = &holdingBoth(policyVariable, stored);
    return update;
}

} // namespace ulpscope
