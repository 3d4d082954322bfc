// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/cell_editing.h"

#include <QAbstractItemView>
#include <QEvent>

namespace ulpscope::ui {

void openCellEditor(QAbstractItemView& view, const QModelIndex& cell)
{
    // Of any editor, whatever its name says.
    if (!view.isPersistentEditorOpen(cell) && cell.flags().testFlags(Qt::ItemIsEditable | Qt::ItemIsEnabled))
        view.edit(cell);
}

bool isOfGivenUpEditor(const QObject& watched, const QEvent& event)
{
    const auto* editor = qobject_cast<const QWidget*>(&watched);
    return event.type() == QEvent::FocusOut && editor && editor->isHidden();
}

} // namespace ulpscope::ui
