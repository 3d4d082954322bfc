// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer_passes.h"

#include "engine/graph/passes/autocast.h"
#include "engine/graph/passes/bias_in_sum.h"
#include "engine/graph/passes/broadcast_division.h"
#include "engine/graph/passes/delayed_scaling.h"
#include "engine/graph/passes/excess_precision.h"
#include "engine/graph/passes/float8.h"
#include "engine/graph/passes/integers.h"
#include "engine/graph/passes/output_format.h"
#include "engine/graph/passes/overrides.h"
#include "engine/graph/passes/product_rows.h"
#include "engine/graph/passes/rounded_once.h"
#include "engine/graph/passes/shared_moves.h"
#include "engine/graph/passes/sums_once.h"
#include "engine/graph/passes/tensor_cores.h"
#include "engine/graph/passes/unused.h"
#include "engine/graph/passes/xla_on_hopper.h"
#include "engine/layer/product_overrides.h"

namespace ulpscope {

namespace {

using graph::KernelProduct;

constexpr std::size_t kMaxNumbers = 128; ///< of products of one kind whose draws differ; then they repeat

graph::IntegerProduct integersOf(const LayerOptions& layer)
{
    const auto& kernel = layer.numerics.integerKernel;
    return kernel ? graph::IntegerProduct{kernel->bits, kernel->blockSize, kernel->dividesKernel}
                  : graph::IntegerProduct{};
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

graph::ProductOverride overrideOf(const LayerOptions& layer, ProductRole role, std::size_t which = 0)
{
    const auto number = static_cast<std::uint32_t>(which % kMaxNumbers);
    const ProductOverrides& given = layer.numerics.product(role);
    const Format& compute = *layer.numerics.compute;
    graph::ProductOverride own;
    if (given.left)
        own.operands[0] = std::make_shared<const graph::Quantization>(
            quantizationOf(*given.left, drawKey(layer, role, ProductDraw::Left, number)));
    if (given.right)
        own.operands[1] = std::make_shared<const graph::Quantization>(
            quantizationOf(*given.right, drawKey(layer, role, ProductDraw::Right, number)));
    const bool changesOutput = role == ProductRole::Forward && !(*layer.numerics.output == compute);
    if (given.left || given.right || given.accumulator || changesOutput)
        own.summedBy = std::make_shared<const graph::SummedBy>(graph::SummedBy{given.accumulator
                ? *given.accumulator
                : *accumulatorByName(carrierOf(compute) == Carrier::Float ? "float32" : "float64"),
            drawKey(layer, role, ProductDraw::Sum, number)});
    return own;
}

bool isPlain(const LayerOptions& layer, bool isLinear, ProductRole role)
{
    return overrideOf(layer, role).summedBy == nullptr && !(isLinear && layer.numerics.scaling);
}

const Format* outputOf(const LayerOptions& layer)
{
    return *layer.numerics.output == *layer.numerics.compute ? nullptr : layer.numerics.output;
}

} // namespace

graph::Quantization quantizationOf(const CastTarget& target, const RandomKey& key)
{
    return {.name = target.name,
        .format = target.format,
        .block = target.block,
        .rounding = target.rounding,
        .isTransformed = target.isTransformed,
        .key = key};
}

template <class F>
auto LayerPasses::byOwner(F of) const
{
    using Each = decltype(of(*m_layers[0].options, true));
    std::vector<Each> all{Each{}};
    for (const PassedLayer& layer : m_layers)
        all.push_back(of(*layer.options, layer.isLinear));
    return all;
}

graph::Graph LayerPasses::ofFormulas(graph::Graph formulas) const
{
    formulas = graph::autocast(formulas);
    formulas = graph::integers(formulas, byOwner([](const LayerOptions& layer, bool isLinear) {
        return isLinear ? integersOf(layer) : graph::IntegerProduct{};
    }));
    if (m_rules->roundsActivationsOnce)
        formulas = graph::roundedOnce(formulas, m_rules->usesCudaKernels);
    return graph::float8Bias(formulas, byOwner([](const LayerOptions& layer, bool isLinear) {
        return isLinear && layer.numerics.roundsBias;
    }));
}

graph::Graph LayerPasses::ofStep(graph::Graph step) const
{
    const auto isPlainIn = [this](ProductRole role) {
        return byOwner(
            [role](const LayerOptions& layer, bool isLinear) { return isPlain(layer, isLinear, role); });
    };
    const graph::OverrideOf overrides = [this](
                                            graph::OwnerId owner, KernelProduct product, std::size_t number) {
        return owner.index() == 0 ? graph::ProductOverride{}
                                  : overrideOf(optionsOf(owner), static_cast<ProductRole>(product), number);
    };
    step = graph::sharedMoves(step);
    if (m_rules->castsUnrounded)
        step = graph::excessPrecision(step, isPlainIn(ProductRole::WeightGradient));
    if (m_rules->addsBiasToSum)
        step = graph::biasInSum(step, isPlainIn(ProductRole::Forward), m_rules->usesCudaKernels ? 2 : 1);
    step
        = graph::outputFormat(step, byOwner([](const LayerOptions& layer, bool) { return outputOf(layer); }));
    step = graph::overrideOperands(step, overrides);
    step = graph::float8(step, byOwner([](const LayerOptions& layer, bool isLinear) {
        return isLinear ? float8Of(layer.numerics) : graph::Float8Scaling{};
    }));
    step = graph::delayedScaling(step, byOwner([](const LayerOptions& layer, bool isLinear) {
        return isLinear ? delayedOf(layer.numerics) : graph::DelayedOperands{};
    }));
    step = graph::overrideSums(step, overrides);
    if (m_rules->sumsByTensorCores)
        step = graph::tensorCores(
            step, m_rules->autocasts ? graph::KernelLayout::FeaturesLast : graph::KernelLayout::UnitsLast);
    if (m_rules->compiledForHopper)
        step = graph::xlaOnHopper(step);
    const auto sumsOnce = [this](const LayerOptions& layer, bool) {
        return m_rules->sumsBiasGradientsOnce || layer.numerics.biasSums == SumRounding::Once;
    };
    step = graph::sumsOnce(step, byOwner(sumsOnce), m_rules->sumsByTensorCores);
    if (m_rules->dividesByReciprocal)
        step = graph::broadcastDivision(step);
    return graph::withoutUnused(graph::productRows(step));
}

} // namespace ulpscope
