// SPDX-License-Identifier: GPL-3.0-or-later
// A table whose editing keys are its own: Delete, Insert and Alt with an arrow reach it although the window uses them.
#pragma once

#include "ui/look/cell_editing.h"

#include <QTableView>

namespace ulpscope::ui {

class KeyTable : public EditingView<QTableView>
{
    Q_OBJECT
public:
    explicit KeyTable(QWidget* parent = nullptr);

    bool isEditing() const { return state() == EditingState; }

signals:
    void addRequested(); ///< Insert
    void removeRequested(); ///< Delete
    void duplicateRequested(); ///< Ctrl+Shift+D
    void moveRequested(int by); ///< Alt+Up, Alt+Down

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
};

} // namespace ulpscope::ui
