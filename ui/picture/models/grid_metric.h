// SPDX-License-Identifier: GPL-3.0-or-later
// What a grid of runs can show of each layer, and of what it is made.
#pragma once

#include "app/session/run_history.h"
#include "ui/picture/models/grid_data.h"

#include <cstdint>
#include <optional>
#include <vector>

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

/// A bit for each role of a tensor.
using Roles = std::uint32_t;
constexpr Roles roleBit(TensorRole role)
{
    return Roles{1} << static_cast<unsigned>(role);
}

/// How the numbers of a run become one.
enum class OverRun { Mean, Newest, Largest };

/// What a grid's metric is made of.
struct MetricKind
{
    GridMetric metric;
    const char* id;
    std::vector<Metric> recorded; ///< the first of these that the run has
    Roles roles;
    GridScale scale;
    QString (*reading)(double);
    OverRun overRun;

    bool hasRole(TensorRole role) const { return (roles & roleBit(role)) != 0; }
    /// Counts have no largest number.
    bool isCount() const;
};
const MetricKind& kindOf(GridMetric metric);

/// The recorded metric that stands for the grid's; nothing where the run has none.
std::optional<Metric> recordedOf(const std::vector<RunHistory::NamedMetric>& metrics, const MetricKind& kind);
/// Whether the metric counts what is not finite in a tensor that marks its layer's cell.
bool marksItsCell(const RunHistory::NamedMetric& each);

/// Writes what the grid shows, and its scale.
void describe(GridData& grid, const MetricKind& kind, Metric recorded);
/// Writes what stands at the ends of its scale.
void nameEnds(GridData& grid);

/// The layers that a run computes, in model order: each has an output.
struct LayersOfRun
{
    std::vector<std::size_t> layers; ///< paths of the run
    std::vector<std::optional<std::size_t>>
        ofPath; ///< for each path of the run an index into `layers`; paths of no layer have none

    LayersOfRun(const RunHistory& run, const std::vector<RunHistory::NamedMetric>& metrics);
};

} // namespace ulpscope::ui
