// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/step_passes.h"

#include "engine/graph/passes/autocast.h"
#include "engine/graph/passes/bias_in_sum.h"
#include "engine/graph/passes/broadcast_division.h"
#include "engine/graph/passes/delayed_scaling.h"
#include "engine/graph/passes/excess_precision.h"
#include "engine/graph/passes/float8.h"
#include "engine/graph/passes/fused_updates.h"
#include "engine/graph/passes/integers.h"
#include "engine/graph/passes/output_format.h"
#include "engine/graph/passes/overrides.h"
#include "engine/graph/passes/product_rows.h"
#include "engine/graph/passes/rounded_once.h"
#include "engine/graph/passes/stored_updates.h"
#include "engine/graph/passes/sums_once.h"
#include "engine/graph/passes/unused.h"
#include "engine/layer/product.h"
#include "engine/optimizer/optimizer.h"

namespace ulpscope {

namespace {

graph::IntegerProduct integersOf(const LayerOptions& layer)
{
    const auto& kernel = layer.numerics.integerKernel;
    return kernel ? graph::IntegerProduct{kernel->bits, kernel->blockSize} : graph::IntegerProduct{};
}

graph::Float8Scaling float8Of(const LayerNumerics& numerics)
{
    const auto& scaling = numerics.scaling;
    if (!scaling || scaling->kind != ScalingKind::KerasFloat8)
        return {};
    return {scaling->forward, scaling->backward, scaling->historyLength};
}

graph::DelayedOperands delayedOf(const LayerNumerics& numerics)
{
    const auto& scaling = numerics.scaling;
    if (!scaling || scaling->kind != ScalingKind::Delayed)
        return {};
    return {scaling->forward, scaling->backward, scaling->historyLength, scaling->margin,
        scaling->choice == AmaxChoice::MostRecent};
}

graph::Quantization quantizationOf(const CastTarget& target, int axis = 1, const RandomKey& key = {})
{
    return {target.name, target.format, target.block, target.rounding, target.isTransformed, axis, key};
}

graph::ProductOverride overrideOf(const LayerOptions& layer, ProductRole role)
{
    const ProductOverrides& given = layer.numerics.product(role);
    const Format& compute = *layer.numerics.compute;
    graph::ProductOverride own;
    // The axes that y = x W, dx = g W^T and dW = x^T g sum over.
    const int leftAxis = role == ProductRole::WeightGradient ? 0 : 1;
    const int rightAxis = role == ProductRole::InputGradient ? 1 : 0;
    if (given.left)
        own.operands[0] = std::make_shared<const graph::Quantization>(
            quantizationOf(*given.left, leftAxis, drawKey(layer, role, ProductDraw::Left)));
    if (given.right)
        own.operands[1] = std::make_shared<const graph::Quantization>(
            quantizationOf(*given.right, rightAxis, drawKey(layer, role, ProductDraw::Right)));
    const bool changesOutput = role == ProductRole::Forward && !(*layer.numerics.output == compute);
    if (given.left || given.right || given.accumulator || changesOutput)
        own.summedBy = std::make_shared<const graph::SummedBy>(graph::SummedBy{given.accumulator
                ? *given.accumulator
                : *accumulatorByName(carrierOf(compute) == Carrier::Float ? "float32" : "float64"),
            drawKey(layer, role, ProductDraw::Sum)});
    return own;
}

bool isPlain(const LayerOptions& layer, ProductRole role)
{
    return overrideOf(layer, role).summedBy == nullptr && !layer.numerics.scaling;
}

graph::LayerOverrides overridesOf(const LayerOptions& layer)
{
    return {overrideOf(layer, ProductRole::Forward), overrideOf(layer, ProductRole::InputGradient),
        overrideOf(layer, ProductRole::WeightGradient)};
}

const Format* outputOf(const LayerOptions& layer)
{
    return *layer.numerics.output == *layer.numerics.compute ? nullptr : layer.numerics.output;
}

graph::StoredUpdate updateOf(const LayerOptions& layer, std::uint64_t seed)
{
    const auto& update = layer.numerics.update;
    if (!update)
        return {};
    const RandomKey key{seed, RandomUse::Rounding, 0, 1}; // an optimizer counts its steps from 1
    return {update->compute, quantizationOf(update->variable, 1, key), quantizationOf(update->state, 1, key),
        update->variable.isCompensated, kFirstStream, kStreamsOfASlot};
}

} // namespace

template <class T, class F>
std::vector<T> StepPasses::byOwner(F of) const
{
    std::vector<T> all{T{}};
    for (const LayerOptions* layer : m_layers)
        all.push_back(of(*layer));
    return all;
}

graph::Graph StepPasses::ofFormulas(graph::Graph formulas) const
{
    formulas = graph::autocast(formulas);
    formulas = graph::integers(formulas, byOwner<graph::IntegerProduct>(integersOf));
    if (m_arithmetic->roundsActivationsOnce) {
        std::vector<bool> isMeant;
        for (const graph::Owner& owner : formulas.owners())
            isMeant.push_back(owner.className == "Dense" || owner.className == "Activation");
        formulas = graph::roundedOnce(formulas, isMeant);
    }
    return graph::float8Bias(
        formulas, byOwner<bool>([](const LayerOptions& layer) { return layer.numerics.roundsBias; }));
}

graph::Graph StepPasses::ofStep(graph::Graph step) const
{
    const auto overrides = byOwner<graph::LayerOverrides>(overridesOf);
    const auto updates
        = byOwner<graph::StoredUpdate>([&](const LayerOptions& layer) { return updateOf(layer, m_seed); });
    if (m_arithmetic->castsUnrounded)
        step = graph::excessPrecision(step, byOwner<bool>([](const LayerOptions& layer) {
            return isPlain(layer, ProductRole::WeightGradient);
        }));
    if (m_arithmetic->addsBiasToSum)
        step = graph::biasInSum(step,
            byOwner<bool>([](const LayerOptions& layer) { return isPlain(layer, ProductRole::Forward); }));
    step = graph::storedUpdates(step, updates);
    if (m_arithmetic->fusesMultiplyAdd)
        step = graph::fusedUpdates(step);
    step = graph::outputFormat(step, byOwner<const Format*>(outputOf));
    step = graph::overrideOperands(step, overrides);
    step = graph::float8(step,
        byOwner<graph::Float8Scaling>([](const LayerOptions& layer) { return float8Of(layer.numerics); }));
    step = graph::delayedScaling(step,
        byOwner<graph::DelayedOperands>([](const LayerOptions& layer) { return delayedOf(layer.numerics); }));
    step = graph::overrideSums(step, overrides);
    step = graph::sumsOnce(step, byOwner<bool>([](const LayerOptions& layer) {
        return layer.numerics.biasSums == SumRounding::Once;
    }));
    return graph::withoutUnused(graph::productRows(graph::broadcastDivision(step)));
}

} // namespace ulpscope
