// SPDX-License-Identifier: GPL-3.0-or-later
// What the session's policies can be written as: each target with its text, and what of the session it cannot say.
#pragma once

#include "engine/session/session_spec.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace ulpscope::ui {

struct ExportTarget
{
    QString id; ///< "keras-map"
    QString title;
    QString description;
    QString needs; ///< what the export's program needs; may be empty
    QString text;
    QString fileName; ///< suggested
    QStringList leftOut; ///< sentences
    std::optional<Error> error; ///< why there is no text
};

std::vector<ExportTarget> exportTargets(const SessionSpec& session);

} // namespace ulpscope::ui
