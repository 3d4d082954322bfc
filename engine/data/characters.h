// SPDX-License-Identifier: GPL-3.0-or-later
// The characters of a text file: `context` bytes in a row, to predict the next one after each of them. A byte's number is
// its place among the file's distinct bytes in order, and that is a feature, so that a model begins with an Embedding.
#pragma once

#include "engine/base/config.h"
#include "engine/data/dataset.h"

#include <stop_token>

namespace ulpscope {

/// Windows begin every `stride` bytes; the last test_share of the file is for testing.
Result<Dataset> loadCharacters(const Config& config, std::uint64_t seed, const std::stop_token& stop);

} // namespace ulpscope
