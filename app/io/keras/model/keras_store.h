// SPDX-License-Identifier: GPL-3.0-or-later
// Where Keras keeps a model's variables in a .weights.h5 (keras/src/saving/saving_lib.py, _save_state): by the classes of layers and their
// count, not by their names, so that the place alone does not say which layer it is.
#pragma once

#include "app/io/tensors/tensor_file.h"
#include "engine/file/npz.h"
#include "engine/model/model.h"

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

} // namespace ulpscope
