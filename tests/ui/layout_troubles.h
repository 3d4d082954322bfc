// SPDX-License-Identifier: GPL-3.0-or-later
// What of a window cannot be read or reached: controls that are cut or squeezed, lines of text that are cut without a word.
#pragma once

#include "ui/training/metric_tile.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStringList>
#include <QTabBar>
#include <QToolBar>
#include <QWidget>

namespace ulpscope::ui {

inline QString nameOf(const QWidget& widget)
{
    return QStringLiteral("%1 %2").arg(
        QString::fromLatin1(widget.metaObject()->className()), widget.objectName());
}

inline bool scrolls(const QWidget& viewport)
{
    const auto* area = qobject_cast<const QAbstractScrollArea*>(viewport.parentWidget());
    return area && area->viewport() == &viewport;
}

/// Where the widget cannot be seen, however one scrolls; empty where it can.
inline QString cutBy(const QWidget& widget, const QWidget& window)
{
    QRect rect(QPoint(), widget.size());
    for (const QWidget* at = &widget; at != &window && !at->isWindow(); at = at->parentWidget()) {
        const QWidget& parent = *at->parentWidget();
        rect.translate(at->pos());
        if (scrolls(parent)) {
            const auto& area = static_cast<const QAbstractScrollArea&>(*parent.parentWidget());
            if (area.horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff && at->width() > parent.width()
                && rect.right() > parent.width())
                return QStringLiteral("%1 by %2, which does not scroll to it")
                    .arg(nameOf(widget), nameOf(area));
            // Scrolled to it, as far as it is not larger than what shows it.
            rect = QRect(QPoint(), rect.size().boundedTo(parent.size()));
            continue;
        }
        if (!parent.rect().contains(rect))
            return QStringLiteral("%1 by %2").arg(nameOf(widget), nameOf(parent));
    }
    return {};
}

/// A control whose text or sign has less room than it needs.
inline bool isSqueezed(const QWidget& widget)
{
    const bool hasText = qobject_cast<const QAbstractButton*>(&widget)
        || qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractSpinBox*>(&widget)
        || qobject_cast<const QLineEdit*>(&widget) || qobject_cast<const MetricTile*>(&widget);
    if (!hasText || qobject_cast<const QTabBar*>(widget.parentWidget()))
        return false;
    const QSize needed = widget.minimumSizeHint();
    return widget.width() < needed.width() || widget.height() < needed.height();
}

/// One line of text that is cut although nothing says so.
inline bool isCutLabel(const QWidget& widget)
{
    const auto* label = qobject_cast<const QLabel*>(&widget);
    if (!label || label->text().isEmpty())
        return false;
    if (label->wordWrap())
        return label->height() < label->heightForWidth(label->width());
    return label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored && label->minimumWidth() == 0
        && label->width() < label->sizeHint().width();
}

/// A dock whose tab is not chosen: Qt keeps it visible, beside the window.
inline bool isBehindATab(const QWidget& widget)
{
    for (const QWidget* at = &widget; at != nullptr && !at->isWindow(); at = at->parentWidget())
        if (const auto* dock = qobject_cast<const QDockWidget*>(at);
            dock && !dock->isFloating() && !dock->parentWidget()->rect().intersects(dock->geometry()))
            return true;
    return false;
}

inline QStringList layoutTroubles(const QWidget& window)
{
    QStringList found;
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        const bool isControl = widget->focusPolicy() != Qt::NoFocus || qobject_cast<QLabel*>(widget)
            || qobject_cast<QAbstractButton*>(widget);
        // What a view paints, and what belongs to a box or a bar, is theirs.
        const bool isPart = qobject_cast<QComboBox*>(widget->parentWidget())
            || qobject_cast<QAbstractSpinBox*>(widget->parentWidget())
            || qobject_cast<QLineEdit*>(widget->parentWidget())
            || qobject_cast<QTabBar*>(widget->parentWidget()) || qobject_cast<QHeaderView*>(widget)
            || qobject_cast<QAbstractItemView*>(widget->parentWidget())
            || widget->inherits("QDockWidgetTitleButton") || widget->inherits("QCustomPlot");
        if (!widget->isVisible() || widget->window() != &window || !isControl || isPart
            || isBehindATab(*widget))
            continue;
        if (const QString cut = cutBy(*widget, window); !cut.isEmpty())
            found += QStringLiteral("cut: ") + cut;
        else if (isSqueezed(*widget))
            found += QStringLiteral("squeezed: %1 is %2x%3, needs %4x%5")
                         .arg(nameOf(*widget))
                         .arg(widget->width())
                         .arg(widget->height())
                         .arg(widget->minimumSizeHint().width())
                         .arg(widget->minimumSizeHint().height());
        else if (isCutLabel(*widget))
            found += QStringLiteral("cut text: %1 \"%2\"")
                         .arg(nameOf(*widget), static_cast<QLabel*>(widget)->text().left(40));
    }
    for (const QToolBar* bar : window.findChildren<QToolBar*>())
        if (const auto* more = bar->findChild<QWidget*>(QStringLiteral("qt_toolbar_ext_button"));
            more && more->isVisible())
            found += QStringLiteral("hidden behind an arrow: ") + bar->objectName();
    return found;
}

} // namespace ulpscope::ui
