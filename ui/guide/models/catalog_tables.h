// SPDX-License-Identifier: GPL-3.0-or-later
// The guide's tables of what the engine's catalogs have: formats, rules, policies, layers, lessons, scenes.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// As Markdown; nothing: there is no such table. words: what a table is to be of, where it takes any: a policy family.
std::optional<QString> catalogTable(
    const QString& name, const QString& words, const QString& resourcesDirectory);

std::vector<std::string> catalogTableNames();

/// Escapes the characters of `text` that mean something in Markdown.
QString escapedMarkdown(const QString& text);
/// Formats text as Markdown code, for names that are typed. Empty stays empty.
QString markdownCode(const QString& text);
/// cells: Markdown.
QString markdownTable(const QStringList& titles, const QList<QStringList>& rows);

} // namespace ulpscope::ui
