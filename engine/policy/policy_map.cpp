// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/policy_map.h"

#include "engine/policy/python_regex.h"

#include <algorithm>

namespace ulpscope {

namespace {

std::string shortenedKey(std::string_view text)
{
    constexpr std::size_t kShown = 80;
    return std::string(text.substr(0, kShown)) + (text.size() > kShown ? "..." : "");
}

} // namespace

PolicyMapLookup::PolicyMapLookup(const DTypePolicyMap& map)
    : m_map(map)
    , m_keys(map.entries.size())
{
    for (const DTypePolicyMap::Entry& entry : map.entries)
        m_entries.emplace(entry.first, &entry);
}

const DTypePolicyMap::Entry* PolicyMapLookup::entryOf(std::string_view key) const
{
    const auto found = m_entries.find(key);
    return found == m_entries.end() ? nullptr : found->second;
}

Result<bool> PolicyMapLookup::keyMatches(std::size_t key, std::string_view path)
{
    const std::string& text = m_map.entries[key].first;
    std::optional<Result<PythonRegex>>& regex = m_keys[key];
    if (!regex)
        regex = PythonRegex::compile(text, m_map.matching);
    const Result<bool> isMatch = *regex ? (*regex)->matches(path) : Result<bool>(regex->error());
    if (isMatch)
        return isMatch;
    const bool isWrong = isMatch.error().kind == ErrorKind::RegexError;
    return Error{"",
        "key '" + shortenedKey(text) + (isWrong ? "' is not a valid regular expression: " : "': ")
            + isMatch.error().message,
        isMatch.error().kind};
}

Result<std::vector<std::string>> PolicyMapLookup::matchingKeys(std::string_view path)
{
    if (entryOf(path) != nullptr)
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
    if (keys->size() > 1) {
        std::string list;
        for (const std::string& key : *keys)
            list += (list.empty() ? "'" : ", '") + shortenedKey(key) + "'";
        return Error{"",
            "Path '" + shortenedKey(path) + "' matches multiple dtype policy specification keys: [" + list
                + "]; at most one regular expression may match a path",
            ErrorKind::ValueError};
    }
    const std::string& key = keys->front();
    return MapLookup{entryOf(key)->second, key == path ? MapMatch::Exact : MapMatch::Regex, key};
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
