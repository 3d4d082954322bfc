// SPDX-License-Identifier: GPL-3.0-or-later
// The gestures and keys by which every plot is zoomed and moved: the wheel, a drag, a box, + and −, arrows, and back to everything. Only
// plots include this.
#pragma once

#include "ui/look/qcp.h"

#include <QObject>

#include <functional>
#include <optional>
#include <vector>

class QKeyEvent;
class QMouseEvent;
class QRubberBand;
class QWheelEvent;

namespace ulpscope::ui {

struct ZoomedPlot
{
    /// From the top down. They share their lower axis, along which the wheel zooms; each has values of its own at its left.
    std::function<std::vector<QCPAxisRect*>()> rects;
    /// The visible range changed. The owner sets axes that fit everything again, and replots.
    std::function<void()> changed;
    /// The place that is read, in coordinates of the axes. Keys zoom around it.
    std::function<std::optional<QPointF>()> cursor = {};
    /// All rects show the same piece of a plane: both axes are shared, and zoomed together.
    bool isPlane = false;
    /// All that there is along the axis below: zooming out ends there.
    std::function<QCPRange()> whole = {};
};

class PlotZoom : public QObject
{
    Q_OBJECT
public:
    /// plot: the widget that takes the focus. canvas: made in it; the mouse is the plot's where the canvas leaves it alone. A plot with
    /// gestures of its own installs its event filter later, so that it is asked first, and gives its keys to takeKey().
    PlotZoom(QWidget& plot, QCustomPlot& canvas, ZoomedPlot zoomed);

    /// The axis below, or the values, have what the plot gives them and not what the user chose.
    bool fitsAlong() const { return m_fitsAlong; }
    bool fitsValues() const { return m_fitsValues; }
    bool isFitted() const { return m_fitsAlong && m_fitsValues; }
    void fit();
    /// Forgets the zoom, because the next drawing has other axes.
    void forget() { m_fitsAlong = m_fitsValues = true; }

    /// Whether the key is one of these: + − = 0, arrows, Ctrl with ↑ ↓.
    bool takeKey(const QKeyEvent& event);
    /// A view that is zoomed in follows what is read.
    void keepInSight(const QPointF& at);

    struct View
    {
        QCPRange along;
        QCPRange values;
    };
    /// Around drawing anew with other rects: what the user chose is chosen again, unless what there is along the axis is other than before.
    std::vector<View> views() const;
    void restore(const std::vector<View>& views);

    /// A line for the plot's tip.
    static QString hint();
    static QString planeHint();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Part { Along, Values, Both };

    Part part(bool ofValues) const;
    QPointF onCanvas(const QPointF& position) const;
    QCPAxisRect* rectAt(const QPointF& onCanvas) const;
    bool takeWheel(QWheelEvent& event);
    bool takePress(const QMouseEvent& event);
    bool takeMove(const QMouseEvent& event);
    bool takeRelease(const QMouseEvent& event);
    void zoomBox(QCPAxisRect& rect, const QRect& box);
    void zoomByKey(Part part, double factor);
    void moveByKey(double along, double values);
    /// Limits the axis to the whole range after zooming.
    void keepInWhole(QCPAxis& axis);
    /// The others have what they share with that one; `part` is now the user's.
    void finish(const QCPAxisRect& rect, Part part);
    void endDrag();

    QWidget& m_plot;
    QCustomPlot& m_canvas;
    ZoomedPlot m_zoomed;
    bool m_fitsAlong = true;
    bool m_fitsValues = true;
    std::optional<QCPRange> m_whole; ///< along the axis, when it was last drawn anew
    std::optional<QPointF> m_pressedAt; ///< place on the canvas; absent in a gesture of another widget
    std::optional<std::size_t> m_dragged; ///< the rect that it began in
    std::optional<QPointF> m_draggedTo; ///< the button has moved far enough to be a drag
    bool m_isBox = false;
    bool m_isClicked = false; ///< since the plot had the focus last
    QRubberBand* m_box;
    QCP::AntialiasedElements m_coarse; ///< elements that are drawn without antialiasing outside a drag too
};

} // namespace ulpscope::ui
