// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_history.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

RunHistory::RunHistory(std::shared_ptr<const SessionSpec> session, std::vector<std::string> paths)
    : m_session(std::move(session))
    , m_paths(std::move(paths))
{
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
    if (steps.size() >= kMostPoints && m_open == 0) {
        thinOut();
        m_group = m_group == 1 ? 4 : 2 * m_group;
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
        steps.erase(steps.begin() + at);
        values.erase(values.begin() + at);
        m_openKept = 2;
    }
    if (++m_open == m_group)
        m_open = m_openKept = 0;
}

void Series::truncate(double step)
{
    const auto end = std::lower_bound(steps.begin(), steps.end(), step) - steps.begin();
    m_open = m_openKept = 0;
    steps.resize(static_cast<std::size_t>(end));
    values.resize(static_cast<std::size_t>(end));
}

void RunHistory::addUp(const StepRecord& record)
{
    if (record.gradientsFlushedPercent) {
        m_flushedPercentSum += *record.gradientsFlushedPercent;
        ++m_flushedSteps;
    }
    m_lostPercentSum += record.updatesLostPercent;
    m_overflows += record.overflows;
    m_skippedSteps += record.skipped ? 1 : 0;
    m_gradientAmax = std::max(m_gradientAmax, record.gradientAmax);
    if (m_firstNonFiniteLoss < 0 && !std::isfinite(record.loss))
        m_firstNonFiniteLoss = record.step;
}

void RunHistory::append(const RunBatch& batch)
{
    stepsPerSecond = batch.stepsPerSecond;
    if (batch.birthplace)
        birthplace = batch.birthplace;
    for (const StepRecord& record : batch.records) {
        for (const TensorPoint& point : record.tensors)
            m_series[{point.path, point.role, point.metric}].append(
                static_cast<double>(record.step), point.value);
        m_exponents.append(record);
        addUp(record);
        m_records.push_back(record);
        m_records.back().tensors = {};
        m_records.back().exponents = {};
    }
}

void RunHistory::truncate(std::int64_t steps)
{
    if (steps >= static_cast<std::int64_t>(m_records.size()))
        return;
    m_records.resize(static_cast<std::size_t>(steps));
    for (auto& [key, series] : m_series)
        series.truncate(static_cast<double>(steps));
    m_exponents.truncate(steps);
    summary.reset();
    if (birthplace && birthplace->step >= steps)
        birthplace.reset();
    m_flushedPercentSum = m_lostPercentSum = m_gradientAmax = 0;
    m_flushedSteps = m_overflows = m_skippedSteps = 0;
    m_firstNonFiniteLoss = -1;
    for (const StepRecord& record : m_records)
        addUp(record);
}

const Series* RunHistory::series(std::size_t pathIndex, TensorRole role, Metric metric) const
{
    const auto found = m_series.find({pathIndex, role, metric});
    return found == m_series.end() ? nullptr : &found->second;
}

std::optional<double> RunHistory::gradientsFlushedPercent() const
{
    if (m_flushedSteps == 0)
        return std::nullopt;
    return m_flushedPercentSum / static_cast<double>(m_flushedSteps);
}

double RunHistory::updatesLostPercent() const
{
    return m_records.empty() ? 0 : m_lostPercentSum / static_cast<double>(m_records.size());
}

std::int64_t RunHistory::overflows() const
{
    return m_overflows;
}

std::int64_t RunHistory::skippedSteps() const
{
    return m_skippedSteps;
}

HealthFigures RunHistory::healthFigures() const
{
    HealthFigures figures;
    figures.steps = static_cast<std::int64_t>(m_records.size());
    figures.gradientsFlushedPercent = gradientsFlushedPercent();
    figures.updatesLostPercent = updatesLostPercent();
    figures.overflows = m_overflows;
    figures.skippedSteps = m_skippedSteps;
    figures.gradientAmax = m_gradientAmax;
    figures.recentSteps = std::min(figures.steps, kRecentSteps);
    figures.recentSkippedSteps = std::count_if(m_records.end() - figures.recentSteps, m_records.end(),
        [](const StepRecord& record) { return record.skipped; });
    if (!m_records.empty()) {
        figures.errorVsFloat64 = m_records.back().errorVsFloat64;
        figures.lossScale = m_records.back().lossScale;
    }
    // A weight may be lost before the loss shows it; only the summary has seen the weights.
    figures.divergedAt = summary && summary->divergedAt ? *summary->divergedAt : m_firstNonFiniteLoss;
    figures.diverged = figures.divergedAt >= 0;
    if (birthplace)
        figures.firstNonFinite = birthplace->sentence;
    return figures;
}

} // namespace ulpscope
