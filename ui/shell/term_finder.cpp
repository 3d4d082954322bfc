// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/term_finder.h"

#include "ui/look/place.h"
#include "ui/look/room_bar.h"
#include "ui/shell/catalog_terms.h"
#include "ui/training/stacked_plot.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>

namespace ulpscope::ui {

namespace {

void addTerm(std::vector<const Term*>& terms, const Term* term)
{
    if (term && std::find(terms.begin(), terms.end(), term) == terms.end())
        terms.push_back(term);
}

std::vector<const Term*> termsOf(const QByteArray& ids)
{
    std::vector<const Term*> terms;
    for (const QByteArray& id : ids.split(' '))
        addTerm(terms, glossary().find(QString::fromUtf8(id)));
    return terms;
}

std::vector<const Term*> ownTerms(const QWidget& widget)
{
    return termsOf(placeOf(widget).terms);
}

void explainView(const QAbstractItemView& view, ExplainedThing& thing)
{
    const QModelIndex current = view.currentIndex();
    if (!view.model() || !current.isValid())
        return;
    const QString column = view.model()->headerData(current.column(), Qt::Horizontal).toString();
    const std::vector<const Term*> ofColumn = termsOfColumn(view, current.column());
    addTerm(thing.terms, glossary().named(current.data().toString()));
    for (const Term* term : ofColumn)
        addTerm(thing.terms, term);
    if (!ofColumn.empty()) {
        thing.title = column;
        thing.text = view.model()->headerData(current.column(), Qt::Horizontal, Qt::ToolTipRole).toString();
    }
    const QRect cell = view.visualRect(current);
    thing.at = QRect(view.viewport()->mapToGlobal(cell.topLeft()), cell.size());
}

void explainTabs(const QTabBar& bar, ExplainedThing& thing)
{
    const auto* rooms = qobject_cast<const RoomBar*>(bar.parentWidget());
    const auto* tabs = rooms ? &rooms->pages() : qobject_cast<const QTabWidget*>(bar.parentWidget());
    const QWidget* page = tabs ? tabs->currentWidget() : nullptr;
    if (!page)
        return;
    thing.title = bar.tabText(bar.currentIndex());
    thing.text = bar.tabToolTip(bar.currentIndex());
    if (const auto* area = qobject_cast<const QScrollArea*>(page); area && page->objectName().isEmpty())
        page = area->widget();
    for (const Term* term : ownTerms(*page))
        addTerm(thing.terms, term);
}

} // namespace

std::vector<const Term*> termsOfColumn(const QWidget& view, int column)
{
    const std::vector<QByteArray>& columns = placeOf(view).columns;
    return std::size_t(column) < columns.size() ? termsOf(columns[std::size_t(column)])
                                                : std::vector<const Term*>();
}

std::vector<const Term*> termsOfPlot(const PlotRow& plot)
{
    return termsOf(plot.terms.isEmpty() ? plot.id.toUtf8() : plot.terms);
}

ExplainedThing explainedThing(const QWidget& widget)
{
    ExplainedThing thing{.title = widget.accessibleName(),
        .text = widget.toolTip(),
        .terms = {},
        .at = QRect(widget.mapToGlobal(QPoint()), widget.size())};
    if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget))
        explainView(*view, thing);
    else if (const auto* plots = qobject_cast<const StackedPlot*>(&widget))
        for (const PlotRow& plot : plots->rows())
            for (const Term* term : termsOfPlot(plot))
                addTerm(thing.terms, term);
    else if (const auto* bar = qobject_cast<const QTabBar*>(&widget))
        explainTabs(*bar, thing);
    for (const Term* term : ownTerms(widget))
        addTerm(thing.terms, term);
    if (const auto* combo = qobject_cast<const QComboBox*>(&widget))
        addTerm(thing.terms, glossary().named(combo->currentText()));
    thing.hasOwnTerm = !thing.terms.empty();
    for (const QWidget* around = widget.parentWidget(); around && thing.terms.empty();
         around = around->parentWidget())
        thing.terms = ownTerms(*around);
    const bool isSaid = std::any_of(thing.terms.begin(), thing.terms.end(),
        [&](const Term* term) { return thing.text.startsWith(term->definition); });
    if (isSaid)
        thing.text.clear();
    if (thing.title.isEmpty() && !thing.terms.empty())
        thing.title = thing.terms.front()->title;
    return thing;
}

} // namespace ulpscope::ui
