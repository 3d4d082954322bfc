// SPDX-License-Identifier: GPL-3.0-or-later
// The choices for each override of a layer's numerics, from the engine's tables, with their meaning.
#pragma once

#include "engine/policy/overrides.h"

#include <QList>
#include <QString>

namespace ulpscope::ui {

struct OverrideChoice
{
    QString name;
    QString explanation;
};

/// In teaching order. More can be typed: families of formats, rounding modes, chunk sizes.
QList<OverrideChoice> overrideChoices(OverrideKind kind);
/// Describes texts that may be typed besides the listed names.
QString overrideSyntax(OverrideKind kind);

/// Overrides that belong together.
struct OverrideGroup
{
    QString id;
    QString title;
    QString formula; ///< empty for what is stored
    QList<NumericsOverride> settings;
};
QList<OverrideGroup> overrideGroups();
/// Inside its group: "input", "accumulator".
QString overrideLabel(NumericsOverride setting);

} // namespace ulpscope::ui
