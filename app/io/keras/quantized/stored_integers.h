// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that a file of Keras has as integers with scales, as model.quantize("int8") leaves them: the numbers that a layer here
// keeps, of which it makes just those integers and scales.
#pragma once

#include "app/io/keras/model/keras_store.h"
#include "engine/file/npz.h"
#include "engine/policy/effective_policy.h"

#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

/// Whether what each layer is stored as is read here: numbers, or the integers of int8 of a kernel. The error is at the layer.
Status checkStoredIntegers(const ModelSpec& spec, const PolicySettings& policies);

/// weights: storedWeights() of the file, where such a kernel is its codes. taken: gets the names of the scales. An error's place is
/// the scale's, where no kernel has these codes and this scale.
Status codesToNumbers(TensorFile& file, const ModelPlan& plan, const std::vector<StoredPlace>& places,
    const Model& model, std::vector<NamedArray>& weights, std::set<std::string>& taken,
    const std::stop_token& stop = {});

} // namespace ulpscope
