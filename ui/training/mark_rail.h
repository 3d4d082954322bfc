// SPDX-License-Identifier: GPL-3.0-or-later
// Marks at steps: of one series, and of all that there is to find. Only plots include this.
#pragma once

#include "ui/look/qcp.h"
#include "ui/training/models/run_events.h"

namespace ulpscope::ui {

// The marks of one series on one rail. Marks closer than a few pixels are drawn once, found by bisection, so that a
// million zeros cost no more than a screen's width. Only plots include this.
class RailMarks : public QCPAbstractItem
{
public:
    /// steps: in rising order; must outlive this.
    RailMarks(QCustomPlot& plot, QCPAxisRect& axisRect, const QVector<double>& steps);

    /// pixels from the top of the axis rect
    void setHeight(double pixels) { m_height = pixels; }
    void setMark(const QCPScatterStyle& mark) { m_mark = mark; }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override;

private:
    QCPAxisRect& m_axisRect;
    const QVector<double>& m_steps;
    QCPScatterStyle m_mark;
    double m_height = 0;
};

struct PlotTheme;

class MarkRail : public QCPLayoutElement
{
public:
    /// steps: whose range and place the strip follows; must outlive it.
    MarkRail(QCustomPlot* plot, const QCPAxisRect& steps);

    /// Sets the marks, which must be in the order of sortMarks().
    void setMarks(std::vector<StepMark> marks) { m_marks = std::move(marks); }
    const std::vector<StepMark>& marks() const { return m_marks; }
    /// Step of the mark within a few pixels; nullopt if there is none.
    std::optional<std::int64_t> markAt(const QPointF& position) const;
    void applyTheme(const PlotTheme& theme, const QFont& font);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;

private:
    double pixelOf(std::int64_t step) const;

    const QCPAxisRect& m_steps;
    std::vector<StepMark> m_marks;
    QColor m_line, m_event, m_layer, m_alarm, m_note;
};

} // namespace ulpscope::ui
