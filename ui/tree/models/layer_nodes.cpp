// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/models/layer_nodes.h"

#include "engine/layer/keras_class.h"
#include "engine/model/model_plan.h"
#include "engine/model/resolved_policies.h"
#include "engine/policy/legacy_policy.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <span>

namespace ulpscope::ui {

namespace {

std::string kindText(const Error& error)
{
    return error.kind == ErrorKind::Input || error.kind == ErrorKind::Output
        ? std::string()
        : std::string(kindName(error.kind));
}

/// The worst problem for which Keras or this program would refuse the layer.
std::optional<PolicyMark> problemOf(const LayerNode& node, const PlannedLayer* planned)
{
    const std::optional<Error> refusal
        = node.given ? kerasRefusal(node.className, plainPolicy(node.given->policy)) : std::optional<Error>();
    if (planned != nullptr && planned->policyProblem) {
        const Error& error = refusal ? *refusal : *planned->policyProblem;
        return PolicyMark{Severity::Failure, kindText(error), error.message};
    }
    if (!refusal)
        return std::nullopt;
    // Under an inherited quantized policy the layer is left out, as model.quantize would: a thing to know.
    const bool isLeftOut = !node.own && node.given->policy.isQuantized()
        && !hasQuantizedCall(node.className, node.given->policy.quantizationMode);
    return PolicyMark{isLeftOut ? Severity::Notice : Severity::Warning, kindText(*refusal), refusal->message};
}

const PlannedLayer* plannedAt(const Result<ModelPlan>& plan, const std::string& path)
{
    if (!plan)
        return nullptr;
    const auto found = std::find_if(plan->layers.begin(), plan->layers.end(),
        [&](const PlannedLayer& layer) { return layer.path == path; });
    return found == plan->layers.end() ? nullptr : &*found;
}

LayerNode nodeOf(const ResolvedPolicy& policy, const Result<ModelPlan>& plan)
{
    LayerNode node;
    node.place = {policy.layer, policy.isChild ? policy.name : std::string()};
    node.name = policy.name;
    node.className = policy.className;
    node.path = policy.path;
    node.hasPath = policy.hasPath;
    node.isInput = policy.isInput;
    node.own = policy.own;
    if (policy.given)
        node.given = *policy.given;
    const PlannedLayer* planned = plannedAt(plan, node.path);
    node.trained = planned != nullptr ? planned->policy : policy.kept;
    if (node.isInput)
        return node;
    node.problem = problemOf(node, planned);
    if (!policy.given && !node.problem)
        node.problem
            = PolicyMark{Severity::Failure, kindText(policy.given.error()), policy.given.error().message};
    return node;
}

/// Resolves the recipes of a layer and its children. A recipe that is wrong stands for none; the session's check says what is wrong with it.
void resolveRecipes(const SessionSpec& session, LayerNode& node)
{
    const std::optional<Component>& own = session.model.layers[node.place.layer].recipe;
    if (Result<LayerRecipe> recipe = recipeOfLayer(own, session.policies, node.className, node.trained))
        node.recipe = std::move(recipe).value();
    for (LayerNode& child : node.children)
        resolveRecipes(session, child);
}

} // namespace

std::vector<LayerNode> layerNodes(const SessionSpec& session)
{
    const Result<ModelPlan> plan = planModel(session.model, session.policies, session.training.seed);
    std::vector<LayerNode> nodes;
    for (const LayerPolicies& layer : policiesByLayer(session.model, session.policies)) {
        LayerNode node = nodeOf(layer.front(), plan);
        node.numerics = session.model.layers[node.place.layer].numerics;
        for (const ResolvedPolicy& child : std::span(layer).subspan(1))
            node.children.push_back(nodeOf(child, plan));
        resolveRecipes(session, node);
        nodes.push_back(std::move(node));
    }
    return nodes;
}

int overrideCount(const NumericsSpec& numerics)
{
    const auto settings = numericsOverrides();
    return static_cast<int>(std::count_if(settings.begin(), settings.end(),
        [&](const NumericsOverrideRow& row) { return numerics[row.setting].has_value(); }));
}

namespace {

class NodeText
{
    Q_DECLARE_TR_FUNCTIONS(LayerNode)
};

} // namespace

QString originText(const LayerNode& node)
{
    if (node.isInput)
        return NodeText::tr("default dtype");
    if (!node.given)
        return NodeText::tr("map");
    switch (node.given->origin) {
    case PolicyOrigin::Own:
        return NodeText::tr("own");
    case PolicyOrigin::MapExact:
    case PolicyOrigin::MapRegex:
        return NodeText::tr("map key '%1'").arg(toQt(node.given->mapKey));
    case PolicyOrigin::PassedOn:
        return NodeText::tr("passed on by %1").arg(toQt(node.given->parentPath));
    case PolicyOrigin::Global:
        break;
    }
    return NodeText::tr("global");
}

QString shortOriginText(const LayerNode& node)
{
    if (node.given && node.given->origin == PolicyOrigin::PassedOn)
        return NodeText::tr("from %1").arg(toQt(node.given->parentPath));
    const bool isOfMap = node.given
        && (node.given->origin == PolicyOrigin::MapExact || node.given->origin == PolicyOrigin::MapRegex);
    return isOfMap ? NodeText::tr("map") : originText(node);
}

QString policyCellText(const LayerNode& node)
{
    if (!node.given)
        return NodeText::tr("undecided");
    // A layer that Keras quantizes after training keeps the name of its choice here, though it trains under the source.
    const DTypePolicy& given = node.given->policy;
    return toQt(hasQuantizedCall(node.className, given.quantizationMode) ? given.name : node.trained.name);
}

QString problemText(const LayerNode& node)
{
    if (!node.problem)
        return {};
    if (node.problem->kind.empty())
        return engineText(node.problem->reason);
    return NodeText::tr("%1 in Keras: %2").arg(toQt(node.problem->kind), toQt(node.problem->reason.text()));
}

QString policyTip(const LayerNode& node)
{
    if (node.isInput)
        return NodeText::tr(
            "The data enter as %1. An input layer has no dtype policy: as in Keras its dtype is "
            "the default one (floatx), whatever the global policy.")
            .arg(toQt(node.trained.computeDtype));
    QStringList lines;
    if (node.problem)
        lines += problemText(node);
    if (!node.given)
        return lines.join(QLatin1Char('\n'));
    const DTypePolicy& given = node.given->policy;
    lines += toQt(given.name) + QStringLiteral(": ") + policySentence(given);
    if (!(node.trained == given) && given.isQuantized())
        lines += NodeText::tr("trains under %1: %2")
                     .arg(toQt(node.trained.name), engineText(whyTrainedOtherwise(node.className, given)));
    if (hasIntegerKernel(node.trained))
        lines += NodeText::tr(
            "computes with the %1 numbers of its initial kernel, which do not train; a bias does")
                     .arg(toQt(node.trained.quantizationMode));
    if (!node.recipe.recipe.isNone())
        lines += NodeText::tr("recipe %1 for the operands of its products")
                     .arg(toQt(node.recipe.component.className));
    lines += node.own ? NodeText::tr("set on this layer")
                      : NodeText::tr("inherited: %1").arg(toQt(node.given->originText()));
    if (!node.hasPath)
        lines += NodeText::tr("Keras gives a %1 no path, so the keys of a policy map do not reach it")
                     .arg(toQt(node.className));
    if (const int count = overrideCount(node.numerics); count > 0)
        lines += NodeText::tr("%1 of its numerics overridden, see the page Numerics").arg(count);
    if (const QString passing = passingOnText(node); !passing.isEmpty())
        lines += passing;
    return lines.join(QLatin1Char('\n'));
}

QString passingOnText(const LayerNode& node)
{
    if (node.children.empty())
        return {};
    return NodeText::tr("%1 passes its policy on to the layers inside it").arg(toQt(node.className));
}

} // namespace ulpscope::ui
