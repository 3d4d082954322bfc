// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/overrides.h"

#include <tuple>

namespace ulpscope::graph {

namespace {

/// Counts an owner's products of each kind.
class Numbering
{
public:
    std::size_t next(OwnerId owner, KernelProduct product) { return m_next[{owner, product}]++; }

private:
    std::map<std::pair<OwnerId, KernelProduct>, std::size_t> m_next;
};

Value quantized(Builder& builder, const Value& x, std::shared_ptr<const Quantization> to, const Format& wide)
{
    constexpr Index kGroup = 16; // of the transform
    Node node{.operation = Operation::Quantize,
        .operands = {x.id()},
        .shape = x.shape(),
        .format = to->block ? &wide : to->format};
    if (to->isTransformed) {
        const Index rows = x.shape().elements() / x.shape().last();
        node.shape = Shape{(rows + kGroup - 1) / kGroup * kGroup, x.shape().last()};
    }
    node.attributes.quantization = std::move(to);
    return builder.add(std::move(node));
}

/// In what a value is multiplied with one of another carrier.
const Format& widened(const Format& narrow, const Format& wide)
{
    return contains(wide, narrow) ? wide : float64Format();
}

/// The axis of an operand, as a matrix, that a product sums over.
int summedAxis(Transpose transpose, bool isLeft)
{
    return isLeft ? (transpose == Transpose::A ? 0 : 1) : (transpose == Transpose::B ? 1 : 0);
}

/// Whether two operands that are rounded so are the same numbers, whichever of a matrix's axes is summed over.
bool isRoundedAlike(const Quantization& quantization)
{
    if (isStochastic(quantization.rounding.mode) || quantization.isTransformed)
        return false;
    return !quantization.block || quantization.block->block.kind == BlockKind::Tensor
        || quantization.block->block.kind == BlockKind::Tile;
}

/// Rounds operands; what several products round alike is rounded once.
class OperandRewrite
{
public:
    OperandRewrite(const Graph& before, const OverrideOf& overrideOf)
        : m_products(kernelProducts(before))
        , m_overrideOf(&overrideOf)
    {
    }

    ValueId operator()(Rewriter& to, ValueId value)
    {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        if (const auto& product = m_products[value.index()]) {
            const ProductOverride own
                = (*m_overrideOf)(node.owner, *product, m_numbers.next(node.owner, *product));
            for (std::size_t i = 0; i < own.operands.size(); ++i)
                if (own.operands[i] != nullptr)
                    node.operands[i] = rounded(builder, node.operands[i], *own.operands[i],
                        summedAxis(node.attributes.transpose, i == 0));
        }
        return builder.graph().add(std::move(node));
    }

private:
    ValueId rounded(Builder& builder, ValueId operand, const Quantization& given, int axis)
    {
        const auto to = std::make_shared<Quantization>(given);
        to->axis = axis;
        const Value source = m_uncast(builder, operand);
        const Format& wide = carrierFormat(*builder.graph().owners()[builder.owner().index()].compute);
        if (!isRoundedAlike(*to))
            return quantized(builder, source, to, wide).id();
        const auto [known, isNew] = m_rounded.try_emplace({builder.owner(), source.id(), to->name});
        if (isNew)
            known->second = quantized(builder, source, to, wide).id();
        return known->second;
    }

    std::vector<std::optional<KernelProduct>> m_products;
    const OverrideOf* m_overrideOf;
    Numbering m_numbers;
    Uncast m_uncast;
    std::map<std::tuple<OwnerId, ValueId, std::string>, ValueId> m_rounded;
};

} // namespace

Graph overrideOperands(const Graph& before, const OverrideOf& overrideOf)
{
    OperandRewrite rewrite(before, overrideOf);
    return Rewriter(before, "overrides").run(std::ref(rewrite));
}

Graph overrideSums(const Graph& before, const OverrideOf& overrideOf)
{
    // By now operands no longer tell which product it is; its pass, its transpose and its place among the owner's do.
    Numbering numbers;
    return Rewriter(before, "overrides").run([&](Rewriter& to, ValueId value) {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        if (node.operation != Operation::Product)
            return builder.graph().add(std::move(node));
        const auto product = node.pass == Pass::Forward ? KernelProduct::Forward
            : node.attributes.transpose == Transpose::A ? KernelProduct::WeightGradient
                                                        : KernelProduct::InputGradient;
        const ProductOverride own = overrideOf(node.owner, product, numbers.next(node.owner, product));
        if (own.isEmpty())
            return builder.graph().add(std::move(node));
        const Value left(builder, node.operands[0]);
        const Value right(builder, node.operands[1]);
        const Format& a = *left.format();
        const Format& b = *right.format();
        Carrier carrier = carrierOf(a);
        if (carrierOf(a) != carrierOf(b)) {
            carrier = carrierOf(float64Format());
            const bool isLeftNarrow = carrierOf(a) == Carrier::Float;
            const Format& to64 = isLeftNarrow ? widened(a, b) : widened(b, a);
            const std::size_t narrow = isLeftNarrow ? 0 : 1;
            node.operands[narrow] = builder.cast(isLeftNarrow ? left : right, to64).id();
        }
        const auto plain = carrier == Carrier::Float ? AccumulatorKind::Float32 : AccumulatorKind::Float64;
        if (own.summedBy->accumulator.kind != plain || carrierOf(*node.format) != carrier)
            node.attributes.summedBy = own.summedBy;
        return builder.graph().add(std::move(node));
    });
}

} // namespace ulpscope::graph
