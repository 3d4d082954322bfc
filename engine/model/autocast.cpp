// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/autocast.h"

#include "engine/base/check.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

/// TORCH_LIBRARY_IMPL(aten, AutocastCPU) of aten/src/ATen/autocast_mode.cpp; what it does not name falls through to the operation.
constexpr std::array kRows{
    AutocastRow{"InputLayer", AutocastList::Parameter, "the data"},
    AutocastRow{"Dense", AutocastList::LowerPrecision, "linear"},
    AutocastRow{"Conv2D", AutocastList::LowerPrecision, "conv2d"},
    AutocastRow{"Embedding", AutocastList::Parameter, "embedding"},
    AutocastRow{"Activation", AutocastList::Unlisted, "the function"},
    AutocastRow{"Softmax", AutocastList::Unlisted, "softmax"},
    AutocastRow{"LayerNormalization", AutocastList::Unlisted,
        "layer_norm, which takes float32 parameters beside other inputs"},
    AutocastRow{"MaxPooling2D", AutocastList::Unlisted, "max_pool2d"},
    AutocastRow{"Flatten", AutocastList::Unlisted, "flatten"},
    AutocastRow{"Reshape", AutocastList::Unlisted, "reshape"},
    AutocastRow{"Add", AutocastList::Widest, "add, which promotes by itself"},
    AutocastRow{"Concatenate", AutocastList::Widest, "cat"},
};

const Format& widest(const ModelPlan& plan, const PlannedLayer& layer)
{
    const Format* format = plan.layers[layer.inputs.front()].options.numerics.output;
    for (const std::size_t input : layer.inputs) {
        const Format* other = plan.layers[input].options.numerics.output;
        if (other->precision() > format->precision())
            format = other;
    }
    return *format;
}

/// CUDA's list where it is another for what is modelled: layer_norm is on its list of float32 (AutocastCUDA of the same file).
AutocastList listOf(const AutocastRow& row, bool onCuda)
{
    return onCuda && row.className == "LayerNormalization" ? AutocastList::Float32 : row.list;
}

const Format& formatOf(const ModelPlan& plan, const PlannedLayer& layer, bool onCuda)
{
    const Format& region = *findFormat(layer.policy.computeDtype);
    if (region == float32Format()) // switched off, with inputs cast by hand
        return region;
    const AutocastRow* row = autocastRowOf(layer);
    check(row != nullptr, "[useAutocast] every class has a row");
    switch (listOf(*row, onCuda)) {
    case AutocastList::LowerPrecision:
        return region;
    case AutocastList::Unlisted:
        return *plan.layers[layer.inputs.front()].options.numerics.output;
    case AutocastList::Parameter:
    case AutocastList::Float32:
        return float32Format();
    case AutocastList::Widest:
        return widest(plan, layer);
    }
    return region;
}

} // namespace

const AutocastRow* autocastRowOf(const PlannedLayer& layer)
{
    const auto row
        = std::ranges::find(kRows, std::string_view(layer.layerClass->name), &AutocastRow::className);
    return layer.role == NodeRole::Layer && row != kRows.end() ? &*row : nullptr;
}

bool isRegion(const DTypePolicy& policy)
{
    constexpr std::array<std::string_view, 3> kFormats{"float16", "bfloat16", "float32"};
    return !policy.isQuantized() && policy.variableDtype == "float32"
        && std::ranges::find(kFormats, std::string_view(policy.computeDtype)) != kFormats.end();
}

void useAutocast(ModelPlan& plan, bool onCuda)
{
    for (PlannedLayer& layer : plan.layers) {
        LayerNumerics& numerics = layer.options.numerics;
        numerics.compute = &formatOf(plan, layer, onCuda);
        numerics.output = numerics.compute;
    }
}

} // namespace ulpscope
