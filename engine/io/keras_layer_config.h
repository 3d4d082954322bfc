// SPDX-License-Identifier: GPL-3.0-or-later
// One layer as model.to_json() has it (Keras 3.15.1): every key of each class in Keras' order, and back.
#pragma once

#include "engine/model/model_spec.h"

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>
#include <string_view>

namespace ulpscope {

enum class KerasBuild : std::uint8_t {
    Never, ///< Keras never builds the class, and writes no build_config
    InputShape,
};

struct KerasLayerClass
{
    std::string_view name; ///< "Dense"
    /// get_config() of a new layer without name, trainable and dtype, as a JSON text.
    std::string_view config;
    KerasBuild build = KerasBuild::InputShape;
};

/// Empty for a class without a row, which is then written with the layer catalog's parameters alone: Keras fills in the
/// rest.
const KerasLayerClass* kerasLayerClass(std::string_view name);

/// The layer's config. policy: the one that it runs under; of an InputLayer its compute dtype alone counts.
nlohmann::ordered_json kerasLayerConfig(const LayerSpec& layer, const DTypePolicy& policy);

/// The layer's parameters out of such a config, and into layer.kerasConfig what else it says. Errors are at the key.
Status readKerasLayerConfig(
    const nlohmann::ordered_json& config, const DTypePolicy& policy, LayerSpec& layer);

} // namespace ulpscope
