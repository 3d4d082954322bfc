// SPDX-License-Identifier: GPL-3.0-or-later
// A model's variables as arrays with Keras' variable paths for names, "sequential/dense/kernel": how weights come from
// elsewhere and go there.
#pragma once

#include "engine/file/npz.h"
#include "engine/model/model.h"
#include "engine/model/model_spec.h"

#include <span>
#include <stop_token>
#include <vector>

namespace ulpscope {

Shape shapeOf(const NpyArray& array);

/// A tensor's values, in float64 where float32 does not hold its dtype.
NpyArray arrayOf(const Tensor& tensor);

std::vector<NamedArray> weightArrays(const Model& model);
/// The same, to be written; the model must outlive them and stay as it is.
std::vector<ArraySource> weightSources(const Model& model);

/// Reads an .npz file that has one array of the right shape for each of the model's variables, and no other. A Sequential
/// may have another name in the file or none ("dense/kernel"). The error's place is the path.
Result<std::vector<NamedArray>> loadWeights(const std::filesystem::path& path, const ModelSpec& spec,
    const Model& model, const std::stop_token& stop = {});

/// The array's values, rounded to the tensor's dtype. A contract that the shapes are alike.
void assignArray(Arithmetic& arithmetic, const NpyArray& array, Tensor& tensor);

/// Every variable gets the array of its name, rounded to its dtype. A contract that they are what loadWeights() gives.
void assignWeights(Arithmetic& arithmetic, std::span<const NamedArray> weights, Model& model);

} // namespace ulpscope
