// SPDX-License-Identifier: GPL-3.0-or-later
// One number of each run of a sweep as a curve over the values, evenly spaced in their order. Runs that diverged are crosses
// at the upper edge and exact zeros on a logarithmic axis circles at the lower one, where the axis has no place for them.
#pragma once

#include "app/sweep.h"
#include "ui/look/plot_content.h"

#include <QWidget>

#include <optional>

class QCustomPlot;

namespace ulpscope::ui {

struct PlotTheme;

/// A headline number, as summary.json calls it.
struct SweepNumber
{
    const char* id;
    const char* title;
    bool isLogarithmic;
    std::optional<double> (*of)(const RunHistory& run); ///< nothing where there is none, as without a twin
};
const std::vector<SweepNumber>& sweepNumbers();
QString titleOf(const SweepNumber& number);

class SweepPlot : public QWidget
{
    Q_OBJECT
public:
    explicit SweepPlot(QWidget* parent = nullptr);

    struct Knob
    {
        QString title;
        bool isOrdered = true; ///< between two values there are others: points are joined
    };
    /// `points` are copied.
    void showPoints(std::vector<SweepPoint> points, const Knob& knob, const SweepNumber& number);
    /// -1 without points.
    int selected() const { return m_selected; }
    /// What is read of the selected point.
    QString reading() const;

signals:
    void selectionChanged();
    /// Return or a double click.
    void runRequested(int point);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void draw();
    void draw(const PlotTheme& theme);
    PlotContent content();
    void select(int point);

    QCustomPlot* m_plot;
    std::vector<SweepPoint> m_points;
    Knob m_knob;
    const SweepNumber* m_number;
    int m_selected = -1;
};

} // namespace ulpscope::ui
