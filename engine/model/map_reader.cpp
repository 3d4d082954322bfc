// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/map_reader.h"

#include "engine/base/closest_name.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace ulpscope {

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

namespace {

std::string listed(const std::vector<std::string>& names)
{
    constexpr std::size_t kShown = 6;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i)
        text += (text.empty() ? "" : ", ") + names[i];
    return names.size() > kShown ? text + ", ..." : text;
}

/// Layers that the key matches without what stands before one of its slashes, or behind some path: a wrong prefix.
std::vector<std::string> pathsUnderOtherPrefix(const MapQuestion& question, const std::string& key)
{
    std::vector<std::string> tried{"(?:.*/)(?:" + key + ")"};
    for (std::size_t at = key.find('/'); at != std::string::npos; at = key.find('/', at + 1))
        tried.push_back(key.substr(at + 1));
    RegexWorkspace workspace;
    for (const std::string& shorter : tried) {
        std::vector<std::string> paths;
        const Result<PythonRegex> regex = PythonRegex::compile(shorter, MapMatching::FullMatch);
        for (const PolicyHolder& layer : question.layers) {
            const Result<bool> isMatch
                = regex ? regex->matches(layer.path, workspace) : Result<bool>(regex.error());
            if (layer.hasPath && !layer.path.empty() && (shorter == layer.path || (isMatch && *isMatch)))
                paths.push_back(layer.path);
        }
        if (!paths.empty())
            return paths;
    }
    return {};
}

Message whyUnasked(const MapQuestion& question, const MapFindings& findings, std::size_t layer)
{
    const std::string& path = question.layers[layer].path;
    const PathFinding& found = findings.layers[layer];
    switch (found.origin) {
    case PolicyOrigin::Own:
        return message("%1 has a policy of its own").with(path);
    case PolicyOrigin::PassedOn:
        return message("%1 takes the policy of %2").with(path).with(found.parentPath);
    default:
        return message("%1 has a key that is exactly its path").with(path);
    }
}

} // namespace

/// Other prefixes and near names are looked for in the first keys alone: 4,000 keys on 900 layers took 13 s.
constexpr std::size_t kMaxExplainedKeys = 200;

Message keyRemark(const MapQuestion& question, const MapFindings& findings, std::size_t row)
{
    const KeyFinding& found = findings.keys.at(row);
    const auto raised = [](const Error& error) {
        return Message(std::string(kindName(error.kind)) + ": " + error.text(), Message::Kind::Plain);
    };
    if (found.error)
        return raised(*found.error);
    if (!found.clashes.empty()) // as long as no key is broken
        if (const std::optional<Error>& error = findings.layers[found.clashes.front()].error)
            return raised(*error);
    if (!found.decides.empty())
        return {};
    if (!found.unasked.empty())
        return found.unasked.size() == 1
            ? message("Decides for no layer: %1.").with(whyUnasked(question, findings, found.unasked.front()))
            : message(
                "Decides for no layer: %1, and the others that it matches have a policy from elsewhere, too.")
                  .with(whyUnasked(question, findings, found.unasked.front()));
    if (!found.pathless.empty())
        return message("Decides for no layer: Keras gives %1 no path, so that it takes the map's default.")
            .with(question.layers[found.pathless.front()].path);
    if (row >= kMaxExplainedKeys)
        return message("Matches no layer of this model.");
    const std::string& key = question.policies.map.at(row).first;
    if (const std::vector<std::string> paths = pathsUnderOtherPrefix(question, key); !paths.empty())
        return message("Decides for no layer: a key has to match the whole path, which is %1.")
            .with(listed(paths));
    std::vector<std::string> paths;
    for (const PolicyHolder& layer : question.layers)
        if (layer.hasPath)
            paths.push_back(layer.path);
    if (const std::string closest = closestName(key, paths); !closest.empty())
        return message("Matches no layer of this model; did you mean %1?").with(closest);
    return message("Matches no layer of this model.");
}

std::optional<std::size_t> faultPosition(const Error& error)
{
    static constexpr std::string_view kWords = " at position ";
    const std::string text = error.message.text(); // Python's
    const std::size_t words = text.rfind(kWords);
    if (error.kind != ErrorKind::RegexError || words == std::string::npos)
        return std::nullopt;
    std::size_t position = 0;
    const char* begin = text.data() + words + kWords.size();
    const auto [end, code] = std::from_chars(begin, text.data() + text.size(), position);
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

std::size_t MapReader::numberOf(const std::string& path, std::size_t mostPaths)
{
    if (m_paths.size() > mostPaths) { // forgets results for layers that have other names by now
        m_paths.clear();
        for (auto& [text, key] : m_keys) {
            key.answers.clear();
            key.undecided.clear();
        }
    }
    return m_paths.emplace(path, m_paths.size()).first->second;
}

bool MapReader::tryKeys(const std::vector<AskedKey>& keys, const std::string& path, std::size_t number,
    const std::function<bool()>& isObsolete)
{
    for (const AskedKey& asked : keys) {
        if (isObsolete())
            return false;
        Key& key = *asked.key;
        if (key.answers.size() <= number)
            key.answers.resize(number + 1, Answer::Unknown);
        Answer& answer = key.answers[number];
        if (answer != Answer::Unknown)
            continue;
        const Result<bool> isMatch
            = key.regex ? key.regex->matches(path, m_workspace) : Result<bool>(key.regex.error());
        answer = !isMatch ? Answer::Undecided : *isMatch ? Answer::Yes : Answer::No;
        if (!isMatch)
            key.undecided.emplace(number, isMatch.error());
    }
    return true;
}

PathFinding MapReader::of(const PolicyHolder& layer, const DTypePolicyMap& map,
    const std::vector<AskedKey>& keys, std::size_t number, Broken broken)
{
    if (layer.own)
        return {*layer.own, PolicyOrigin::Own, {}, {}};
    if (layer.passedOn)
        return {*layer.passedOn, PolicyOrigin::PassedOn, {}, {}, layer.parentPath};
    if (!layer.hasPath)
        return {map.defaultPolicy, PolicyOrigin::Global, {}, {}};
    return ask(map, keys, layer.path, number, broken);
}

PathFinding MapReader::ask(const DTypePolicyMap& map, const std::vector<AskedKey>& keys,
    const std::string& path, std::size_t number, Broken broken)
{
    PathFinding finding{map.defaultPolicy, PolicyOrigin::Global, {}, {}};
    for (const auto& [key, policy] : map.entries)
        if (key == path)
            return {policy, PolicyOrigin::MapExact, {key}, {}};
    for (const AskedKey& asked : keys) {
        const Answer answer = asked.key->answers[number];
        const auto& [key, policy] = *asked.entry;
        if (answer == Answer::Undecided && broken == Broken::Raise) {
            finding.error = wrongKey(key, asked.key->undecided.at(number));
            finding.keys = {key};
            return finding;
        }
        if (answer != Answer::Yes)
            continue;
        finding.policy = policy;
        finding.origin = PolicyOrigin::MapRegex;
        finding.keys.push_back(key);
    }
    if (finding.keys.size() > 1)
        finding.error = ambiguousPath(path, finding.keys);
    return finding;
}

std::optional<MapFindings> MapReader::read(
    const MapQuestion& question, const std::function<bool()>& isObsolete)
{
    MapFindings findings{std::vector<KeyFinding>(question.policies.map.size()), {}, {}};
    const DTypePolicyMap map = distinctMap(question, findings.keys);
    std::map<std::string, std::size_t> rowOf;
    for (std::size_t row = 0; row < findings.keys.size(); ++row)
        if (!findings.keys[row].error)
            rowOf[question.policies.map[row].first] = row;
    std::vector<AskedKey> keys;
    for (const DTypePolicyMap::Entry& entry : map.entries) {
        if (isObsolete())
            return std::nullopt;
        keys.push_back({&entry, &compiled(entry.first, map.matching), rowOf.at(entry.first)});
        if (const Result<PythonRegex>& regex = keys.back().key->regex; !regex) {
            KeyFinding& finding = findings.keys[keys.back().row];
            finding.error = regex.error();
            finding.faultAt = faultPosition(*finding.error);
        }
    }
    const std::size_t mostPaths = 2 * question.layers.size() + 64;
    for (std::size_t i = 0; i < question.layers.size(); ++i) {
        const PolicyHolder& layer = question.layers[i];
        const std::size_t number = numberOf(layer.path, mostPaths);
        // Every key is tried on every path, also where Keras would not come so far: a key's count says what it matches.
        if (!tryKeys(keys, layer.path, number, isObsolete))
            return std::nullopt;
        const PathFinding counted = of(layer, map, keys, number, Broken::LeaveOut);
        const std::set<std::string_view> named(counted.keys.begin(), counted.keys.end());
        for (const AskedKey& asked : keys) {
            const Answer answer = asked.key->answers[number];
            KeyFinding& finding = findings.keys[asked.row];
            if (answer == Answer::Undecided && !finding.error)
                finding.error = asked.key->undecided.at(number);
            const std::string& key = asked.entry->first;
            if (key != layer.path && answer != Answer::Yes)
                continue;
            if (!layer.hasPath)
                finding.pathless.push_back(i);
            else if (!named.contains(key))
                finding.unasked.push_back(i);
            else
                (counted.error ? finding.clashes : finding.decides).push_back(i);
        }
        findings.layers.push_back(of(layer, map, keys, number, Broken::Raise));
    }
    if (!question.triedPath.empty()) {
        const std::size_t number = numberOf(question.triedPath, mostPaths);
        if (!tryKeys(keys, question.triedPath, number, isObsolete))
            return std::nullopt;
        findings.tried = ask(map, keys, question.triedPath, number, Broken::Raise);
    }
    std::erase_if(m_keys, [&](const auto& entry) { return !rowOf.contains(entry.first); });
    return isObsolete() ? std::nullopt : std::optional(std::move(findings));
}

} // namespace ulpscope
