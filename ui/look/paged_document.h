// SPDX-License-Identifier: GPL-3.0-or-later
// A text on pages of paper: headings stand with what they head, and of several pages each has its number.
#pragma once

#include "engine/base/result.h"

#include <QPdfWriter>
#include <QSizeF>
#include <QString>
#include <QTextBlock>
#include <QTextDocument>

class QTextDocument;

namespace ulpscope::ui {

/// A4 with margins; the result is what text has of each page, in pixels.
QSizeF setUpPages(QPdfWriter& writer);

/// Lays the document out on such pages, with every line broken that is longer than they are wide. A heading of the first two levels that would stand alone at the foot of one begins the next.
void layOutOnPages(QTextDocument& document, QSizeF page);

/// Page of the block's first line, from 0: a picture that did not fit is a page below its block's edge.
int pageOf(const QTextBlock& block);

/// Prints a document that is laid out.
void printPages(const QTextDocument& document, QPdfWriter& writer);

// A text as a PDF for A4, with the numbers of its pages where there are several.
/// An error of kind Output where the file cannot be written.
Status writeDocumentPdf(const QString& path, QTextDocument& document, const QString& title);

} // namespace ulpscope::ui
