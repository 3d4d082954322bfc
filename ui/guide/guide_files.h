// SPDX-License-Identifier: GPL-3.0-or-later
// The guide as files: a folder of HTML pages with their pictures, which need no script, and one PDF.
#pragma once

#include "engine/base/result.h"
#include "ui/guide/models/guide_book.h"

namespace ulpscope::ui {

/// A page of the folder: header, body, links between pages.
QString guideHtmlPage(const GuideBook& book, const GuideChapter& chapter);

/// Into a folder, which is made: index.html and the other pages, guide.css, pictures/, ulpscope-guide.pdf. Files of these names are
/// replaced.
Status writeGuide(const GuideBook& book, const QString& folder);

} // namespace ulpscope::ui
