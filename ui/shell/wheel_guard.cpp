// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/wheel_guard.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>

namespace ulpscope::ui {

namespace {

/// The box itself, or that around the line edit in it.
QWidget* boxOf(QObject* watched)
{
    for (QObject* object : {watched, watched->parent()})
        if (qobject_cast<QComboBox*>(object) != nullptr || qobject_cast<QAbstractSpinBox*>(object) != nullptr)
            return static_cast<QWidget*>(object);
    return nullptr;
}

bool hasFocusInside(const QWidget& box)
{
    const QWidget* proxy = box.focusProxy();
    return box.hasFocus() || (proxy != nullptr && proxy->hasFocus());
}

} // namespace

WheelGuard::WheelGuard(QObject* parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event)
{
    const bool isWheel = event->type() == QEvent::Wheel;
    if ((!isWheel && event->type() != QEvent::Polish) || !watched->isWidgetType())
        return false;
    QWidget* box = boxOf(watched);
    if (box == nullptr)
        return false;
    if (!isWheel) { // or the wheel itself would give the focus
        if (box->focusPolicy() == Qt::WheelFocus)
            box->setFocusPolicy(Qt::StrongFocus);
        return false;
    }
    if (hasFocusInside(*box))
        return false;
    event->ignore(); // so that it goes on to the parent
    return true;
}

} // namespace ulpscope::ui
