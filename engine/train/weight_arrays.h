// SPDX-License-Identifier: GPL-3.0-or-later
// A model's variables as arrays with Keras' variable paths for names, "sequential/dense/kernel": how weights come from
// elsewhere and go there.
#pragma once

#include "engine/file/npz.h"
#include "engine/model/model.h"

#include <span>
#include <vector>

namespace ulpscope {

/// In float64 where float32 does not hold a variable's dtype.
std::vector<NamedArray> weightArrays(const Model& model);

/// Every variable gets the array of its name, rounded to its dtype. An array that is missing, that no variable has, or
/// that has another shape is an error without a place, and then the model is as it was.
Status assignWeights(Arithmetic& arithmetic, std::span<const NamedArray> weights, Model& model);

} // namespace ulpscope
