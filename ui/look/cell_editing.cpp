// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/cell_editing.h"

#include <QAbstractItemView>
#include <QItemSelectionModel>

namespace ulpscope::ui {

void openCellEditor(QAbstractItemView& view, const QModelIndex& cell)
{
    // What another cell is given is done, also where the editor lost no focus: in a window behind.
    const QPersistentModelIndex target = cell;
    view.selectionModel()->setCurrentIndex(cell, QItemSelectionModel::NoUpdate);
    // Any editor, whatever its name is.
    if (!view.isPersistentEditorOpen(target)
        && target.flags().testFlags(Qt::ItemIsEditable | Qt::ItemIsEnabled))
        view.edit(target);
}

} // namespace ulpscope::ui
