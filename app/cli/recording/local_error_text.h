// SPDX-License-Identifier: GPL-3.0-or-later
// A layer's local error as JSON, and where it left the finite numbers as text.
#pragma once

#include "app/io/recordings/findings/local_error.h"

#include <nlohmann/json.hpp>

#include <string>

namespace ulpscope::cli {

nlohmann::ordered_json localErrorJson(const LocalError& error);
nlohmann::ordered_json dotProductJson(const DotProductStudy& study);
/// Lines on the first value that is not finite; none if all are.
std::string localErrorNotes(const LocalError& error);
/// A line for each of the largest terms.
std::string dotProductTerms(const DotProductStudy& study);

} // namespace ulpscope::cli
