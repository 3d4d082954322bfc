// SPDX-License-Identifier: GPL-3.0-or-later
// How the guide's pages look: in Qt's documents, in the window's colours or on paper, and in a browser.
#pragma once

#include <QPalette>
#include <QString>

namespace ulpscope::ui {

/// For QTextDocument::setDefaultStyleSheet().
QString guideStyle(const QPalette& palette);
/// What Qt's documents need to draw the lines of tables, which they do not take from a style sheet.
QString withTableLines(const QString& html, const QPalette& palette);
/// A file beside the pages: light, or dark where the reader's system is.
QString guideCss();

} // namespace ulpscope::ui
