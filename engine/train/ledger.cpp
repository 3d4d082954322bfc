// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/ledger.h"

#include "engine/optimizer/optimizer_catalog.h"
#include "engine/train/checked_session.h"

#include <array>

namespace ulpscope {

namespace {

double bytesOf(const Format& format)
{
    return format.bits() / 8.0;
}

/// Of one element of an operand, its share of its block's scale included.
double bytesOf(const std::optional<CastTarget>& target, const Format& otherwise)
{
    if (!target)
        return bytesOf(otherwise);
    if (!target->block)
        return bytesOf(*target->format);
    const BlockFormat& block = *target->block;
    double bytes = bytesOf(*block.element);
    const auto extent = static_cast<double>(block.block.extent);
    if (block.block.kind == BlockKind::Along && extent > 0)
        bytes += bytesOf(*block.scale) / extent;
    else if (block.block.kind == BlockKind::Tile)
        bytes += bytesOf(*block.scale) / (extent * extent);
    return bytes; // one scale for a row, a channel or a tensor is next to nothing
}

std::string nameOf(const std::optional<CastTarget>& target, const Format& otherwise)
{
    return target ? target->name : std::string(otherwise.name);
}

/// The formats of operands that no override has replaced: of the products' left and right sides, and of their gradients.
const Format& forwardFormat(const LayerNumerics& numerics)
{
    return numerics.scaling ? *numerics.scaling->forward : *numerics.compute;
}
const Format& backwardFormat(const LayerNumerics& numerics)
{
    return numerics.scaling ? *numerics.scaling->backward : *numerics.compute;
}
/// What the kernel is kept as for its products.
const Format& kernelFormat(const LayerNumerics& numerics)
{
    if (numerics.integerKernel)
        return *findFormat(numerics.integerKernel->bits == 8 ? "int8" : "int4");
    return forwardFormat(numerics);
}
/// What forward operands are multiplied as: int4 kernels become numbers of the compute dtype before.
const Format& multipliedFormat(const LayerNumerics& numerics)
{
    return numerics.integerKernel && numerics.integerKernel->bits == 8 ? kernelFormat(numerics)
                                                                       : forwardFormat(numerics);
}

LedgerRow rowOf(const ModelPlan& plan, const PlannedLayer& node, double batch, const Optimizer& optimizer)
{
    const LayerNumerics& numerics = node.options.numerics;
    std::vector<Shape> shapes;
    for (const std::size_t input : node.inputs)
        shapes.push_back(plan.layers[input].outputShape);
    const std::unique_ptr<Layer> layer = node.layerClass->make(node.options);
    LedgerRow row;
    row.path = node.path;
    row.policy = node.policy.policy.name;

    const Format& kernel = kernelFormat(numerics);
    const Format& gradient = backwardFormat(numerics);
    const ProductOverrides& forward = numerics.product(ProductRole::Forward);
    const auto weights = static_cast<double>(shapes.empty() ? 0 : layer->weightCount(shapes));
    row.bytes.weights = weights * bytesOf(forward.right, kernel);
    const bool isInteger = numerics.integerKernel.has_value();
    const bool isStoredOtherwise = !isInteger && (forward.right || !(kernel == *numerics.variable));
    if (isStoredOtherwise)
        row.bytes.masterCopies = weights * bytesOf(*numerics.variable);
    const Format* state = numerics.update ? numerics.update->state.format : numerics.variable;
    if (weights > 0 && !isInteger) // integers do not train
        for (const auto& kept : optimizer.stateOf(Shape{static_cast<Index>(weights)}))
            row.bytes.optimizerState += static_cast<double>(kept.shape.elements()) * bytesOf(*state);
    if (optimizer.keepsAverages())
        row.bytes.optimizerState += weights * bytesOf(*state);
    if (optimizer.accumulationSteps() > 1)
        row.bytes.optimizerState
            += weights * bytesOf(numerics.update ? *numerics.update->compute : *numerics.variable);
    if (numerics.update && numerics.update->variable.isCompensated)
        row.bytes.optimizerState += weights * bytesOf(*numerics.update->variable.format);

    row.bytes.activations
        = static_cast<double>(node.outputShape.elements()) * batch * bytesOf(*numerics.output);
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const Format& arrives = *plan.layers[node.inputs[i]].options.numerics.output;
        const Format& taken = forwardFormat(numerics);
        if (forward.left || !(taken == arrives))
            row.bytes.activations
                += static_cast<double>(shapes[i].elements()) * batch * bytesOf(forward.left, taken);
    }
    // Each scaled operand keeps a scale and a history of amaxes in float32.
    for (const TensorScaling& scaling : layer->scalings())
        row.bytes.scales += 4 * (1 + static_cast<double>(scaling.history().size()));

    const double count = shapes.empty() ? 0 : static_cast<double>(layer->multiplyAdds(shapes)) * batch;
    if (count == 0)
        return row;
    const auto add = [&](ProductRole role, const Format& left, const Format& right) {
        const ProductOverrides& product = numerics.product(role);
        const std::string accumulator = product.accumulator  ? product.accumulator->name
            : carrierOf(*numerics.compute) == Carrier::Float ? "float32"
                                                             : "float64";
        row.multiplyAdds[nameOf(product.left, left) + " x " + nameOf(product.right, right) + " -> "
            + accumulator]
            += count;
    };
    add(ProductRole::Forward, multipliedFormat(numerics), multipliedFormat(numerics));
    if (node.needsInputGradient)
        add(ProductRole::InputGradient, gradient, forwardFormat(numerics));
    if (!isInteger)
        add(ProductRole::WeightGradient, forwardFormat(numerics), gradient);
    return row;
}

} // namespace

LedgerBytes& LedgerBytes::operator+=(const LedgerBytes& other)
{
    weights += other.weights;
    masterCopies += other.masterCopies;
    activations += other.activations;
    optimizerState += other.optimizerState;
    scales += other.scales;
    return *this;
}

Result<Ledger> ledgerOf(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    const TrainingSpec& training = checked->session.training;
    const std::unique_ptr<Optimizer> optimizer
        = findRow(optimizerCatalog(), training.optimizer.className)->make(training.optimizer.config, {});
    Ledger ledger;
    for (const PlannedLayer& node : checked->plan.layers) {
        ledger.rows.push_back(
            rowOf(checked->plan, node, static_cast<double>(training.batchSize), *optimizer));
        ledger.bytes += ledger.rows.back().bytes;
        for (const auto& [formats, count] : ledger.rows.back().multiplyAdds)
            ledger.multiplyAdds[formats] += count;
    }
    return ledger;
}

} // namespace ulpscope
