// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/policy_text.h"

#include "app/io/keras/policy/keras_policy.h"
#include "app/io/keras/policy/legacy_policy_json.h"
#include "engine/scaling/loss_scale_text.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {

namespace {

class PolicyText
{
    Q_DECLARE_TR_FUNCTIONS(PolicyText)
};

QString quantizationSentence(const DTypePolicy& policy)
{
    const std::string& mode = policy.quantizationMode;
    if (mode == "float8")
        return forCount(policy.float8HistoryLength(),
            PolicyText::tr("matrix products on float8 e4m3, gradients on e5m2, scaled by %1 past amax"),
            PolicyText::tr("matrix products on float8 e4m3, gradients on e5m2, scaled by %1 past amaxes"))
            .arg(policy.float8HistoryLength());
    if (mode == "int8")
        return PolicyText::tr("weights as int8, which do not train");
    if (mode == "int4")
        return policy.blockSize > 0 ? (policy.blockSize == 1
                       ? PolicyText::tr("weights as int4, which do not train; each input has a scale")
                       : PolicyText::tr("weights as int4, which do not train; %1 inputs share a scale")
                             .arg(policy.blockSize))
                                    : PolicyText::tr("weights as int4, which do not train");
    if (mode == "ternary")
        return PolicyText::tr("weights as -1, 0 and 1, which do not train");
    return PolicyText::tr("weights as %1 after training").arg(toQt(mode));
}

PolicyGroup newGroup(const DTypePolicy& policy)
{
    if (policy.isFloat8())
        return {PolicyText::tr("float8"), PolicyText::tr("trains with products on 8-bit floats"), {}};
    if (policy.isQuantized())
        return {toQt(policy.quantizationMode), PolicyText::tr("for the weights of a trained model"), {}};
    if (policy.computeDtype != policy.variableDtype)
        return {PolicyText::tr("mixed"), PolicyText::tr("16 bits to compute, float32 to store"), {}};
    return {PolicyText::tr("plain"), PolicyText::tr("one dtype for everything"), {}};
}

} // namespace

QString policySentence(const DTypePolicy& policy)
{
    if (policy.isInferred())
        return PolicyText::tr("computes in the dtype of the layer's first input and stores weights in it");
    if (policy.hasOwnLossScale) {
        const QString scale = toQt(lossScaleRepr(policy.lossScale));
        return PolicyText::tr("%1; carries loss_scale=%2").arg(policySentence(plainPolicy(policy)), scale);
    }
    const QString plain = policy.computeDtype == policy.variableDtype
        ? PolicyText::tr("computes in %1 and stores weights in it").arg(toQt(policy.computeDtype))
        : PolicyText::tr("computes in %1, stores weights in %2")
              .arg(toQt(policy.computeDtype), toQt(policy.variableDtype));
    return policy.isQuantized() ? QString(plain + QStringLiteral("; ") + quantizationSentence(policy))
                                : plain;
}

QString briefPolicyName(const QString& name)
{
    QString brief = name;
    for (const auto& [word, less] : std::initializer_list<std::pair<const char*, const char*>>{
             {"float8_from_", "f8/"}, {"int8_from_", "i8/"}, {"int4_from_", "i4/"}, {"mixed_", "mix_"},
             {"bfloat", "bf"}, {"float", "f"}})
        brief.replace(QLatin1String(word), QLatin1String(less));
    return brief;
}

QString policyToText(const DTypePolicy& policy)
{
    return toQt(kerasText(policy));
}

Result<DTypePolicy> policyFromPastedText(const QString& text, PolicyFamily family)
{
    const std::string trimmed = text.trimmed().toStdString();
    if (trimmed.empty())
        return Error{"", "there is no text to paste", ErrorKind::ValueError};
    const bool isJson = trimmed.front() == '{' || trimmed.front() == '"' || trimmed.front() == '[';
    if (!isJson) {
        if (text.trimmed().contains(QLatin1Char('\n')))
            return Error{
                "", "the text is neither a policy's name nor Keras' JSON of one", ErrorKind::ValueError};
        return policyOfFamily(family, trimmed);
    }
    const Result<KerasPolicy> read = familyPolicyFromText(family, trimmed);
    if (!read)
        return read.error();
    if (const auto* policy = std::get_if<DTypePolicy>(&*read))
        return *policy;
    return Error{"", "a DTypePolicyMap is for a whole model, not for one layer", ErrorKind::ValueError};
}

std::vector<PolicyGroup> policyGroups()
{
    std::vector<PolicyGroup> groups;
    for (const std::string& name : commonPolicyNames()) {
        const Result<DTypePolicy> policy = getPolicy(name);
        if (!policy)
            continue;
        const PolicyGroup wanted = newGroup(*policy);
        auto group = std::find_if(
            groups.begin(), groups.end(), [&](const PolicyGroup& g) { return g.title == wanted.title; });
        if (group == groups.end())
            group = groups.insert(groups.end(), wanted);
        group->names += toQt(name);
    }
    return groups;
}

QString lossScaleText(const Component& lossScale)
{
    return toQt(shortLossScaleText(lossScale));
}

Result<Component> parseLossScale(const QString& text, const Component& current)
{
    return lossScaleByText(text.toStdString(), current);
}

QStringList commonLossScales()
{
    return {QStringLiteral("none"), QStringLiteral("auto"), QStringLiteral("dynamic 32768"),
        QStringLiteral("tf_keras 32768"), QStringLiteral("grad_scaler 65536"), QStringLiteral("fixed 1"),
        QStringLiteral("fixed 128"), QStringLiteral("fixed 1024"), QStringLiteral("fixed 65536"),
        QStringLiteral("fixed 2^20")};
}

} // namespace ulpscope::ui
