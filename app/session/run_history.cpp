// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run_history.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ulpscope {

RunHistory::RunHistory(std::shared_ptr<const SessionSpec> session, std::vector<std::string> paths,
    std::vector<TensorName> tensors, DataSample sample)
    : m_session(std::move(session))
    , m_paths(std::move(paths))
    , m_tensors(std::move(tensors))
    , m_sample(std::move(sample))
{
}

RunHistory::RunHistory(RecordedRun run)
    : summary(std::move(run.summary))
    , stepsPerSecond(run.stepsPerSecond)
    , kernels(summary ? summary->kernels : std::string())
    , m_session(std::move(run.session))
    , m_paths(std::move(run.paths))
    , m_totals(std::move(run.totals))
    , m_records(std::move(run.records))
    , m_settled(m_records.size())
    , m_exponents(std::move(run.exponents))
{
    for (RecordedMetric& metric : run.metrics) {
        Series& series = m_series[{metric.path, metric.role, metric.metric}];
        series.steps = std::move(metric.steps);
        series.values = std::move(metric.values);
    }
}

RecordedRun RunHistory::recorded() const
{
    RecordedRun run{.session = m_session,
        .paths = m_paths,
        .totals = m_totals,
        .records = m_records,
        .metrics = {},
        .exponents = m_exponents,
        .summary = summary,
        .stepsPerSecond = stepsPerSecond};
    for (const auto& [key, series] : m_series)
        if (!series.steps.empty())
            run.metrics.push_back({std::get<PathId>(key), std::get<TensorRole>(key), std::get<Metric>(key),
                series.steps, series.values});
    return run;
}

namespace {

/// NaN counts as the largest, so that it stays.
bool isLess(double a, double b)
{
    return !std::isnan(a) && (std::isnan(b) || a < b);
}

} // namespace

void Series::thinOut()
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i < steps.size(); i += 4) {
        std::size_t least = i;
        std::size_t most = i;
        for (std::size_t k = i + 1; k < std::min(i + 4, steps.size()); ++k) {
            least = isLess(values[k], values[least]) ? k : least;
            most = isLess(values[most], values[k]) ? k : most;
        }
        for (const std::size_t k : {std::min(least, most), std::max(least, most)}) {
            if (kept > 0 && steps[kept - 1] == steps[k])
                continue; // all are equal
            steps[kept] = steps[k];
            values[kept++] = values[k];
        }
    }
    steps.resize(kept);
    values.resize(kept);
}

void Series::append(double step, double value)
{
    if (std::exchange(m_hasSpare, false)) {
        steps.pop_back();
        values.pop_back();
    }
    if (steps.size() >= kMaxPoints && m_open == 0) {
        thinOut();
        m_group = m_group == 1 ? 4 : 2 * m_group;
    }
    if (steps.size()
        == kMaxPoints / 2) { // doubling would go beyond the budget by a few points, and so to twice
        steps.reserve(kMaxPoints + 2);
        values.reserve(kMaxPoints + 2);
    }
    steps.push_back(step);
    values.push_back(value);
    ++m_openKept;
    if (m_openKept == 3) { // the smallest, the largest and a third
        const std::size_t first = steps.size() - 3;
        std::size_t least = first;
        std::size_t most = first;
        for (std::size_t k = first + 1; k < steps.size(); ++k) {
            least = isLess(values[k], values[least]) ? k : least;
            most = isLess(values[most], values[k]) ? k : most;
        }
        std::size_t other = first; // neither, or where all are equal one in the middle
        while (other == least || other == most)
            ++other;
        const auto at = static_cast<std::ptrdiff_t>(other);
        m_hasSpare = other + 1 == steps.size();
        if (!m_hasSpare) {
            steps.erase(steps.begin() + at);
            values.erase(values.begin() + at);
        }
        m_openKept = 2;
    }
    if (++m_open == m_group)
        m_open = m_openKept = 0;
}

std::optional<Series::Point> Series::newest(std::optional<std::int64_t> upTo) const
{
    const auto end
        = upTo ? std::upper_bound(steps.begin(), steps.end(), static_cast<double>(*upTo)) : steps.end();
    if (end == steps.begin())
        return std::nullopt;
    const auto at = static_cast<std::size_t>(end - steps.begin()) - 1;
    return Point{steps[at], values[at]};
}

std::optional<double> Series::mean(std::optional<std::int64_t> upTo) const
{
    const auto end = upTo ? std::ranges::upper_bound(steps, double(*upTo)) : steps.end();
    const auto count = end - steps.begin();
    if (count == 0)
        return std::nullopt;
    return std::accumulate(values.begin(), values.begin() + count, 0.0) / double(count);
}

void Series::truncate(double step)
{
    const auto end = std::lower_bound(steps.begin(), steps.end(), step) - steps.begin();
    m_open = m_openKept = 0;
    m_hasSpare = false; // the last record stays
    steps.resize(static_cast<std::size_t>(end));
    values.resize(static_cast<std::size_t>(end));
}

void Series::thinTo(std::size_t points)
{
    if (steps.empty())
        return;
    const double lastStep = steps.back();
    const double lastValue = values.back();
    while (steps.size() > std::max<std::size_t>(points, 4))
        thinOut();
    if (steps.back() != lastStep) { // the newest point is always there
        steps.push_back(lastStep);
        values.push_back(lastValue);
    }
    steps.shrink_to_fit();
    values.shrink_to_fit();
    m_open = m_openKept = 0;
    m_hasSpare = false;
}

void RunHistory::append(std::vector<StepRecord> records, RunTotals totals)
{
    m_totals = std::move(totals);
    appendPoints(records);
    for (StepRecord& record : records) {
        m_exponents.append(record);
        keep(std::move(record));
        settle();
    }
}

void RunHistory::appendPoints(std::span<const StepRecord> records)
{
    const auto keyOf
        = [](const TensorPoint& point) { return std::tuple(point.path, point.role, point.metric); };
    // Thousands of series lie apart in memory: each is found once and takes the points of some steps. They come in the same
    // order at each step, else a series might get a later one first.
    constexpr std::size_t kAtOnce = 16;
    for (std::size_t first = 0, end = 0; first < records.size(); first = end) {
        const std::vector<TensorPoint>& points = records[first].tensors;
        end = first + 1;
        while (end < std::min(first + kAtOnce, records.size())
            && std::ranges::equal(points, records[end].tensors, {}, keyOf, keyOf))
            ++end;
        for (std::size_t i = 0; i < points.size(); ++i) {
            Series& series = m_series[keyOf(points[i])];
            for (std::size_t at = first; at < end; ++at)
                series.append(static_cast<double>(records[at].step), records[at].tensors[i].value);
        }
    }
}

void RunHistory::keep(StepRecord record)
{
    record.dropTensors();
    m_records.push_back(std::move(record));
}

std::size_t RunHistory::thinOut(std::size_t begin, std::size_t end, std::size_t group)
{
    std::size_t kept = begin;
    for (std::size_t first = begin; first < end; first += group) {
        std::size_t least = first;
        std::size_t most = first;
        std::optional<std::size_t> skipped;
        for (std::size_t i = first; i < std::min(first + group, end); ++i) {
            least = isLess(m_records[i].loss, m_records[least].loss) ? i : least;
            most = isLess(m_records[most].loss, m_records[i].loss) ? i : most;
            if (!skipped && m_records[i].skipped)
                skipped = i;
        }
        const std::size_t other = skipped.value_or(least);
        for (const std::size_t i : {std::min(other, most), std::max(other, most)}) {
            if (kept > begin && m_records[kept - 1].step == m_records[i].step)
                continue; // the point is the smallest and the largest
            m_records[kept++] = m_records[i];
        }
    }
    return kept;
}

void RunHistory::settle()
{
    // Rarely, and then many at once.
    const std::size_t chunk = std::max(kExactRecords, m_group);
    if (m_records.size() < m_settled + chunk + kExactRecords)
        return;
    const auto erase = [this](std::size_t begin, std::size_t end) {
        const auto from = static_cast<std::ptrdiff_t>(begin);
        const auto to = static_cast<std::ptrdiff_t>(end);
        m_records.erase(m_records.begin() + from, m_records.begin() + to);
        m_thinnings += begin < end ? 1 : 0;
    };
    const std::size_t end = m_settled + chunk;
    const std::size_t kept = m_group == 1 ? end : thinOut(m_settled, end, m_group);
    erase(kept, end);
    m_settled = kept;
    if (m_settled < kMaxSettled)
        return;
    m_settled = thinOut(0, kept, 4); // two groups of two become two groups of twice as many steps
    erase(m_settled, kept);
    m_group = m_group == 1 ? 4 : 2 * m_group;
}

void RunHistory::goBackTo(RunTotals totals, StepRecord last)
{
    const std::int64_t steps = totals.steps;
    if (steps >= stepsDone())
        return;
    m_totals = std::move(totals);
    const auto end = std::lower_bound(m_records.begin(), m_records.end(), steps - 1,
        [](const StepRecord& record, std::int64_t wanted) { return record.step < wanted; });
    m_records.erase(end, m_records.end());
    m_settled = std::min(m_settled, m_records.size());
    if (steps > 0)
        keep(std::move(last));
    for (auto& [key, series] : m_series)
        series.truncate(static_cast<double>(steps));
    m_exponents.truncate(steps);
    summary.reset();
    if (sampledAccuracy && sampledAccuracy->steps > steps)
        sampledAccuracy.reset();
}

const StepRecord* RunHistory::recordAt(std::int64_t step) const
{
    const auto after = std::upper_bound(m_records.begin(), m_records.end(), step,
        [](std::int64_t wanted, const StepRecord& record) { return wanted < record.step; });
    return after == m_records.begin() ? nullptr : &*std::prev(after);
}

std::span<const StepRecord> RunHistory::recordsOf(StepRange steps) const
{
    const auto from = [this](std::int64_t step) {
        return std::lower_bound(m_records.begin(), m_records.end(), step,
            [](const StepRecord& record, std::int64_t wanted) { return record.step < wanted; });
    };
    return {from(steps.first), from(steps.last + 1)};
}

RunTotals RunHistory::totalsOf(StepRange steps) const
{
    RunTotals totals;
    for (const StepRecord& record : recordsOf(steps))
        totals.add(record);
    return totals;
}

const Series* RunHistory::series(PathId path, TensorRole role, Metric metric) const
{
    const auto found = m_series.find({path, role, metric});
    return found == m_series.end() ? nullptr : &found->second;
}

std::vector<RunHistory::NamedMetric> RunHistory::metrics() const
{
    std::vector<NamedMetric> metrics;
    for (const auto& [key, series] : m_series)
        metrics.push_back({std::get<PathId>(key), std::get<TensorRole>(key), std::get<Metric>(key)});
    return metrics;
}

std::vector<RunHistory::NamedMetric> RunHistory::metrics(PathId path) const
{
    std::vector<NamedMetric> metrics;
    for (auto at = m_series.lower_bound({path, {}, {}});
         at != m_series.end() && std::get<PathId>(at->first) == path; ++at)
        metrics.push_back({path, std::get<TensorRole>(at->first), std::get<Metric>(at->first)});
    return metrics;
}

std::shared_ptr<const RunHistory> RunHistory::thinned(std::size_t points) const
{
    auto copy = std::make_shared<RunHistory>(*this);
    const StepRecord newest = last();
    while (copy->m_records.size() >= std::max<std::size_t>(points, 4)) // the newest may come on top
        copy->m_records.resize(copy->thinOut(0, copy->m_records.size(), 4));
    if (!m_records.empty() && copy->m_records.back().step != newest.step)
        copy->m_records.push_back(newest);
    copy->m_records.shrink_to_fit();
    copy->m_settled = copy->m_records.size();
    for (auto& [key, series] : copy->m_series)
        series.thinTo(points);
    copy->m_exponents = {};
    return copy;
}

std::shared_ptr<RunHistory> RunHistory::extended(std::shared_ptr<const SessionSpec> session) const
{
    auto copy = std::make_shared<RunHistory>(*this);
    copy->m_session = std::move(session);
    copy->sampledAccuracy = accuracy();
    copy->summary.reset(); // the summary is about fewer steps than the run will have
    return copy;
}

bool RunHistory::mayHaveArithmeticOf(const RunHistory& other) const
{
    const bool haveOneLevel = kernels.empty() || other.kernels.empty() || kernels == other.kernels;
    return haveOneLevel && (!summary || !other.summary || summary->arithmetic == other.summary->arithmetic);
}

std::optional<RunAccuracy> RunHistory::accuracy() const
{
    if (!summary)
        return sampledAccuracy;
    return RunAccuracy{stepsDone(), summary->testAccuracy, summary->referenceTestAccuracy};
}

std::size_t RunHistory::mostPoints() const
{
    std::size_t most = m_records.size();
    for (const auto& [key, series] : m_series)
        most = std::max(most, series.steps.size());
    return most;
}

std::size_t RunHistory::bytes() const
{
    std::size_t sum = m_records.capacity() * sizeof(StepRecord);
    for (const auto& [key, series] : m_series)
        sum += sizeof(series) + (series.steps.capacity() + series.values.capacity()) * sizeof(double);
    for (const auto& [key, columns] : m_exponents.tensors())
        sum += columns.capacity() * sizeof(ExponentColumn);
    return sum;
}

const StepRecord& RunHistory::last() const
{
    static const StepRecord none;
    return m_records.empty() ? none : m_records.back();
}

} // namespace ulpscope
