// SPDX-License-Identifier: GPL-3.0-or-later
// The number line: a lane for every chosen format, one above the other, with the values that it has around the number,
// where the number lies and where it is stored. Wheel and + - zoom, drag and arrows move, Home goes back to the number.
#pragma once

#include "ui/look/plot_content.h"
#include "ui/numbers/models/number_lab.h"
#include "ui/numbers/models/number_scale.h"

#include <QWidget>

namespace ulpscope::ui {

class NumberLine : public QWidget
{
    Q_OBJECT
public:
    /// `lab` must outlive the widget.
    explicit NumberLine(NumberLab& lab, QWidget* parent = nullptr);

    const NumberScale& scale() const { return m_scale; }
    /// A sentence about what is shown: kind of scale and ends.
    QString viewText() const;

    QSize sizeHint() const override { return {640, 260}; }
    QSize minimumSizeHint() const override { return {260, 110}; }

public slots:
    void goHome();
    void showWhole();
    void zoomIn();
    void zoomOut();
    void setLogarithmic(bool isLog);

signals:
    void viewChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void takeNumber();
    PlotContent content();
    void changeView(double factor, double fraction);
    void announce();
    QRect plotArea() const;
    int laneAt(const QPoint& place) const;
    QString explanation(const QPoint& place) const;

    NumberLab& m_lab;
    NumberScale m_scale;
    double m_shownNumber = 0;
    bool m_isAtHome = true; ///< the view follows the number until the user moves it
    QPoint m_dragFrom;
    bool m_isDragging = false;
};

} // namespace ulpscope::ui
