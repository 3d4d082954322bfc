// SPDX-License-Identifier: GPL-3.0-or-later
// How every table of the window looks and is left by Tab.
#pragma once

class QTableView;

namespace ulpscope::ui {

enum class RowHeight {
    Metrics, ///< to be read
    Choices ///< to be chosen and edited
};

/// Rows are chosen whole and have no numbers, lines or grid; text is cut, not wrapped. Their height follows the font.
void lookAsTable(QTableView& table, RowHeight height);

} // namespace ulpscope::ui
