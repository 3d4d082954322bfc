// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/policy_map.h"

#include "engine/policy/python_regex.h"

#include <algorithm>

namespace ulpscope {

namespace {

std::string shortened(std::string_view text)
{
    constexpr std::size_t kShown = 80;
    return std::string(text.substr(0, kShown)) + (text.size() > kShown ? "..." : "");
}

} // namespace

namespace {

Result<bool> keyMatches(const std::string& key, std::string_view path, MapMatching matching)
{
    Result<bool> isMatch = matches(key, path, matching);
    if (isMatch)
        return isMatch;
    const bool isWrong = isMatch.error().kind == ErrorKind::RegexError;
    return Error{"",
        "key '" + shortened(key) + (isWrong ? "' is not a valid regular expression: " : "': ")
            + isMatch.error().message,
        isMatch.error().kind};
}

} // namespace

Result<std::vector<std::string>> DTypePolicyMap::matchingKeys(std::string_view path) const
{
    if (contains(path))
        return std::vector<std::string>{std::string(path)};
    std::vector<std::string> keys;
    for (const Entry& entry : entries) {
        const Result<bool> isMatch = keyMatches(entry.first, path, matching);
        if (!isMatch)
            return isMatch.error();
        if (*isMatch)
            keys.push_back(entry.first);
    }
    return keys;
}

Result<MapLookup> DTypePolicyMap::find(std::string_view path) const
{
    const Result<std::vector<std::string>> keys = matchingKeys(path);
    if (!keys)
        return keys.error();
    if (keys->empty())
        return MapLookup{defaultPolicy, MapMatch::Default, {}};
    if (keys->size() > 1) {
        std::string list;
        for (const std::string& key : *keys)
            list += (list.empty() ? "'" : ", '") + shortened(key) + "'";
        return Error{"",
            "Path '" + shortened(path) + "' matches multiple dtype policy specification keys: [" + list
                + "]; at most one regular expression may match a path",
            ErrorKind::ValueError};
    }
    const std::string& key = keys->front();
    const auto entry
        = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.first == key; });
    return MapLookup{entry->second, key == path ? MapMatch::Exact : MapMatch::Regex, key};
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
                shortened(key) + " already exist in the DTypePolicyMap with value " + repr(entry.second)
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
        return Error{"", "'" + shortened(key) + "' is not a key of the map", ErrorKind::KeyError};
    entries.erase(entry);
    return success();
}

std::string repr(const DTypePolicyMap& map)
{
    std::string mapping;
    for (const auto& [key, policy] : map.entries)
        mapping += (mapping.empty() ? "('" : ", ('") + key + "', '" + policy.name + "')";
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
