// SPDX-License-Identifier: GPL-3.0-or-later
// What torch.save writes (.pt, .pth; a zip archive since torch 1.6): the tensors in it, however deep in dicts, lists and objects,
// and the numbers and texts beside them. Layout: torch/serialization.py, torch/_utils.py.
#pragma once

#include "app/io/tensors/tensor_file.h"
#include "engine/file/zip_archive.h"

#include <optional>

namespace ulpscope {

/// Index of the entry with the pickle, "archive/data.pkl", if there is one.
std::optional<std::size_t> torchPickle(const ZipReader& archive);

/// Names are the keys that lead there: "model.fc1.weight", "optimizer.state.0.exp_avg". What would have been made by other
/// Python classes is told in notices(). Errors have no place.
Result<std::unique_ptr<TensorFile>> openTorchFile(ZipReader archive, std::size_t pickle);

} // namespace ulpscope
