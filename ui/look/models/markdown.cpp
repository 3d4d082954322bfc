// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/markdown.h"

#include <md4c-html.h>

namespace ulpscope::ui {

QString htmlOfMarkdown(const QString& markdown)
{
    const QByteArray text = markdown.toUtf8();
    QByteArray html;
    const auto append = [](const MD_CHAR* part, MD_SIZE size, void* whole) {
        static_cast<QByteArray*>(whole)->append(part, qsizetype(size));
    };
    md_html(text.constData(), static_cast<MD_SIZE>(text.size()), append, &html,
        MD_DIALECT_GITHUB | MD_FLAG_NOHTML, 0);
    // In a table's code md4c 0.4.8 leaves the backslash of a bar that is none of the table's.
    return QString::fromUtf8(html).replace(QStringLiteral("\\|"), QStringLiteral("|")).trimmed();
}

} // namespace ulpscope::ui
