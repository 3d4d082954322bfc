// SPDX-License-Identifier: GPL-3.0-or-later
// Panels that are one plot.
#pragma once

#include "ui/data/data_panel.h"
#include "ui/look/plot_content.h"

#include <QColor>

#include <optional>
#include <vector>

class QCPAxisRect;
class QCPLayer;
class QCustomPlot;
class QWidget;

namespace ulpscope::ui {

/// Is made in `panel`, which takes mouse, wheel and keys itself, because the drawing is replaced while a button may be
/// held.
QCustomPlot* makeCanvas(QWidget* panel, const QString& id);

/// Drawn anew by itself when the cursor moves.
QCPLayer* cursorLayer(QCustomPlot& plot);

/// Mixes two colours.
QColor mixedColor(const QColor& from, const QColor& to, double share);

class PlotZoom;
struct PlotTheme;

class PlottedPanel : public DataPanel
{
    Q_OBJECT
public:
    QString present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run) final;
    void copyPicture() final;

    /// The place that is read, a number that the panel gives its places; empty: none.
    void setCursor(std::optional<std::size_t> place);
    std::optional<std::size_t> cursor() const { return m_cursor; }

protected:
    /// isPlane: all rects show the same piece of a plane; else they share their lower axis alone.
    PlottedPanel(const QString& canvasId, bool isPlane, QWidget* parent);

    /// Takes the answer to question() about sample().
    virtual void take(const Evaluation& evaluation) = 0;
    virtual bool hasAnswer() const = 0;
    /// Fills plot() and rects(), which are empty.
    virtual void drawOn(const PlotTheme& theme) = 0;
    /// Describes the picture in a sentence or two.
    virtual QString sentence() const = 0;
    /// Title in exports, after the session's title.
    virtual QString plotTitle() const = 0;
    virtual PlotTable table() const = 0;
    virtual QString placeText(std::size_t place) const = 0;
    /// The place at these coordinates of a rect's axes, if there is one.
    virtual std::optional<std::size_t> placeAt(double x, double y) const = 0;
    virtual QPointF coordinatesOf(std::size_t place) const = 0;
    /// Place that Home, and the first arrow key, selects.
    virtual std::size_t home() const = 0;
    /// One step from a place; right and up are -1, 0 or 1. Empty: no step of this panel.
    virtual std::optional<std::size_t> stepped(std::size_t place, int right, int up) const = 0;

    QCustomPlot* plot() const { return m_plot; }
    /// With a cursor each, while they are drawn.
    std::vector<QCPAxisRect*>& rects() { return m_rects; }
    const std::vector<QCPAxisRect*>& rects() const { return m_rects; }
    const DataSample& sample() const { return m_sample; }
    const QString& policy() const { return m_policy; }

    void draw(const PlotTheme& theme);
    void addCursor(QCPAxisRect* rect, Qt::Orientations lines, const PlotTheme& theme);

    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    PlotContent content();
    void placeCursor();
    std::optional<std::size_t> placeUnder(const QPoint& position) const;

    /// Place of the cursor; NaN on an axis that it has no place on.
    std::optional<QPointF> cursorPlace() const;

    QCustomPlot* m_plot;
    PlotZoom* m_zoom;
    bool m_isPlane;
    std::vector<QCPAxisRect*> m_rects;
    DataSample m_sample;
    QString m_policy;
    QString m_title; ///< the title of exported plots
    QString m_facts;
    std::optional<std::size_t> m_cursor;
};

} // namespace ulpscope::ui
