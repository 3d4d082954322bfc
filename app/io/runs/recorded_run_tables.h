// SPDX-License-Identifier: GPL-3.0-or-later
// A run's records and metrics as tables of float64, and back. Whole numbers are exact up to 2^53.
#pragma once

#include "engine/base/result.h"
#include "engine/file/npy.h"
#include "engine/train/recorded_run.h"

#include <string>
#include <vector>

namespace ulpscope {

/// "step", "loss", "reference_loss", "has_reference_loss", ...: in the order in which they are written.
std::vector<std::string> recordColumns();
std::vector<std::string> roleNames(); ///< names in the enum's order.
std::vector<std::string> metricNames(); ///< names in the enum's order.

/// Meaning of the numbers in a file's tables: the file's own order of columns, roles and metrics.
class TableNames
{
public:
    /// An error names what is missing or not known.
    static Result<TableNames> create(const std::vector<std::string>& columns,
        const std::vector<std::string>& roles, const std::vector<std::string>& metrics);

    std::vector<std::size_t> columns; ///< by own column: which of the file's; width where it has none
    std::size_t width = 0; ///< bytes of one record in the file
    std::vector<TensorRole> roles; ///< roles, by the number that the file gives them
    std::vector<Metric> metrics;
};

inline constexpr std::size_t kMetricColumns = 4; ///< path, role, metric, points

NpyArray recordTable(const std::vector<StepRecord>& records); ///< [steps, columns]
NpyArray metricTable(
    const std::vector<RecordedMetric>& metrics); ///< [metrics, 4]: path, role, metric, points
/// [points], metric after metric. Apart, because the steps of most metrics are the same, which packs well.
NpyArray stepList(const std::vector<RecordedMetric>& metrics);
NpyArray valueList(const std::vector<RecordedMetric>& metrics);

/// Reads the records, at least one, in step order.
Result<std::vector<StepRecord>> recordsOf(const NpyArray& table, const TableNames& names);
/// How many points the table's metrics have together, of a run of so many steps; what metricsOf() refuses of the table alone is an error.
Result<std::uint64_t> metricPoints(
    const NpyArray& table, const TableNames& names, std::size_t paths, std::int64_t runSteps);
/// Each tensor and metric at most once, paths below `paths`, steps ascending and below `runSteps`.
Result<std::vector<RecordedMetric>> metricsOf(const NpyArray& table, const NpyArray& stepList,
    const NpyArray& valueList, const TableNames& names, std::size_t paths, std::int64_t runSteps);

} // namespace ulpscope
