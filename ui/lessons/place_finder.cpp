// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/place_finder.h"

#include "ui/bench/accumulation_plot.h"
#include "ui/lessons/models/lesson_widgets.h"
#include "ui/look/models/display_text.h"
#include "ui/training/stacked_plot.h"

#include <QAbstractItemView>
#include <QAbstractProxyModel>
#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QHeaderView>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

namespace ulpscope::ui {

namespace {

QWidget* widgetAt(const QWidget& window, std::string_view path)
{
    if (path.empty())
        return nullptr;
    const QWidget* around = &window;
    for (const QString& name : toQt(path).split(QLatin1Char('/'))) {
        around = around->findChild<QWidget*>(name);
        if (around == nullptr)
            return nullptr;
    }
    return const_cast<QWidget*>(around);
}

/// The row of the layer by name in a tree of layers, or the current one.
QModelIndex rowOf(const QAbstractItemView& view, const QString& layer)
{
    if (layer.isEmpty())
        return view.currentIndex();
    const QString first = layer.section(QLatin1Char('/'), 0, 0);
    for (int row = 0; row < view.model()->rowCount(); ++row) {
        const QModelIndex index = view.model()->index(row, 0);
        if (index.data().toString() != first)
            continue;
        for (int child = 0; layer != first && child < view.model()->rowCount(index); ++child)
            if (view.model()->index(child, 0, index).data().toString()
                == layer.section(QLatin1Char('/'), 1, 1))
                return view.model()->index(child, 0, index);
        return index;
    }
    return {};
}

/// The column of that English title; -1: there is none.
int columnOf(const QAbstractItemView& view, const QByteArray& title)
{
    const QAbstractItemModel* named = view.model();
    while (const auto* sorted = qobject_cast<const QAbstractProxyModel*>(named))
        named = sorted->sourceModel();
    const QString shown = QCoreApplication::translate(named->metaObject()->className(), title);
    for (int column = 0; column < view.model()->columnCount(); ++column) {
        const QString header = view.model()->headerData(column, Qt::Horizontal).toString();
        if (header == shown || header.startsWith(shown + QLatin1String(", "))) // "Flushed, run"
            return column;
    }
    return -1;
}

/// The cell; of a column that has no room the whole row; without a row the whole view.
QRect cellRect(QAbstractItemView& view, const QString& layer, const QByteArray& column)
{
    const QModelIndex row = rowOf(view, layer);
    if (!row.isValid())
        return {};
    QRect cell = view.visualRect(row.siblingAtColumn(columnOf(view, column)));
    if (cell.isEmpty()) {
        cell = view.visualRect(row);
        cell.setLeft(0);
        cell.setRight(view.viewport()->width() - 1);
    }
    cell &= view.viewport()->rect();
    return cell.isEmpty() ? QRect() : cell.translated(view.viewport()->mapTo(&view, QPoint()));
}

/// What the arrows at its end leave of the bar.
QRect tabsInSight(const QTabBar& bar)
{
    QRect seen = bar.rect();
    for (const auto* arrow : bar.findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
        if (arrow->isVisible() && arrow->arrowType() != Qt::NoArrow)
            seen.setRight(std::min(seen.right(), arrow->geometry().left() - 1));
    return seen;
}

/// By the bar's own arrows: it has no other way but to open the tab.
void scrollToTab(QTabBar& bar, int tab)
{
    for (const Qt::ArrowType way : {Qt::LeftArrow, Qt::RightArrow})
        for (auto* arrow : bar.findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
            for (int i = 0; i < bar.count() && arrow->arrowType() == way && arrow->isVisible(); ++i) {
                const QRect seen = tabsInSight(bar);
                const QRect rect = bar.tabRect(tab);
                if (way == Qt::LeftArrow ? rect.left() < seen.left() : rect.right() > seen.right())
                    arrow->click();
            }
}

FoundPlace partOf(QWidget* widget, const LessonWidget& row, const PointAt& at)
{
    const QPointer<QWidget> kept = widget;
    const QString detail = toQt(row.detail);
    switch (row.part) {
    case LessonWidget::Part::Whole:
        break;
    case LessonWidget::Part::Cell:
        return {widget,
            [kept, layer = toQt(at.layer), title = detail.toLatin1()] {
                auto* view = qobject_cast<QAbstractItemView*>(kept);
                return view ? cellRect(*view, layer, title) : QRect();
            },
            [kept, layer = toQt(at.layer), title = detail.toLatin1()] {
                auto* view = qobject_cast<QAbstractItemView*>(kept);
                const QModelIndex found = view ? rowOf(*view, layer) : QModelIndex();
                if (found.isValid())
                    view->scrollTo(found.siblingAtColumn(std::max(0, columnOf(*view, title))));
            }};
    case LessonWidget::Part::Plot:
        return {widget, [kept, detail] {
                    std::optional<PlotFrame> frame;
                    if (const auto* plots = qobject_cast<const StackedPlot*>(kept)) {
                        frame = plots->frameOf(detail);
                        if (!frame) // the run has none of that kind
                            return plots->rect();
                    }
                    if (const auto* plot = qobject_cast<const AccumulationPlot*>(kept))
                        frame = plot->frame();
                    return frame ? frame->data.translated(frame->canvas->mapTo(kept.data(), QPoint()))
                                 : QRect();
                }};
    case LessonWidget::Part::Button: {
        auto* bar = qobject_cast<QToolBar*>(widget);
        for (QAction* action : bar ? bar->actions() : QList<QAction*>())
            if (action->objectName() == detail)
                return {bar->widgetForAction(action)};
        return {};
    }
    case LessonWidget::Part::Tab: {
        auto* tabs = qobject_cast<QTabWidget*>(widget);
        if (!tabs)
            return {};
        return {tabs->tabBar(),
            [kept = QPointer<QTabBar>(tabs->tabBar()), tab = detail.toInt()] {
                return kept ? kept->tabRect(tab) & tabsInSight(*kept) : QRect();
            },
            [kept = QPointer<QTabBar>(tabs->tabBar()), tab = detail.toInt()] {
                if (kept)
                    scrollToTab(*kept, tab);
            }};
    }
    }
    return {widget};
}

} // namespace

void openTabBeside(QTabWidget& tabs, int tab)
{
    const QPointer<QWidget> focus = QApplication::focusWidget();
    tabs.setCurrentIndex(tab);
    if (focus && focus->isVisible() && !tabs.isAncestorOf(focus))
        focus->setFocus(Qt::OtherFocusReason);
}

QRect FoundPlace::rect() const
{
    if (!widget)
        return {};
    const QRect asked = part ? part() : QRect();
    return asked.isEmpty() ? widget->rect() : asked;
}

FoundPlace findPlace(const QWidget& window, const PointAt& at)
{
    const LessonWidget* row = at.place.empty() ? nullptr : lessonWidgetOf(at.place);
    if (row == nullptr)
        return {};
    if (QWidget* widget = widgetAt(window, row->path))
        return partOf(widget, *row, at);
    return {widgetAt(window, row->otherwise)};
}

void bringIntoSight(const FoundPlace& place)
{
    if (!place)
        return;
    // The dock first: the window takes it away from tabs that need its room.
    for (QWidget* around = place.widget; around; around = around->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(around)) {
            if (auto* tabs = dock->window()->findChild<QTabWidget*>(QStringLiteral("tabs"));
                tabs && !dock->isVisible())
                openTabBeside(*tabs, 0);
            dock->show();
            dock->raise();
        }
    for (QWidget* around = place.widget; around; around = around->parentWidget())
        if (auto* tabs = qobject_cast<QTabWidget*>(around))
            for (int tab = 0; tab < tabs->count(); ++tab)
                if (tabs->widget(tab)->isAncestorOf(place.widget))
                    openTabBeside(*tabs, tab);
    // What is folded away in its form.
    for (QWidget* around = place.widget; around && around->parentWidget() && !place.widget->isVisible();
         around = around->parentWidget())
        for (auto* more :
            around->parentWidget()->findChildren<QToolButton*>(QString(), Qt::FindDirectChildrenOnly))
            if (around->isHidden() && more->isCheckable() && !more->isChecked())
                more->click();
    scrollIntoSight(place);
}

void scrollIntoSight(const FoundPlace& place)
{
    if (!place)
        return;
    if (place.scroll)
        place.scroll();
    QWidget* inside = place.widget;
    for (QWidget* around = place.widget->parentWidget(); around; around = around->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(around); area && area->widget()->isAncestorOf(inside)) {
            const QRect rect(inside->mapTo(area->widget(), place.rect().topLeft()), place.rect().size());
            area->ensureVisible(
                rect.center().x(), rect.center().y(), rect.width() / 2 + 8, rect.height() / 2 + 8);
        }
}

} // namespace ulpscope::ui
