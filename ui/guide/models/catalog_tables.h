// SPDX-License-Identifier: GPL-3.0-or-later
// The guide's tables of what the engine's catalogs have: formats, rules, policies, layers, lessons, scenes.
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace ulpscope::ui {

/// As Markdown; nothing: there is no such table. words: what a table is to be of, where it takes any: a policy family.
std::optional<QString> catalogTable(
    const QString& name, const QString& words, const QString& resourcesDirectory);

QStringList catalogTableNames();

} // namespace ulpscope::ui
