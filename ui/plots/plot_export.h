// SPDX-License-Identifier: GPL-3.0-or-later
// A plot as a file that is replaced as a whole, which QCustomPlot's own writers do not do.
#pragma once

class QCustomPlot;
class QString;

namespace ulpscope::ui {

/// As it looks now: PNG at twice the screen's size where the name ends so, else PDF. False: the file is as it was.
bool exportPlot(QCustomPlot& plot, const QString& path);

} // namespace ulpscope::ui
