// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/tensor_cores.h"

#include "engine/graph/passes/kernel_products.h"
#include "engine/kernels/cublas_slices.h"

namespace ulpscope::graph {

namespace {

/// The product of a Linear layer whose operands lie in memory as these do. Keras' kernel is [inputs, units], PyTorch's weight its
/// transpose.
LinearProduct layoutOf(KernelProduct product, KernelLayout kernel)
{
    const bool isUnitsLast = kernel == KernelLayout::UnitsLast;
    switch (product) {
    case KernelProduct::Forward:
        return isUnitsLast ? LinearProduct::InputGradient : LinearProduct::Forward;
    case KernelProduct::InputGradient:
        return isUnitsLast ? LinearProduct::Forward : LinearProduct::InputGradient;
    case KernelProduct::WeightGradient:
        break;
    }
    return LinearProduct::WeightGradient;
}

} // namespace

std::shared_ptr<const SummedBy> hopperCore(const Format& format, const std::string& manner)
{
    if (format.name != "float16" && format.name != "bfloat16")
        return nullptr;
    const std::string core = format.name == "float16" ? "hopper-fp16" : "hopper-bf16";
    return std::make_shared<const SummedBy>(SummedBy{*accumulatorByName(core + manner)});
}

std::optional<int> slicesOnHopper(
    KernelProduct product, KernelLayout kernel, bool isBfloat16, Index rows, Index features, Index units)
{
    const LinearProduct layout = layoutOf(product, kernel);
    switch (product) {
    case KernelProduct::Forward:
        return cublasSlices(layout, isBfloat16, rows, units, features);
    case KernelProduct::InputGradient:
        return cublasSlices(layout, isBfloat16, rows, features, units);
    case KernelProduct::WeightGradient:
        break;
    }
    return kernel == KernelLayout::UnitsLast ? cublasSlices(layout, isBfloat16, features, units, rows)
                                             : cublasSlices(layout, isBfloat16, units, features, rows);
}

Graph tensorCores(const Graph& before, KernelLayout kernel)
{
    const auto products = kernelProducts(before);
    return Rewriter(before, "tensor cores").run([&](Rewriter& to, ValueId value) {
        Node node = to.mapped(value);
        if (node.operation != Operation::Product || node.attributes.summedBy != nullptr)
            return to.builder().graph().add(std::move(node));
        const Node& left = to.builder().graph()[node.operands[0]];
        if (!(*left.format == *to.builder().graph()[node.operands[1]].format))
            return to.builder().graph().add(std::move(node));
        int slices = 1;
        if (const auto product = products[value.index()]) {
            const Shape& kept = product == KernelProduct::InputGradient ? node.shape : left.shape;
            const Index features = kept.last();
            const Index rows = left.shape.elements() / left.shape.last();
            const Index units
                = product == KernelProduct::InputGradient ? left.shape.last() : node.shape.last();
            slices = slicesOnHopper(*product, kernel, left.format->name == "bfloat16", rows, features, units)
                         .value_or(1);
        }
        node.attributes.summedBy
            = hopperCore(*left.format, slices == 1 ? std::string() : ":slices:" + std::to_string(slices));
        return to.builder().graph().add(std::move(node));
    });
}

} // namespace ulpscope::graph
