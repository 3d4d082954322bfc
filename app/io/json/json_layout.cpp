// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace ulpscope {

namespace {

constexpr std::size_t kColumns = 120;
constexpr std::size_t kIndent = 2;

std::string scalar(const Json& json)
{
    if (json.is_number_float()) {
        const double number = json.get<double>();
        if (!std::isfinite(number)) // JSON has no such number
            return '"' + shortestText(number) + '"';
        if (number == 0 && std::signbit(number)) // "-0" would read back as the integer 0
            return "-0.0";
        return shortestText(number);
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string oneLine(const Json& json)
{
    if (!json.is_structured())
        return scalar(json);
    std::string text(1, json.is_object() ? '{' : '[');
    for (auto member = json.begin(); member != json.end(); ++member) {
        text += member == json.begin() ? "" : ", ";
        if (json.is_object())
            text += scalar(member.key()) + ": ";
        text += oneLine(*member);
    }
    return text + (json.is_object() ? '}' : ']');
}

/// `column`: how many characters the line has before the value, plus those that must follow it.
void lay(const Json& json, std::size_t depth, std::size_t column, std::string& text)
{
    const std::string flat = oneLine(json);
    const bool isRoot = depth == 0;
    if (!json.is_structured() || json.empty() || (!isRoot && column + flat.size() <= kColumns)) {
        text += flat;
        return;
    }
    text += json.is_object() ? '{' : '[';
    const std::size_t indent = (depth + 1) * kIndent;
    for (auto member = json.begin(); member != json.end(); ++member) {
        text += member == json.begin() ? "\n" : ",\n";
        text.append(indent, ' ');
        const std::string name = json.is_object() ? scalar(member.key()) + ": " : "";
        text += name;
        lay(*member, depth + 1, indent + name.size() + 1, text);
    }
    text += '\n';
    text.append(depth * kIndent, ' ');
    text += json.is_object() ? '}' : ']';
}

} // namespace

std::string layoutJson(const Json& json)
{
    std::string text;
    lay(json, 0, 0, text);
    return text + '\n';
}

std::string shownJson(const Json& json, std::size_t limit)
{
    // A list or an object may be huge: its kind says enough.
    if (json.is_object())
        return "an object";
    if (json.is_array() && json.size() > limit / 4)
        return "a list of " + std::to_string(json.size());
    return shownText(oneLine(json), limit);
}

} // namespace ulpscope
