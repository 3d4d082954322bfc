// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/table_look.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QTableView>

namespace ulpscope::ui {

namespace {

/// Rows of QTableView have a height of their own, whatever happens to the font.
class RowsByFont : public QObject
{
public:
    RowsByFont(QTableView& table, RowHeight height)
        : QObject(&table)
        , m_table(table)
        , m_room(height == RowHeight::Metrics ? 6 : 13)
    {
        fit();
        table.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FontChange)
            fit();
        return QObject::eventFilter(watched, event);
    }

private:
    void fit() { m_table.verticalHeader()->setDefaultSectionSize(m_table.fontMetrics().height() + m_room); }

    QTableView& m_table;
    int m_room;
};

} // namespace

void lookAsTable(QTableView& table, RowHeight height)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setTabKeyNavigation(false);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTextElideMode(Qt::ElideMiddle); // an exponent is the end of its number
    table.verticalHeader()->hide();
    new RowsByFont(table, height);
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setTextElideMode(
        Qt::ElideRight); // Qt would cut a title on the right at its left
    if (height == RowHeight::Choices)
        table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void openCellEditor(QAbstractItemView& view, const QModelIndex& cell)
{
    // Closes the editor when another cell becomes current, even if it lost no focus because its window is behind.
    const QPersistentModelIndex target = cell;
    view.selectionModel()->setCurrentIndex(cell, QItemSelectionModel::NoUpdate);
    // Any editor, whatever its name is.
    if (!view.isPersistentEditorOpen(target)
        && target.flags().testFlags(Qt::ItemIsEditable | Qt::ItemIsEnabled))
        view.edit(target);
}

} // namespace ulpscope::ui
