// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/policy_map.h"

#include "engine/base/shown_text.h"
#include "engine/policy/python_regex/python_regex.h"

#include <algorithm>

namespace ulpscope {

namespace {

/// A key or a path in a message.
std::string shortenedKey(std::string_view text)
{
    constexpr std::size_t kShown = 80;
    return shownText(text, kShown);
}

} // namespace

PolicyMapLookup::PolicyMapLookup(const DTypePolicyMap& map)
    : m_map(map)
{
}

std::optional<std::size_t> PolicyMapLookup::entryOf(std::string_view key)
{
    for (std::size_t i = m_keys.size(); i < m_map.entries.size(); ++i)
        m_entries.emplace(m_map.entries[i].first, i);
    m_keys.resize(m_map.entries.size());
    const auto found = m_entries.find(std::string(key));
    return found == m_entries.end() ? std::nullopt : std::optional(found->second);
}

Result<bool> PolicyMapLookup::keyMatches(std::size_t key, std::string_view path)
{
    const std::string& text = m_map.entries[key].first;
    std::optional<Result<PythonRegex>>& regex = m_keys[key];
    if (!regex)
        regex = PythonRegex::compile(text, m_map.matching);
    const Result<bool> isMatch = *regex ? (*regex)->matches(path, m_workspace) : Result<bool>(regex->error());
    if (isMatch)
        return isMatch;
    return wrongKey(text, isMatch.error());
}

Result<std::vector<std::string>> PolicyMapLookup::matchingKeys(std::string_view path)
{
    if (entryOf(path))
        return std::vector<std::string>{std::string(path)};
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        const Result<bool> isMatch = keyMatches(i, path);
        if (!isMatch)
            return isMatch.error();
        if (*isMatch)
            keys.push_back(m_map.entries[i].first);
    }
    return keys;
}

Result<MapLookup> PolicyMapLookup::find(std::string_view path)
{
    const Result<std::vector<std::string>> keys = matchingKeys(path);
    if (!keys)
        return keys.error();
    if (keys->empty())
        return MapLookup{m_map.defaultPolicy, MapMatch::Default, {}};
    if (keys->size() > 1)
        return ambiguousPath(path, *keys);
    const std::string& key = keys->front();
    return MapLookup{
        m_map.entries[*entryOf(key)].second, key == path ? MapMatch::Exact : MapMatch::Regex, key};
}

Error ambiguousPath(std::string_view path, const std::vector<std::string>& keys)
{
    constexpr std::size_t kMaxNamed = 4;
    std::string list;
    for (std::size_t i = 0; i < std::min(keys.size(), kMaxNamed); ++i)
        list += (i == 0 ? "'" : ", '") + shortenedKey(keys[i]) + "'";
    if (keys.size() > kMaxNamed)
        list += " and " + std::to_string(keys.size() - kMaxNamed) + " more";
    return {"",
        "Path '" + shortenedKey(path) + "' matches multiple dtype policy specification keys: [" + list
            + "]; at most one regular expression may match a path",
        ErrorKind::ValueError};
}

Error wrongKey(std::string_view key, const Error& error)
{
    const bool isWrong = error.kind == ErrorKind::RegexError;
    return {"",
        "key '" + shortenedKey(key) + (isWrong ? "' is not a valid regular expression: " : "': ")
            + error.message.text(),
        error.kind};
}

Result<std::vector<std::string>> DTypePolicyMap::matchingKeys(std::string_view path) const
{
    return PolicyMapLookup(*this).matchingKeys(path);
}

Result<MapLookup> DTypePolicyMap::find(std::string_view path) const
{
    return PolicyMapLookup(*this).find(path);
}

bool DTypePolicyMap::contains(std::string_view key) const
{
    return std::any_of(
        entries.begin(), entries.end(), [&](const Entry& entry) { return entry.first == key; });
}

Status DTypePolicyMap::insert(const std::string& key, const DTypePolicy& policy)
{
    for (const Entry& entry : entries)
        if (entry.first == key)
            return Error{"",
                shortenedKey(key) + " already exist in the DTypePolicyMap with value " + repr(entry.second)
                    + "; Keras does not overwrite a key: remove it first",
                ErrorKind::ValueError};
    entries.emplace_back(key, policy);
    return success();
}

Status DTypePolicyMap::erase(std::string_view key)
{
    const auto entry
        = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.first == key; });
    if (entry == entries.end())
        return Error{"", "'" + shortenedKey(key) + "' is not a key of the map", ErrorKind::KeyError};
    entries.erase(entry);
    return success();
}

namespace {

/// repr(text) of Python, for the characters of ASCII; others are printed as they are.
std::string pythonRepr(std::string_view text)
{
    const bool hasSingle = text.find('\'') != std::string_view::npos;
    const char quote = hasSingle && text.find('"') == std::string_view::npos ? '"' : '\'';
    std::string result(1, quote);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == quote || c == '\\')
            (result += '\\') += c;
        else if (c == '\n')
            result += "\\n";
        else if (c == '\r')
            result += "\\r";
        else if (c == '\t')
            result += "\\t";
        else if (byte < 0x20 || byte == 0x7f)
            ((result += "\\x") += "0123456789abcdef"[byte >> 4]) += "0123456789abcdef"[byte & 15];
        else
            result += c;
    }
    return result + quote;
}

} // namespace

std::string repr(const DTypePolicyMap& map)
{
    std::string mapping;
    for (const auto& [key, policy] : map.entries)
        mapping += (mapping.empty() ? "(" : ", (") + pythonRepr(key) + ", " + pythonRepr(policy.name) + ")";
    return "<DTypePolicyMap at 0x0 default_policy=" + map.defaultPolicy.name + ", mapping=[" + mapping + "]>";
}

std::string policyName(const KerasPolicy& policy)
{
    const auto* map = std::get_if<DTypePolicyMap>(&policy);
    return map != nullptr ? map->name() : std::get<DTypePolicy>(policy).name;
}

const DTypePolicy& policyOrDefault(const KerasPolicy& policy)
{
    const auto* map = std::get_if<DTypePolicyMap>(&policy);
    return map != nullptr ? map->defaultPolicy : std::get<DTypePolicy>(policy);
}

} // namespace ulpscope
