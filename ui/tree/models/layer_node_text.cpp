// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tree/models/layer_node_text.h"

#include "engine/layer/keras_class.h"
#include "engine/model/resolved_policies.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/policy_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>
#include <QStringList>

namespace ulpscope::ui {

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
