// SPDX-License-Identifier: GPL-3.0-or-later
// What a .keras file has of its training beside the weights: what the optimizer keeps, steps, the loss scale's counter, scales and amax
// histories of float8 layers; and where it keeps the latter.
#pragma once

#include "app/io/keras/model/keras_compile.h"
#include "app/io/keras/model/keras_store.h"
#include "engine/model/model_spec.h"

#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

/// The scale or the amax history of a float8 layer's operand.
struct StoredScaling
{
    std::string stored; ///< "layers/dense/vars/3"
    std::string layer; ///< the layer's path, "sequential/dense"
    std::string slot; ///< "inputs", "kernel", "outputs_grad"
    bool isHistory = false;
    std::size_t length = 1; ///< numbers
};

/// In the layers' own order: behind the variables of each, a scale and a history for every operand
/// (keras/src/layers/core/dense.py, save_own_variables). places: storedPlaces() of the model.
std::vector<StoredScaling> storedScalings(const std::vector<StoredPlace>& places, const Model& model);

struct KerasTrainingState
{
    std::vector<NamedArray> arrays; ///< arrays that loadTrainingState() takes
    std::set<std::string> taken; ///< names in the file, of layers
    std::vector<std::string> notes; ///< sentences about state that starts anew
};

/// Whether the file's LossScaleOptimizer was compiled and never trained. Such a one has neither counter nor scale: in their places are
/// the first variables of the optimizer that it wraps.
bool hasUnbuiltLossScale(const TensorFile& file);

/// scaleGoesOn: the loss scale is as far as the file's, so that its counter counts. An error's place is what in the file cannot
/// be read; what does not fit is left out with a note.
Result<KerasTrainingState> storedTrainingState(TensorFile& file, const ModelSpec& spec,
    const KerasCompile& compile, bool scaleGoesOn, const std::vector<StoredPlace>& places, const Model& model,
    const std::stop_token& stop = {});

} // namespace ulpscope
