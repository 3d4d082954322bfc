// SPDX-License-Identifier: GPL-3.0-or-later
// How every table of the window looks, is edited, and is left by Tab.
#pragma once

#include <QAbstractItemDelegate>
#include <QWidget>

class QAbstractItemView;
class QModelIndex;
class QTableView;

namespace ulpscope::ui {

enum class RowHeight {
    Metrics, ///< the table is read
    Choices ///< the user chooses and edits in the table
};

/// Rows are chosen whole and have no numbers, lines or grid; text is cut, not wrapped. Their height follows the font.
void lookAsTable(QTableView& table, RowHeight height);

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
