// SPDX-License-Identifier: GPL-3.0-or-later
// Every keyboard shortcut, read from the window's own actions, and the gestures of the plots.
#pragma once

#include <QDialog>

namespace ulpscope::ui {

class ShortcutsDialog : public QDialog
{
    Q_OBJECT
public:
    /// `window`: whose actions to list.
    explicit ShortcutsDialog(QWidget* window);
};

} // namespace ulpscope::ui
