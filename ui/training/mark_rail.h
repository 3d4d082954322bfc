// SPDX-License-Identifier: GPL-3.0-or-later
// A strip above the plots with a mark at each step at which there is something to find: a dot, a diamond for the selected layer,
// a triangle where a watch became true, a flag for a note. It is on the cursor's buffered layer. Only plots include this.
#pragma once

#include "ui/look/qcp.h"
#include "ui/training/models/step_marks.h"

namespace ulpscope::ui {

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
