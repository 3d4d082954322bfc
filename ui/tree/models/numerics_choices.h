// SPDX-License-Identifier: GPL-3.0-or-later
// What can be chosen for each knob of a layer's numerics: the engine's own tables, and what a row means.
#pragma once

#include "engine/policy/knobs.h"

#include <QList>
#include <QString>

namespace ulpscope::ui {

struct KnobChoice
{
    QString name;
    QString explanation;
};

/// In teaching order. More can be typed: families of formats, rounding modes, chunk sizes.
QList<KnobChoice> knobChoices(KnobKind kind);
/// What may be typed beside the names in the list.
QString knobSyntax(KnobKind kind);

/// Knobs that belong together.
struct KnobGroup
{
    QString id;
    QString title;
    QString formula; ///< empty for what is stored
    QList<NumericsKnob> knobs;
};
QList<KnobGroup> knobGroups();
/// Inside its group: "input", "accumulator".
QString knobLabel(NumericsKnob knob);

} // namespace ulpscope::ui
