// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/policy_subject.h"

#include "app/cli/policy_argument.h"
#include "app/cli/session_argument.h"
#include "engine/base/closest_name.h"
#include "engine/file/whole_file.h"
#include "engine/io/json/json_text.h"
#include "engine/io/tensors/keras_file.h"
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
    for (const NumericsKnobRow& row : numericsKnobs())
        if (layer.numerics[row.knob])
            text += (text.empty() ? "" : ", ") + std::string(row.path) + " " + *layer.numerics[row.knob];
    return text;
}

Result<DTypePolicy> policyOf(const Result<MapLookup>& found)
{
    if (!found)
        return found.error();
    return found->policy;
}

Error inFile(const std::string& path, const Error& error)
{
    return Error{path, error.text(), error.kind};
}

Result<PolicySubject> fileSubject(const std::filesystem::path& path, const KerasPolicy& global)
{
    const Result<std::string> text
        = isKerasFile(path) ? kerasConfigText(path) : readWholeFile(path, kLargestJson);
    if (!text)
        return text.error();
    const Result<nlohmann::ordered_json> json = parsePythonJson(*text);
    if (json && json->is_object() && json->contains("format")) { // a session says so
        const Result<SessionSpec> session = loadSession(path);
        if (!session)
            return session.error();
        return PolicySubject(*session);
    }
    complainOfRepeatedKeys(*text);
    if (json && isKerasModel(*text)) {
        const Result<KerasModelFile> model = readKerasModel(*text, global);
        if (!model)
            return inFile(path.string(), model.error());
        return PolicySubject(*model);
    }
    const Result<KerasPolicy> policy = policyFromText(*text, global);
    if (!policy)
        return inFile(path.string(), policy.error());
    return PolicySubject(*policy);
}

} // namespace

Result<PolicySubject> policySubject(const std::string& argument, const KerasPolicy& global)
{
    if (looksLikeJson(argument)) {
        if (isKerasModel(argument)) {
            complainOfRepeatedKeys(argument);
            const Result<KerasModelFile> model = readKerasModel(argument, global);
            if (!model)
                return model.error();
            return PolicySubject(*model);
        }
    } else if (const Result<std::filesystem::path> path = findSession(argument);
               path && isFile(*path) && !getPolicy(argument)) {
        return fileSubject(*path, global);
    }
    const Result<KerasPolicy> policy = policyArgument(argument, global);
    if (!policy)
        return policy.error();
    return PolicySubject(*policy);
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
    return Error{"", unknownName("layer", shownText(path), known)};
}

std::string modeText(const DTypePolicy& policy)
{
    return policy.isQuantized() ? policy.quantizationMode : "-";
}

} // namespace ulpscope::cli
