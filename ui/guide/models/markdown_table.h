// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of texts as a table in Markdown.
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace ulpscope::ui {

/// What Markdown would take for its own signs is text.
QString escapedMarkdown(const QString& text);
/// Formats text as Markdown code, for names that are typed. Empty stays empty.
QString markdownCode(const QString& text);
/// cells: Markdown.
QString markdownTable(const QStringList& titles, const QList<QStringList>& rows);

} // namespace ulpscope::ui
