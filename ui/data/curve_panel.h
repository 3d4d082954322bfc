// SPDX-License-Identifier: GPL-3.0-or-later
// One number to one number: the examples, this run's curve over the float64 twin's, and below where they differ. A place is
// read by the mouse or the arrow keys.
#pragma once

#include "ui/data/data_panel.h"
#include "ui/data/models/prediction_curve.h"
#include "ui/look/plot_content.h"

#include <memory>
#include <optional>
#include <vector>

class QCPAxisRect;
class QCustomPlot;

namespace ulpscope::ui {

struct PlotTheme;

class CurvePanel : public DataPanel
{
    Q_OBJECT
public:
    explicit CurvePanel(QWidget* parent = nullptr);

    EvaluationQuestion question(const DataSample& sample) const override;
    QString present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run) override;
    void copyPicture() override;

    const PredictionCurve& curve() const { return m_curve; }
    /// The place that is read; empty: none.
    void setCursor(std::optional<std::size_t> place);
    std::optional<std::size_t> cursor() const { return m_cursor; }

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void draw(const PlotTheme& theme);
    PlotContent content();
    QCPAxisRect* addRect(const PlotTheme& theme, int row, const QString& label);
    void addCurve(QCPAxisRect* rect, const std::vector<double>& values, const QPen& pen, const QString& name);
    void placeCursor();
    std::optional<std::size_t> placeAt(const QPoint& position) const;

    QCustomPlot* m_plot;
    std::vector<QCPAxisRect*> m_rects;
    PredictionCurve m_curve;
    DataSample m_sample;
    QString m_policy;
    QString m_title; ///< of exports, with what follows it
    QString m_facts;
    std::optional<std::size_t> m_cursor;
};

} // namespace ulpscope::ui
