// SPDX-License-Identifier: GPL-3.0-or-later
// Keras JSON that the user brings along, a policy, a DTypePolicyMap or a model, as an edit of the open session.
#pragma once

#include "engine/session/session_spec.h"

#include <QString>
#include <QStringList>

#include <string_view>
#include <vector>

namespace ulpscope::ui {

/// One way to take it over.
struct ImportChoice
{
    QString title;
    SessionSpec after; ///< the session with those policies
    QStringList notes; ///< sentences: what stays, and what of the file is not taken over
};

struct PolicyImport
{
    QString what; ///< "A DTypePolicyMap with 2 keys"
    std::vector<ImportChoice> choices; ///< at least one choice
};

/// The error is Keras' where Keras would raise, with its place.
Result<PolicyImport> readPolicyImport(std::string_view text, const SessionSpec& session);

/// Whether a text may be the JSON of a policy: an object or a quoted name. Says nothing about its being right.
bool looksLikePolicyJson(const QString& text);

} // namespace ulpscope::ui
