// SPDX-License-Identifier: GPL-3.0-or-later
// Lies above a plot and shows the learner's guesses, which stay in place while the curves grow. A guess is drawn on it.
#pragma once

#include "app/lesson/answers/question.h"
#include "ui/look/plot_frame.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace ulpscope::ui {

/// The guesses on one plot.
struct PlotGuess
{
    QString plot; ///< the place, "plot.flushed"
    std::optional<double> level; ///< a number: a line at that height
    std::vector<CurvePoint> points; ///< one point, or those of a curve
    QString label; ///< "your guess: 20 %"
};

class GuessOverlay : public QWidget
{
    Q_OBJECT
public:
    using FrameOf = std::function<std::optional<PlotFrame>(const QString& plot)>;

    /// canvas: the widget on which the plots are drawn. frameOf: returns the frame of the plot at a place, or nothing
    /// if it is not on this canvas.
    GuessOverlay(QWidget* canvas, FrameOf frameOf);

    void setGuesses(std::vector<PlotGuess> guesses);
    const std::vector<PlotGuess>& guesses() const { return m_guesses; }
    /// On that plot one point can be clicked, or a curve drawn, until it is given up; an empty place gives up.
    void askFor(const QString& plot, QuestionKind kind);
    bool isAsking() const { return !m_asked.isEmpty(); }
    /// Pixels of the canvas; nothing where the plot is not shown. For tests.
    std::optional<PlotFrame> frame(const QString& plot) const { return m_frameOf(plot); }

public slots:
    void follow();

signals:
    void drawn(const std::vector<ulpscope::CurvePoint>& points);
    /// A point was clicked in a plot with crosses where there is none.
    void missed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void add(const QPointF& pixel);
    void take(const PlotFrame& frame, const QPointF& pixel);
    void paintGuess(QPainter& painter, const PlotGuess& guess);

    FrameOf m_frameOf;
    std::vector<PlotGuess> m_guesses;
    std::vector<QRectF> m_labels; ///< places of the labels that are painted; none covers another
    QString m_asked;
    QuestionKind m_kind = QuestionKind::Point;
    std::vector<CurvePoint> m_drawing; ///< the drawn curve, by rising x
    bool m_isDrawing = false;
};

} // namespace ulpscope::ui
