// SPDX-License-Identifier: GPL-3.0-or-later
// DTypePolicyMap: layer paths to policies, itself a policy. As keras/src/dtype_policies/dtype_policy_map.py of Keras 3:
// since August 2025 a key has to match the whole path.
#pragma once

#include "engine/policy/dtype_policy.h"
#include "engine/policy/python_regex/python_regex.h"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace ulpscope {

enum class MapMatch : std::uint8_t { Exact, Regex, Default };

struct MapLookup
{
    DTypePolicy policy;
    MapMatch match = MapMatch::Default;
    std::string key; ///< the key that matched, empty for the default
};

/// How the default policy was given to the constructor, which is what Keras serializes.
enum class MapDefault : std::uint8_t {
    None, ///< the global policy; entries are then written without their names, too
    Name, ///< the name says all
    Object,
};

struct DTypePolicyMap
{
    using Entry = std::pair<std::string, DTypePolicy>;

    DTypePolicy defaultPolicy;
    /// Entries in insertion order; keys are distinct.
    std::vector<Entry> entries = {};
    MapDefault givenDefault = MapDefault::Name;
    MapMatching matching = MapMatching::FullMatch;

    /// map[path]: the exact key, else the one regex that matches the path, else the default. ValueError if two match, RegexError for a key that is no regex, NotImplementedError for one that python_regex.h cannot decide.
    Result<MapLookup> find(std::string_view path) const;
    /// The keys that match, in insertion order: the exact one alone, or all regexes.
    Result<std::vector<std::string>> matchingKeys(std::string_view path) const;
    /// `key in map`: exact keys only.
    bool contains(std::string_view key) const;
    /// map[key] = policy. ValueError if the key is there: Keras does not overwrite.
    Status insert(const std::string& key, const DTypePolicy& policy);
    /// del map[key]. KeyError if the key is not there.
    Status erase(std::string_view key);

    /// "map_mixed_float16"
    std::string name() const { return "map_" + defaultPolicy.name; }

    bool operator==(const DTypePolicyMap&) const = default;
};

/// A map to be asked for many paths: each key is compiled once, when it is first tried. The map has to stay; it may get
/// more entries meanwhile, and other policies for those that it has.
class PolicyMapLookup
{
public:
    explicit PolicyMapLookup(const DTypePolicyMap& map);

    /// Follows the lookup of Keras' DTypePolicyMap.
    Result<MapLookup> find(std::string_view path);
    Result<std::vector<std::string>> matchingKeys(std::string_view path);

private:
    Result<bool> keyMatches(std::size_t key, std::string_view path);
    /// The entry of exactly this key.
    std::optional<std::size_t> entryOf(std::string_view key);

    const DTypePolicyMap& m_map;
    std::unordered_map<std::string, std::size_t> m_entries; ///< the entries seen so far
    std::vector<std::optional<Result<PythonRegex>>> m_keys;
    RegexWorkspace m_workspace;
};

/// Error that Keras raises for a path that several keys match.
Error ambiguousPath(std::string_view path, const std::vector<std::string>& keys);
/// What Keras raises at a key that cannot be compiled or tried; error: python_regex.h's.
Error wrongKey(std::string_view key, const Error& error);

/// <DTypePolicyMap at 0x0 default_policy=float32, mapping=[('dense', 'float16')]>; Keras has an address in place of 0.
std::string repr(const DTypePolicyMap& map);

/// Anything that Keras takes for a policy.
using KerasPolicy = std::variant<DTypePolicy, DTypePolicyMap>;
std::string policyName(const KerasPolicy& policy);
/// The policy itself, or a map's default: what Keras' properties of a map show.
const DTypePolicy& policyOrDefault(const KerasPolicy& policy);

} // namespace ulpscope
