// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of the engine in the window's language, as far as they are those that a newcomer meets: values, names and files that are wrong. The
// engine says them in English, as the command line does; here they are found again by their patterns, and one that is none of them stays.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"

#include <QString>

#include <string_view>
#include <vector>

namespace ulpscope::ui {

/// With its place.
QString errorText(const Error& error);
/// Of a message alone. What stands in quotes stays as it was typed.
QString errorText(std::string_view message);
/// What values a parameter takes.
QString expectationText(const ParameterSpec& parameter);

/// All that are known, for a test: each is what the engine says.
std::vector<std::string_view> errorPatterns();

} // namespace ulpscope::ui
