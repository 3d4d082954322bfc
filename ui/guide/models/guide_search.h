// SPDX-License-Identifier: GPL-3.0-or-later
// Where the guide speaks of the words that one types.
#pragma once

#include "ui/guide/models/guide_book.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace ulpscope::ui {

struct GuideHit
{
    QString place; ///< "formats#rounding"
    QString chapter; ///< the chapter's title
    QString title; ///< the section's
    QString snippet; ///< text around the first word
};

/// The typed text as words in lower case; "of two words" in quotes is one.
QStringList guideWords(const QString& typed);

/// Sections that have all the words: first those that have them in the title, then those that have them most often.
QList<GuideHit> searchGuide(const GuideBook& book, const QString& typed);

} // namespace ulpscope::ui
