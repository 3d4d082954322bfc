// SPDX-License-Identifier: GPL-3.0-or-later
// Circle: points of the plane, class 1 within half the radius, class 0 from 0.7 of it on; radius 1.
#pragma once

#include "engine/base/config.h"
#include "engine/data/dataset.h"

#include <stop_token>

namespace ulpscope {

Result<Dataset> makeCircle(const Config& config, std::uint64_t seed, const std::stop_token& stop);

} // namespace ulpscope
