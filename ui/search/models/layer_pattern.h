// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers a pattern means, and the pattern that means some layers.
#pragma once

#include "engine/session/session_spec.h"

#include <QString>
#include <QStringList>

namespace ulpscope::ui {

/// Paths of all layers that can be searched, in model order.
QStringList searchableLayers(const SessionSpec& session);

/// The paths that the pattern finds, as the engine looks for it; none where it is no pattern. Empty: all.
QStringList layersOf(const QString& pattern, const QStringList& paths);

/// Regular expression for the chosen paths; empty if all are chosen.
QString patternOf(const QStringList& chosen, const QStringList& paths);

} // namespace ulpscope::ui
