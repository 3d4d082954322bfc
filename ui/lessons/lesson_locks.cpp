// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_locks.h"

#include "ui/lessons/place_finder.h"

#include <QAction>
#include <QEvent>
#include <QLabel>
#include <QToolBar>

#include <utility>

namespace ulpscope::ui {

LessonLocks::LessonLocks(QWidget& window, QObject* parent)
    : QObject(parent)
    , m_window(window)
{
}

LessonLocks::~LessonLocks()
{
    restore();
}

/// A cell of a table is no widget: the document's guard keeps it.
QList<QWidget*> LessonLocks::found(const QStringList& places) const
{
    QList<QWidget*> widgets;
    for (const QString& place : places)
        if (const FoundPlace at = findPlace(m_window, {place.toStdString(), {}}); at.isWhole)
            widgets.append(at.widget);
    return widgets;
}

void LessonLocks::lock(QWidget* widget, const QString& lesson)
{
    m_locked.append({widget, widget->isEnabledTo(widget->parentWidget()), widget->toolTip()});
    widget->setEnabled(false);
    widget->setToolTip(tr("Locked by the lesson \"%1\"; leave it to change this.").arg(lesson));
    widget->installEventFilter(this);
}

void LessonLocks::unlock(const Locked& locked)
{
    if (!locked.widget)
        return;
    locked.widget->removeEventFilter(this);
    locked.widget->setEnabled(locked.wasEnabled);
    locked.widget->setToolTip(locked.toolTip);
}

void LessonLocks::apply(const QStringList& locked, const QStringList& hidden, const QString& lesson)
{
    m_isOwn = true;
    const QList<QWidget*> toLock = found(locked);
    for (const Locked& each : std::exchange(m_locked, {}))
        if (each.widget && toLock.contains(each.widget.data()))
            m_locked.append(each);
        else
            unlock(each);
    for (QWidget* widget : toLock)
        if (std::none_of(
                m_locked.begin(), m_locked.end(), [&](const Locked& each) { return each.widget == widget; }))
            lock(widget, lesson);

    for (const QPointer<QWidget>& widget : std::exchange(m_hidden, {}))
        if (widget)
            widget->show();
    for (const QPointer<QAction>& action : std::exchange(m_hiddenActions, {}))
        if (action)
            action->setVisible(true);
    for (QWidget* widget : found(hidden)) {
        QAction* ofBar = nullptr;
        if (QWidget* around = widget->parentWidget())
            for (auto* bar : m_window.findChildren<QToolBar*>())
                for (QAction* action : bar->actions())
                    if (QWidget* shown = bar->widgetForAction(action);
                        shown && (shown == widget || shown == around))
                        ofBar = action;
        if (ofBar) {
            ofBar->setVisible(false);
            m_hiddenActions.append(ofBar);
            continue;
        }
        QList<QWidget*> gone{widget};
        for (auto* label : widget->parentWidget()->findChildren<QLabel*>())
            if (label->buddy() && (label->buddy() == widget || widget->isAncestorOf(label->buddy())))
                gone.append(label);
        for (QWidget* each : gone)
            if (!each->isHidden()) {
                each->hide();
                m_hidden.append(each);
            }
    }
    m_isOwn = false;
}

bool LessonLocks::eventFilter(QObject* watched, QEvent* event)
{
    auto* widget = qobject_cast<QWidget*>(watched);
    if (event->type() != QEvent::EnabledChange || m_isOwn || !widget)
        return false;
    for (Locked& each : m_locked)
        if (each.widget == widget && widget->isEnabledTo(widget->parentWidget())) {
            each.wasEnabled = true; // if it is enabled meanwhile, it is enabled afterwards
            widget->setEnabled(false);
        }
    return false;
}

} // namespace ulpscope::ui
