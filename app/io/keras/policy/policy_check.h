// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the exceptions that real Keras would raise for the policies of a session, a model file or a policy, layer by layer.
#pragma once

#include "app/io/keras/model/keras_model_import.h"
#include "engine/policy/policy_map.h"
#include "engine/session/session_spec.h"

#include <string>
#include <vector>

namespace ulpscope {

struct KerasProblem
{
    /// Path of the layer; else a key of the map, "policies.map['dense(']"; "global policy"; a parameter of the optimizer.
    std::string path;
    std::string className; ///< class of the layer or the optimizer; empty elsewhere
    Error error; ///< Keras' exception, with its kind
};

/// Each layer under the policy that the session gives it, and the optimizer. Ulpscope itself, like model.quantize,
/// leaves a quantized policy aside where a layer has no such call; a layer that is constructed with one raises.
std::vector<KerasProblem> kerasProblems(const SessionSpec& session);
/// Loading the file and calling the model. `loader`: what it was read by.
std::vector<KerasProblem> kerasProblems(const KerasModelFile& model, const KerasLoader& loader = {});
/// keras.config.set_dtype_policy of it, and a model made then.
std::vector<KerasProblem> kerasProblems(const KerasPolicy& global);

/// One problem for each policy of the session that its version of Keras does not have.
std::vector<KerasProblem> missingPolicies(const SessionSpec& session);

/// A sentence on loss scaling in Model.compile for a model with that policy.
std::string compileSentence(const KerasPolicy& modelPolicy, KerasVersion version);
/// Says in sentences what happens when an older family loads the model.
std::string compileSentence(const KerasModelFile& model, const KerasLoader& loader);

} // namespace ulpscope
