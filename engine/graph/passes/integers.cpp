// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/integers.h"

#include "engine/graph/passes/kernel_products.h"

namespace ulpscope::graph {

namespace {

/// x: [batch, ..., in]   kernel: [in, units]
struct Call
{
    Value x;
    Value kernel; ///< as it is stored
    IntegerProduct integers;

    Builder& builder() const { return x.builder(); }
    const Format& compute() const { return *x.format(); }
    Index units() const { return kernel.shape().last(); }

    Value part(const Value& of, IntegerPart part, const Shape& shape, const Format& format) const
    {
        Node node{.operation = Operation::Integers, .operands = {of.id()}, .shape = shape, .format = &format};
        node.attributes.integers = {part, integers.bits, integers.blockSize};
        return builder().add(std::move(node));
    }
    Value codes() const { return part(kernel, IntegerPart::Codes, kernel.shape(), *findFormat("int8")); }
    /// The scales of the units, or the one of the tensor.
    Value scales(const Shape& shape) const
    {
        return builder().cast(part(kernel, IntegerPart::Scales, shape, *kernel.format()), compute());
    }
    Value floatKernel() const { return part(kernel, IntegerPart::Numbers, kernel.shape(), compute()); }
};

GroupGradient throughNumbers()
{
    return [](std::span<const Value> operands, const Value&, const Value& g, std::size_t) {
        return g.builder().product(g, operands[1], Transpose::B);
    };
}

Value int8Call(const Call& call)
{
    Builder& builder = call.builder();
    return builder.group(
        "int8_call", {call.x, call.floatKernel()},
        [&] {
            const Value codes = call.part(call.x, IntegerPart::RowCodes, call.x.shape(), *findFormat("int8"));
            const Value rows
                = call.part(call.x, IntegerPart::RowScales, call.x.shape().withLast(1), call.compute());
            Node node{.operation = Operation::Product,
                .operands = {codes.id(), call.codes().id()},
                .shape = call.x.shape().withLast(call.units()),
                .format = &call.compute()};
            // Sums of integers below 2^24 are exact in float32 too, and faster there; but for -0, which int32 does not have.
            constexpr Index kMaxInFloat = (1 << 24) / (127 * 127);
            const bool isExact
                = call.kernel.shape()[0] <= kMaxInFloat && carrierOf(call.compute()) == Carrier::Float;
            if (!isExact)
                node.attributes.summedBy
                    = std::make_shared<const SummedBy>(SummedBy{*accumulatorByName("int32"), {}});
            const Value made = builder.add(std::move(node));
            const Value sums = isExact ? made + 0.0 : made;
            const Value scales = builder.broadcast(rows, sums.shape())
                * builder.broadcast(call.scales({call.units()}), sums.shape());
            return sums / scales;
        },
        throughNumbers());
}

/// As XLA divides by a scale a unit: by the reciprocal in the carrier.
Value int4Call(const Call& call)
{
    Builder& builder = call.builder();
    const Value numbers = call.floatKernel();
    return builder.group(
        "int4_call", {call.x, numbers},
        [&] {
            if (call.integers.blockSize != -1 || call.integers.dividesKernel)
                return matmul(call.x, numbers);
            const Value sums = matmul(call.x, builder.cast(call.codes(), call.compute()));
            const Format& wide = carrierFormat(call.compute());
            const Value reciprocals = 1 / builder.cast(call.scales({call.units()}), wide);
            return builder.cast(builder.cast(sums, wide) * reciprocals, call.compute());
        },
        throughNumbers());
}

/// Two products of ones, their difference, the scale.
Value ternaryCall(const Call& call)
{
    Builder& builder = call.builder();
    const Value codes = builder.cast(call.codes(), call.compute());
    const Value ones = codes > 0;
    const Value minusOnes = 0 > codes;
    const Value scale = call.scales({});
    return builder.group(
        "ternary_call", {call.x, ones, minusOnes, scale},
        [&] {
            const Value positive = matmul(call.x, ones);
            return (positive - matmul(call.x, minusOnes)) * scale;
        },
        [](std::span<const Value> operands, const Value&, const Value& g, std::size_t) {
            const Value scaled = g * operands[3];
            const Value positive = g.builder().product(scaled, operands[1], Transpose::B);
            return positive - g.builder().product(scaled, operands[2], Transpose::B);
        });
}

} // namespace

Graph integers(const Graph& before, std::span<const IntegerProduct> byOwner)
{
    const auto products = kernelProducts(before);
    Uncast uncast;
    return Rewriter(before, "integers").run([&](Rewriter& to, ValueId value) {
        Builder& builder = to.builder();
        Node node = to.mapped(value);
        const IntegerProduct& own = byOwner[node.owner.index()];
        if (own.bits != 0 && node.operation == Operation::Variable && node.name == "kernel")
            node.attributes.isUntrained = true;
        if (own.bits == 0 || !products[value.index()])
            return builder.graph().add(std::move(node));
        const Call call{{builder, node.operands[0]}, uncast(builder, node.operands[1]), own};
        return (own.bits == 8 ? int8Call(call) : own.bits == 4 ? int4Call(call) : ternaryCall(call)).id();
    });
}

} // namespace ulpscope::graph
