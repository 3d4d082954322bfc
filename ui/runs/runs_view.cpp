// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_view.h"

#include "ui/look/describe.h"
#include "ui/look/place.h"
#include "ui/look/plot_theme.h"
#include "ui/runs/models/runs_model.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr double kMaxOfNames = 0.6; ///< share of the view's width that names have at most

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

namespace {

constexpr QSize kSample{26, 12}; ///< size of the sample of the run's line
constexpr int kLongestText = 200;
constexpr int kRowPadding = 13; ///< pixels

static_assert(KeptRuns::kLooks == kRunLooks && KeptRuns::kColors == kRunColors);

QIcon lineIcon(const QPen& pen)
{
    QPixmap pixmap(kSample * 2);
    pixmap.setDevicePixelRatio(2);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setPen(pen);
    painter.drawLine(0, kSample.height() / 2, kSample.width(), kSample.height() / 2);
    return QIcon(pixmap);
}

} // namespace

int runRowHeight(const QFontMetrics& metrics)
{
    return metrics.height() + kRowPadding;
}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return {RemarkDelegate::sizeHint(option, index).width(), runRowHeight(option.fontMetrics)};
}

QWidget* RunDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const bool isName = index.column() == RunsModel::NameColumn;
    auto* field = new QLineEdit(parent);
    if (isName && index.model()->hasChildren(index))
        describe(field, QStringLiteral("runNameEditor"), tr("Name of these runs"),
            tr("Return keeps it, Escape does not. An empty one leaves the name as it is."));
    else if (isName)
        describe(field, QStringLiteral("runNameEditor"), tr("Name of the run"),
            tr("Return keeps it, Escape does not. An empty name gives the run its first one back."));
    else
        describe(field, QStringLiteral("runNoteEditor"), tr("Note on the run"),
            tr("Return keeps it, Escape does not."));
    field->setFrame(false);
    field->setAutoFillBackground(true);
    field->setMaxLength(kLongestText);
    return field;
}

void RunDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* field = static_cast<QLineEdit*>(editor); // made by createEditor
    if (field->isModified()) // a run that grows announces its cells; what is being typed stays
        return;
    field->setText(index.data(Qt::EditRole).toString());
    field->selectAll();
}

void RunDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    RemarkDelegate::initStyleOption(option, index);
    const QVariant look = index.data(RunsModel::LookRole);
    if (!look.isValid())
        return;
    QPen pen = plotTheme(option->palette).runPen(look.toInt(), 2);
    if (option->state.testFlag(QStyle::State_Selected)) // on which its own colour may not be seen
        pen.setColor(option->palette.color(QPalette::HighlightedText));
    option->icon = lineIcon(pen);
    option->features |= QStyleOptionViewItem::HasDecoration;
    option->decorationSize = kSample;
}

} // namespace ulpscope::ui
