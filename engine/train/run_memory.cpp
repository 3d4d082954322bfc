// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/run_memory.h"

#include "engine/optimizer/optimizer_catalog.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace ulpscope {

namespace {

double carrierBytesOf(const Format* format)
{
    return format == nullptr || carrierOf(*format) == Carrier::Double ? 8 : 4;
}

/// How many tensors of a kernel's size the optimizer keeps beside it.
double keptPerWeight(const TrainingSpec& training)
{
    const std::unique_ptr<Optimizer> optimizer
        = findRow(optimizerCatalog(), training.optimizer.className)->make(training.optimizer.config, {});
    Tensor kernel(Shape{64, 64}, float32Format());
    double elements = 0;
    for (const Optimizer::KeptTensor& kept : optimizer->keeps({&kernel, nullptr, nullptr}))
        elements += static_cast<double>(kept.shape.elements());
    return elements / static_cast<double>(kernel.size());
}

/// Whether a lane's states are kept so that one can go back, and it is evaluated: not a redo.
enum class States : std::uint8_t { Kept, NotKept };

/// What a lane makes of a plan. The factors count the tensors of model/model.h, layer/layer.h and the layers themselves.
RunMemory memoryOfLane(const ModelPlan& plan, double batch, double kept, States states)
{
    const double copies = states == States::Kept ? 2 : 1;
    const double evaluation = states == States::Kept ? static_cast<double>(evaluationPart(plan)) : 0;
    RunMemory memory;
    for (const PlannedLayer& node : plan.layers) {
        const LayerNumerics& numerics = node.options.numerics;
        const double compute = carrierBytesOf(numerics.compute);
        const auto weights = static_cast<double>(node.weightCount);
        const auto outputs = static_cast<double>(node.outputShape.elements());
        double inputs = 0;
        for (const std::size_t input : node.inputs)
            inputs += static_cast<double>(plan.layers[input].outputShape.elements());
        // Values and what the optimizer keeps; the gradient, and a cast or the values before an update.
        memory.weights += weights * (copies * (1 + kept) * carrierBytesOf(numerics.variable) + 2 * compute);
        // Output, its gradient and what the activation keeps; casts and gradients of inputs; what is unfolded.
        memory.activations += compute
            * (batch * (3 * outputs + 2 * inputs) + evaluation * outputs
                + std::max(batch, evaluation) * static_cast<double>(node.workCount));
    }
    return memory;
}

std::string bytesText(double bytes)
{
    std::array<char, 64> buffer{};
    const bool isLarge = bytes >= 0x1p30;
    std::snprintf(buffer.data(), buffer.size(), "%.3g %s", bytes / (isLarge ? 0x1p30 : 0x1p20),
        isLarge ? "GiB" : "MiB");
    return buffer.data();
}

} // namespace

RunMemory memoryOfRun(std::span<const CheckedSession> candidates)
{
    const CheckedSession& first = candidates.front();
    const auto batch = static_cast<double>(first.session.training.batchSize);
    const double kept = keptPerWeight(first.session.training);
    // The reference and each candidate's redo are lanes too.
    const ModelPlan exact = float64Reference(first.plan);
    RunMemory memory;
    const auto add = [&](const RunMemory& lane) {
        memory.weights += lane.weights;
        memory.activations += lane.activations;
    };
    if (first.session.probes.watch == WatchMode::Reference)
        add(memoryOfLane(exact, batch, kept, States::Kept));
    for (const CheckedSession& candidate : candidates) {
        add(memoryOfLane(candidate.plan, batch, kept, States::Kept));
        add(memoryOfLane(exact, batch, 0, States::NotKept));
    }
    return memory;
}

Status checkMemory(std::span<const CheckedSession> candidates, std::uint64_t available)
{
    const RunMemory memory = memoryOfRun(candidates);
    if (memory.total() <= static_cast<double>(available))
        return success();
    const bool isOfWeights = memory.weights > memory.activations;
    return Error{isOfWeights ? "layers" : "training.batch_size",
        "a run would take about " + bytesText(memory.total()) + " of memory, "
            + bytesText(isOfWeights ? memory.weights : memory.activations) + " of it for "
            + (isOfWeights ? "weights and what is kept of them" : "a batch") + "; "
            + bytesText(static_cast<double>(available)) + " are free: expected "
            + (isOfWeights ? "fewer weights" : "a smaller batch or smaller layers")};
}

Error overBudget(double bytes, const MemoryBudget& budget)
{
    return {"",
        message(
            "a run would take about %1 of memory, and what else is open %2: expected no more than the memory budget "
            "of %3")
            .with(bytesText(bytes))
            .with(bytesText(static_cast<double>(budget.used())))
            .with(bytesText(static_cast<double>(budget.limit())))};
}

} // namespace ulpscope
