// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/cell_combo.h"

#include <QAbstractItemDelegate>
#include <QCompleter>
#include <QKeyEvent>

namespace ulpscope::ui {

CellCombo::CellCombo(QWidget* parent, QAbstractItemDelegate& delegate)
    : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    connect(this, &QComboBox::activated, &delegate, [this, &delegate] {
        if (m_endsByKey || isHidden()) // hidden: the view has given it up
            return;
        emit delegate.commitData(this);
        if (!isHidden())
            emit delegate.closeEditor(this);
    });
}

void CellCombo::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        m_endsByKey = true;
    QComboBox::keyPressEvent(event);
}

} // namespace ulpscope::ui
