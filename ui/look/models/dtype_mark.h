// SPDX-License-Identifier: GPL-3.0-or-later
// A dtype's mark, the same in every table: one colour for each, and its short name in it, so that the colour is never alone.
#pragma once

#include <QIcon>
#include <QString>

namespace ulpscope::ui {

struct DtypeLook
{
    QColor color;
    QString text; ///< "16", "b16", "e4m3"
};

/// Look of a number format, or of the compute dtype of a policy; formats without a row share the last colour, with their own text.
DtypeLook dtypeLook(const QString& name);

inline constexpr int kMarkWidth = 30; ///< pixels of an icon that has room for the text
inline constexpr int kMarkHeight = 14;

/// Icon for a dtype or a policy; null for other names.
QIcon dtypeMark(const QString& name);

} // namespace ulpscope::ui
