// SPDX-License-Identifier: GPL-3.0-or-later
// Examples from a person's own files: what is left to do once the numbers are read. The last test_share of the examples
// is for testing, as Keras' validation_split takes them, after one seeded shuffle if wanted.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"
#include "engine/data/dataset.h"

#include <stop_token>

namespace ulpscope {

/// All examples in the file's order.
struct Table
{
    std::vector<std::int64_t> featureShape; ///< of one example
    std::int64_t targetsPerExample = 1;
    Examples examples;
};

/// task, normalization, test_share, shuffle_split
const std::vector<ParameterSpec>& tableParameters();

/// Errors have no place: it is the caller's file.
Result<Dataset> datasetOf(
    Table table, const Config& config, std::uint64_t seed, const std::stop_token& stop = {});

/// The path that a parameter holds; an error at the parameter where there is none.
Result<std::string> fileOf(const Config& config, const std::string& parameter);

/// More numbers, examples or classes than these are refused.
inline constexpr std::int64_t kMostTableValues = std::int64_t{1} << 28;
inline constexpr std::int64_t kMostExamples = std::int64_t{1} << 24;
inline constexpr std::int64_t kMostClasses = std::int64_t{1} << 20;

} // namespace ulpscope
