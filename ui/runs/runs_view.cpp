// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_view.h"

#include "ui/look/cell_editing.h"
#include "ui/look/place.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr double kMaxOfNames = 0.6; ///< of the view's width: metrics have room beside them

} // namespace

RunsView::RunsView(QWidget* parent)
    : EditingView(parent)
    , m_names(new EditingView<QTreeView>(this))
{
    registerPlace(m_names, {.name = "runNames", .terms = "run_name"});
    m_names->setFocusPolicy(Qt::NoFocus);
    m_names->setFocusProxy(this);
    m_names->setFrameShape(QFrame::NoFrame);
    m_names->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_names->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_names->setEditTriggers(NoEditTriggers);
    m_names->setUniformRowHeights(true);
    m_names->setContextMenuPolicy(Qt::CustomContextMenu);
    m_names->header()->setStretchLastSection(true);
    m_names->setAutoScroll(false);
    m_names->viewport()->installEventFilter(this);
    m_names->hide();

    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, &RunsView::placeNames);
    connect(header(), &QHeaderView::sectionResized, this, &RunsView::placeNames);
    connect(header(), &QHeaderView::geometriesChanged, this, &RunsView::placeNames);
    for (QScrollBar* bar : {verticalScrollBar(), m_names->verticalScrollBar()})
        connect(bar, &QScrollBar::valueChanged, this, &RunsView::scrollNames);
    connect(this, &QTreeView::expanded, m_names, &QTreeView::expand);
    connect(this, &QTreeView::collapsed, m_names, &QTreeView::collapse);
    connect(m_names, &QTreeView::expanded, this, &QTreeView::expand);
    connect(m_names, &QTreeView::collapsed, this, &QTreeView::collapse);
    connect(m_names, &QTreeView::doubleClicked, this,
        [this](const QModelIndex& index) { openCellEditor(*this, index); });
    connect(m_names, &QWidget::customContextMenuRequested, this,
        [this](const QPoint& at) { emit customContextMenuRequested(at); });
}

void RunsView::setDelegates(QAbstractItemDelegate* own, QAbstractItemDelegate* ofNames)
{
    own->setParent(this);
    ofNames->setParent(m_names);
    setItemDelegate(own);
    m_names->setItemDelegate(ofNames);
}

void RunsView::setModel(QAbstractItemModel* model)
{
    QTreeView::setModel(model);
    m_names->setModel(model);
    for (int column = 1; column < model->columnCount(); ++column)
        m_names->hideColumn(column);
    m_names->setSelectionModel(selectionModel());
}

void RunsView::setSelectionModel(QItemSelectionModel* selection)
{
    QTreeView::setSelectionModel(selection);
    if (m_names->model())
        m_names->setSelectionModel(selection);
}

/// Scrolls so that the index is not hidden below the name column.
void RunsView::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    QTreeView::scrollTo(index, hint);
    if (index.column() > 0 && m_names->isVisible())
        horizontalScrollBar()->setValue(
            horizontalScrollBar()->value() - std::max(0, m_names->width() - visualRect(index).left()));
}

QModelIndex RunsView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const QModelIndex current = currentIndex();
    const bool opens = action == MoveRight && model()->hasChildren(current) && !isExpanded(current);
    const bool closes = action == MoveLeft && current.column() == 0;
    if ((action != MoveRight && action != MoveLeft) || opens || closes)
        return QTreeView::moveCursor(action, modifiers);
    const int step = (action == MoveRight) == isLeftToRight() ? 1 : -1;
    int column = current.column() + step;
    while (isColumnHidden(column))
        column += step;
    const QModelIndex beside = current.siblingAtColumn(column);
    return beside.isValid() ? beside : current;
}

void RunsView::resizeEvent(QResizeEvent* event)
{
    QTreeView::resizeEvent(event);
    placeNames();
}

bool RunsView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_names->viewport() || event->type() != QEvent::Wheel)
        return QTreeView::eventFilter(watched, event);
    QCoreApplication::sendEvent(viewport(), event); // names only follow
    return true;
}

void RunsView::scrollNames()
{
    m_names->verticalScrollBar()->setValue(verticalScrollBar()->value());
}

void RunsView::placeNames()
{
    const bool isScrolled = horizontalScrollBar()->value() > 0;
    if (isScrolled) {
        m_names->header()->setFixedHeight(header()->height());
        m_names->setIconSize(iconSize());
        m_names->setRootIsDecorated(rootIsDecorated());
        m_names->setSelectionMode(selectionMode());
        m_names->setGeometry(viewport()->x(), header()->y(),
            std::min(columnWidth(0), int(viewport()->width() * kMaxOfNames)),
            header()->height() + viewport()->height());
        m_names->setAccessibleName(accessibleName());
    }
    m_names->setVisible(isScrolled);
    scrollNames();
}

} // namespace ulpscope::ui
