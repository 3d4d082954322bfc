// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/policy/policy_subject.h"

#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/tensors/keras_file.h"
#include "engine/base/closest_name.h"
#include "engine/base/text_lists.h"
#include "engine/file/whole_file.h"
#include "engine/model/layer_numerics.h"
#include "engine/model/resolved_policies.h"
#include "engine/policy/legacy_policy.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ulpscope::cli {

namespace {

/// The name where the layer has it, else the policy that it has instead, and why.
std::string originOf(const ResolvedPolicy& layer)
{
    const bool isChanged = layer.kept != plainPolicy(layer.given->policy);
    const bool isOlder = layer.given->policy.isOfOlderFamily();
    return layer.given->originText() + (isOlder ? " (" + layer.given->policy.name + ")" : "")
        + (isChanged ? " (" + layer.given->policy.name + ": this layer has no "
                    + layer.given->policy.quantizationMode + " call)"
                     : "");
}

std::string originOf(const KerasModelLayer& layer)
{
    if (layer.saved.found && layer.saved.found->match != MapMatch::Default)
        return "map key '" + layer.saved.found->key + "'";
    if (!layer.given)
        return "global policy";
    if (std::holds_alternative<DTypePolicyMap>(*layer.given))
        return "default of its map";
    return layer.isChild ? "passed on" : "its own";
}

std::string numericsText(const SessionSpec& session, const ResolvedPolicy& policy)
{
    const LayerSpec& layer = session.model.layers[policy.layer];
    const Result<LayerRecipe> recipe
        = recipeOfLayer(layer.recipe, session.policies, policy.className, policy.kept);
    std::string text;
    if (recipe && !recipe->recipe.isNone())
        text = "recipe " + recipe->component.className;
    if (policy.isChild)
        return text;
    for (const NumericsOverrideRow& row : numericsOverrides())
        if (layer.numerics[row.setting])
            text += (text.empty() ? "" : ", ") + std::string(row.path) + " " + *layer.numerics[row.setting];
    return text;
}

Result<DTypePolicy> policyOf(const Result<MapLookup>& found)
{
    if (!found)
        return found.error();
    return found->policy;
}

PolicySubject fileSubject(const std::filesystem::path& path, const LoaderArgument& loader)
{
    const std::optional<std::string> ofModel = orFail(kerasModelText(path));
    const std::string text = ofModel ? *ofModel : orFail(readWholeFile(path, kLargestJson));
    const Result<Json> json = parsePythonJson(text);
    if (json && json->is_object() && json->contains("format")) // a session says so
        return loader.applied(orFail(loadSession(path)));
    complainOfRepeatedKeys(text);
    if (json && isKerasModel(text))
        return orFail(readKerasModel(text, loader), inside(path.string()));
    return orFail(policyFromText(text, loader), inside(path.string()));
}

} // namespace

PolicySubject policySubject(const std::string& argument, const LoaderArgument& loader)
{
    if (looksLikeJson(argument)) {
        if (isKerasModel(argument)) {
            complainOfRepeatedKeys(argument);
            return orFail(readKerasModel(argument, loader));
        }
    } else if (const Result<std::filesystem::path> path = findSession(argument);
               path && isFile(*path) && !getPolicy(argument, loader.version)) {
        return fileSubject(*path, loader);
    }
    return orFail(policyArgument(argument, loader));
}

std::optional<PolicySubject> modelSubject(const std::string& argument, const LoaderArgument& loader)
{
    std::string text = argument;
    if (!looksLikeJson(argument)) {
        if (!isFile(argument))
            return std::nullopt;
        const std::optional<std::string> model = orFail(kerasModelText(argument));
        text = model ? *model : orFail(readWholeFile(argument, kLargestJson));
    }
    if (!isKerasModel(text))
        return std::nullopt;
    complainOfRepeatedKeys(text);
    return orFail(readKerasModel(text, loader));
}

KerasVersion versionOf(const PolicySubject& subject, const LoaderArgument& loader)
{
    const auto* session = std::get_if<SessionSpec>(&subject);
    return session != nullptr ? session->policies.keras : loader.version;
}

Result<std::vector<SubjectLayer>> layersOf(const PolicySubject& subject)
{
    std::vector<SubjectLayer> rows;
    if (const auto* session = std::get_if<SessionSpec>(&subject)) {
        const Result<std::vector<ResolvedPolicy>> layers = resolvePolicies(session->model, session->policies);
        if (!layers)
            return layers.error();
        for (const ResolvedPolicy& layer : *layers)
            rows.push_back({layer.path, layer.className, layer.kept, originOf(layer), layer.path, layer.kept,
                numericsText(*session, layer), layer.hasPath});
    } else if (const auto* model = std::get_if<KerasModelFile>(&subject)) {
        for (const KerasModelLayer& layer : model->layers) {
            rows.push_back({layer.saved.path, layer.className, policyOf(layer.saved.found), originOf(layer),
                layer.loaded.path, policyOf(layer.loaded.found), {}});
            if (layer.given && std::holds_alternative<DTypePolicyMap>(*layer.given))
                rows.back().mapName = policyName(*layer.given);
        }
    }
    return rows;
}

namespace {

void addMap(std::vector<SubjectMap>& maps, MapQuestion question)
{
    if (question.policies.map.empty())
        return;
    MapFindings findings = *MapReader().read(question);
    maps.push_back({std::move(question), std::move(findings)});
}

/// The layers of the model that hold this map; with the global one those without a dtype of their own.
MapQuestion questionOf(const KerasModelFile& model, const DTypePolicyMap& map, bool isGlobal)
{
    MapQuestion question{{map.defaultPolicy, map.entries}, {}, {}, {}};
    question.policies.mapMatching = map.matching;
    for (const KerasModelLayer& layer : model.layers)
        if (layer.given ? *layer.given == KerasPolicy(map) : isGlobal)
            question.layers.push_back({.path = layer.loaded.path,
                .name = layer.name,
                .className = layer.className,
                .isChild = layer.isChild,
                .hasPath = layer.hasPath});
    return question;
}

} // namespace

std::vector<SubjectMap> mapsOf(const PolicySubject& subject, const KerasPolicy& global)
{
    std::vector<SubjectMap> maps;
    if (const auto* session = std::get_if<SessionSpec>(&subject)) {
        if (session->policies.family == PolicyFamily::Keras3)
            addMap(maps, {session->policies, policyHolders(session->model), {}, {}});
        return maps;
    }
    const auto* model = std::get_if<KerasModelFile>(&subject);
    if (model == nullptr)
        return maps;
    std::vector<DTypePolicyMap> known;
    const auto add = [&](const KerasPolicy& policy, bool isGlobal) {
        const auto* map = std::get_if<DTypePolicyMap>(&policy);
        if (map == nullptr || std::find(known.begin(), known.end(), *map) != known.end())
            return;
        known.push_back(*map);
        addMap(maps, questionOf(*model, *map, isGlobal));
    };
    add(global, true);
    for (const KerasModelLayer& layer : model->layers)
        if (layer.given)
            add(*layer.given, false);
    return maps;
}

std::string keysText(const std::vector<SubjectMap>& maps)
{
    std::vector<std::vector<std::string>> table{{"key", "policy", "layers that it decides"}};
    for (const SubjectMap& map : maps)
        for (std::size_t row = 0; row < map.findings.keys.size(); ++row) {
            const auto& [key, policy] = map.question.policies.map[row];
            const std::string said = joinedText(map.findings.keys[row].decides, ", ",
                [&](const std::size_t& layer) { return map.question.layers[layer].path; });
            const std::string remark = keyRemark(map.question, map.findings, row).text();
            table.push_back(
                {shownText(key), policy.name, said + (said.empty() || remark.empty() ? "" : "; ") + remark});
        }
    return table.size() == 1 ? "" : alignedTable(table);
}

Json keysJson(const std::vector<SubjectMap>& maps)
{
    Json list = Json::array();
    for (const SubjectMap& map : maps)
        for (std::size_t row = 0; row < map.findings.keys.size(); ++row) {
            const auto& [key, policy] = map.question.policies.map[row];
            Json layers = Json::array();
            for (const std::size_t layer : map.findings.keys[row].decides)
                layers.push_back(map.question.layers[layer].path);
            const std::string remark = keyRemark(map.question, map.findings, row).text();
            list.push_back({{"key", key}, {"policy", policy.name}, {"layers", std::move(layers)},
                {"remark", remark.empty() ? Json() : Json(remark)}});
        }
    return list;
}

SubjectLookup::SubjectLookup(const PolicySubject& subject)
    : m_subject(subject)
    , m_layers(layersOf(subject))
{
    if (const auto* policy = std::get_if<KerasPolicy>(&subject))
        if (const auto* map = std::get_if<DTypePolicyMap>(policy))
            m_map.emplace(*map);
}

const SubjectLayer* SubjectLookup::layerAt(const std::string& path) const
{
    if (!m_layers)
        return nullptr;
    const auto found = std::find_if(
        m_layers->begin(), m_layers->end(), [&](const SubjectLayer& layer) { return layer.path == path; });
    return found == m_layers->end() ? nullptr : &*found;
}

Result<MapLookup> SubjectLookup::policyAt(const std::string& path)
{
    if (m_map)
        return m_map->find(path);
    if (const auto* policy = std::get_if<KerasPolicy>(&m_subject))
        return MapLookup{std::get<DTypePolicy>(*policy), MapMatch::Default, {}};
    if (!m_layers)
        return m_layers.error();
    if (const SubjectLayer* layer = layerAt(path)) {
        if (!layer->policy)
            return layer->policy.error();
        return MapLookup{*layer->policy, MapMatch::Exact, path};
    }
    std::vector<std::string> known;
    for (const SubjectLayer& layer : *m_layers)
        known.push_back(layer.path);
    return Error{"", unknownName(translated("layer"), shownText(path), known)};
}

std::string modeText(const DTypePolicy& policy)
{
    return policy.isQuantized() ? policy.quantizationMode : "-";
}

} // namespace ulpscope::cli
