// SPDX-License-Identifier: GPL-3.0-or-later
// A place of a lesson's file, as the form of its editor calls it.
#pragma once

#include <QString>

namespace ulpscope::ui {

/// "Step 2, Prediction, Right is" of "steps[1].predict.right". Keys that the form has no word for stay as they are.
QString lessonPartText(const QString& place);

} // namespace ulpscope::ui
