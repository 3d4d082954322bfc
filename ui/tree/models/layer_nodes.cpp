// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/models/layer_nodes.h"

#include "engine/layer/keras_class.h"
#include "engine/layer/layer_catalog.h"
#include "engine/model/layer_policy.h"
#include "engine/model/model_plan.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

std::string kindText(const Error& error)
{
    return error.kind == ErrorKind::Input || error.kind == ErrorKind::Output
        ? std::string()
        : std::string(kindName(error.kind));
}

/// What Keras or we would refuse, the worst first.
std::optional<PolicyProblem> problemOf(const LayerNode& node, const PlannedLayer* planned)
{
    const std::optional<Error> refusal
        = node.given ? kerasRefusal(node.className, node.given->policy) : std::optional<Error>();
    if (planned != nullptr && planned->policyProblem) {
        const Error& error = refusal ? *refusal : *planned->policyProblem;
        return PolicyProblem{Severity::Failure, kindText(error), error.message};
    }
    if (!refusal)
        return std::nullopt;
    // Under an inherited quantized policy the layer is left out, as model.quantize would: a thing to know.
    const bool isLeftOut = !node.own && node.given->policy.isQuantized()
        && !hasQuantizedCall(node.className, node.given->policy.quantizationMode);
    return PolicyProblem{
        isLeftOut ? Severity::Notice : Severity::Warning, kindText(*refusal), refusal->message};
}

} // namespace

namespace {

const PlannedLayer* plannedAt(const Result<ModelPlan>& plan, const std::string& path)
{
    if (!plan)
        return nullptr;
    const auto found = std::find_if(plan->layers.begin(), plan->layers.end(),
        [&](const PlannedLayer& layer) { return layer.path == path; });
    return found == plan->layers.end() ? nullptr : &*found;
}

/// What follows from the policy that the layer is given, once everything else is known.
void resolve(LayerNode& node, const Result<EffectivePolicy>& given, const Result<ModelPlan>& plan)
{
    if (given)
        node.given = *given;
    const PlannedLayer* planned = plannedAt(plan, node.path);
    if (planned != nullptr)
        node.applied = planned->policy.policy;
    else if (given)
        node.applied = withoutMissingCall(node.className, given->policy);
    if (node.isInput)
        return;
    node.problem = problemOf(node, planned);
    if (!given && !node.problem)
        node.problem = PolicyProblem{Severity::Failure, kindText(given.error()), given.error().message};
}

/// Of a layer and its children. A recipe that is wrong stands for none; the session's check says what is wrong with it.
void resolveRecipes(const SessionSpec& session, LayerNode& node)
{
    const std::optional<Component>& own = session.model.layers[node.place.layer].recipe;
    if (Result<LayerRecipe> recipe = recipeOfLayer(own, session.policies, node.className, node.applied))
        node.recipe = std::move(recipe).value();
    for (LayerNode& child : node.children)
        resolveRecipes(session, child);
}

} // namespace

std::vector<LayerNode> layerNodes(const SessionSpec& session)
{
    const Result<ModelPlan> plan = planModel(session.model, session.policies, session.training.seed);
    std::vector<LayerNode> nodes;
    EffectivePolicies effective(session.policies);
    for (std::size_t i = 0; i < session.model.layers.size(); ++i) {
        const LayerSpec& layer = session.model.layers[i];
        const LayerClass* kind = findRow(layerCatalog(), layer.className);
        LayerNode node;
        node.place.layer = i;
        node.name = layer.name;
        node.className = layer.className;
        node.path = session.model.layerPath(layer);
        node.isInput = kind != nullptr && kind->maxInputs == 0;
        node.own = layer.policy;
        node.numerics = layer.numerics;
        node.hasPath = kerasClass(layer.className).hasPath();
        resolve(node, effective.ofLayer(layer.policy, node.hasPath ? node.path : ""), plan);
        for (const ChildLayer& child : childrenOf(layer)) {
            LayerNode inner;
            inner.place = {i, child.name};
            inner.name = child.name;
            inner.className = child.className;
            inner.path = node.path + "/" + child.name;
            inner.hasPath = child.hasPath;
            if (const DTypePolicy* own = layer.childPolicy(child.name))
                inner.own = *own;
            resolve(inner,
                effective.ofChild(inner.own, {layer.policy, node.path}, child.hasPath ? inner.path : ""),
                plan);
            node.children.push_back(std::move(inner));
        }
        resolveRecipes(session, node);
        nodes.push_back(std::move(node));
    }
    return nodes;
}

int overrideCount(const NumericsSpec& numerics)
{
    const auto knobs = numericsKnobs();
    return static_cast<int>(std::count_if(knobs.begin(), knobs.end(),
        [&](const NumericsKnobRow& row) { return numerics[row.knob].has_value(); }));
}

} // namespace ulpscope::ui
