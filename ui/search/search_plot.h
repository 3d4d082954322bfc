// SPDX-License-Identifier: GPL-3.0-or-later
// What was tried, by its cost and by the share of the budget that it uses: filled where it keeps the budget under every seed, a cross where
// it breaks it; the measured front as a line, the predicted one as a dashed line with hollow marks. What breaks the budget by far, or for any limit, is at the upper edge.
#pragma once

#include "app/session/search_runner.h"
#include "ui/runs/point_plot.h"

#include <QImage>

#include <memory>
#include <vector>

namespace ulpscope::ui {

class SearchPlot : public PointPlot
{
    Q_OBJECT
public:
    explicit SearchPlot(QWidget* parent = nullptr);

    /// tried: in any order. What was selected stays so until another answer is found.
    void showSearch(std::shared_ptr<const SearchQuestion> question, std::vector<TriedAssignment> tried,
        SearchAnswer answer);
    /// The selected point; null if there are none.
    const TriedAssignment* selected() const;
    /// The plot as a picture in light colours.
    QImage picture();

protected:
    int points() const override { return int(m_tried.size()); }
    int pointAt(const QPointF& position) const override;
    QPointF coordinatesOf(int point) const override;
    QPointF placeOf(int point) const override;
    void draw(const PlotTheme& theme) override;
    PlotContent content() override;

private:
    double shareOf(const TriedAssignment& tried) const;

    std::shared_ptr<const SearchQuestion> m_question; ///< null: nothing is shown
    std::vector<TriedAssignment> m_tried; ///< ordered by cost
    SearchAnswer m_answer;
};

} // namespace ulpscope::ui
