// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/plot_canvas.h"

#include "ui/look/qcp.h"

namespace ulpscope::ui {

QCustomPlot* makeCanvas(QWidget* panel, const QString& id)
{
    auto* plot = new QCustomPlot(panel);
    plot->setObjectName(id);
    plot->setFocusPolicy(Qt::NoFocus);
    plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    plot->setAutoAddPlottableToLegend(false);
    plot->addLayer(QStringLiteral("cursor"), plot->layer(QStringLiteral("overlay")), QCustomPlot::limAbove);
    cursorLayer(*plot)->setMode(QCPLayer::lmBuffered);
    return plot;
}

QCPLayer* cursorLayer(QCustomPlot& plot)
{
    return plot.layer(QStringLiteral("cursor"));
}

QColor mixedColor(const QColor& from, const QColor& to, double share)
{
    const auto mix = [share](double a, double b) { return float(a + share * (b - a)); };
    return QColor::fromRgbF(
        mix(from.redF(), to.redF()), mix(from.greenF(), to.greenF()), mix(from.blueF(), to.blueF()));
}

} // namespace ulpscope::ui
