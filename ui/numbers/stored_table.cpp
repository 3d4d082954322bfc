// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numbers/stored_table.h"

#include "ui/look/describe.h"
#include "ui/look/models/dtype_mark.h"
#include "ui/look/table_look.h"
#include "ui/numbers/bit_strip.h"
#include "ui/numbers/models/lab_tables.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

namespace ulpscope::ui {

namespace {

constexpr int kCellPadding = 10; ///< pixels beside a cell's text

} // namespace

StoredTable::StoredTable(NumberLab& lab, QWidget* parent)
    : QTableView(parent)
    , m_lab(lab)
    , m_model(new StoredTableModel(lab, this))
{
    describe(this,
        {.name = "storedTable",
            .columns = {"number_format", "code exponent mantissa", "rounding",
                "rounding overflows flush_to_zero", "rounding", "ulp", "ulp", "ulp", "ulp", "number_format"},
            .lessons = {{"number-lab.format", {}, StoredTableModel::FormatColumn},
                {"number-lab.bits", {}, StoredTableModel::BitsColumn}, {"number-lab.table"}}},
        tr("The number in each format"));
    setIconSize({kMarkWidth, kMarkHeight});
    setModel(m_model);
    lookAsTable(*this, RowHeight::Metrics);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(m_model, &QAbstractItemModel::modelReset, this, &StoredTable::makeStrips);
    connect(&lab, &NumberLab::numberChanged, this, &StoredTable::showCodes);
    connect(&lab, &NumberLab::selectionChanged, this, [this](int row) { selectRow(row); });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& now) { m_lab.select(now.row()); });
    makeStrips();
}

BitStrip* StoredTable::strip(int row) const
{
    return qobject_cast<BitStrip*>(indexWidget(m_model->index(row, StoredTableModel::BitsColumn)));
}

void StoredTable::makeStrips()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        auto* bits = new BitStrip(*m_lab.formats()[static_cast<std::size_t>(row)], this);
        if (m_isOnlyLookedAt)
            bits->setFocusPolicy(Qt::NoFocus);
        connect(bits, &BitStrip::toggled, this, [this, row](int bit) { m_lab.toggleBit(row, bit); });
        connect(bits, &BitStrip::activated, this, [this, row] { m_lab.select(row); });
        setIndexWidget(m_model->index(row, StoredTableModel::BitsColumn), bits);
    }
    showCodes();
    selectRow(m_lab.selected());
    layOut();
}

void StoredTable::showCodes()
{
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (BitStrip* bits = strip(row))
            bits->setCode(m_lab.rows()[static_cast<std::size_t>(row)].code);
    layOut();
}

void StoredTable::layOut()
{
    int bitsWidth = 100;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (const BitStrip* bits = strip(row))
            bitsWidth = std::max(bitsWidth, bits->sizeHint().width() + 4);
    // In several lines where there is little room, so that what is stored is in sight.
    using Model = StoredTableModel;
    const int others = widthOfTexts(Model::FormatColumn) + widthOfTexts(Model::StoredColumn);
    bitsWidth = std::clamp(viewport()->width() - others, 100, bitsWidth);
    int room = viewport()->width();
    for (int column = 0; column < StoredTableModel::ColumnCount; ++column) {
        const int width = column == StoredTableModel::BitsColumn ? bitsWidth : widthOfTexts(column);
        setColumnWidth(column, width);
        room -= width;
        if (m_isOnlyLookedAt)
            setColumnHidden(column, room < 0 && column > StoredTableModel::BitsColumn);
    }
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (const BitStrip* bits = strip(row))
            setRowHeight(row, std::max(fontMetrics().height() + 10, bits->heightForWidth(bitsWidth) + 6));
}

int StoredTable::widthOfTexts(int column) const
{
    int width = horizontalHeader()->sectionSizeHint(column);
    for (int row = 0; row < m_model->rowCount(); ++row)
        width = std::max(width,
            fontMetrics().horizontalAdvance(m_model->index(row, column).data().toString()) + kCellPadding);
    return column == StoredTableModel::FormatColumn ? width + kMarkWidth + 4 : width;
}

void StoredTable::setOnlyLookedAt()
{
    m_isOnlyLookedAt = true;
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeStrips();
}

void StoredTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        layOut();
}

QSize StoredTable::sizeHint() const
{
    int height = horizontalHeader()->sizeHint().height() + 2 * frameWidth()
        + horizontalScrollBar()->sizeHint().height();
    for (int row = 0; row < m_model->rowCount(); ++row)
        height += rowHeight(row);
    return {900, height};
}

void StoredTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        layOut();
}

void StoredTable::keyPressEvent(QKeyEvent* event)
{
    const bool fromStrip = !hasFocus();
    switch (event->key()) {
    case Qt::Key_Delete:
        return m_lab.removeFormat(currentIndex().row());
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_F2:
        if (BitStrip* bits = strip(currentIndex().row()))
            bits->setFocus();
        return;
    case Qt::Key_Escape:
        if (fromStrip)
            return setFocus();
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (fromStrip) {
            m_lab.select(m_lab.selected() + (event->key() == Qt::Key_Up ? -1 : 1));
            if (BitStrip* bits = strip(m_lab.selected()))
                bits->setFocus();
            return;
        }
        break;
    default:
        break;
    }
    QTableView::keyPressEvent(event);
}

} // namespace ulpscope::ui
