// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/policy_map.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <memory>

namespace ulpscope {

namespace {

// Enough for any sensible path pattern; a backtracking bomb stops here within milliseconds.
constexpr std::uint32_t kMatchLimit = 100'000;
constexpr std::uint32_t kHeapLimitKiB = 4096;
constexpr std::size_t kLongestPattern = 4096;
constexpr std::size_t kLongestPath = std::size_t{1} << 20;

std::string pcreMessage(int code)
{
    std::array<PCRE2_UCHAR, 256> buffer{};
    pcre2_get_error_message(code, buffer.data(), buffer.size());
    return reinterpret_cast<const char*>(buffer.data());
}

std::string shortened(std::string_view text)
{
    constexpr std::size_t kShown = 80;
    return std::string(text.substr(0, kShown)) + (text.size() > kShown ? "..." : "");
}

} // namespace

Result<bool> fullMatch(std::string_view pattern, std::string_view text)
{
    if (pattern.size() > kLongestPattern)
        return Error{
            "", "the key is longer than 4096 characters: " + shortened(pattern), ErrorKind::ValueError};
    if (text.size() > kLongestPath)
        return Error{"", "the path is longer than 1 MiB: " + shortened(text), ErrorKind::ValueError};
    int error = 0;
    PCRE2_SIZE offset = 0;
    // ANCHORED with ENDANCHORED is Python's fullmatch.
    const std::unique_ptr<pcre2_code, decltype(&pcre2_code_free)> code(
        pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
            PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C, &error, &offset,
            nullptr),
        pcre2_code_free);
    if (!code)
        return Error{"",
            "key '" + shortened(pattern) + "' is not a valid regular expression: " + pcreMessage(error)
                + " at character " + std::to_string(offset),
            ErrorKind::RegexError};
    const std::unique_ptr<pcre2_match_context, decltype(&pcre2_match_context_free)> context(
        pcre2_match_context_create(nullptr), pcre2_match_context_free);
    pcre2_set_match_limit(context.get(), kMatchLimit);
    pcre2_set_heap_limit(context.get(), kHeapLimitKiB);
    const std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> data(
        pcre2_match_data_create_from_pattern(code.get(), nullptr), pcre2_match_data_free);
    const int result = pcre2_match(
        code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0, data.get(), context.get());
    if (result >= 0)
        return true;
    if (result == PCRE2_ERROR_NOMATCH)
        return false;
    return Error{"", "key '" + shortened(pattern) + "' cannot be matched: " + pcreMessage(result),
        ErrorKind::RegexError};
}

Result<std::vector<std::string>> DTypePolicyMap::matchingKeys(std::string_view path) const
{
    if (contains(path))
        return std::vector<std::string>{std::string(path)};
    std::vector<std::string> keys;
    for (const Entry& entry : entries) {
        const Result<bool> isMatch = fullMatch(entry.first, path);
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
