// SPDX-License-Identifier: GPL-3.0-or-later
// The exports of the session's policies: each target with its text, and the settings that it cannot express.
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
    QString needs; ///< requirements of the export's program; may be empty
    QString text;
    QString fileName; ///< suggested
    QStringList leftOut; ///< sentences
    std::optional<Error> error; ///< why there is no text
};

std::vector<ExportTarget> exportTargets(const SessionSpec& session);

} // namespace ulpscope::ui
