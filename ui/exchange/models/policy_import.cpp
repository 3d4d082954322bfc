// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exchange/models/policy_import.h"

#include "app/io/json/json_text.h"
#include "app/io/keras/model/keras_model_import.h"
#include "app/io/keras/policy/legacy_policy_json.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace ulpscope::ui {

namespace {

class ImportText
{
    Q_DECLARE_TR_FUNCTIONS(PolicyImport)
};

QString describe(const KerasPolicy& policy)
{
    if (const auto* map = std::get_if<DTypePolicyMap>(&policy))
        return ImportText::tr("A DTypePolicyMap with %1 and the default %2.")
            .arg(
                countedText(std::int64_t(map->entries.size()), ImportText::tr("key"), ImportText::tr("keys")))
            .arg(toQt(map->defaultPolicy.name));
    return ImportText::tr("The policy %1. It becomes the global policy.")
        .arg(toQt(std::get<DTypePolicy>(policy).name));
}

/// Names settings that the user may expect to change but that stay.
QStringList keptOf(const SessionSpec& session, const KerasPolicy& policy)
{
    QStringList kept;
    const auto own = std::count_if(session.model.layers.begin(), session.model.layers.end(),
        [](const LayerSpec& layer) { return layer.policy.has_value(); });
    if (own > 0)
        kept += (own == 1 ? ImportText::tr("%1 layer has a policy of its own, which stays.")
                          : ImportText::tr("%1 layers have a policy of their own, which stays."))
                    .arg(own);
    if (std::holds_alternative<DTypePolicy>(policy) && !session.policies.map.empty())
        kept += (session.policies.map.size() == 1
                ? ImportText::tr("The key of the policy map stays; the policy becomes its default.")
                : ImportText::tr("The %1 keys of the policy map stay; the policy becomes their default.")
                      .arg(session.policies.map.size()));
    return kept;
}

/// The policies of the file's layers for those of the session that have their names.
ImportChoice byName(const KerasModelFile& file, const SessionSpec& session, int& found)
{
    ImportChoice choice{{}, session, {}};
    for (LayerSpec& layer : choice.after.model.layers)
        for (const KerasModelLayer& other : file.layers) {
            if (other.name != layer.name || other.className != layer.className)
                continue;
            ++found;
            if (!other.given)
                layer.policy.reset();
            else if (other.loaded.found)
                layer.policy = other.loaded.found->policy;
            else
                choice.notes += toQt(other.place + ": ") + engineText(other.loaded.found.error());
            break;
        }
    choice.title = found == 1
        ? ImportText::tr("The policy of the one layer that has the same name and class")
        : ImportText::tr("The policies of the %1 layers that have the same name and class").arg(found);
    return choice;
}

Result<PolicyImport> readModel(std::string_view text, const SessionSpec& session)
{
    const KerasPolicy global(session.policies.global);
    const Result<KerasModelFile> file = readKerasModel(text, {global});
    if (!file)
        return file.error();
    PolicyImport result{ImportText::tr("The model \"%1\" with %2.")
                            .arg(toQt(file->name).left(60),
                                countedText(std::int64_t(file->layers.size()), ImportText::tr("layer"),
                                    ImportText::tr("layers"))),
        {}};
    int found = 0;
    ImportChoice policies = byName(*file, session, found);
    const Result<KerasModelImport> model = importKerasModel(text, {global});
    if (found > 0) {
        if (!model)
            policies.notes += ImportText::tr("The model itself cannot be trained here: %1")
                                  .arg(engineText(model.error()));
        result.choices.push_back(std::move(policies));
    }
    if (model) {
        ImportChoice whole{
            ImportText::tr("The model with its policies, optimizer and loss, in place of this one"),
            withImport(session, *model), {}};
        for (const std::vector<std::string>& notes : {model->notes, model->compile.notes})
            for (const std::string& note : notes)
                whole.notes += toQt(note);
        result.choices.push_back(std::move(whole));
    }
    if (result.choices.empty())
        return model.error();
    return result;
}

/// A policy of an older family: in each family that can read it, the session's own first, and in Keras 3.
Result<PolicyImport> readLegacy(const nlohmann::ordered_json& json, const SessionSpec& session)
{
    PolicyImport result;
    const auto add
        = [&](const QString& title, PolicyFamily family, const KerasPolicy& policy, const std::string& note) {
              ImportChoice choice{title, session, keptOf(session, policy)};
              choice.after.policies.family = family;
              usePolicyAsCompile(choice.after, policy);
              if (!note.empty())
                  choice.notes += toQt(note);
              const bool isOwn = family == session.policies.family;
              result.choices.insert(isOwn ? result.choices.begin() : result.choices.end(), std::move(choice));
          };
    std::optional<Error> refusal;
    for (const PolicyFamily family : {PolicyFamily::Experimental22, PolicyFamily::TfKeras}) {
        std::string note;
        const Result<KerasPolicy> policy = familyPolicyFromJson(family, json, {}, &note);
        if (!policy) {
            refusal = policy.error();
            continue;
        }
        const LegacyPolicy read = legacyPolicy(family, policyOrDefault(*policy));
        result.what = ImportText::tr("%1, a policy of an older family.").arg(toQt(repr(read)));
        add(family == PolicyFamily::TfKeras
                ? ImportText::tr("As tf-keras reads it, as the global policy")
                : ImportText::tr("As TensorFlow 2.1 to 2.3 read it, as the global policy"),
            family, *policy, note);
    }
    if (const std::optional<Keras3Misreading> misread = keras3Misreading(json);
        misread && misread->equivalent)
        add(ImportText::tr("What is meant, as a policy of Keras 3"), PolicyFamily::Keras3,
            KerasPolicy(*misread->equivalent), misread->sentence);
    if (result.choices.empty())
        return *refusal;
    return result;
}

} // namespace

Result<PolicyImport> readPolicyImport(std::string_view text, const SessionSpec& session)
{
    if (isKerasModel(text))
        return readModel(text, session);
    if (const Result<nlohmann::ordered_json> json = parseJson(text); json && isLegacyPolicy(*json))
        return readLegacy(*json, session);
    const Result<KerasPolicy> policy
        = familyPolicyFromText(session.policies.family, text, {session.policies.global});
    if (!policy)
        return policy.error();
    ImportChoice choice{ImportText::tr("As the global policy"), session, keptOf(session, *policy)};
    usePolicyAsCompile(choice.after, *policy);
    for (const std::string& notice : repeatedKeyNotices(text))
        choice.notes += toQt(notice);
    return PolicyImport{describe(*policy), {std::move(choice)}};
}

bool looksLikePolicyJson(const QString& text)
{
    const auto first
        = std::find_if(text.begin(), text.end(), [](QChar character) { return !character.isSpace(); });
    return first != text.end() && (*first == QLatin1Char('{') || *first == QLatin1Char('"'));
}

} // namespace ulpscope::ui
