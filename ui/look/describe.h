// SPDX-License-Identifier: GPL-3.0-or-later
// Gives a widget its object name, its accessible name and its tool tip.
#pragma once

#include "ui/look/place.h"

#include <QComboBox>
#include <QLineEdit>
#include <QString>
#include <QWidget>

namespace ulpscope::ui {

/// id: its object name, by which tests and lessons find it; name: what a screen reader says; tip: what the pointer shows.
inline void describe(QWidget* widget, const QString& id, const QString& name, const QString& tip = {})
{
    widget->setObjectName(id);
    widget->setAccessibleName(name);
    if (auto* combo = qobject_cast<QComboBox*>(widget); combo && combo->lineEdit())
        combo->lineEdit()->setAccessibleName(name); // which has the focus in its place
    if (!tip.isEmpty())
        widget->setToolTip(tip);
}

/// Likewise, with what help and lessons know of it.
inline void describe(QWidget* widget, const Place& place, const QString& name, const QString& tip = {})
{
    describe(widget, QString::fromUtf8(place.name), name, tip);
    registerPlace(widget, place);
}

} // namespace ulpscope::ui
