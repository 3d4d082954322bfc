// SPDX-License-Identifier: GPL-3.0-or-later
// Fashion-MNIST (Xiao, Rasul, Vollgraf 2017): 60,000 and 10,000 grey pictures of 28 x 28 in 10 classes, from IDX files.
#pragma once

#include "engine/base/config.h"
#include "engine/data/dataset.h"

#include <stop_token>

namespace ulpscope {

/// Pixels divided by 255 in float32. The error of a missing folder names Debian's package.
Result<Dataset> loadFashionMnist(const Config& config, std::uint64_t seed, const std::stop_token& stop);

} // namespace ulpscope
