// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a JSON object with more members than json_text.h takes, one after the other and none kept: a list of the tensors
// of a large model has a hundred thousand.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace ulpscope {

/// Event at the start of a list; its elements follow with the path of the list.
struct JsonListBegins
{
};
/// std::monostate is null.
using JsonLeaf = std::variant<std::monostate, bool, std::int64_t, double, std::string_view, JsonListBegins>;

/// Calls `visit` with the keys that lead to each value. The text is an object; nested at most 16 deep. Errors have the
/// position as their place, those of `visit` what it says.
Status eachJsonLeaf(std::string_view text,
    const std::function<Status(std::span<const std::string> keys, const JsonLeaf& leaf)>& visit);

} // namespace ulpscope
