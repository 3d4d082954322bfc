// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/accessible_role.h"

#include <QAccessibleWidget>
#include <QVariant>
#include <QWidget>

namespace ulpscope::ui {

namespace {

constexpr char kRoleProperty[] = "accessibleRole";

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    const QVariant role = object ? object->property(kRoleProperty) : QVariant();
    return role.isValid()
        ? new QAccessibleWidget(static_cast<QWidget*>(object), QAccessible::Role(role.toInt()))
        : nullptr;
}

} // namespace

void setAccessibleRole(QWidget& widget, QAccessible::Role role)
{
    QAccessible::installFactory(makeInterface); // a second time it is not added again
    widget.setProperty(kRoleProperty, int(role));
    // Giving it a name has made Qt keep the interface of a container.
    if (QAccessibleInterface* kept = QAccessible::queryAccessibleInterface(&widget))
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(kept));
}

} // namespace ulpscope::ui
