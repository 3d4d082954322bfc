// SPDX-License-Identifier: GPL-3.0-or-later
// Values as Python source.
#pragma once

#include "engine/base/config.h"

#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// A string literal in double quotes; quotes, backslashes and control characters are escaped.
std::string pythonText(std::string_view text);
/// A float: "0.1", "1.0", "1e-05", "float(\"inf\")".
std::string pythonNumber(double value);
/// "(28, 28)", "(4,)"
std::string pythonTuple(const std::vector<std::int64_t>& values);
std::string pythonValue(const ParameterValue& value);

/// "name(a, b=1)" on one line if that fits `columns` behind `indent` spaces, else one argument a line.
std::string pythonCall(const std::string& name, const std::vector<std::string>& arguments, std::size_t indent,
    std::size_t columns = 96);

} // namespace ulpscope
