// SPDX-License-Identifier: GPL-3.0-or-later
// One number to one number: the examples, this run's curve over the float64 reference's, and below where they differ. A place is
// read by the mouse or the arrow keys.
#pragma once

#include "ui/data/models/prediction_curve.h"
#include "ui/data/plotted_panel.h"

class QPen;

namespace ulpscope::ui {

class CurvePanel : public PlottedPanel
{
    Q_OBJECT
public:
    explicit CurvePanel(QWidget* parent = nullptr);

    EvaluationQuestion question(const DataSample& sample) const override;

    const PredictionCurve& curve() const { return m_curve; }

protected:
    void take(const Evaluation& evaluation) override;
    bool hasAnswer() const override { return !m_curve.places.empty(); }
    void drawOn(const PlotTheme& theme) override;
    QString sentence() const override;
    QString plotTitle() const override { return tr("What the model makes of each input"); }
    PlotTable table() const override;
    QString placeText(std::size_t place) const override;
    std::optional<std::size_t> placeAt(double x, double y) const override;
    QPointF coordinatesOf(std::size_t place) const override;
    std::size_t home() const override;
    std::optional<std::size_t> stepped(std::size_t place, int right, int up) const override;

private:
    QCPAxisRect* addRect(const PlotTheme& theme, int row, const QString& label);
    void addCurve(QCPAxisRect* rect, const std::vector<double>& values, const QPen& pen, const QString& name);

    PredictionCurve m_curve;
};

} // namespace ulpscope::ui
