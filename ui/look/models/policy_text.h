// SPDX-License-Identifier: GPL-3.0-or-later
// Policies and loss scales in words, and as the text that a clipboard or a drag carries: Keras' JSON, so that it can be pasted into a
// text editor and back.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"
#include "engine/policy/dtype_policy.h"
#include "engine/policy/policy_family.h"

#include <QString>
#include <QStringList>

namespace ulpscope::ui {

/// "computes in float16, stores weights in float32"
QString policySentence(const DTypePolicy& policy);

/// "f8/mix_bf16" for "float8_from_mixed_bfloat16": for places that would cut off what tells policies apart.
QString briefPolicyName(const QString& name);

/// The policy as Keras' serialize() writes it.
QString policyToText(const DTypePolicy& policy);
/// A name, plain or in quotes, or what serialize wrote, in the session's family. A map is refused: it is not one layer's policy.
Result<DTypePolicy> policyFromPastedText(const QString& text, PolicyFamily family = PolicyFamily::Keras3);

/// Policies that are offered together.
struct PolicyGroup
{
    QString title;
    QString sentence; ///< a sentence about what the policies have in common
    QStringList names;
};
/// commonPolicyNames(), grouped in their order: plain, mixed, then one group a quantization mode.
std::vector<PolicyGroup> policyGroups();

// engine/scaling/loss_scale_text.h for widgets, and what a menu of loss scales has.
QString lossScaleText(const Component& lossScale);

Result<Component> parseLossScale(const QString& text, const Component& current);

/// Loss scales that a menu offers.
QStringList commonLossScales();

} // namespace ulpscope::ui
