// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson's handout, or the key to it, as PDF.
#pragma once

#include "app/lesson/answers/handout.h"

#include <QString>

namespace ulpscope::ui {

/// In the window's language.
HandoutWords handoutWords();

/// A4, with page numbers.
Status writeHandoutPdf(const QString& path, const Lesson& lesson, HandoutKind kind);

} // namespace ulpscope::ui
