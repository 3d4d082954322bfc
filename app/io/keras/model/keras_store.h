// SPDX-License-Identifier: GPL-3.0-or-later
// Keras' weights as arrays by their paths, read and written.
#pragma once

#include "app/io/tensors/hdf5/hdf5_writer.h"
#include "app/io/tensors/tensor_file.h"
#include "engine/file/npz.h"
#include "engine/kernels/kernels.h"
#include "engine/model/model.h"
#include "engine/session/session_spec.h"

#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Gives the layers of one model their names in the file, in the model's order: "dense", then "dense_1".
class StoredNames
{
public:
    std::string next(std::string_view className);

private:
    std::map<std::string, int> m_used; ///< times, by name
};

struct StoredPlace
{
    std::string stored; ///< "layers/dense_1/vars/0"
    std::string variable; ///< Keras' path of it, "sequential/logits/kernel"
};

/// Where the file keeps each of the model's variables. A layer inside another is at what the outer one keeps it as: "layers/multi_head_attention/query_dense/vars/0".
std::vector<StoredPlace> storedPlaces(const ModelSpec& spec, const ModelPlan& plan, const Model& model);

/// Converts a tensor to float32 where that holds every value of its dtype, else to float64.
NpyArray arrayOf(const StoredTensor& tensor);

/// The variables that a file of Keras has, by their paths, as loadWeights() takes them; places: storedPlaces() of the model. An error's
/// place is what the file has not, or what it has in another shape.
Result<std::vector<NamedArray>> storedWeights(TensorFile& file, const std::vector<StoredPlace>& places,
    const Model& model, const std::stop_token& stop = {});

// A .weights.h5 file that Keras' load_weights() takes of the same model: model.save_weights(), without an optimizer
// (keras/src/saving/saving_lib.py, save_weights_only).
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
