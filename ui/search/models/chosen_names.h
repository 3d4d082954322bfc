// SPDX-License-Identifier: GPL-3.0-or-later
// Names that a search chooses between: layers by a pattern, and policies of a menu.
#pragma once

#include "engine/session/session_spec.h"

#include <QString>
#include <QStringList>

namespace ulpscope::ui {

// Which layers a pattern means, and the pattern that means some layers.
/// Paths of all layers that can be searched, in model order.
QStringList searchableLayers(const SessionSpec& session);

/// The paths that the pattern finds, as the engine looks for it; none where it is no pattern. Empty: all.
QStringList layersOf(const QString& pattern, const QStringList& paths);

/// Regular expression for the chosen paths; empty if all are chosen.
QString patternOf(const QStringList& chosen, const QStringList& paths);

// A menu of policies as a line of names with commas between them.
QStringList menuNames(const QString& text);

/// The line with the chosen ones of `names` and without the others; a name that is none of them stays.
QString menuText(const QString& text, const QStringList& chosen, const QStringList& names);

} // namespace ulpscope::ui
