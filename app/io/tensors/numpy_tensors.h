// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npy and .npz files as files of tensors, with the dtypes that ml_dtypes adds: NumPy writes these as voids ("<V2"), so
// that the file does not say which they are.
#pragma once

#include "app/io/tensors/tensor_file.h"
#include "engine/file/input_file.h"
#include "engine/file/zip_archive.h"

namespace ulpscope {

/// One tensor, named as the file without its suffix. Errors have no place.
Result<std::unique_ptr<TensorFile>> openNpyTensor(InputFile file);

/// Entries that are no .npy files are told in notices().
Result<std::unique_ptr<TensorFile>> openNpzTensors(ZipReader archive);

} // namespace ulpscope
