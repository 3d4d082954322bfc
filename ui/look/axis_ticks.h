// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks of axes. Only plots include this.
#pragma once

#include "ui/look/qcp.h"

#include <algorithm>
#include <cmath>

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

// Ticks of axes that count: steps, elements, powers. They stand at whole numbers, however few are in sight. Only plots include this.
class WholeTicker : public LinearTicker
{
protected:
    /// QCustomPlot's is 1, 2, 2.5 or 5 times a power of ten.
    double getTickStep(const QCPRange& range) override
    {
        return std::max(1.0, std::floor(LinearTicker::getTickStep(range)));
    }
    int getSubTickCount(double tickStep) override
    {
        return static_cast<int>(std::min(double(LinearTicker::getSubTickCount(tickStep)), tickStep - 1));
    }
};

} // namespace ulpscope::ui
