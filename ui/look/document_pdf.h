// SPDX-License-Identifier: GPL-3.0-or-later
// A text as a PDF for A4, with the numbers of its pages where there are several.
#pragma once

#include "engine/base/result.h"

#include <QString>

class QTextDocument;

namespace ulpscope::ui {

/// An error of kind Output where the file cannot be written.
Status writeDocumentPdf(const QString& path, QTextDocument& document, const QString& title);

} // namespace ulpscope::ui
