// SPDX-License-Identifier: GPL-3.0-or-later
// Every colour and line style of the plots; ground, text and alarm are the window's (theme.h). Series colours are Okabe and Ito's,
// and no two series of a plot share a dash pattern, so that colour never stands alone.
#pragma once

#include <QColor>
#include <QList>
#include <QPalette>
#include <QPen>
#include <QString>

#include <array>

class QCPAxis;
class QFont;

namespace ulpscope::ui {

/// Colours of runs, in any pair of which colour-blind people see a difference, and dash patterns. As 5 and 4 have no divisor in common,
/// 20 runs in a row have a colour and dashes of their own, and neighbours share neither.
inline constexpr int kRunColors = 5;
inline constexpr int kRunDashes = 4;
inline constexpr int kRunLooks = kRunColors * kRunDashes;

/// Meaning of a series; the theme decides its colour.
enum class Ink { Candidate, Reference, Ghost, Second, Limit };

struct PlotTheme
{
    QColor background;
    QColor foreground;
    QColor muted; ///< tick labels, captions
    QColor frame;
    QColor grid;
    QColor subGrid;
    QColor railBand; ///< behind the rails
    QColor alarm; ///< NaN, infinity, skipped steps
    QColor cursor;

    QColor candidate, reference, ghost, second, limit;
    std::array<QColor, kRunColors> runs;
    QList<QColor>
        classes; ///< colours of the examples' classes; further classes begin again, with other marks

    QColor color(Ink ink) const;
    /// Wider than one pixel: for Trace, which such pens and dashes do not slow down.
    QPen pen(Ink ink, double width = 1.2) const;
    /// look: any from 0 on; beyond kRunLooks they begin again.
    QPen runPen(int look, double width = 1.4) const;
};

PlotTheme plotTheme(const QPalette& palette);
PlotTheme lightPlotTheme(); ///< the theme of exports, whatever the window has

/// Moves an axis by a share of its visible range, on a logarithmic axis too.
void shiftAxis(QCPAxis& axis, double share);
/// Lines, labels and grid of an axis.
void styleAxis(QCPAxis& axis, const PlotTheme& theme, const QFont& font);

// Which QCustomPlot this is, for those who must not include it.
QString plotLibraryVersion();

} // namespace ulpscope::ui
