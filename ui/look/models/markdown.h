// SPDX-License-Identifier: GPL-3.0-or-later
// Markdown as HTML: of lessons and of the guide, in the window and in files. By md4c, which reads Markdown for Qt too.
#pragma once

#include <QString>

namespace ulpscope::ui {

/// GitHub's dialect, which has tables. HTML in the text is text.
QString htmlOfMarkdown(const QString& markdown);

} // namespace ulpscope::ui
