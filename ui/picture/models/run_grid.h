// SPDX-License-Identifier: GPL-3.0-or-later
// A run as a grid: its layers over its steps, for one metric at a time.
#pragma once

#include "ui/picture/models/grid_metric.h"
#include "ui/tree/models/layer_tensor.h"

#include <memory>

namespace ulpscope::ui {

/// Layers over steps. Grows with its run.
class RunGrid
{
public:
    static constexpr std::size_t kMaxColumns = 240; ///< each of as many steps as it takes

    RunGrid(std::shared_ptr<const RunHistory> run, GridMetric metric);

    const std::shared_ptr<const RunHistory>& run() const { return m_run; }
    GridMetric metric() const { return m_metric; }
    const std::shared_ptr<const GridData>& data() const { return m_shared; }
    /// Takes over what the run has recorded since. Returns the first column that changed; all of them are new where columns
    /// are wider than before, or colours mean something else. Where nothing changed it is the number of columns.
    std::size_t grow();
    /// How many steps the grid has room for; 0: those that it has.
    void expect(std::int64_t steps) { m_data->stepsExpected = steps; }

private:
    /// A series that cells are the worst of.
    struct Source
    {
        const Series* series;
        const Series* divisor = nullptr; ///< limits of the scale at the same steps
        const Series* nans = nullptr; ///< of counts of what is not finite: how many of them are NaN
        std::size_t row = 0;
        std::uint16_t part = 0;
        bool isNotFiniteCount = false;
        bool isTimesScale = false; ///< a gradient, which is stored with the loss scale
        double limit = 1; ///< that values are divided by
        double last = -1; ///< the newest step that is in the grid
    };

    void addRows();
    std::optional<GridCell> cellOf(const Source& source, std::size_t point) const;
    void makeColumns();
    std::size_t take(Source& source);
    void findBirth();
    bool fitScale();

    std::shared_ptr<const RunHistory> m_run;
    GridMetric m_metric;
    std::shared_ptr<GridData> m_data; ///< of m_shared
    std::shared_ptr<const GridData> m_shared;
    std::vector<Source> m_sources;
    std::size_t m_metrics = 0; ///< that the run had when the sources were found
    std::shared_ptr<const Birthplace> m_birth;
};

} // namespace ulpscope::ui
