// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/product.h"

#include "engine/tensor/block_ops.h"
#include "engine/tensor/layout_ops.h"

#include <utility>

namespace ulpscope {

namespace {

/// First stream of a layer's random draws; optimizers draw from 2^31 on.
constexpr std::uint32_t kStreamsOfALayer = 4096;
constexpr std::uint32_t kStreamsOfANumber = 16;
constexpr std::uint32_t kStreamsOfARole = 4;

/// The plain sum of operands with this carrier.
AccumulatorKind carrierSum(Carrier carrier)
{
    return carrier == Carrier::Float ? AccumulatorKind::Float32 : AccumulatorKind::Float64;
}

Accumulator inheritedAccumulator(const Format& compute)
{
    return *accumulatorByName(carrierOf(compute) == Carrier::Float ? "float32" : "float64");
}

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

Product::Product(const LayerOptions& options, ProductRole role, std::uint32_t number)
    : m_overrides(options.numerics.product(role))
    , m_compute(options.numerics.compute)
    , m_out(role == ProductRole::Forward ? options.numerics.output : m_compute)
    , m_isPlain(!m_overrides.left && !m_overrides.right && !m_overrides.accumulator && *m_out == *m_compute
          && !hasScaledOperands(options.numerics))
    , m_countsCast(role == ProductRole::Forward)
    , m_accumulator(m_overrides.accumulator.value_or(inheritedAccumulator(*m_compute)))
    , m_key(drawKey(options, role, ProductDraw::Left, number))
{
}

RandomKey Product::key(const StepContext& context, ProductDraw draw) const
{
    RandomKey key = m_key;
    key.stream += static_cast<std::uint32_t>(draw);
    key.step = static_cast<std::uint64_t>(context.step);
    return key;
}

bool Product::scalesByTensor(const std::optional<CastTarget>& target)
{
    return target && target->block && hasOneScale(*target->block);
}

const Tensor& Product::asMatrix(const StepContext& context, const Tensor& source, Side& side) const
{
    const Format& carrier = carrierFormat(*m_compute);
    if (source.shape().rank() == 2 && carrierOf(source.format()) == carrierOf(carrier))
        return source;
    // In its own format where that has the carrier: a transform is rounded to it.
    const bool isCarried = carrierOf(source.format()) == carrierOf(carrier);
    cast(context.arithmetic, source, isCarried ? source.format() : carrier, side.matrix);
    side.matrix.reshape(Shape{source.rows(), source.columns()});
    return side.matrix;
}

const Tensor& Product::rounded(const StepContext& context, const Tensor& source, const CastTarget& target,
    int axis, ProductDraw draw, Side& side) const
{
    Arithmetic& arithmetic = context.arithmetic;
    if (!target.block) {
        if (source.format() == *target.format && target.rounding == Rounding{})
            return source;
        cast(arithmetic, source, *target.format, side.values, target.rounding, key(context, draw));
        return side.values;
    }
    const Tensor* matrix = &asMatrix(context, source, side);
    if (target.isTransformed) { // of the weight gradient, so the sum is over rows; zeros add nothing to it
        constexpr Index kGroup = 16;
        const Index rows = (matrix->rows() + kGroup - 1) / kGroup * kGroup;
        if (rows != matrix->rows()) {
            padRows(*matrix, rows, side.padded);
            matrix = &side.padded;
        }
        hadamard16(arithmetic, *matrix, axis, HadamardDirection::Forward, side.transformed);
        matrix = &side.transformed;
    }
    quantizeBlocks(arithmetic, *matrix, *target.block, axis, side.values, side.scales,
        {target.rounding.mode, target.rounding.randomBits, key(context, draw)}, &side.scale);
    return side.values;
}

void Product::multiply(
    const StepContext& context, const Operand& left, const Operand& right, Transpose transpose, Tensor& out)
{
    Arithmetic& arithmetic = context.arithmetic;
    if (m_isPlain && right.underPolicy == nullptr)
        return matmulCasting(arithmetic, *left.underPolicy, *right.source, transpose, m_countsCast, out);
    if (m_isPlain) {
        matmul(arithmetic, *left.underPolicy, *right.underPolicy, transpose, out);
        return;
    }
    const int leftAxis = transpose == Transpose::A ? 0 : 1;
    const int rightAxis = transpose == Transpose::B ? 1 : 0;
    const auto operand = [&](const std::optional<CastTarget>& target, const Operand& given, int axis,
                             ProductDraw draw, Side& side) {
        if (!target)
            return given.underPolicy;
        side.rounded = given.rounded != nullptr ? given.rounded
                                                : &rounded(context, *given.source, *target, axis, draw, side);
        return side.rounded;
    };
    const Tensor* a = operand(m_overrides.left, left, leftAxis, ProductDraw::Left, m_left);
    const Tensor* b = operand(m_overrides.right, right, rightAxis, ProductDraw::Right, m_right);
    const auto [leftFormat, rightFormat] = withOneCarrier(a->format(), b->format());
    a = &castIfNeeded(arithmetic, *a, *leftFormat, m_left.widened);
    b = &castIfNeeded(arithmetic, *b, *rightFormat, m_right.widened);
    const Carrier carrier = carrierOf(*leftFormat);
    if (m_accumulator.kind == carrierSum(carrier) && carrierOf(*m_out) == carrier)
        matmul(arithmetic, *a, *b, transpose, *m_out, out);
    else
        matmul(arithmetic, *a, *b, transpose, m_accumulator, *m_out, out, key(context, ProductDraw::Sum));
}

namespace {

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
