// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/models/chosen_names.h"

#include "engine/policy/policy_map.h"
#include "ui/look/models/display_text.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

/// Each character as itself.
QString escaped(const QString& path)
{
    static const QString special = QStringLiteral("\\.^$*+?{}[]|()");
    QString text;
    for (const QChar c : path)
        text += special.contains(c) ? QLatin1Char('\\') + QString(c) : QString(c);
    return text;
}

} // namespace

QStringList searchableLayers(const SessionSpec& session)
{
    QStringList paths;
    for (const LayerSpec& layer : session.model.layers)
        if (layer.className != "InputLayer")
            paths += toQt(session.model.layerPath(layer));
    return paths;
}

QStringList layersOf(const QString& pattern, const QStringList& paths)
{
    const Result<PythonRegex> regex = PythonRegex::compile(pattern.toStdString(), MapMatching::Search);
    QStringList found;
    if (regex)
        for (const QString& path : paths)
            if (const Result<bool> fits = regex->matches(path.toStdString()); fits && *fits)
                found += path;
    return found;
}

QString patternOf(const QStringList& chosen, const QStringList& paths)
{
    if (std::ranges::all_of(paths, [&](const QString& path) { return chosen.contains(path); }))
        return {};
    QStringList parts;
    for (const QString& path : chosen)
        parts += escaped(path);
    return parts.isEmpty() ? QStringLiteral("(?!)")
                           : QStringLiteral("^(%1)$").arg(parts.join(QLatin1Char('|')));
}

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
