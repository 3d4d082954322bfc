// SPDX-License-Identifier: GPL-3.0-or-later
// HDF5 files of tensors, such as Keras' weights: every dataset of numbers, under its path. Keras stores bfloat16 and float8 as opaque
// bytes with an attribute "dtype" (keras/src/saving/saving_lib.py, H5IOStore).
#pragma once

#include "app/io/tensors/tensor_file.h"
#include "engine/file/input_file.h"

namespace ulpscope {

/// Errors have no place.
Result<std::unique_ptr<TensorFile>> openHdf5(InputFile file);
/// Opens a file that is in memory.
Result<std::unique_ptr<TensorFile>> openHdf5Image(std::string bytes);

} // namespace ulpscope
