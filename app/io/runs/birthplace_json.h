// SPDX-License-Identifier: GPL-3.0-or-later
// "first_non_finite", "divergence" and "first_nan" of summary.json and of kept runs.
#pragma once

#include "engine/base/result.h"
#include "engine/train/birthplace.h"

#include <nlohmann/json_fwd.hpp>

namespace ulpscope {

nlohmann::ordered_json birthplaceJson(const Birthplace& birth);
/// Birthplace::kind follows from the member's name, and is the caller's to set.
Result<Birthplace> readBirthplace(const nlohmann::ordered_json& json);

} // namespace ulpscope
