// SPDX-License-Identifier: GPL-3.0-or-later
// One layer as model.to_json() has it (Keras 3.15.1): every key of each class in Keras' order, and back.
#pragma once

#include "engine/base/message.h"
#include "engine/model/model_spec.h"
#include "engine/policy/policy_map.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// The layer's config. dtype: the policy that it runs under, or a map for a composite's children; of an InputLayer its
/// compute dtype alone counts.
nlohmann::ordered_json kerasLayerConfig(const LayerSpec& layer, const KerasPolicy& dtype);

/// The layer's parameters out of such a config, and into layer.kerasConfig what else it says. Errors are at the key.
Status readKerasLayerConfig(const nlohmann::ordered_json& config, const KerasPolicy& dtype, LayerSpec& layer);

/// The layer's inputs as its call gets them: attention over one input has it as query and value.
std::vector<std::size_t> kerasCallInputs(const LayerSpec& layer, const std::vector<std::size_t>& inputs);
/// The keyword arguments of the call as Keras writes them: of our parameters those that differ from their defaults.
nlohmann::ordered_json kerasCallArguments(const LayerSpec& layer);
/// Whether Keras takes this parameter as an argument of the call, "use_causal_mask".
bool isKerasCallArgument(std::string_view className, std::string_view parameter);
/// Whether the constructor of the class in Keras takes the parameter.
bool isKerasParameter(std::string_view className, std::string_view parameter);
/// Whether a parameter of a layer is an initializer: "kernel_initializer".
bool isKerasInitializer(std::string_view parameter);
/// "\"he_normal\"", or keras.initializers.Constant(value=0.5)
std::string kerasInitializerExpression(std::string_view text);
/// Two extents of an image, of which a session may say one for both.
bool isKerasWindow(std::string_view parameter);
/// All sides of so many axes, of which the list may have fewer: "[[0, 1], [2, 3]]", JSON and Python.
std::string kerasSides(const std::vector<std::int64_t>& list, std::size_t axes);
/// Sentences about parts of the layer that Keras cannot express.
std::vector<Message> gapsOfLayer(const LayerSpec& layer);
/// Also lists what the config in Keras cannot express, although Python code could.
std::vector<Message> leftOutOfLayer(const LayerSpec& layer);

} // namespace ulpscope
