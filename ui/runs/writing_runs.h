// SPDX-License-Identifier: GPL-3.0-or-later
// While runs are being written at the end, a window that stands still says why.
#pragma once

class QWidget;

namespace ulpscope {

class SavedRuns;

namespace ui {

enum class Waiting { MayBeGivenUp, ToTheEnd };

/// Returns when what is kept is written, or has failed to be; false: it is given up, and goes on behind the window. What takes no time
/// is not told.
bool waitForRuns(SavedRuns& saved, Waiting waiting, QWidget* parent);

} // namespace ui
} // namespace ulpscope
