// SPDX-License-Identifier: GPL-3.0-or-later
// Python with places for a config's values, as rows of catalogs hold it: "torch.softmax({x}, dim={axis})".
//   {axis}                        the parameter, a list without its brackets
//   {keepdims?, keepdim=True}     what follows the question mark, if the flag is set
// Any other place is the caller's.
#pragma once

#include "engine/base/config.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// The text with its places filled in. config: checked. Nothing where an integer is wanted and the list has several.
std::optional<std::string> filledPython(std::string_view text, const Config& config,
    const std::vector<ParameterSpec>& specs,
    const std::function<std::string(std::string_view place)>& other = {});

/// Whether the text has a place for the parameter.
bool hasPlace(std::string_view text, std::string_view parameter);

} // namespace ulpscope
