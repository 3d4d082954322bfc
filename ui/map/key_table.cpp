// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/key_table.h"

#include "ui/look/models/dtype_mark.h"
#include "ui/look/table_look.h"

#include <QKeyEvent>

namespace ulpscope::ui {

namespace {

bool isOwn(const QKeyEvent& key)
{
    const Qt::KeyboardModifiers modifiers = key.modifiers() & ~Qt::KeypadModifier;
    switch (key.key()) {
    case Qt::Key_Delete:
    case Qt::Key_Insert:
        return modifiers == Qt::NoModifier;
    case Qt::Key_Up:
    case Qt::Key_Down:
        return modifiers == Qt::AltModifier;
    case Qt::Key_D:
        return modifiers == (Qt::ControlModifier | Qt::ShiftModifier);
    default:
        return false;
    }
}

} // namespace

KeyTable::KeyTable(QWidget* parent)
    : EditingView(parent)
{
    lookAsTable(*this, RowHeight::Choices);
    setIconSize({kMarkWidth, kMarkHeight});
    setSelectionMode(SingleSelection);
    setEditTriggers(DoubleClicked | EditKeyPressed);
    setHorizontalScrollMode(ScrollPerPixel);
}

bool KeyTable::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isOwn(*static_cast<QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QTableView::event(event);
}

void KeyTable::keyPressEvent(QKeyEvent* event)
{
    if (!isOwn(*event)) {
        QTableView::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Delete:
        emit removeRequested();
        break;
    case Qt::Key_Insert:
        emit addRequested();
        break;
    case Qt::Key_D:
        emit duplicateRequested();
        break;
    default:
        emit moveRequested(event->key() == Qt::Key_Up ? -1 : 1);
    }
}

void KeyTable::mousePressEvent(QMouseEvent* event)
{
    QTableView::mousePressEvent(event);
    if (!indexAt(event->pos()).isValid()) {
        clearSelection();
        setCurrentIndex({});
    }
}

} // namespace ulpscope::ui
