// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/json/json_members.h"

#include "engine/base/closest_name.h"
#include "engine/base/config.h"

#include <algorithm>
#include <limits>

namespace ulpscope {

JsonMembers::JsonMembers(const Json& object)
    : m_object(object)
{
    if (!object.is_object())
        fail({"", expectedMessage(message("an object"), shownJson(object))});
}

void JsonMembers::fail(Error error)
{
    if (!m_error)
        m_error = std::move(error);
}

const Json& JsonMembers::at(const char* key)
{
    static const Json kNothing;
    m_asked.emplace_back(key);
    const Json* member = findMember(m_object, key);
    if (member == nullptr)
        fail({key, "missing"});
    return member == nullptr ? kNothing : *member;
}

bool JsonMembers::has(const char* key)
{
    m_asked.emplace_back(key);
    return findMember(m_object, key) != nullptr;
}

void JsonMembers::refuseOthers()
{
    if (!m_object.is_object())
        return;
    for (const auto& [key, value] : m_object.items())
        if (std::find(m_asked.begin(), m_asked.end(), key) == m_asked.end()) {
            std::sort(m_asked.begin(), m_asked.end());
            m_asked.erase(std::unique(m_asked.begin(), m_asked.end()), m_asked.end());
            fail({shownText(key), unknownName(translated("key"), shownText(key), m_asked)});
            return;
        }
}

void JsonMembers::expected(const char* key, Message what, const Json& got)
{
    fail({key, expectedMessage(std::move(what), shownJson(got))});
}

std::string JsonMembers::text(const char* key)
{
    const Json& json = at(key);
    if (json.is_string())
        return json.get<std::string>();
    expected(key, message("a text"), json);
    return {};
}

std::string JsonMembers::words(const char* key)
{
    std::string value = text(key);
    if (value.empty())
        fail({key, message("expected a text that is not empty")});
    return value;
}

std::vector<std::string> JsonMembers::texts(const char* key, std::size_t most)
{
    std::vector<std::string> values;
    for (const Json& item : list(key, most)) {
        if (!item.is_string()) {
            expected(key, message("a list of texts"), item);
            return {};
        }
        values.push_back(item.get<std::string>());
    }
    return values;
}

bool JsonMembers::flag(const char* key)
{
    const Json& json = at(key);
    if (!json.is_boolean())
        expected(key, message("true or false"), json);
    return json.is_boolean() && json.get<bool>();
}

double JsonMembers::number(const char* key)
{
    const Json& json = at(key);
    const std::optional<double> value = numberIn(json);
    if (!value)
        expected(key, message("a number"), json);
    return value.value_or(0);
}

std::optional<double> JsonMembers::numberOrNull(const char* key)
{
    return at(key).is_null() ? std::nullopt : std::optional(number(key));
}

std::int64_t JsonMembers::whole(const char* key, std::int64_t least, std::int64_t most)
{
    const Json& json = at(key);
    const bool isInteger = json.is_number_integer()
        && (!json.is_number_unsigned()
            || json.get<std::uint64_t>() <= std::uint64_t(std::numeric_limits<std::int64_t>::max()));
    const std::int64_t value = isInteger ? json.get<std::int64_t>() : least - 1;
    if (value >= least && value <= most)
        return value;
    expected(key,
        message("a whole number from %1 to %2").with(std::to_string(least)).with(std::to_string(most)), json);
    return least;
}

std::optional<std::int64_t> JsonMembers::wholeOrNull(const char* key, std::int64_t least, std::int64_t most)
{
    return at(key).is_null() ? std::nullopt : std::optional(whole(key, least, most));
}

std::size_t JsonMembers::choice(const char* key, const std::vector<std::string>& names)
{
    const std::string name = text(key);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end())
        return static_cast<std::size_t>(found - names.begin());
    fail({key, unknownName(translated("name"), shownText(name), names)});
    return 0;
}

const Json* JsonMembers::objectOrNull(const char* key)
{
    const Json& json = at(key);
    if (!json.is_null() && !json.is_object())
        expected(key, message("an object or null"), json);
    return json.is_object() ? &json : nullptr;
}

const Json& JsonMembers::list(const char* key, std::size_t most)
{
    static const Json kEmpty = Json::array();
    const Json& json = at(key);
    if (json.is_array() && json.size() <= most)
        return json;
    expected(key, message("a list of at most %1").with(std::to_string(most)), json);
    return kEmpty;
}

std::optional<double> numberIn(const Json& json)
{
    if (json.is_number())
        return json.get<double>();
    if (!json.is_string())
        return std::nullopt;
    const std::string& word = json.get_ref<const std::string&>();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (word == "NaN")
        return std::numeric_limits<double>::quiet_NaN();
    if (word == "Infinity" || word == "-Infinity")
        return word == "Infinity" ? kInfinity : -kInfinity;
    return std::nullopt;
}

} // namespace ulpscope
