// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/proved_components.h"

#include <algorithm>

namespace ulpscope {

std::vector<ProvedSetting> withPlainOptimizer(std::vector<ProvedSetting> more)
{
    static const std::vector<ProvedSetting> plain{{"weight_decay", 0.0}, {"clipnorm", 0.0},
        {"clipvalue", 0.0}, {"global_clipnorm", 0.0}, {"use_ema", false},
        {"gradient_accumulation_steps", std::int64_t{1}}};
    more.insert(more.end(), plain.begin(), plain.end());
    return more;
}

Message unproved(const Component& component, std::span<const ProvedComponent> rows)
{
    const auto row = std::ranges::find(rows, component.className, &ProvedComponent::className);
    if (row == rows.end())
        return message("%1 is not proved").with(component.className);
    for (const ProvedSetting& setting : row->settings)
        if (const ParameterValue* value = component.config.find(setting.name);
            value != nullptr && *value != setting.value)
            return message("%1 with its %2 is not proved")
                .with(component.className)
                .with(std::string(setting.name));
    return {};
}

Message inLayer(const std::string& path, Message what)
{
    return message("%1: %2").with(path).with(std::move(what));
}

bool isPlain(const LayerNumerics& numerics)
{
    return !numerics.scaling && !numerics.integerKernel && !numerics.update && !numerics.takesInputsUncast()
        && std::ranges::none_of(numerics.products,
            [](const ProductOverrides& product) {
                return product.left.has_value() || product.right.has_value()
                    || product.accumulator.has_value();
            })
        && (numerics.output == nullptr || *numerics.output == *numerics.compute);
}

Message unprovedRegularizer(const PlannedLayer& layer)
{
    for (const ParameterSpec& spec : layer.layerClass->parameters)
        if (spec.name.ends_with("_regularizer") && !layer.options.config.text(spec.name).empty())
            return message("a regularizer is not proved");
    return {};
}

Message unprovedTraining(const TrainingSpec& training, std::span<const std::string_view> lossScales)
{
    if (training.schedule != TrainingSpec{}.schedule)
        return message("learning-rate schedules are not proved");
    if (training.loop != TrainingLoop::Fit)
        return message("a custom loop is not proved");
    if (std::ranges::find(lossScales, training.lossScale.className) == lossScales.end())
        return message("loss scale %1 is not proved").with(training.lossScale.className);
    return {};
}

} // namespace ulpscope
