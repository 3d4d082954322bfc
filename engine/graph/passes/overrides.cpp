// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/overrides.h"

#include "engine/graph/passes/kernel_products.h"

namespace ulpscope::graph {

namespace {

const ProductOverride* overrideOf(
    std::span<const LayerOverrides> byOwner, OwnerId owner, std::optional<KernelProduct> product)
{
    if (!product)
        return nullptr;
    const ProductOverride& found = byOwner[owner.index()][static_cast<std::size_t>(*product)];
    return found.summedBy == nullptr ? nullptr : &found;
}

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

} // namespace

Graph overrideOperands(const Graph& before, std::span<const LayerOverrides> byOwner)
{
    const auto products = kernelProducts(before);
    return Rewriter(before, "overrides").run([&](Rewriter& to, ValueId value) {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        const ProductOverride* own = overrideOf(byOwner, node.owner, products[value.index()]);
        const Format* compute = builder.graph().owners()[node.owner.index()].compute;
        for (std::size_t i = 0; own != nullptr && i < own->operands.size(); ++i)
            if (own->operands[i] != nullptr) {
                const Value source(builder, sourceOf(builder.graph(), node.operands[i]));
                node.operands[i] = quantized(builder, source, own->operands[i], carrierFormat(*compute)).id();
            }
        return builder.graph().add(std::move(node));
    });
}

Graph overrideSums(const Graph& before, std::span<const LayerOverrides> byOwner)
{
    // A layer here has one product of each kind, so that its pass and its transpose tell which.
    return Rewriter(before, "overrides").run([&](Rewriter& to, ValueId value) {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        if (node.operation != Operation::Product)
            return builder.graph().add(std::move(node));
        const auto product = node.pass == Pass::Forward ? KernelProduct::Forward
            : node.attributes.transpose == Transpose::A ? KernelProduct::WeightGradient
                                                        : KernelProduct::InputGradient;
        const ProductOverride* own = overrideOf(byOwner, node.owner, product);
        if (own == nullptr)
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
        if (own->summedBy->accumulator.kind != plain || carrierOf(*node.format) != carrier)
            node.attributes.summedBy = own->summedBy;
        return builder.graph().add(std::move(node));
    });
}

} // namespace ulpscope::graph
