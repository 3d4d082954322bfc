// SPDX-License-Identifier: GPL-3.0-or-later
// A .weights.h5 file that Keras' load_weights() takes of the same model: model.save_weights(), without an optimizer
// (keras/src/saving/saving_lib.py, save_weights_only).
#pragma once

#include "app/io/tensors/hdf5/hdf5_writer.h"
#include "engine/file/npz.h"
#include "engine/kernels/kernels.h"
#include "engine/session/session_spec.h"

#include <string>
#include <vector>

namespace ulpscope {

struct KerasDataset
{
    std::string stored; ///< "layers/dense/vars/0"
    std::string array; ///< the name of what it has, in TrainingRun::weights() or TrainingRun::state()
    Hdf5Element element = Hdf5Element::Float32;
};

/// What a run of the session is written as; or an Error, at the layer's place, where Keras keeps other variables of a layer than
/// are trained here (the integers of int8 and int4) or keeps them in no dtype of its own.
Result<std::vector<KerasDataset>> kerasDatasets(const SessionSpec& session, const Kernels& kernels);

/// The file's bytes. A contract that the arrays are those of such a run.
std::string kerasWeightsFile(const std::vector<KerasDataset>& datasets,
    const std::vector<NamedArray>& weights, const std::vector<NamedArray>& state);

} // namespace ulpscope
