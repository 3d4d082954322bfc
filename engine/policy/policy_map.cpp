// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/policy_map.h"

#include "engine/policy/python_regex.h"

namespace ulpscope {

namespace {

std::string shortened(std::string_view text)
{
    constexpr std::size_t kShown = 80;
    return std::string(text.substr(0, kShown)) + (text.size() > kShown ? "..." : "");
}

} // namespace

Result<bool> fullMatch(std::string_view pattern, std::string_view text)
{
    Result<bool> isMatch = matches(pattern, text, MapMatching::FullMatch);
    if (!isMatch)
        return Error{"",
            "key '" + shortened(pattern)
                + "' is not a regular expression to match with: " + isMatch.error().message,
            isMatch.error().kind};
    return isMatch;
}

Result<MapLookup> DTypePolicyMap::find(std::string_view path) const
{
    for (const auto& [key, policy] : entries)
        if (key == path)
            return MapLookup{policy, MapMatch::Exact, key};
    const std::pair<std::string, DTypePolicy>* matched = nullptr;
    for (const auto& entry : entries) {
        const Result<bool> isMatch = fullMatch(entry.first, path);
        if (!isMatch)
            return isMatch.error();
        if (!*isMatch)
            continue;
        if (matched != nullptr)
            return Error{"",
                "Path '" + shortened(path) + "' matches multiple dtype policy specification keys: '"
                    + matched->first + "', '" + entry.first + "'",
                ErrorKind::ValueError};
        matched = &entry;
    }
    if (matched != nullptr)
        return MapLookup{matched->second, MapMatch::Regex, matched->first};
    return MapLookup{defaultPolicy, MapMatch::Default, {}};
}

} // namespace ulpscope
