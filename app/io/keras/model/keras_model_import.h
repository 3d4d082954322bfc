// SPDX-License-Identifier: GPL-3.0-or-later
// A model as Keras writes it (model.to_json(), the config.json inside a .keras file): the policy of every layer, of
// whatever class, by Keras' rules of loading; and, where all classes are ours, a model to train.
#pragma once

#include "app/io/keras/model/keras_compile.h"
#include "app/io/keras/policy/keras_policy.h"
#include "engine/model/model_spec.h"
#include "engine/policy/policy_map.h"
#include "engine/session/session_spec.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// A layer's policy at one of its paths.
struct KerasLayerPolicy
{
    std::string path;
    /// The policy, and which key of a map it came from; or the exception that Keras raises.
    Result<MapLookup> found;
};

struct KerasModelLayer
{
    std::string place; ///< where the layer is in the JSON, "config.layers[2]"
    std::string name;
    std::string className;
    bool isChild = false; ///< made by the layer at this place, which the JSON does not list: "mha/query"
    bool hasLora = false; ///< the layer's config has a lora_rank
    bool hasPath = true; ///< in Keras; else its map gives it the default
    /// The layer's own policy from its dtype; empty: it has none and takes the global policy.
    std::optional<KerasPolicy> given;
    /// The policy in the model that was saved, whose paths are "sequential/dense", "dense" in a Functional model, "mha/query". The older families have no
    /// paths; theirs are the names.
    KerasLayerPolicy saved;
    /// The policy in the model that Keras makes of this JSON. There the path of a layer that is built alone is its name.
    KerasLayerPolicy loaded;
};

/// A layer that Keras does not load, whatever its policy.
struct KerasLoadRefusal
{
    std::string path; ///< path of the layer or the model, as Keras would load it
    std::string className;
    Error error;
};

struct KerasModelFile
{
    std::string name;
    bool isSequential = false;
    /// The model's own dtype as written; loading leaves it aside and takes the global policy.
    std::optional<KerasPolicy> given;
    /// Layers in the file's order, each before the layers that it contains; without InputLayers and the nested models themselves.
    std::vector<KerasModelLayer> layers;
    std::vector<KerasLoadRefusal> refusals;
    std::string optimizer; ///< the class that it was compiled with, "Adam"; empty: it was not
    bool isOptimizerWrapped = false; ///< whether a LossScaleOptimizer is around the optimizer
};

/// Whether JSON looks like a model: an envelope of class_name and config that has a list of layers.
bool isKerasModel(std::string_view text);

/// Policies that Keras refuses are in the layers; an Error means that the text is no model.
Result<KerasModelFile> readKerasModel(std::string_view text, const KerasLoader& loader = {});

/// "is a Keras model of 177 layers and no session: ...", with what can be done with it here; empty where the text is no model.
Message kerasModelSentence(std::string_view text);

struct KerasModelImport
{
    ModelSpec model;
    /// A Sequential's own dtype, else the policy of most layers; the others have own ones.
    PolicySettings policies;
    KerasCompile compile;
    /// Sentences about parts of the file that are kept but not trained, or not kept.
    std::vector<std::string> notes;
};

/// The session with this model, its policies and what it was compiled with. Loss, optimizer and loss scale of which the file says
/// nothing stay.
SessionSpec withImport(SessionSpec session, const KerasModelImport& import);

/// One message for the first thing that cannot be trained here: "config.layers[3]: 'conv2d' is a Conv2D, which ...".
Result<KerasModelImport> importKerasModel(std::string_view text, const KerasLoader& loader = {});

} // namespace ulpscope
