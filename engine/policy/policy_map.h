// SPDX-License-Identifier: GPL-3.0-or-later
// DTypePolicyMap: layer paths to policies. Lookup as in keras/src/dtype_policies/dtype_policy_map.py of Keras 3
// (since August 2025): exact key, else full-match regex where two matches are an error, else the default.
#pragma once

#include "engine/policy/dtype_policy.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ulpscope {

enum class MapMatch : std::uint8_t { Exact, Regex, Default };

struct MapLookup
{
    DTypePolicy policy;
    MapMatch match = MapMatch::Default;
    std::string key; ///< the key that matched, empty for the default
};

struct DTypePolicyMap
{
    DTypePolicy defaultPolicy;
    /// In insertion order; keys are distinct.
    std::vector<std::pair<std::string, DTypePolicy>> entries;

    /// ValueError if two regex keys match, or if a key is not a valid regex (Python's re, by PCRE2 with a match limit).
    Result<MapLookup> find(std::string_view path) const;

    bool operator==(const DTypePolicyMap&) const = default;
};

/// Whether the regex matches the whole of `text`; an Error for an invalid or a hostile pattern.
Result<bool> fullMatch(std::string_view pattern, std::string_view text);

} // namespace ulpscope
