// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/cell_combo.h"

#include <QAbstractItemDelegate>
#include <QCompleter>
#include <QKeyEvent>

namespace ulpscope::ui {

CellCombo::CellCombo(QWidget* parent, QAbstractItemDelegate& delegate)
    : QComboBox(parent)
    , m_delegate(delegate)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    connect(this, &QComboBox::activated, &delegate, [this] {
        if (!m_endsByKey)
            end();
    });
}

void CellCombo::end()
{
    emit m_delegate.commitData(this);
    emit m_delegate.closeEditor(this);
}

void CellCombo::keyPressEvent(QKeyEvent* event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    // The list of completions hands the key on past the delegate, which ends the editing otherwise.
    const bool isOfList = isReturn && completer()->popup()->isVisible();
    m_endsByKey = isReturn && !isOfList;
    QComboBox::keyPressEvent(event);
    if (isOfList)
        QMetaObject::invokeMethod(this, &CellCombo::end, Qt::QueuedConnection);
}

} // namespace ulpscope::ui
