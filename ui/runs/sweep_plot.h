// SPDX-License-Identifier: GPL-3.0-or-later
// One number of each run of a sweep as a curve over the values, evenly spaced in their order. Runs that diverged are crosses
// at the upper edge and exact zeros on a logarithmic axis circles at the lower one, where the axis has no place for them.
#pragma once

#include "app/session/sweep.h"
#include "ui/runs/point_plot.h"
#include "ui/training/plot_catalog.h"

#include <optional>

namespace ulpscope::ui {

/// A headline number, as summary.json calls it.
struct SweepNumber
{
    const char* id;
    const char* title;
    AxisKind axis;
    std::optional<double> (*of)(
        const RunHistory& run); ///< nothing where there is none, as without a reference
};
const std::vector<SweepNumber>& sweepNumbers();
QString titleOf(const SweepNumber& number);

class SweepPlot : public PointPlot
{
    Q_OBJECT
public:
    explicit SweepPlot(QWidget* parent = nullptr);

    struct Override
    {
        QString title;
        bool isOrdered = true; ///< between two values there are others: points are joined
    };
    /// Band of the number for the unchanged session under several seeds: a point inside differs no more than another seed does.
    struct Noise
    {
        double least = 0;
        double largest = 0;
        std::size_t seeds = 0;
    };
    /// `points` are copied.
    void showPoints(std::vector<SweepPoint> points, const Override& setting, const SweepNumber& number,
        std::optional<Noise> noise = {});
    /// Reading of the selected point.
    QString reading() const;

protected:
    int points() const override { return int(m_points.size()); }
    int pointAt(const QPointF& position) const override;
    QPointF coordinatesOf(int point) const override;
    QPointF placeOf(int point) const override;
    void draw(const PlotTheme& theme) override;
    PlotContent content() override;

private:
    /// Vertical place at which a point is drawn.
    enum class Place { OnAxis, Lost, Zero, None };
    struct Drawn
    {
        Place place = Place::None;
        double value = 0;
    };
    Drawn drawn(const SweepPoint& point) const;

    std::vector<SweepPoint> m_points;
    Override m_setting;
    const SweepNumber* m_number;
    std::optional<Noise> m_noise; ///< drawn as a band
};

} // namespace ulpscope::ui
