// SPDX-License-Identifier: GPL-3.0-or-later
// A curve that costs its width in pixels, however many samples it has. Where several samples share a pixel's column, the
// column shows how far they reach. Dashes are counted along the steps, not along the curve: on noisy data Qt's own take
// seconds, and hide the pattern. Only plots include this.
#pragma once

#include "ui/look/models/trace_data.h"
#include "ui/look/qcp.h"

namespace ulpscope::ui {

class TraceInk;

class Trace : public QCPAbstractPlottable
{
public:
    /// data: must outlive this.
    Trace(QCPAxis& steps, QCPAxis& values, const TraceData& data);

    /// A value holds until the next sample.
    void setStepped(bool isStepped) { m_isStepped = isStepped; }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
    QCPRange getKeyRange(bool& isFound, QCP::SignDomain domain = QCP::sdBoth) const override;
    QCPRange getValueRange(bool& isFound, QCP::SignDomain domain = QCP::sdBoth,
        const QCPRange& steps = QCPRange()) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    void drawSamples(TraceInk& ink, qsizetype begin, qsizetype end) const;
    void drawColumns(TraceInk& ink, qsizetype begin, qsizetype end) const;

    const TraceData& m_data;
    bool m_isStepped = false;
};

} // namespace ulpscope::ui
