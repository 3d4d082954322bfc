// SPDX-License-Identifier: GPL-3.0-or-later
// Roles for facts that a cell has beside its text. There is one list, so that a delegate reads every model right.
#pragma once

#include <qnamespace.h>

namespace ulpscope::ui {

enum CellRole {
    BarRole = Qt::UserRole + 1, ///< 0 to 1: how far the cell's bar reaches
    SeverityRole, ///< int of a Severity: the bar's colour, or with no bar a sign; invalid: nothing is wrong
    IsInheritedRole, ///< bool: the value is not the layer's own
    IsMutedRole, ///< bool: not the session's own words
    IsFaintRole, ///< bool: a metric of the session as it was before
    OwnPolicyRole, ///< the layer's own policy name, or empty
    BriefTextRole, ///< QStringList: what the cell says where its text has no room, briefer and briefer; the tip has all of it
    IsLinkRole, ///< bool: a click on the cell leads somewhere
    SortRole, ///< value by which the column is sorted
    ProblemRole ///< one sentence: what is wrong with the policy; empty for nothing
};

} // namespace ulpscope::ui
