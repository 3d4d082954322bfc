// SPDX-License-Identifier: GPL-3.0-or-later
// A menu of policies as a line of names with commas between them.
#pragma once

#include <QString>
#include <QStringList>

namespace ulpscope::ui {

QStringList menuNames(const QString& text);

/// The line with the chosen ones of `names` and without the others; a name that is none of them stays.
QString menuText(const QString& text, const QStringList& chosen, const QStringList& names);

} // namespace ulpscope::ui
