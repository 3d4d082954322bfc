// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/models/menu_names.h"

namespace ulpscope::ui {

QStringList menuNames(const QString& text)
{
    QStringList names;
    for (const QString& name : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
        if (!name.trimmed().isEmpty())
            names += name.trimmed();
    return names;
}

QString menuText(const QString& text, const QStringList& chosen, const QStringList& names)
{
    QStringList menu = menuNames(text);
    menu.removeIf([&](const QString& name) { return names.contains(name) && !chosen.contains(name); });
    for (const QString& name : chosen)
        if (!menu.contains(name))
            menu += name;
    return menu.join(QStringLiteral(", "));
}

} // namespace ulpscope::ui
