// SPDX-License-Identifier: GPL-3.0-or-later
// A model as plain data: an ordered list of layers with their inputs. Run order is list order.
#pragma once

#include "engine/base/config.h"
#include "engine/policy/effective_policy.h"
#include "engine/policy/overrides.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct LayerSpec
{
    std::string name; ///< unique in the model; no "/"
    std::string className; ///< Keras', "Dense"; a row of the layer catalog
    Config config; ///< the catalog row's parameters; absent ones have their defaults
    std::vector<std::string> inputs; ///< names of earlier layers; empty: the layer before
    std::optional<DTypePolicy> policy; ///< the layer's own dtype argument; empty: inherited
    NumericsSpec numerics = {}; ///< overrides of the policy's numerics; a composite's hold for its children
    /// The layer's own recipe, a row of the recipe catalog, also "none"; empty: the session's. A composite's recipe holds for its children.
    std::optional<Component> recipe = {};
    /// A composite's policies for its children by their names, "query"; in Keras a DTypePolicyMap as its dtype.
    std::vector<std::pair<std::string, DTypePolicy>> children = {};

    /// Null if the child has none of its own.
    const DTypePolicy* childPolicy(std::string_view child) const;
    /// Sets the policy of a child, or of the layer itself where `child` is empty; nullopt: it is inherited again.
    void setPolicy(const std::optional<DTypePolicy>& wanted, std::string_view child = {});
    /// The rest of an imported Keras config as a JSON object's text; exports write it back.
    std::string kerasConfig = {};
    /// Where files of Keras have the layer of a model that was inside another, "layers/sequential/layers/dense"; empty: by its class and
    /// place.
    std::string kerasFolder = {};

    bool operator==(const LayerSpec&) const = default;
};

inline constexpr std::size_t kMaxLayers = 1000; ///< limit for a model

struct ModelSpec
{
    std::string name = "sequential";
    std::vector<LayerSpec> layers;

    /// Keras' Sequential, as long as no layer names its inputs and none takes more than one; else Functional.
    bool isSequential() const;
    /// Keras' path: "sequential/dense" in a Sequential, "dense" in a Functional model.
    std::string layerPath(const LayerSpec& layer) const;
    /// Positions of the layers that a layer takes its input from; a name that no earlier layer has counts for nothing.
    std::vector<std::size_t> inputsOf(std::size_t layer) const;
    /// A free name by Keras' rule: CamelCase to snake_case, "dense", then "dense_1", "dense_2".
    std::string freeName(std::string_view className) const;

    bool operator==(const ModelSpec&) const = default;
};

/// "BatchNormalization" -> "batch_normalization".
std::string snakeCase(std::string_view className);

} // namespace ulpscope
