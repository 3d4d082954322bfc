// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/figure_view.h"

#include "ui/look/cell_delegate.h"
#include "ui/look/table_look.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

namespace ulpscope::ui {

namespace {

constexpr int kLeastColumn = 60; ///< pixels

} // namespace

FigureView::FigureView(QAbstractItemModel* model, QWidget* parent)
    : QTableView(parent)
{
    setModel(model);
    setItemDelegate(new CellDelegate(this));
    lookAsTable(*this, RowHeight::Figures);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    horizontalHeader()->setMinimumSectionSize(kLeastColumn);
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        if (this->model()->columnCount() > 0) // names are read whole, numbers share the rest
            horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
        updateGeometry();
    });
}

QSize FigureView::sizeHint() const
{
    const int rows = std::max(1, model()->rowCount());
    const bool scrolls = kLeastColumn * model()->columnCount() > width();
    return {QTableView::sizeHint().width(),
        horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize()
            + 2 * frameWidth() + 2 + (scrolls ? horizontalScrollBar()->sizeHint().height() : 0)};
}

QSize FigureView::minimumSizeHint() const
{
    return {kLeastColumn * model()->columnCount(), sizeHint().height()};
}

void FigureView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        updateGeometry(); // where not all columns have room, a scroll bar wants its own
}

void FigureView::keyPressEvent(QKeyEvent* event)
{
    if (event == QKeySequence::Copy)
        copy();
    else
        QTableView::keyPressEvent(event);
}

void FigureView::copy() const
{
    const auto line = [this](const auto& textOf) {
        QStringList cells;
        for (int column = 0; column < model()->columnCount(); ++column)
            cells += textOf(column).toString();
        return cells.join(QLatin1Char('\t'));
    };
    QStringList lines{line([this](int column) { return model()->headerData(column, Qt::Horizontal); })};
    const bool isAll = !selectionModel()->hasSelection();
    for (int row = 0; row < model()->rowCount(); ++row)
        if (isAll || selectionModel()->isRowSelected(row))
            lines += line([this, row](int column) { return model()->index(row, column).data(); });
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

} // namespace ulpscope::ui
