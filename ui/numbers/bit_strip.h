// SPDX-License-Identifier: GPL-3.0-or-later
// The bits of a code as cells, highest first, coloured by field. Arrows move among them, Space or a click toggles one.
#pragma once

#include "engine/dtype/stored_number.h"

#include <QWidget>

namespace ulpscope::ui {

/// Cell background and ink of a field; fields differ in their ink's line below the cell too.
struct BitColors
{
    QColor fill;
    QColor line;
};
BitColors bitColors(BitField field, const QPalette& palette);

class BitStrip : public QWidget
{
    Q_OBJECT
public:
    explicit BitStrip(const Format& format, QWidget* parent = nullptr);

    void setCode(std::uint64_t code);
    std::uint64_t code() const { return m_code; }
    /// The bit that the keys act on; 0 is the lowest.
    int currentBit() const { return m_current; }
    QRect cell(int bit) const;
    int bits() const { return m_format.bits(); }
    /// "float16, exponent bit 3 of 5, is 1"
    QString bitText(int bit) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    void toggled(int bit);
    /// The user works with this strip, by a click or by the focus.
    void activated();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    /// Size of a cell in a strip of this width.
    QSize cellSize(int width) const;
    int cellsPerLine(int width) const;
    int bitAt(const QPoint& place) const;
    void setCurrent(int bit);
    void describe();

    const Format& m_format;
    std::uint64_t m_code = 0;
    int m_current = 0;
};

} // namespace ulpscope::ui
