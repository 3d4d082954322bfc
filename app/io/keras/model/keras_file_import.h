// SPDX-License-Identifier: GPL-3.0-or-later
// A .keras file to train on from: its model, policies, weights, and what it was compiled with.
#pragma once

#include "app/io/keras/model/keras_model_import.h"
#include "engine/file/npz.h"
#include "engine/kernels/kernels.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace ulpscope {

struct KerasFileImport
{
    /// The imported model. Its loss scale is the one that the file's optimizer had reached.
    KerasModelImport model;
    std::vector<NamedArray> weights; ///< arrays that loadWeights() takes
    std::vector<NamedArray> state; ///< arrays that loadTrainingState() takes; may be empty
    /// Sentences about state that a continued training starts anew.
    std::vector<std::string> notes;
};

/// An error's place is the path, and in it what the file's part is.
Result<KerasFileImport> importKerasFile(const std::filesystem::path& path, const Kernels& kernels,
    const KerasPolicy& global = DTypePolicy{}, const std::stop_token& stop = {});

} // namespace ulpscope
