// SPDX-License-Identifier: GPL-3.0-or-later
// What a policy map does to a model: which key decides for each layer, which layers each key matches, where two keys
// clash. The lookups are those of DTypePolicyMap, each key compiled once.
#pragma once

#include "engine/train/session_spec.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ulpscope::ui {

/// A layer that has a dtype policy: every one but an input layer, and the children of composites.
struct AskingLayer
{
    std::string name; ///< "dense"; of a composite's child "mha/query"
    std::string className;
    std::string path;
    std::optional<DTypePolicy> own = {}; ///< its own dtype argument, which wins over the map
    std::optional<DTypePolicy> passedOn
        = {}; ///< what its composite has for its own, which wins over the map, too
    std::string parentPath = {};
    bool hasPath = true; ///< in Keras; without one it has the default

    bool operator==(const AskingLayer&) const = default;
};

std::vector<AskingLayer> askingLayers(const SessionSpec& session);

struct MapQuestion
{
    PolicySettings policies;
    std::vector<AskingLayer> layers;
    /// A key that is being typed: its row in the map, which may be one past the last.
    std::optional<std::size_t> draftRow;
    std::string triedPath; ///< empty: none

    bool operator==(const MapQuestion&) const = default;
};

struct KeyFinding
{
    std::optional<Error> error; ///< no regular expression, undecidable, or there twice
    std::optional<std::size_t> faultAt; ///< the character of the key at which it is wrong
    std::vector<std::size_t> decides; ///< layers that take its policy
    std::vector<std::size_t> clashes; ///< layers that another key matches as well
    std::vector<std::size_t> unasked; ///< layers it matches that have a policy of their own or an exact key
};

struct PathFinding
{
    DTypePolicy policy;
    PolicyOrigin origin = PolicyOrigin::Global;
    std::vector<std::string> keys; ///< the one that decides, or all that clash
    std::optional<Error> error; ///< what Keras raises for the path
    std::string parentPath = {}; ///< for PassedOn
};

struct MapFindings
{
    std::vector<KeyFinding> keys; ///< one a key of the question
    std::vector<PathFinding> layers; ///< one a layer of the question
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
    struct Key
    {
        Result<PythonRegex> regex;
        std::unordered_map<std::string, Result<bool>> answers = {};
    };

    Key& compiled(const std::string& key, MapMatching matching);
    Result<bool> matches(
        const std::string& key, const std::string& path, MapMatching matching, bool remember);
    PathFinding of(const AskingLayer& layer, const DTypePolicyMap& map);
    PathFinding ask(const DTypePolicyMap& map, const std::string& path, bool remember);

    MapMatching m_matching = MapMatching::FullMatch;
    std::map<std::string, Key> m_keys;
};

/// The character that Python's error names, "missing ) at position 3".
std::optional<std::size_t> faultPosition(const Error& error);

} // namespace ulpscope::ui
