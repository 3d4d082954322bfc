// SPDX-License-Identifier: GPL-3.0-or-later
// A plot of points one of which is selected: by pointing at it, or by ←, →, Home and End; a double click on it or Return asks for
// it. Elsewhere a double click shows everything, as in any plot.
#pragma once

#include "ui/look/plot_content.h"

#include <QWidget>

#include <vector>

namespace ulpscope::ui {

class PlotZoom;
struct PlotTheme;

struct PointLabel
{
    int point = 0;
    QString text;
};

class PointPlot : public QWidget
{
    Q_OBJECT
public:
    /// -1 without points.
    int selectedPoint() const { return m_selected; }

signals:
    void selectionChanged();
    /// Return or a double click.
    void pointRequested(int point);

protected:
    /// id: "sweep" is the object "sweepPlot" and its canvas "sweepCanvas"; name: what a screen reader says. A derived class draws
    /// when it is made.
    PointPlot(const QString& id, const QString& name, QWidget* parent);

    virtual int points() const = 0;
    /// The point that the mouse is on there, the selected one where it is on none. Asked with points alone.
    virtual int pointAt(const QPointF& position) const = 0;
    /// Where its mark is, in coordinates of the axes; NaN where the axes have no place for it. And on the canvas.
    virtual QPointF coordinatesOf(int point) const = 0;
    virtual QPointF placeOf(int point) const = 0;
    virtual void draw(const PlotTheme& theme) = 0;
    virtual PlotContent content() = 0;

    QCustomPlot* plot() const { return m_plot; }
    /// Axes that it says are fitted are set by draw().
    const PlotZoom& zoom() const { return *m_zoom; }
    void fit();
    /// Empties the canvas and gives its axes the theme. Returns the font of labels.
    QFont clearCanvas(const PlotTheme& theme);
    /// Content with this canvas, which is drawn anew for an export.
    PlotContent contentOf(const QString& title);
    /// The nearest mark within so many pixels, else the selected one.
    int nearestPoint(const QPointF& position, double reach) const;
    /// Forgets the zoom, because the next drawing has other axes.
    void forgetView();
    void select(int point);
    void draw();
    /// Beside their points, the most important first: where it covers neither another one nor a mark. One that has no such place is left
    /// out, but for the first.
    void writeLabels(const std::vector<PointLabel>& labels, const PlotTheme& theme, const QFont& font);

    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QCustomPlot* m_plot;
    PlotZoom* m_zoom;
    int m_selected = -1;
};

} // namespace ulpscope::ui
