// SPDX-License-Identifier: GPL-3.0-or-later
// The guide's tables of what the engine's catalogs have: formats, rules, policies, layers, lessons, scenes.
#pragma once

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// As Markdown; nothing: there is no such table. words: what a table is to be of, where it takes any: a policy family.
std::optional<QString> catalogTable(
    const QString& name, const QString& words, const QString& resourcesDirectory);

std::vector<std::string> catalogTableNames();

} // namespace ulpscope::ui
