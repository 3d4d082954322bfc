// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/passes/tensor_cores.h"

#include "engine/graph/passes/rewrite.h"

namespace ulpscope::graph {

namespace {

/// Null for a format that the cores do not take here.
std::shared_ptr<const SummedBy> coreFor(const Format& format)
{
    static const auto half = std::make_shared<const SummedBy>(SummedBy{*accumulatorByName("hopper-fp16")});
    static const auto brain = std::make_shared<const SummedBy>(SummedBy{*accumulatorByName("hopper-bf16")});
    return format.name == "float16" ? half : format.name == "bfloat16" ? brain : nullptr;
}

} // namespace

Graph tensorCores(const Graph& before)
{
    return Rewriter(before, "tensor cores").run([&](Rewriter& to, ValueId value) {
        Node node = to.mapped(value);
        if (node.operation == Operation::Product && node.attributes.summedBy == nullptr) {
            const Format& left = *to.builder().graph()[node.operands[0]].format;
            const Format& right = *to.builder().graph()[node.operands[1]].format;
            if (left == right)
                node.attributes.summedBy = coreFor(left);
        }
        return to.builder().graph().add(std::move(node));
    });
}

} // namespace ulpscope::graph
