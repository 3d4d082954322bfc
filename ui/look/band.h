// SPDX-License-Identifier: GPL-3.0-or-later
// The room between two curves over the same steps. Only plots include this.
#pragma once

#include "ui/look/models/trace_data.h"
#include "ui/look/qcp.h"

namespace ulpscope::ui {

class Band : public QCPAbstractPlottable
{
public:
    /// Both must outlive this. Where either has a gap, there is none.
    Band(QCPAxis& steps, QCPAxis& values, const TraceData& low, const TraceData& high);

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    /// The curves are there too: they say how far it reaches.
    QCPRange getKeyRange(bool& isFound, QCP::SignDomain = QCP::sdBoth) const override;
    QCPRange getValueRange(
        bool& isFound, QCP::SignDomain = QCP::sdBoth, const QCPRange& = QCPRange()) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    const TraceData& m_low;
    const TraceData& m_high;
};

} // namespace ulpscope::ui
