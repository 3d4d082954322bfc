// SPDX-License-Identifier: GPL-3.0-or-later
// Applies a policy map to a model: finds the key that decides for each layer, the layers that each key matches, and
// clashes of two keys. Lookups follow DTypePolicyMap; each key is compiled once.
#pragma once

#include "engine/base/message.h"
#include "engine/model/resolved_policies.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ulpscope {

struct MapQuestion
{
    PolicySettings policies;
    std::vector<PolicyHolder> layers;
    /// A key that is being typed: its row in the map, which may be one past the last.
    std::optional<std::size_t> draftRow;
    std::string triedPath; ///< empty: none

    bool operator==(const MapQuestion&) const = default;
};

struct KeyFinding
{
    std::optional<Error> error; ///< no regular expression, undecidable, or there twice
    std::optional<std::size_t> faultAt; ///< the character of the key at which it is wrong
    // As if there were no broken key, which makes Keras raise for every path that is no key itself.
    std::vector<std::size_t> decides; ///< layers that take its policy
    std::vector<std::size_t> clashes; ///< layers that another key matches as well
    std::vector<std::size_t> unasked; ///< layers it matches that have a policy of their own or an exact key
    std::vector<std::size_t> pathless; ///< layers that it would match, had Keras given them a path
};

struct PathFinding
{
    DTypePolicy policy;
    PolicyOrigin origin = PolicyOrigin::Global;
    std::vector<std::string> keys; ///< the one that decides, or all that clash
    std::optional<Error> error; ///< Keras' exception for the path
    std::string parentPath = {}; ///< path of the parent, for PassedOn
};

struct MapFindings
{
    std::vector<KeyFinding> keys; ///< one for each key of the question
    std::vector<PathFinding> layers; ///< one for each layer of the question
    std::optional<PathFinding> tried;
};

/// Remembers compiled keys and their answers from one question to the next. Not for two threads at once.
class MapReader
{
public:
    /// Nothing if `isObsolete` said so on the way: a key may take a tenth of a second for a single path.
    std::optional<MapFindings> read(
        const MapQuestion& question, const std::function<bool()>& isObsolete = [] { return false; });

private:
    enum class Answer : std::uint8_t { Unknown, No, Yes, Undecided };
    struct Key
    {
        Result<PythonRegex> regex;
        std::vector<Answer> answers = {}; ///< the answer for each path, by its number
        std::unordered_map<std::size_t, Error> undecided = {}; ///< the same
    };
    /// An entry of the map with what is known of its key.
    struct AskedKey
    {
        const DTypePolicyMap::Entry* entry;
        Key* key;
        std::size_t row; ///< row of the question's map
    };

    Key& compiled(const std::string& key, MapMatching matching);
    std::size_t numberOf(const std::string& path, std::size_t mostPaths);
    /// False if the question became obsolete on the way.
    bool tryKeys(const std::vector<AskedKey>& keys, const std::string& path, std::size_t number,
        const std::function<bool()>& isObsolete);
    /// Whether a key that is no regular expression raises as in Keras, or is ignored.
    enum class Broken : std::uint8_t { Raise, LeaveOut };
    /// Finds the layer's policy from the answers of the keys that were tried on its path.
    static PathFinding of(const PolicyHolder& layer, const DTypePolicyMap& map,
        const std::vector<AskedKey>& keys, std::size_t number, Broken broken);
    static PathFinding ask(const DTypePolicyMap& map, const std::vector<AskedKey>& keys,
        const std::string& path, std::size_t number, Broken broken);

    MapMatching m_matching = MapMatching::FullMatch;
    std::map<std::string, Key> m_keys;
    std::unordered_map<std::string, std::size_t> m_paths; ///< the number of each path
    RegexWorkspace m_workspace;
};

/// Why the key of that row decides for no layer, or what Keras raises because of it, in a sentence; empty for a key that decides
/// for some and is right.
Message keyRemark(const MapQuestion& question, const MapFindings& findings, std::size_t row);

/// The character that Python's error names, "missing ) at position 3".
std::optional<std::size_t> faultPosition(const Error& error);

} // namespace ulpscope
