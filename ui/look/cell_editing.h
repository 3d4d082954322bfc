// SPDX-License-Identifier: GPL-3.0-or-later
// Editors in the cells of views, where Qt's own way complains: a cell without an editor, one that has it open already, and
// an editor that its view has given up.
#pragma once

#include <QAbstractItemDelegate>
#include <QWidget>

class QAbstractItemView;
class QModelIndex;

namespace ulpscope::ui {

/// Makes the cell the current one, which ends the typing in any other, and opens its editor; nothing if it is open already
/// or the cell cannot be edited. The selection stays.
void openCellEditor(QAbstractItemView& view, const QModelIndex& cell);

/// A view that does not listen to an editor that it has given up and therefore hidden. A delegate may still tell of it: committing
/// can reset the model, a hidden editor loses the focus, and Qt queues what Return commits behind a click that comes at once.
template <class View>
class EditingView : public View
{
public:
    using View::View;

protected:
    void commitData(QWidget* editor) override
    {
        if (!editor || !editor->isHidden())
            View::commitData(editor);
    }

    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override
    {
        if (!editor || !editor->isHidden())
            View::closeEditor(editor, hint);
    }
};

} // namespace ulpscope::ui
