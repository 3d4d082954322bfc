// SPDX-License-Identifier: GPL-3.0-or-later
// What a tensor would lose, as a table and as JSON.
#pragma once

#include "app/judge/arithmetic/would_lose.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ulpscope::cli {

std::string lossTable(const std::vector<WouldLose>& losses);
nlohmann::ordered_json lossJson(const std::vector<WouldLose>& losses);

} // namespace ulpscope::cli
