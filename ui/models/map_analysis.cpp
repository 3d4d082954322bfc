// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/map_analysis.h"

#include "engine/model/layer_policy.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace ulpscope::ui {

namespace {

/// The map without a key that is there twice: the one being typed, else the later one.
DTypePolicyMap distinctMap(const MapQuestion& question, std::vector<KeyFinding>& findings)
{
    DTypePolicyMap map = mapOf(question.policies);
    map.entries.clear();
    const auto& entries = question.policies.map;
    const auto add = [&](std::size_t row) {
        if (const Status added = map.insert(entries[row].first, entries[row].second); !added)
            findings[row].error = added.error();
    };
    for (std::size_t row = 0; row < entries.size(); ++row)
        if (row != question.draftRow)
            add(row);
    if (question.draftRow && *question.draftRow < entries.size())
        add(*question.draftRow);
    return map;
}

} // namespace

std::vector<AskingLayer> askingLayers(const SessionSpec& session)
{
    std::vector<AskingLayer> layers;
    for (const LayerSpec& layer : session.model.layers) {
        const LayerClass* row = findRow(layerCatalog(), layer.className);
        if (row != nullptr && row->maxInputs == 0)
            continue;
        const std::string path = session.model.layerPath(layer);
        layers.push_back({layer.name, layer.className, path, layer.policy});
        for (const ChildLayer& child : childrenOf(layer)) {
            const DTypePolicy* own = layer.childPolicy(child.name);
            layers.push_back({layer.name + '/' + child.name, child.className, path + '/' + child.name,
                own ? std::optional(*own) : std::nullopt, layer.policy, path, child.hasPath});
        }
    }
    return layers;
}

std::optional<std::size_t> faultPosition(const Error& error)
{
    static constexpr std::string_view kWords = " at position ";
    const std::size_t words = error.message.rfind(kWords);
    if (error.kind != ErrorKind::RegexError || words == std::string::npos)
        return std::nullopt;
    std::size_t position = 0;
    const char* begin = error.message.data() + words + kWords.size();
    const auto [end, code] = std::from_chars(begin, error.message.data() + error.message.size(), position);
    return code == std::errc() ? std::optional(position) : std::nullopt;
}

MapReader::Key& MapReader::compiled(const std::string& key, MapMatching matching)
{
    if (matching != m_matching)
        m_keys.clear();
    m_matching = matching;
    const auto found = m_keys.find(key);
    return found != m_keys.end()
        ? found->second
        : m_keys.emplace(key, Key{PythonRegex::compile(key, matching)}).first->second;
}

Result<bool> MapReader::matches(
    const std::string& key, const std::string& path, MapMatching matching, bool remember)
{
    Key& entry = compiled(key, matching);
    if (!entry.regex)
        return entry.regex.error();
    if (const auto known = entry.answers.find(path); known != entry.answers.end())
        return known->second;
    Result<bool> answer = entry.regex->matches(path);
    if (remember)
        entry.answers.emplace(path, answer);
    return answer;
}

PathFinding MapReader::of(const AskingLayer& layer, const DTypePolicyMap& map)
{
    if (layer.own)
        return {*layer.own, PolicyOrigin::Own, {}, {}};
    if (layer.passedOn)
        return {*layer.passedOn, PolicyOrigin::PassedOn, {}, {}, layer.parentPath};
    if (!layer.hasPath)
        return {map.defaultPolicy, PolicyOrigin::Global, {}, {}};
    return ask(map, layer.path, true);
}

PathFinding MapReader::ask(const DTypePolicyMap& map, const std::string& path, bool remember)
{
    PathFinding finding{map.defaultPolicy, PolicyOrigin::Global, {}, {}};
    for (const auto& [key, policy] : map.entries)
        if (key == path)
            return {policy, PolicyOrigin::MapExact, {key}, {}};
    for (const auto& [key, policy] : map.entries) {
        const Result<bool> isMatch = matches(key, path, map.matching, remember);
        if (!isMatch) {
            finding.error = isMatch.error();
            finding.keys = {key};
            return finding;
        }
        if (!*isMatch)
            continue;
        finding.policy = policy;
        finding.origin = PolicyOrigin::MapRegex;
        finding.keys.push_back(key);
    }
    if (finding.keys.size() > 1)
        finding.error = Error{"", {}, ErrorKind::ValueError};
    return finding;
}

std::optional<MapFindings> MapReader::read(
    const MapQuestion& question, const std::function<bool()>& isObsolete)
{
    MapFindings findings{std::vector<KeyFinding>(question.policies.map.size()), {}, {}};
    const DTypePolicyMap map = distinctMap(question, findings.keys);
    std::map<std::string, std::size_t> rowOf;
    for (std::size_t row = 0; row < findings.keys.size(); ++row) {
        KeyFinding& finding = findings.keys[row];
        if (finding.error)
            continue;
        const std::string& key = question.policies.map[row].first;
        rowOf[key] = row;
        if (const Key& entry = compiled(key, map.matching); !entry.regex) {
            finding.error = entry.regex.error();
            finding.faultAt = faultPosition(*finding.error);
        }
    }
    // Keras' own words for what goes wrong.
    const auto worded = [&](PathFinding& finding, const std::string& path) {
        if (!finding.error)
            return;
        const Result<MapLookup> lookup = map.find(path);
        if (!lookup)
            finding.error = lookup.error();
    };
    for (std::size_t i = 0; i < question.layers.size(); ++i) {
        const AskingLayer& layer = question.layers[i];
        // Every key is tried on every path, also where Keras would not come so far: a key's count says what it matches.
        for (const auto& [key, row] : rowOf) {
            if (isObsolete())
                return std::nullopt;
            const Result<bool> isMatch = matches(key, layer.path, map.matching, true);
            if (!isMatch && !findings.keys[row].error)
                findings.keys[row].error = isMatch.error();
        }
        PathFinding finding = of(layer, map);
        for (const auto& [key, row] : rowOf) {
            const Result<bool> isMatch = matches(key, layer.path, map.matching, true);
            if (!layer.hasPath || (key != layer.path && (!isMatch || !*isMatch)))
                continue;
            KeyFinding& of = findings.keys[row];
            const bool isNamed
                = std::find(finding.keys.begin(), finding.keys.end(), key) != finding.keys.end();
            if (!isNamed)
                of.unasked.push_back(i);
            else
                (finding.error ? of.clashes : of.decides).push_back(i);
        }
        worded(finding, layer.path);
        findings.layers.push_back(std::move(finding));
    }
    if (!question.triedPath.empty()) {
        findings.tried = ask(map, question.triedPath, false);
        worded(*findings.tried, question.triedPath);
    }
    std::erase_if(m_keys, [&](const auto& entry) { return rowOf.find(entry.first) == rowOf.end(); });
    return isObsolete() ? std::nullopt : std::optional(std::move(findings));
}

} // namespace ulpscope::ui
