// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of what the model on the screen decides over the plane of its examples, with the examples and its float64
// reference's border. Shown where the data are points of a plane, and hidden otherwise.
#pragma once

#include "ui/data/models/decision_field.h"

#include <QImage>
#include <QWidget>

#include <memory>

namespace ulpscope {
class RunHistory;
class SessionRunner;
class ShownRun;
} // namespace ulpscope

namespace ulpscope::ui {

class FieldPicture : public QWidget
{
    Q_OBJECT
public:
    /// Both must outlive the picture; `shown` is of the runner.
    FieldPicture(SessionRunner& runner, const ShownRun& shown, QWidget* parent = nullptr);

    bool hasField() const { return !m_field.candidate.values.empty(); }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// A double click or Return: the large picture is wanted.
    void opened();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void take(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run);
    /// The field in its colours, a pixel a cell.
    void color();
    int legendHeight() const;
    void paintLegend(QPainter& painter) const;

    DataSample m_sample;
    DecisionField m_field;
    QImage m_cells;
};

} // namespace ulpscope::ui
