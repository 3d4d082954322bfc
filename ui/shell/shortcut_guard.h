// SPDX-License-Identifier: GPL-3.0-or-later
// Space, S and R run the training, but a button, a list or a text that has the focus wants its keys itself.
#pragma once

class QEvent;

namespace ulpscope::ui {

/// Call for every event of a window: accepts a ShortcutOverride for a plain key that the focused widget uses,
/// and returns whether it did.
bool isForFocusedWidget(QEvent& event);

} // namespace ulpscope::ui
