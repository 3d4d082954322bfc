// SPDX-License-Identifier: GPL-3.0-or-later
// Examples from a CSV file: one a line; the target is one column, features are the others but for those left out. Texts in the
// target's column are classes, numbered in sorted order; those of a feature may be a feature each, which is 1 where they stand.
#pragma once

#include "engine/base/config.h"
#include "engine/data/dataset.h"

#include <cstddef>
#include <stop_token>

namespace ulpscope {

/// A feature's column may have so many different texts.
inline constexpr std::size_t kMaxTextFeatures = 100;

/// Errors have the file and its line as their place.
Result<Dataset> loadCsv(const Config& config, std::uint64_t seed, const std::stop_token& stop);

} // namespace ulpscope
