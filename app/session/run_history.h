// SPDX-License-Identifier: GPL-3.0-or-later
// What a window knows of one run: the records of its steps and the metrics of every tensor, in order and within a
// budget, however long it is. NaN and infinity are kept as they are.
#pragma once

#include "engine/data/data_sample.h"
#include "engine/probe/exponent_history.h"
#include "engine/probe/records.h"
#include "engine/session/session_spec.h"
#include "engine/train/lane_tensors.h"
#include "engine/train/recorded_run.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace ulpscope {

/// Steps of a run, both ends among them.
struct StepRange
{
    std::int64_t first = 0;
    std::int64_t last = 0;

    bool isOne() const { return first == last; }
    bool operator==(const StepRange&) const = default;
};

/// (step, value) pairs in step order, within a budget: of each group of so many points the smallest and the largest stay,
/// so that spikes do, and the group doubles when there are kMaxPoints. All of a run is kept equally densely. The newest
/// point is always there, as the last one.
struct Series
{
    static constexpr std::size_t kMaxPoints = 8192;

    std::vector<double> steps;
    std::vector<double> values;

    void append(double step, double value);
    struct Point
    {
        double step = 0;
        double value = 0;
    };
    /// The newest snapshot, or the newest one up to `step` if that is given; empty if there is none.
    std::optional<Point> newest(std::optional<std::int64_t> upTo = {}) const;
    /// Over all points, or those up to a step; nothing if there is none.
    std::optional<double> mean(std::optional<std::int64_t> upTo = {}) const;
    /// Removes the points from `step` on.
    void truncate(double step);
    /// Thins to at most `points` points and the newest, in the same way. No point may be appended afterwards.
    void thinTo(std::size_t points);

private:
    void thinOut();

    std::size_t m_group
        = 1; ///< appended points that at most two kept ones stand for; 1: each stands for itself
    std::size_t m_open = 0; ///< points in the last group so far
    std::size_t m_openKept = 0; ///< how many of these the newest `steps` hold, without the spare one
    bool m_hasSpare = false; ///< the last point is there only for being the newest
};

/// What is known of a run from the moment it is loaded (session, paths, tensors, sample) never changes; the rest grows. A key of a
/// run is a path or a tensor's name, never its index: the next run has others.
class RunHistory
{
public:
    RunHistory(std::shared_ptr<const SessionSpec> session, std::vector<std::string> paths,
        std::vector<TensorName> tensors = {}, DataSample sample = {});
    /// A run that is over. What it could be asked for while it was loaded is not known.
    explicit RunHistory(RecordedRun run);
    /// A copy of what stays when it is over.
    RecordedRun recorded() const;

    /// Consecutive steps, and the totals after the last of them.
    void append(std::vector<StepRecord> records, RunTotals totals);
    /// Back to where these were the totals and that was the last step's record, which may no longer be among records().
    void goBackTo(RunTotals totals, StepRecord last);

    const SessionSpec& session() const { return *m_session; }
    const std::vector<std::string>& paths() const { return m_paths; }
    /// Tensors that the run can be asked for while it is loaded.
    const std::vector<TensorName>& tensors() const { return m_tensors; }
    /// Some examples of its data.
    const DataSample& sample() const { return m_sample; }
    std::int64_t stepsDone() const { return m_totals.steps; }
    /// The engine's totals over all steps so far.
    const RunTotals& totals() const { return m_totals; }
    /// In step order; their `tensors` are moved into series, their `exponents` into exponents(). The newest kExactRecords
    /// are those of every step. Of older ones at most kMaxSettled stay, equally densely: of each group of consecutive
    /// steps the one with the largest loss (a NaN is) and one that was skipped, or else that with the smallest.
    const std::vector<StepRecord>& records() const { return m_records; }
    /// Record of the last step; an empty one before the first step.
    const StepRecord& last() const;
    /// A copy with at most about so many records, and points of each metric, in which spikes are still there. Totals and
    /// summary are those of all steps; exponents are left out.
    std::shared_ptr<const RunHistory> thinned(std::size_t points) const;
    /// Number of points of the longest series: the records, or a metric.
    std::size_t mostPoints() const;
    /// Approximate memory use.
    std::size_t bytes() const;
    static constexpr std::size_t kExactRecords = 16384;
    static constexpr std::size_t kMaxSettled = 65536;
    /// Changes when records other than at the end have changed.
    std::int64_t thinnings() const { return m_thinnings; }
    /// The record of that step, or the nearest before it; null without one.
    const StepRecord* recordAt(std::int64_t step) const;
    /// The records within the steps; a long run does not have one for each step.
    std::span<const StepRecord> recordsOf(StepRange steps) const;
    /// Totals of these records alone. Where the first NaN was born is told by totals().
    RunTotals totalsOf(StepRange steps) const;
    const ExponentHistory& exponents() const { return m_exponents; }
    /// nullptr when nothing was recorded for it.
    const Series* series(PathId path, TensorRole role, Metric metric) const;
    /// A metric of a tensor that has a series.
    struct NamedMetric
    {
        PathId path;
        TensorRole role;
        Metric metric;
    };
    std::vector<NamedMetric> metrics() const;
    /// The metrics of one path.
    std::vector<NamedMetric> metrics(PathId path) const;
    /// How many these are: a view of all of them begins anew when there are more.
    std::size_t metricCount() const { return m_series.size(); }

    /// A copy that goes on as that session, which differs in that it has more steps.
    std::shared_ptr<RunHistory> extended(std::shared_ptr<const SessionSpec> session) const;
    /// The newest known one: on all test examples when the run ended, on a sample of them before; nothing yet, or nothing that
    /// the task has.
    std::optional<RunAccuracy> accuracy() const;

    /// Whether nothing says that they were computed by different arithmetic: a session that leaves that open was computed as written
    /// before other rules were proved for it.
    bool mayHaveArithmeticOf(const RunHistory& other) const;

    std::optional<RunSummary> summary; ///< the summary, once the run has ended
    std::optional<RunAccuracy> sampledAccuracy; ///< on the sample's test examples, at some step
    double stepsPerSecond = 0;
    std::string
        kernels; ///< Kernels::level() of the machine that computes it; empty where a file does not say

private:
    void appendPoints(std::span<const StepRecord> records);
    void keep(StepRecord record);
    void settle();
    /// Keeps two records of each `group` in [begin, end) and moves the rest up. Returns where they end.
    std::size_t thinOut(std::size_t begin, std::size_t end, std::size_t group);

    std::shared_ptr<const SessionSpec> m_session;
    std::vector<std::string> m_paths;
    std::vector<TensorName> m_tensors;
    DataSample m_sample;
    RunTotals m_totals;
    std::vector<StepRecord> m_records;
    std::size_t m_settled = 0; ///< records that are no longer all
    std::size_t m_group = 1; ///< two of so many records are kept; 1: all are
    std::int64_t m_thinnings = 0;
    std::map<std::tuple<PathId, TensorRole, Metric>, Series> m_series;
    ExponentHistory m_exponents;
};

} // namespace ulpscope
