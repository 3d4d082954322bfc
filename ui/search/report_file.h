// SPDX-License-Identifier: GPL-3.0-or-later
// A report in Markdown as one HTML file, or as a PDF for A4; the suffix chooses.
#pragma once

#include "engine/base/result.h"

#include <QImage>
#include <QString>

namespace ulpscope::ui {

struct ReportPicture
{
    QString name; ///< by which the text has it
    QImage image;
};

/// An error of kind Output where the file cannot be written.
Status writeReport(
    const QString& path, const QString& title, const QString& markdown, const ReportPicture& picture);

} // namespace ulpscope::ui
