// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks of axes, labelled as the window writes numbers. Of logarithmic ones: powers "10⁻⁶" and "2¹⁵" when the range spans several, 1-2-5
// steps or other round numbers when it does not. There are two wherever two have room: one says nothing of the axis. Only plots include
// this.
#pragma once

#include "ui/look/qcp.h"

namespace ulpscope::ui {

/// Ticks of a linear axis. By itself QCustomPlot writes powers only where the language's exponent is an "e".
class LinearTicker : public QCPAxisTicker
{
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
};

class PowerTicker : public QCPAxisTicker
{
public:
    /// base: 2 or 10
    explicit PowerTicker(int base)
        : m_base(base)
    {
    }
    void setMaxTicks(int count) { m_maxTicks = count; }
    /// Where not every power has a tick, the data's largest one does, and its smallest if there is room for two.
    void setData(const QCPRange& data) { m_data = data; }
    /// No ticks outside: there is a rail.
    void setLimits(const QCPRange& limits) { m_limits = limits; }

    void generate(const QCPRange& shown, const QLocale& locale, QChar formatChar, int precision,
        QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* tickLabels) override;

private:
    int m_base;
    int m_maxTicks = 4;
    QCPRange m_data;
    QCPRange m_limits;
};

} // namespace ulpscope::ui
