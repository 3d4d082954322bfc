// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/figure_view.h"

#include "ui/look/cell_delegate.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/models/local_number.h"
#include "ui/look/table_look.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kLeastColumns = 4; ///< that a table which scrolls shows at once

} // namespace

FigureView::FigureView(QAbstractItemModel* model, QWidget* parent)
    : QTableView(parent)
{
    setModel(model);
    setItemDelegate(new CellDelegate(this));
    lookAsTable(*this, RowHeight::Figures);
    setIconSize({kMarkWidth, kMarkHeight});
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    horizontalHeader()->setMinimumSectionSize(60);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        fitColumns();
        updateGeometry();
    });
}

int FigureView::contentsWidth() const
{
    int width = 0;
    for (int column = 0; column < model()->columnCount(); ++column)
        width += std::max({sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column),
            horizontalHeader()->minimumSectionSize()});
    return width;
}

void FigureView::fitColumns()
{
    const bool fits = contentsWidth() <= viewport()->width();
    // Names are read whole, numbers share the rest.
    for (int column = 0; column < model()->columnCount(); ++column)
        horizontalHeader()->setSectionResizeMode(column,
            fits && (m_longColumn < 0 ? column > 0 : column == m_longColumn) ? QHeaderView::Stretch
                                                                             : QHeaderView::ResizeToContents);
}

void FigureView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
    updateGeometry(); // with a scroll bar it is higher
}

QSize FigureView::sizeHint() const
{
    const int rows = std::max(1, model()->rowCount());
    const int scrollBar
        = contentsWidth() > viewport()->width() ? horizontalScrollBar()->sizeHint().height() : 0;
    return {contentsWidth() + 2 * frameWidth(),
        horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize()
            + 2 * frameWidth() + 2 + scrollBar};
}

QSize FigureView::minimumSizeHint() const
{
    return {std::min(contentsWidth(), kLeastColumns * horizontalHeader()->minimumSectionSize()),
        sizeHint().height()};
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
            cells += plainNumber(textOf(column).toString());
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
