// SPDX-License-Identifier: GPL-3.0-or-later
// Examples from arrays in files: IDX, NumPy's .npz and .npy. The first axis counts examples. Errors have the file as
// their place.
#pragma once

#include "engine/base/config.h"
#include "engine/data/dataset.h"

#include <stop_token>

namespace ulpscope {

/// Pixels are divided by 255 where scale_bytes says so.
Result<Dataset> loadIdx(const Config& config, std::uint64_t seed, const std::stop_token& stop);
/// Loads one .npz with both arrays, or two .npy files.
Result<Dataset> loadNpzData(const Config& config, std::uint64_t seed, const std::stop_token& stop);

/// "(20, 0)", cut where it is long.
std::string shapeText(const std::vector<std::int64_t>& shape);

} // namespace ulpscope
