// SPDX-License-Identifier: GPL-3.0-or-later
// Points of the plane over what the model says everywhere: this run, its float64 twin, and where the two differ, with the same
// axes. One place is read in all three by the mouse or the arrow keys.
#pragma once

#include "ui/data/data_panel.h"
#include "ui/data/models/decision_field.h"
#include "ui/look/plot_content.h"

#include <memory>
#include <optional>
#include <vector>

class QCPAxisRect;
class QCPColorGradient;
class QCPColorScale;
class QCPLayoutGrid;
class QCustomPlot;

namespace ulpscope::ui {

struct PlotTheme;

class FieldPanel : public DataPanel
{
    Q_OBJECT
public:
    explicit FieldPanel(QWidget* parent = nullptr);

    EvaluationQuestion question(const DataSample& sample) const override;
    QString present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run) override;
    void copyPicture() override;

    const DecisionField& field() const { return m_field; }
    /// The cell that is read; empty: none.
    void setCursor(std::optional<std::size_t> cell);
    std::optional<std::size_t> cursor() const { return m_cursor; }
    /// The middle of a cell in this panel's pixels, in the picture of that number.
    QPoint pixelOf(std::size_t cell, int picture) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

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
    /// ink: of what lines are drawn in elsewhere.
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
    void addCursor(QCPAxisRect* rect, const PlotTheme& theme);
    void placeCursor();
    QCPColorGradient laneGradient(const PlotTheme& theme) const;
    /// What a lane's map shows of the cells: with several outputs the class and by how much it leads.
    std::vector<double> drawnValues(const LaneField& lane) const;
    std::pair<double, double> drawnRange() const;
    /// The outputs are logits, some of which are beyond what colours tell apart.
    bool isCutAtLogit() const;
    int pictures() const { return m_field.twin ? 3 : 1; }
    bool hasLegend() const;
    bool hasNonFinite() const;
    /// The first that fits below a picture, or the last.
    QString fitting(const QStringList& texts) const;
    /// Height of what is not picture: titles, ticks, scales.
    int heightAround() const;
    std::optional<std::size_t> cellAt(const QPoint& position) const;

    QCustomPlot* m_plot;
    QCPLayoutGrid* m_grid = nullptr; ///< titles, pictures and scales, while they are drawn
    std::vector<QCPAxisRect*> m_rects; ///< of the pictures, while they are drawn
    DecisionField m_field;
    DataSample m_sample;
    QString m_policy;
    QString m_title; ///< of exports, with what follows it
    QString m_facts;
    std::optional<std::size_t> m_cursor;
};

} // namespace ulpscope::ui
