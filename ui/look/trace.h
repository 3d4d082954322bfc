// SPDX-License-Identifier: GPL-3.0-or-later
// A curve that costs its width in pixels, however many samples it has. Where several samples share a pixel's column, the
// column shows how far they reach. Dashes are counted along the steps, not along the curve: on noisy data Qt's own take
// seconds, and hide the pattern. Only plots include this.
#pragma once

#include "ui/look/models/trace_data.h"
#include "ui/look/qcp.h"

namespace ulpscope::ui {

// The room between two curves over the same steps. Only plots include this.
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
