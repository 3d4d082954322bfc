// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/place_finder.h"

#include "ui/bench/accumulation_plot.h"
#include "ui/look/models/display_text.h"
#include "ui/look/place.h"
#include "ui/look/room_bar.h"
#include "ui/look/tabs.h"
#include "ui/training/stacked_plot.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QScrollArea>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>

namespace ulpscope::ui {

namespace {

struct MarkedSpot
{
    const PlaceMark* mark = nullptr; ///< null: the window has no such place
    LessonSpot spot = {};
};

MarkedSpot findSpot(const QWidget& window, std::string_view place)
{
    for (const PlaceMark* mark : window.findChildren<PlaceMark*>())
        for (const LessonSpot& spot : mark->place.lessons)
            if (spot.place == QByteArrayView(place.data(), qsizetype(place.size())))
                return {mark, spot};
    return {};
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

/// The cell; of a column that has no room the whole row; without a row the whole view.
QRect cellRect(QAbstractItemView& view, const QString& layer, int column)
{
    const QModelIndex row = rowOf(view, layer);
    if (!row.isValid())
        return {};
    QRect cell = view.visualRect(row.siblingAtColumn(column));
    if (cell.isEmpty()) {
        cell = view.visualRect(row);
        cell.setLeft(0);
        cell.setRight(view.viewport()->width() - 1);
    }
    cell &= view.viewport()->rect();
    return cell.isEmpty() ? QRect() : cell.translated(view.viewport()->mapTo(&view, QPoint()));
}

FoundPlace cellPlace(QWidget* widget, const QString& layer, int column)
{
    const QPointer<QWidget> kept = widget;
    return {widget,
        [kept, layer, column] {
            auto* view = qobject_cast<QAbstractItemView*>(kept);
            return view ? cellRect(*view, layer, column) : QRect();
        },
        [kept, layer, column] {
            auto* view = qobject_cast<QAbstractItemView*>(kept);
            const QModelIndex found = view ? rowOf(*view, layer) : QModelIndex();
            if (found.isValid())
                view->scrollTo(found.siblingAtColumn(column));
        }};
}

FoundPlace plotPlace(QWidget* widget, const QString& id)
{
    return {widget, [kept = QPointer<QWidget>(widget), id] {
                std::optional<PlotFrame> frame;
                if (const auto* plots = qobject_cast<const StackedPlot*>(kept)) {
                    frame = plots->frameOf(id);
                    if (!frame) // the run has none of that kind
                        return plots->rect();
                }
                if (const auto* plot = qobject_cast<const AccumulationPlot*>(kept))
                    frame = plot->frame();
                return frame ? frame->data.translated(frame->canvas->mapTo(kept.data(), QPoint())) : QRect();
            }};
}

FoundPlace buttonPlace(const QToolBar& bar, const QString& action)
{
    for (QAction* each : bar.actions())
        if (each->objectName() == action)
            return {bar.widgetForAction(each)};
    return {};
}

FoundPlace tabPlace(QWidget& page)
{
    const QTabWidget* tabs = tabsAround(page);
    RoomBar* bar = tabs ? RoomBar::of(*tabs) : nullptr;
    if (!bar)
        return {};
    return {bar, [kept = QPointer<RoomBar>(bar), tab = tabOf(*tabs, page)] {
                return kept ? kept->rectOf(tab) : QRect();
            }};
}

} // namespace

void openTabBeside(const QWidget& inside)
{
    const QPointer<QWidget> focus = QApplication::focusWidget();
    bringToFront(inside);
    if (const QTabWidget* tabs = tabsAround(inside);
        tabs && focus && focus->isVisible() && !tabs->isAncestorOf(focus))
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
    const auto [mark, spot] = findSpot(window, at.place);
    if (mark == nullptr || at.place.empty())
        return {};
    QWidget* widget = &mark->widget();
    const QString part = QString::fromUtf8(spot.part);
    if (spot.column >= 0)
        return cellPlace(widget, toQt(at.layer), spot.column);
    if (at.place.starts_with("tab."))
        return tabPlace(*widget);
    if (at.place.starts_with("plot."))
        return plotPlace(widget, part);
    if (const auto* bar = qobject_cast<const QToolBar*>(widget))
        return buttonPlace(*bar, part);
    if (auto* inside = part.isEmpty() ? widget : widget->findChild<QWidget*>(part))
        return {.widget = inside, .isWhole = true};
    auto* chooser = widget->findChild<QWidget*>(QString::fromUtf8(mark->place.lessons.front().part));
    return {.widget = chooser ? chooser : widget, .isWhole = true};
}

QString plotAt(const QWidget& window, const QString& place)
{
    return place.startsWith(QStringLiteral("plot."))
        ? QString::fromUtf8(findSpot(window, place.toStdString()).spot.part)
        : QString();
}

const QWidget* pageAt(const QWidget& window, std::string_view tab)
{
    const PlaceMark* mark = findSpot(window, tab).mark;
    return mark ? &mark->widget() : nullptr;
}

void bringIntoSight(const FoundPlace& place)
{
    if (!place)
        return;
    // The dock first: the window takes it away from tabs that need its room.
    for (QWidget* around = place.widget; around; around = around->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(around)) {
            if (const QWidget* run = pageAt(*dock->window(), "tab.run"); run && !dock->isVisible())
                openTabBeside(*run);
            dock->show();
            dock->raise();
        }
    for (QWidget* around = place.widget; around; around = around->parentWidget())
        openTabBeside(*around);
    // Unfolds the form around a widget.
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
