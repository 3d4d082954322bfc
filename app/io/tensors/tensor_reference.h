// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor of a file by one text: "weights.npy", "model.safetensors::lm_head.weight", "dump.npz::h:bfloat16".
#pragma once

#include "app/io/tensors/tensor_file.h"
#include "engine/file/npy.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct TensorReference
{
    std::string file;
    std::string name; ///< empty means the file's only tensor
    const ElementType* as = nullptr; ///< the type that was asked for behind a colon
};

/// Splits the text at "::" into file and name, and the name at its last colon if a dtype follows.
TensorReference parseTensorReference(std::string_view text);

/// Errors have the file, or file::name, as their place.
Result<StoredTensor> loadTensor(const TensorReference& reference, const std::stop_token& stop = {});

/// The values in float64. Complex numbers are an error, because the part is not named. An integer that float64 does
/// not have is an error too. Errors have no place.
Result<std::vector<double>> exactValues(const StoredTensor& tensor, const std::stop_token& stop = {});

/// The values as float32 where that has all of the type's, else as float64. Errors are exactValues()'.
Result<NpyArray> toArray(const StoredTensor& tensor);

} // namespace ulpscope
