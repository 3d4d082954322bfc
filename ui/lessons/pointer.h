// SPDX-License-Identifier: GPL-3.0-or-later
// A ring around a live part of the window, and an arrow to it. Above everything and touched by nothing: the mouse goes through.
#pragma once

#include "ui/lessons/place_finder.h"

#include <QTimer>
#include <QWidget>

#include <optional>

namespace ulpscope::ui {

class Pointer : public QWidget
{
    Q_OBJECT
public:
    explicit Pointer(QWidget* window);

    /// Points at the widget and follows it; hides while the widget is out of sight. Null: points nowhere.
    void pointAt(FoundPlace place);
    /// Scrolls the widget into sight first, and again when the widgets around it change their size, until the user
    /// scrolls it away.
    void bring(const FoundPlace& place);
    const FoundPlace& place() const { return m_place; }
    /// The ring in the window; empty while nothing is pointed at.
    QRect ring() const { return m_ring; }
    /// Where the arrow lies, points of the window from its tip to its end; none where it would lie on something. For tests.
    QList<QPoint> arrow() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();
    struct Arrow
    {
        QPointF tip;
        QPointF away; ///< the direction away from the ring, of length 1
    };
    QRect seen() const;
    std::optional<Arrow> freeArrow() const;

    FoundPlace m_place;
    QList<QPointer<QWidget>> m_watched; ///< the ring lies around the widget and what belongs to it
    QRect m_ring;
    QTimer m_settle; ///< waits for widgets that get their size only after the layout
    bool m_isSought = false; ///< was brought, and is not in sight yet
    QTimer m_poll; ///< follows parts that move inside their widget: a row, a plot's frame
};

} // namespace ulpscope::ui
