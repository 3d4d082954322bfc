// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/plot_theme.h"

#include "ui/look/qcp.h"

#include "ui/look/theme.h"
#include <cmath>

namespace ulpscope::ui {

QColor PlotTheme::color(Ink ink) const
{
    switch (ink) {
    case Ink::Candidate:
        return candidate;
    case Ink::Reference:
        return reference;
    case Ink::Ghost:
        return ghost;
    case Ink::Second:
        return second;
    case Ink::Limit:
        return limit;
    }
    return foreground;
}

QPen PlotTheme::pen(Ink ink, double width) const
{
    QPen pen(color(ink), width);
    switch (ink) {
    case Ink::Candidate:
        break;
    case Ink::Reference:
        // Lies below the candidate, and shows around it where both are the same.
        pen.setWidthF(1.7 * width);
        pen.setDashPattern({3, 1.5});
        break;
    case Ink::Ghost:
        pen.setWidthF(1);
        break;
    case Ink::Second:
        pen.setDashPattern({8, 2, 2, 2});
        break;
    case Ink::Limit:
        pen.setDashPattern({1.5, 2.5});
        break;
    }
    return pen;
}

QPen PlotTheme::runPen(int look, double width) const
{
    static const std::array<QVector<qreal>, 4> kDashes{
        QVector<qreal>(), QVector<qreal>{6, 2}, QVector<qreal>{2, 2}, QVector<qreal>{8, 2, 2, 2}};
    const auto index = static_cast<std::size_t>(look);
    QPen pen(runs[index % runs.size()], width);
    if (const QVector<qreal>& dashes = kDashes[index % kDashes.size()]; !dashes.isEmpty())
        pen.setDashPattern(dashes);
    return pen;
}

PlotTheme lightPlotTheme()
{
    PlotTheme theme;
    theme.background = QColor(0xffffff);
    theme.foreground = QColor(0x1c2430);
    theme.muted = QColor(0x5a6472);
    theme.frame = QColor(0xaab1bb);
    theme.grid = QColor(0xe6e9ed);
    theme.subGrid = QColor(0xf1f3f5);
    theme.railBand = QColor(0xf7f1e6);
    theme.alarm = QColor(0xb3261e);
    theme.cursor = QColor(0x5a6472);
    theme.candidate = QColor(0x0072b2);
    theme.reference = QColor(0xd55e00);
    theme.ghost = QColor(0x9aa1ab);
    theme.second = QColor(0x00805e);
    theme.limit = QColor(0x8a4a76);
    // None like float64's orange.
    theme.runs = {QColor(0x0072b2), QColor(0x00805e), QColor(0x8a4a76), QColor(0x9a6a00), QColor(0x2f8fc4),
        QColor(0x4a5361), QColor(0xb3261e), QColor(0x5b4bb0)};
    theme.classes = {QColor(0x00805e), QColor(0x8a4a76), QColor(0xa67c00), QColor(0x0072b2), QColor(0xc8501a),
        QColor(0x5a6472), QColor(0x3f8f2f), QColor(0xb0306a), QColor(0x6b4c1e), QColor(0x2a9db0)};
    return theme;
}

PlotTheme plotTheme(const QPalette& palette)
{
    PlotTheme theme = lightPlotTheme();
    if (!isDark(palette))
        return theme;
    theme.background = palette.color(QPalette::Base);
    theme.foreground = palette.color(QPalette::Text);
    theme.muted = mutedText(palette);
    theme.frame = QColor(0x4b535f);
    theme.grid = QColor(0x2a2f37);
    theme.subGrid = QColor(0x21252c);
    theme.railBand = QColor(0x2a261d);
    theme.alarm = QColor(0xff8a80);
    theme.cursor = QColor(0xa3acb8);
    theme.candidate = QColor(0x56b4e9);
    theme.reference = QColor(0xe69f00);
    theme.ghost = QColor(0x717b88);
    theme.second = QColor(0x2fc495);
    theme.limit = QColor(0xcc79a7);
    theme.runs = {QColor(0x56b4e9), QColor(0x2fc495), QColor(0xcc79a7), QColor(0xf0e442), QColor(0x8fb8ff),
        QColor(0xc3cad4), QColor(0xff8a80), QColor(0xb3a4ff)};
    theme.classes = {QColor(0x2fc495), QColor(0xd98fbc), QColor(0xe6c229), QColor(0x56b4e9), QColor(0xf08a4b),
        QColor(0xa3acb8), QColor(0x8fd16f), QColor(0xff7aa8), QColor(0xc49a6c), QColor(0x63d4e6)};
    return theme;
}

void shiftAxis(QCPAxis& axis, double share)
{
    if (axis.scaleType() == QCPAxis::stLinear) {
        axis.moveRange(axis.range().size() * share);
        return;
    }
    const double factor = std::pow(axis.range().upper / axis.range().lower, share);
    axis.setRange(axis.range().lower * factor, axis.range().upper * factor);
}

void styleAxis(QCPAxis& axis, const PlotTheme& theme, const QFont& font)
{
    axis.setBasePen(QPen(theme.frame, 1));
    axis.setTickPen(QPen(theme.frame, 1));
    axis.setSubTickPen(QPen(theme.frame, 1));
    axis.setTickLabelColor(theme.muted);
    axis.setLabelColor(theme.muted);
    axis.setTickLabelFont(font);
    axis.setLabelFont(font);
    axis.grid()->setPen(QPen(theme.grid, 1));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

} // namespace ulpscope::ui
