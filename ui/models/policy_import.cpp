// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/policy_import.h"

#include "engine/io/keras_policy.h"
#include "ui/models/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {

namespace {

class ImportText
{
    Q_DECLARE_TR_FUNCTIONS(PolicyImport)
};

QString describe(const KerasPolicy& policy)
{
    if (const auto* map = std::get_if<DTypePolicyMap>(&policy))
        return ImportText::tr("A DTypePolicyMap with %1 keys and the default %2.")
            .arg(map->entries.size())
            .arg(toQt(map->defaultPolicy.name));
    return ImportText::tr("The policy %1. It becomes the global policy.")
        .arg(toQt(std::get<DTypePolicy>(policy).name));
}

/// What the person may expect to change and does not.
QStringList keptOf(const SessionSpec& session, const KerasPolicy& policy)
{
    QStringList kept;
    const auto own = std::count_if(session.model.layers.begin(), session.model.layers.end(),
        [](const LayerSpec& layer) { return layer.policy.has_value(); });
    if (own > 0)
        kept += ImportText::tr("%1 layers have a policy of their own, which stays.").arg(own);
    if (std::holds_alternative<DTypePolicy>(policy) && !session.policies.map.empty())
        kept += ImportText::tr("The %1 keys of the policy map stay; the policy becomes their default.")
                    .arg(session.policies.map.size());
    return kept;
}

} // namespace

Result<PolicyImport> readPolicyImport(std::string_view text, const SessionSpec& session)
{
    const Result<KerasPolicy> policy = policyFromText(text, KerasPolicy(session.policies.global));
    if (!policy)
        return policy.error();
    ImportChoice choice{ImportText::tr("As the global policy"), session, keptOf(session, *policy)};
    usePolicyAsCompile(choice.after, *policy);
    return PolicyImport{describe(*policy), {std::move(choice)}};
}

bool looksLikePolicyJson(const QString& text)
{
    const auto first
        = std::find_if(text.begin(), text.end(), [](QChar character) { return !character.isSpace(); });
    return first != text.end() && (*first == QLatin1Char('{') || *first == QLatin1Char('"'));
}

} // namespace ulpscope::ui
