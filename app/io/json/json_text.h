// SPDX-License-Identifier: GPL-3.0-or-later
// JSON text in and out. In: bounded, duplicate keys refused, one message with line and column or place. Out:
// one layout that depends on the values alone, so that files we wrote load back to the same bytes.
#pragma once

#include "engine/base/longest_text.h"
#include "engine/base/result.h"
#include "engine/base/shown_text.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

using Json = nlohmann::ordered_json; ///< keys keep their order

inline constexpr std::size_t kLargestJson = std::size_t{16} << 20; ///< bytes

/// Also refused: nesting deeper than 128, more than 200,000 values, more than 4,096 keys in one object, a text
/// longer than kLongestText. Keys keep their order.
Result<Json> parseJson(std::string_view text);

/// The same of a text that another program wrote: of a key that appears twice the last value counts, in the first one's place, as
/// Python's json has it. Places of such keys are appended to `repeated`, "config.source_name".
Result<Json> parsePythonJson(std::string_view text, std::vector<std::string>* repeated = nullptr);

/// Sentences about the keys that appear twice in such a text; none where it is no JSON.
std::vector<std::string> repeatedKeyNotices(std::string_view text);

/// The object's member of that name; nullptr if it has none, or is no object.
const Json* findMember(const Json& object, const char* key);

/// The text of that name; empty if it has none, or it is no text.
std::string textMember(const Json& object, const char* key);

/// A list or an object is on one line if that line stays within 120 columns, else one member a line, indented
/// by 2. Numbers are shortest; ends with a newline.
std::string layoutJson(const Json& json);

/// The value on one line, cut to about `limit` characters: for "expected an object, got [1, 2]".
std::string shownJson(const Json& json, std::size_t limit = 60);

} // namespace ulpscope
