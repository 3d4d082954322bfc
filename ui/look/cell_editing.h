// SPDX-License-Identifier: GPL-3.0-or-later
// Editors in the cells of views, where Qt's own way complains: a cell without an editor, one that has it open already, and
// an editor that its view has given up.
#pragma once

class QAbstractItemView;
class QEvent;
class QModelIndex;
class QObject;

namespace ulpscope::ui {

/// Makes the cell the current one, which ends the typing in any other, and opens its editor; nothing if it is open already
/// or the cell cannot be edited. The selection stays.
void openCellEditor(QAbstractItemView& view, const QModelIndex& cell);

/// Whether an editor loses the focus because its view hides it, as when the model is reset: what it holds is of a cell that
/// is no more. For a delegate's eventFilter(), which otherwise commits it to a view that does not know it any longer.
bool isOfGivenUpEditor(const QObject& watched, const QEvent& event);

} // namespace ulpscope::ui
