// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/term_finder.h"

#include "ui/look/models/translation.h"
#include "ui/shell/catalog_terms.h"
#include "ui/shell/models/term_places.h"
#include "ui/training/stacked_plot.h"

#include <QAbstractItemView>
#include <QAbstractProxyModel>
#include <QComboBox>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>

namespace ulpscope::ui {

namespace {

/// The comparison has the table of runs once more.
QString placeName(const QWidget& widget)
{
    QString name = widget.objectName();
    if (name.startsWith(QStringLiteral("comparedRuns")))
        name.replace(0, QStringLiteral("comparedRuns").size(), QStringLiteral("runs"));
    for (const char* part : {"_value", "_reset"}) // of an override's editor, which has the override's name
        if (name.startsWith(QStringLiteral("knob_")) && name.endsWith(QLatin1String(part)))
            name.chop(int(qstrlen(part)));
    return name;
}

void addTerm(std::vector<const Term*>& terms, const Term* term)
{
    if (term && std::find(terms.begin(), terms.end(), term) == terms.end())
        terms.push_back(term);
}

std::vector<const Term*> termsAt(const QString& place)
{
    std::vector<const Term*> terms;
    if (place.startsWith(QStringLiteral("knob_"))) {
        // Whose path has dots where the name has underscores.
        for (const Term& term : glossary().terms())
            if (QString(term.id)
                    .replace(QLatin1Char(':'), QLatin1Char('_'))
                    .replace(QLatin1Char('.'), QLatin1Char('_'))
                == place)
                addTerm(terms, &term);
        return terms;
    }
    for (const QString& id : termsOfPlace(place))
        addTerm(terms, glossary().find(id));
    return terms;
}

std::vector<const Term*> ownTerms(const QWidget& widget)
{
    if (widget.objectName().isEmpty())
        return {};
    return termsAt(placeName(widget));
}

/// Whether a title of the view's model reads so in the window's language: it is the model's text, or one of a function's that made its table.
bool isShownAs(const QWidget& view, const QString& english, const QString& shown)
{
    const auto* table = qobject_cast<const QAbstractItemView*>(&view);
    const QAbstractItemModel* model = table ? table->model() : nullptr;
    while (const auto* proxy = qobject_cast<const QAbstractProxyModel*>(model))
        model = proxy->sourceModel();
    const QByteArray source = english.toUtf8();
    for (const QMetaObject* type = model ? model->metaObject() : nullptr; type; type = type->superClass())
        if (QCoreApplication::translate(type->className(), source.constData()) == shown)
            return true;
    return tr(source.constData()) == shown;
}

void explainView(const QAbstractItemView& view, ExplainedThing& thing)
{
    const QModelIndex current = view.currentIndex();
    if (!view.model() || !current.isValid())
        return;
    const QString column = view.model()->headerData(current.column(), Qt::Horizontal).toString();
    const std::vector<const Term*> ofColumn = termsOfColumn(view, column);
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
    const auto* tabs = qobject_cast<const QTabWidget*>(bar.parentWidget());
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

std::vector<const Term*> termsOfColumn(const QWidget& view, const QString& title)
{
    // Places are named by the English title; the view has it in the window's language.
    const QString table = placeName(view) + QLatin1Char('/');
    for (const QString& place : termPlaces())
        if (place.startsWith(table) && isShownAs(view, place.mid(table.size()), title))
            return termsAt(place);
    return termsAt(table + title);
}

std::vector<const Term*> termsOfPlot(const QString& id)
{
    return termsAt(QStringLiteral("plot:") + id);
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
        for (const QString& id : plots->plots())
            for (const Term* term : termsOfPlot(id))
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
