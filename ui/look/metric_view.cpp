// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/metric_view.h"

#include "ui/look/cell_delegate.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/table_look.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kMinColumns = 4; ///< columns that a table which scrolls shows at once

} // namespace

MetricView::MetricView(QAbstractItemModel* model, QWidget* parent)
    : QTableView(parent)
{
    setModel(model);
    setItemDelegate(new CellDelegate(this));
    lookAsTable(*this, RowHeight::Metrics);
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

int MetricView::widthOf(int column) const
{
    return std::max({sizeHintForColumn(column), horizontalHeader()->sectionSizeHint(column),
        horizontalHeader()->minimumSectionSize()});
}

int MetricView::contentsWidth() const
{
    int width = 0;
    for (int column = 0; column < model()->columnCount(); ++column)
        width += widthOf(column);
    return width;
}

void MetricView::fitColumns()
{
    // All is read whole; what is left is shared by the numbers, or is the long column's.
    const auto shares = [this](int column) { return m_longColumn < 0 ? column > 0 : column == m_longColumn; };
    const int columns = model()->columnCount();
    int spare = std::max(0, viewport()->width() - contentsWidth());
    int sharers = m_longColumn < 0 ? columns - 1 : 1;
    for (int column = 0; column < columns; ++column) {
        if (!shares(column)) {
            horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
            continue;
        }
        const int part = spare / std::max(1, sharers--);
        spare -= part;
        horizontalHeader()->setSectionResizeMode(column, QHeaderView::Interactive);
        horizontalHeader()->resizeSection(column, widthOf(column) + part);
    }
}

void MetricView::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    fitColumns();
    updateGeometry();
}

void MetricView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    fitColumns();
    updateGeometry(); // a scroll bar makes the table higher
}

QSize MetricView::sizeHint() const
{
    const int rows = std::max(1, model()->rowCount());
    const int scrollBar
        = contentsWidth() > viewport()->width() ? horizontalScrollBar()->sizeHint().height() : 0;
    return {contentsWidth() + 2 * frameWidth(),
        horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize()
            + 2 * frameWidth() + 2 + scrollBar};
}

QSize MetricView::minimumSizeHint() const
{
    return {std::min(contentsWidth(), kMinColumns * horizontalHeader()->minimumSectionSize()),
        sizeHint().height()};
}

void MetricView::keyPressEvent(QKeyEvent* event)
{
    if (event == QKeySequence::Copy)
        copy();
    else
        QTableView::keyPressEvent(event);
}

void MetricView::copy() const
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
