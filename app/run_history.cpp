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

void RunHistory::append(const RunBatch& batch)
{
    stepsPerSecond = batch.stepsPerSecond;
    for (const StepRecord& record : batch.records) {
        for (const TensorPoint& point : record.tensors) {
            Series& series = m_series[{point.path, point.role, point.metric}];
            series.steps.push_back(static_cast<double>(record.step));
            series.values.push_back(point.value);
        }
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
        m_records.push_back(record);
        m_records.back().tensors = {};
    }
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
    return figures;
}

} // namespace ulpscope
