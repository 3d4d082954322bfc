// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/product_overrides.h"

#include "engine/tensor/tensor.h"

#include <array>
#include <utility>

namespace ulpscope {

namespace {

/// First stream of a layer's random draws; optimizers draw from 2^31 on.
constexpr std::uint32_t kStreamsOfALayer = 4096;
constexpr std::uint32_t kStreamsOfANumber = 16;
constexpr std::uint32_t kStreamsOfARole = 4;

/// Whether operands that are not overridden are scaled float8, whose values lie between those of the compute dtype.
bool hasScaledOperands(const LayerNumerics& numerics)
{
    return numerics.scaling && numerics.scaling->kind == ScalingKind::Delayed;
}

/// The format of an operand's values once they are rounded.
const Format& roundedFormat(const std::optional<CastTarget>& target, const LayerNumerics& numerics)
{
    const Format& compute = *numerics.compute;
    if (!target)
        return hasScaledOperands(numerics) ? carrierFormat(compute) : compute;
    return target->block ? carrierFormat(compute) : *target->format;
}

/// What two operands are multiplied as: where their carriers differ, the float one is stored in a format of the other's.
std::pair<const Format*, const Format*> withOneCarrier(const Format& a, const Format& b)
{
    const auto widened = [](const Format& narrow, const Format& wide) {
        return contains(wide, narrow) ? &wide : &float64Format();
    };
    if (carrierOf(a) == carrierOf(b))
        return {&a, &b};
    if (carrierOf(a) == Carrier::Float)
        return {widened(a, b), &b};
    return {&a, widened(b, a)};
}

/// The transform leaves a product what it was only if both operands have it, and it is there for weight gradients.
Status checkTransforms(ProductRole role, const ProductOverrides& product)
{
    const bool isLeft = product.left && product.left->isTransformed;
    const bool isRight = product.right && product.right->isTransformed;
    if (!isLeft && !isRight)
        return success();
    if (role != ProductRole::WeightGradient)
        return Error{"numerics", "'rht' is for both operands of the weight gradient only"};
    if (isLeft && isRight)
        return success();
    return Error{placeOf(isLeft ? NumericsOverride::WeightGradientOutputGradient
                                : NumericsOverride::WeightGradientInput),
        "the other operand of the weight gradient is transformed; expected 'rht' here too, as in 'nvfp4:rht'"};
}

} // namespace

RandomKey drawKey(const LayerOptions& options, ProductRole role, ProductDraw draw, std::uint32_t number)
{
    const std::uint32_t stream = options.index * kStreamsOfALayer + number * kStreamsOfANumber
        + static_cast<std::uint32_t>(role) * kStreamsOfARole;
    return {options.seed, RandomUse::Rounding, stream + static_cast<std::uint32_t>(draw), 0};
}

bool roundAlike(const std::optional<CastTarget>& a, const std::optional<CastTarget>& b)
{
    if (!a || !b || a->name != b->name || isStochastic(a->rounding.mode) || a->isTransformed)
        return false;
    return !a->block || a->block->block.kind == BlockKind::Tensor || a->block->block.kind == BlockKind::Tile;
}

Status checkProducts(const LayerNumerics& numerics)
{
    constexpr std::array kProducts{
        std::pair{ProductRole::Forward, NumericsOverride::ForwardAccumulator},
        std::pair{ProductRole::InputGradient, NumericsOverride::InputGradientAccumulator},
        std::pair{ProductRole::WeightGradient, NumericsOverride::WeightGradientAccumulator},
    };
    for (const auto& [role, setting] : kProducts) {
        const ProductOverrides& product = numerics.product(role);
        if (const Status status = checkTransforms(role, product); !status)
            return status;
        if (!product.accumulator)
            continue;
        const auto [left, right]
            = withOneCarrier(roundedFormat(product.left, numerics), roundedFormat(product.right, numerics));
        for (const Format* operand : {left, right})
            if (const Status status = checkOperands(*product.accumulator, *operand); !status)
                return status.error().within(placeOf(setting));
    }
    return success();
}

} // namespace ulpscope
