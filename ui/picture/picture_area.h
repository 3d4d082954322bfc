// SPDX-License-Identifier: GPL-3.0-or-later
// A picture with items as a widget: it scrolls, arrow keys walk its items, a tool tip tells of the one under the pointer.
#pragma once

#include "ui/picture/picture_items.h"

#include <QAbstractScrollArea>

namespace ulpscope::ui {

class PictureArea : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit PictureArea(QWidget* parent);

    const ItemDrawing& items() const { return *m_items; }
    /// What the keys are at.
    const PictureItem& current() const { return m_current; }
    void setCurrent(const PictureItem& item);
    /// What a screen reader is told of an item.
    QString spokenText(const PictureItem& item) const { return m_items->spokenText(item); }
    /// In coordinates of the viewport.
    QRect placeOf(const PictureItem& item) const;

    QSize minimumSizeHint() const override;

protected:
    /// Lays the picture out again, for another width or font, and calls setItems().
    virtual void redraw() = 0;
    /// An arrow key came there.
    virtual void walkTo(const PictureItem& item) { setCurrent(item); }

    /// drawing: must outlive the next call.
    void setItems(const ItemDrawing& drawing);
    void forgetCurrent() { m_current = {}; }
    /// Where the picture's corner is in the viewport: in the middle where there is room.
    QPointF corner() const;
    PictureItem itemAt(const QPoint& place) const { return m_items->itemAt(QPointF(place) - corner()); }
    void keepInSight(const PictureItem& item);

    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    const ItemDrawing* m_items = nullptr;
    PictureItem m_current;
};

} // namespace ulpscope::ui
