// SPDX-License-Identifier: GPL-3.0-or-later
// A person's hand: mouse and keyboard go through the window, as from a display, so that focus, shortcuts, popups and
// modal dialogs decide who gets them.
#pragma once

#include "tests/ui/walk/dice.h"

#include <QPoint>
#include <QPointer>
#include <QString>

#include <optional>

class QMimeData;
class QWidget;

namespace ulpscope::ui::walk {

class Hand
{
public:
    explicit Hand(Dice& dice)
        : m_dice(dice)
    {
    }

    /// Scrolls there if need be; none where nothing of the widget is on the screen.
    std::optional<QPoint> pointOn(QWidget* widget) const;

    // Positions are the widget's. Whoever is called may delete it.
    void click(
        QWidget* widget, QPoint at, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers = {});
    void doubleClick(QWidget* widget, QPoint at);
    void hover(QWidget* widget, QPoint at);
    /// In a few moves, with the button down.
    void drag(QWidget* from, QPoint start, QPoint end, Qt::KeyboardModifiers modifiers = {});
    void wheel(QWidget* widget, QPoint at, int notches, Qt::KeyboardModifiers modifiers = {});
    /// As if it were dragged there from another program.
    void drop(QWidget* widget, QPoint at, const QMimeData& data);

    /// To whatever has the focus.
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}, const QString& text = {});
    void keys(const QKeySequence& sequence);
    /// Over what is selected; long texts are pasted.
    void type(const QString& text);

    /// While a drag of Qt's own waits for the mouse: lets go, or gives it up.
    void endDrag();
    bool isDragging() const { return m_dragging != nullptr; }

private:
    Dice& m_dice;
    QPointer<QWidget> m_dragging; ///< the window in which a button is down
};

} // namespace ulpscope::ui::walk
