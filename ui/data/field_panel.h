// SPDX-License-Identifier: GPL-3.0-or-later
// Points of the plane over what the model says everywhere: this run, its float64 reference, and where the two differ, with the same
// axes. One place is read in all three by the mouse or the arrow keys.
#pragma once

#include "ui/data/models/decision_field.h"
#include "ui/data/plotted_panel.h"

#include <vector>

class QCPColorGradient;
class QCPLayoutGrid;
class QColor;
class QPen;

namespace ulpscope::ui {

class FieldPanel : public PlottedPanel
{
    Q_OBJECT
public:
    explicit FieldPanel(QWidget* parent = nullptr);

    EvaluationQuestion question(const DataSample& sample) const override;

    const DecisionField& field() const { return m_field; }
    /// The middle of a cell in this panel's pixels, in the picture of that number.
    QPoint pixelOf(std::size_t cell, int picture) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

protected:
    void take(const Evaluation& evaluation) override;
    bool hasAnswer() const override { return !m_field.candidate.values.empty(); }
    void drawOn(const PlotTheme& theme) override;
    QString sentence() const override;
    QString plotTitle() const override { return tr("What the model says over the plane"); }
    PlotTable table() const override;
    QString placeText(std::size_t place) const override;
    std::optional<std::size_t> placeAt(double x, double y) const override;
    QPointF coordinatesOf(std::size_t place) const override;
    std::size_t home() const override;
    std::optional<std::size_t> stepped(std::size_t place, int right, int up) const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// ink: colours of lines in the other plots.
    QCPAxisRect* addPicture(const PlotTheme& theme, const QString& title, const QColor& ink);
    void addMap(QCPAxisRect* rect, const std::vector<double>& values, const QCPColorGradient& gradient,
        double low, double high);
    void addScale(QCPAxisRect* rect, const PlotTheme& theme, const QCPColorGradient& gradient, double low,
        double high, const QString& label);
    void addLane(const PlotTheme& theme, const QString& title, const LaneField& lane, const QPen& border);
    void addDifference(const PlotTheme& theme);
    void addPoints(QCPAxisRect* rect, const PlotTheme& theme);
    void addBorder(QCPAxisRect* rect, const LaneField& lane, const QPen& pen);
    void addLegend(const PlotTheme& theme);
    void addNonFiniteNote(const PlotTheme& theme);
    /// The outputs are logits, some of which are beyond what colours tell apart.
    bool isCutAtLogit() const;
    int pictures() const { return m_field.reference ? 3 : 1; }
    bool hasLegend() const;
    bool hasNonFinite() const;
    /// The first that fits below a picture, or the last.
    QString fitting(const QStringList& texts) const;
    /// Height of all that surrounds the picture: titles, ticks, scales.
    int heightAround() const;

    QCPLayoutGrid* m_grid = nullptr; ///< titles, pictures and scales, while they are drawn
    DecisionField m_field;
};

} // namespace ulpscope::ui
