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
        // Lies above the candidate, which shows between the dots.
        pen.setWidthF(1.6 * width);
        pen.setDashPattern({1.2, 2.4});
        break;
    }
    return pen;
}

QPen PlotTheme::runPen(int look, double width) const
{
    static const std::array<QVector<qreal>, kRunDashes> kDashes{
        QVector<qreal>(), QVector<qreal>{6, 2}, QVector<qreal>{2, 2}, QVector<qreal>{8, 2, 2, 2}};
    const auto index = static_cast<std::size_t>(look);
    QPen pen(runs[index % runs.size()], width);
    if (const QVector<qreal>& dashes = kDashes[index / runs.size() % kDashes.size()]; !dashes.isEmpty())
        pen.setDashPattern(dashes);
    return pen;
}

PlotTheme plotTheme(const QPalette& palette)
{
    const auto ofTheme
        = [isDark = isDark(palette)](QRgb light, QRgb dark) { return QColor(isDark ? dark : light); };
    return {.background = palette.color(QPalette::Base),
        .foreground = palette.color(QPalette::Text),
        .muted = mutedText(palette),
        .frame = ofTheme(0xaab1bb, 0x4b535f),
        .grid = ofTheme(0xe6e9ed, 0x2a2f37),
        .subGrid = ofTheme(0xf1f3f5, 0x21252c),
        .railBand = ofTheme(0xf7f1e6, 0x2a261d),
        .alarm = severityColor(Severity::Failure, palette),
        .cursor = mutedText(palette),
        .candidate = ofTheme(0x0072b2, 0x56b4e9),
        .reference = ofTheme(0xd55e00, 0xe69f00),
        .ghost = ofTheme(0x9aa1ab, 0x717b88),
        .second = ofTheme(0x00805e, 0x2fc495),
        .limit = ofTheme(0x8a4a76, 0xcc79a7),
        // None like float64's orange; they differ in lightness too, for who sees no red, no green or no blue.
        // Neighbours, which are compared most, differ most.
        .runs = {ofTheme(0x0072b2, 0x56b4e9), ofTheme(0x6e1414, 0xf0e442), ofTheme(0x00a856, 0x30e8a0),
            ofTheme(0x94586c, 0xa85a98), ofTheme(0x202830, 0xffffff)},
        .classes = {ofTheme(0x00805e, 0x2fc495), ofTheme(0x8a4a76, 0xd98fbc), ofTheme(0xa67c00, 0xe6c229),
            ofTheme(0x0072b2, 0x56b4e9), ofTheme(0xc8501a, 0xf08a4b), ofTheme(0x5a6472, 0xa3acb8),
            ofTheme(0x3f8f2f, 0x8fd16f), ofTheme(0xb0306a, 0xff7aa8), ofTheme(0x6b4c1e, 0xc49a6c),
            ofTheme(0x2a9db0, 0x63d4e6)}};
}

PlotTheme lightPlotTheme()
{
    return plotTheme(themePalette(Theme::Light));
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

QString plotLibraryVersion()
{
    return QStringLiteral(QCUSTOMPLOT_VERSION_STR);
}

} // namespace ulpscope::ui
