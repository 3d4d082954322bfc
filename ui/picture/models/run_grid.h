// SPDX-License-Identifier: GPL-3.0-or-later
// A run as a grid: its layers over its steps, for one metric at a time; and several runs over their layers.
#pragma once

#include "app/session/kept/kept_runs.h"
#include "ui/picture/models/grid_data.h"
#include "ui/tree/models/layer_tensor.h"

#include <memory>
#include <span>

namespace ulpscope::ui {

/// What a grid of a run can show of each layer: always the worst of its tensors.
enum class GridMetric : std::uint8_t {
    Flushed,
    Lost,
    Error, ///< against the reference; where there is none, of the step
    LocalError,
    Saturated,
    Clipped, ///< elements beyond the limit of an operand's scale
    Overflows,
    AmaxShare, ///< largest magnitude, in those of the format or of the scale
};

struct GridMetricRow
{
    GridMetric metric = GridMetric::Flushed;
    QString id; ///< "flushed"
    QString title; ///< "Flushed (%)"
    QString description;
};

/// Those that the run has recorded, in the enum's order.
std::vector<GridMetricRow> gridMetrics(const RunHistory& run);

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
    void addSource(const RunHistory::NamedMetric& metric);
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

/// Runs over the layers that any of them has, each cell as the tree of layers tells the whole run: shares as the mean over the
/// recorded steps up to a divergence, errors as they are in the end, counts as their sum.
GridData gridOfRuns(std::span<const KeptRun* const> runs, GridMetric metric);

} // namespace ulpscope::ui
