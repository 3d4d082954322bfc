// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/table_look.h"

#include <QHeaderView>
#include <QTableView>

namespace ulpscope::ui {

void lookAsTable(QTableView& table, RowHeight height)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setTabKeyNavigation(false);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(
        table.fontMetrics().height() + (height == RowHeight::Figures ? 6 : 13));
    table.horizontalHeader()->setHighlightSections(false);
    table.horizontalHeader()->setTextElideMode(
        Qt::ElideRight); // else a title on the right is cut on its left
    if (height == RowHeight::Choices)
        table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

} // namespace ulpscope::ui
