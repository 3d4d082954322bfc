// SPDX-License-Identifier: GPL-3.0-or-later
// Which QCustomPlot this is, for those who must not include it.
#pragma once

#include <QString>

namespace ulpscope::ui {

QString plotLibraryVersion();

} // namespace ulpscope::ui
