// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor of a file as what is asked of tensors takes it: its values in float64, its format, a row for each of the last axis.
#pragma once

#include "app/io/tensors/tensor_file.h"
#include "engine/train/tensor_snapshot.h"

#include <stop_token>
#include <string>

namespace ulpscope {

/// Integers have float64 as their format. Errors are exactValues()' and have no place.
Result<TensorSnapshot> snapshotOf(
    const StoredTensor& tensor, const std::string& name, const std::stop_token& stop = {});

} // namespace ulpscope
