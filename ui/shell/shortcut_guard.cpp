// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/shortcut_guard.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>

namespace ulpscope::ui {

bool isForFocusedWidget(QEvent& event)
{
    if (event.type() != QEvent::ShortcutOverride)
        return false;
    auto& key = static_cast<QKeyEvent&>(event);
    const QWidget* focus = QApplication::focusWidget();
    const bool opensChoice = key.modifiers().testFlag(Qt::AltModifier)
        && (key.key() == Qt::Key_Down || key.key() == Qt::Key_Up) && qobject_cast<const QComboBox*>(focus);
    if (opensChoice) {
        event.accept();
        return true;
    }
    const bool isPlain = (key.modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier;
    if (!isPlain || key.text().isEmpty() || !key.text().front().isPrint())
        return false;
    const bool takesText = qobject_cast<const QComboBox*>(focus)
        || qobject_cast<const QAbstractSpinBox*>(focus) || qobject_cast<const QAbstractItemView*>(focus);
    const bool isPressed = key.key() == Qt::Key_Space && qobject_cast<const QAbstractButton*>(focus);
    if (takesText || isPressed)
        event.accept();
    return takesText || isPressed;
}

} // namespace ulpscope::ui
