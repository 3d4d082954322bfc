// SPDX-License-Identifier: GPL-3.0-or-later
// Which lesson explains what the window says: a verdict, or a headline number.
#pragma once

#include <QString>

#include <string>
#include <vector>

namespace ulpscope::ui {

/// about: a verdict's rule ("gradients_flushed"), or a widget's object name ("overflows_tile"). The lesson's name; empty where there
/// is none.
QString lessonAbout(const QString& about);

/// All that have a lesson, for a test.
std::vector<std::string> explainedByLessons();

} // namespace ulpscope::ui
