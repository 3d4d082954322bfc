// SPDX-License-Identifier: GPL-3.0-or-later
// Examples from a CSV file: one a line; the target is one column, features are the others. Texts in the target's column
// are classes, numbered in sorted order.
#pragma once

#include "engine/base/config.h"
#include "engine/data/dataset.h"

#include <stop_token>

namespace ulpscope {

/// Errors have the file and its line as their place.
Result<Dataset> loadCsv(const Config& config, std::uint64_t seed, const std::stop_token& stop);

} // namespace ulpscope
