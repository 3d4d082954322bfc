// SPDX-License-Identifier: GPL-3.0-or-later
// How sums grow: one line an accumulator over the exact sum, with a mark where a sum stops growing and where it leaves the
// finite numbers. Or their relative errors. The table beside the plot is its legend.
#pragma once

#include "ui/bench/models/accumulation_bench.h"
#include "ui/look/models/trace_data.h"
#include "ui/look/plot_content.h"
#include "ui/look/plot_frame.h"

#include <QIcon>
#include <QWidget>

class QCustomPlot;

namespace ulpscope::ui {

class PlotZoom;
struct PlotTheme;

class AccumulationPlot : public QWidget
{
    Q_OBJECT
public:
    enum class Quantity { Sum, RelativeError };

    explicit AccumulationPlot(QWidget* parent = nullptr);

    void setAnswer(std::shared_ptr<const BenchAnswer> answer);
    void setQuantity(Quantity quantity);
    /// Both axes; the relative error's is always logarithmic.
    void setLogarithmic(bool isLog);
    /// Shows everything.
    void fit();

    /// A sample of the line's pen.
    QIcon swatch(int line) const;
    PlotFrame frame() const;
    /// How many points have no place on the axes: not finite, or not positive on a logarithmic one.
    int pointsOutside() const { return m_pointsOutside; }
    /// How many marks say where a sum stalls or leaves the finite numbers.
    int marks() const;

signals:
    /// Axes or curves are drawn anew.
    void replotted();
    /// The theme has changed, and with it what swatch() paints.
    void recolored();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void rebuild();
    void drawLines(const PlotTheme& theme);
    PlotContent content();
    /// Value of the chosen quantity for a sum.
    double drawn(double sum, double exact) const;
    void addLine(const PlotTheme& theme, int line);
    void addMark(const PlotTheme& theme, double x, double y, const QString& text, const QColor& color);
    void styleAxes(const PlotTheme& theme);
    void setAxes();
    bool isLogY() const { return m_isLog || m_quantity == Quantity::RelativeError; }

    QCustomPlot* m_plot;
    PlotZoom* m_zoom;
    std::shared_ptr<const BenchAnswer> m_answer;
    std::vector<std::unique_ptr<TraceData>> m_lines; ///< data of the drawn lines
    Quantity m_quantity = Quantity::Sum;
    bool m_isLog = true;
    int m_pointsOutside = 0;
};

} // namespace ulpscope::ui
