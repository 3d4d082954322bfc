// SPDX-License-Identifier: GPL-3.0-or-later
// What the tables of what is proved under an arithmetic are made of, and how a session is held against them.
#pragma once

#include "engine/base/message.h"
#include "engine/model/model_plan.h"
#include "engine/session/session_spec.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// A parameter and the value that is proved.
struct ProvedSetting
{
    std::string_view name;
    ParameterValue value;
};

/// A loss or an optimizer. What is proved of a setting that is not named is any value.
struct ProvedComponent
{
    std::string_view className;
    std::vector<ProvedSetting> settings;
};

/// What an optimizer can have beside its own rule, switched off, and what a row adds.
std::vector<ProvedSetting> withPlainOptimizer(std::vector<ProvedSetting> more);

/// Names the part of a component that is not proved; empty if all is.
Message unproved(const Component& component, std::span<const ProvedComponent> rows);

/// Adds the layer's path to the name of a part that is not proved.
Message inLayer(const std::string& path, Message what);

/// Whether the layer has neither recipe, quantization nor overrides.
bool isPlain(const LayerNumerics& numerics);

/// "a regularizer is not proved" where the layer has one; else empty.
Message unprovedRegularizer(const PlannedLayer& layer);

/// Names the part of the rest of the training that is not proved: schedule, loop, or a loss scale outside `lossScales`.
Message unprovedTraining(const TrainingSpec& training, std::span<const std::string_view> lossScales);

/// The first thing of a session that is not proved under an arithmetic, with its place; empty: nothing.
Message unprovedUnderKerasJax(const TrainingSpec& training, const ModelPlan& plan);
Message unprovedUnderTorch(const TrainingSpec& training, const ModelPlan& plan);
Message unprovedUnderTorchHopper(const TrainingSpec& training, const ModelPlan& plan);
Message unprovedUnderKerasTorchHopper(const TrainingSpec& training, const ModelPlan& plan);
Message unprovedUnderKerasJaxHopper(const TrainingSpec& training, const ModelPlan& plan);

} // namespace ulpscope
