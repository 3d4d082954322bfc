// SPDX-License-Identifier: GPL-3.0-or-later
// Keras' .keras archives: metadata.json, config.json and the variables in model.weights.h5 (keras/src/saving/saving_lib.py).
#pragma once

#include "app/io/tensors/tensor_file.h"
#include "engine/file/zip_archive.h"

#include <optional>

namespace ulpscope {

/// Whether the archive has what every .keras file has.
bool isKerasArchive(const ZipReader& archive);

/// The archive's config.json, as model.to_json() writes it. An error's place is the path.
Result<std::string> kerasConfigText(const std::filesystem::path& path);

/// The model's JSON in a .keras archive or in an HDF5 file of a whole model, with what it was compiled with as its compile_config;
/// nothing where the file is neither.
Result<std::optional<std::string>> kerasModelText(const std::filesystem::path& path);

/// Tensors as model.weights.h5 has them: "layers/dense/vars/0". Errors have no place.
Result<std::unique_ptr<TensorFile>> openKerasFile(const ZipReader& archive);

} // namespace ulpscope
