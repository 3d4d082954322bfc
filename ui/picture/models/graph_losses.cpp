// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/models/graph_losses.h"

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

bool sawAny(const Series& counts, std::optional<std::int64_t> upTo)
{
    for (std::size_t i = 0; i < counts.steps.size(); ++i) {
        if (upTo && counts.steps[i] > double(*upTo))
            return false;
        if (counts.values[i] > 0)
            return true;
    }
    return false;
}

/// "sequential/dense/kernel" of a weight's role belongs to the layer "sequential/dense".
bool isOfVariable(TensorRole role)
{
    return role == TensorRole::Weight || role == TensorRole::WeightGradient || role == TensorRole::Update
        || role == TensorRole::OptimizerState;
}

} // namespace

std::optional<double> TensorLoss::share() const
{
    if (flushedPercent && lostPercent)
        return std::max(*flushedPercent, *lostPercent);
    return flushedPercent ? flushedPercent : lostPercent;
}

GraphLosses::GraphLosses(std::shared_ptr<const RunHistory> run, std::optional<std::int64_t> upTo)
    : m_run(std::move(run))
    , m_upTo(upTo)
{
    if (m_run)
        for (std::size_t i = 0; i < m_run->paths().size(); ++i)
            m_paths.emplace(m_run->paths()[i], PathId(i));
}

const Birthplace* GraphLosses::birthplace() const
{
    if (!m_run)
        return nullptr;
    const Birthplace* birth = m_run->totals().gravest().get();
    return birth && (!m_upTo || birth->step <= *m_upTo) ? birth : nullptr;
}

TensorLoss GraphLosses::of(const LayerTensor& tensor) const
{
    TensorLoss loss;
    const auto path = m_paths.find(tensor.path);
    if (!m_run || path == m_paths.end())
        return loss;
    const auto newest = [&](Metric metric) -> std::optional<double> {
        const Series* series = m_run->series(path->second, tensor.role, metric);
        const auto point = series ? series->newest(m_upTo) : std::nullopt;
        if (!point)
            return std::nullopt;
        loss.step = std::max(loss.step.value_or(0), std::int64_t(point->step));
        return point->value;
    };
    const auto share = [&](Metric metric) -> std::optional<double> {
        const Series* series = m_run->series(path->second, tensor.role, metric);
        if (!series || m_upTo)
            return newest(metric);
        return series->mean(m_run->totals().divergedAt);
    };
    loss.flushedPercent = share(Metric::FlushedPercent);
    loss.lostPercent = share(Metric::LostPercent);
    loss.amax = newest(Metric::Amax);
    loss.error = newest(Metric::AccumulatedError);
    loss.overflows = newest(Metric::Overflow).value_or(0);
    loss.underflows = newest(Metric::Underflow).value_or(0);
    loss.isNonFinite = newest(Metric::NonFinite).value_or(0) > 0;
    if (const Series* counts = m_run->series(path->second, tensor.role, Metric::NonFinite))
        loss.sawNonFinite = sawAny(*counts, m_upTo);
    if (const Series* counts = m_run->series(path->second, tensor.role, Metric::Nan);
        counts && loss.sawNonFinite)
        loss.isNan = loss.isNonFinite ? newest(Metric::Nan).value_or(0) > 0 : sawAny(*counts, m_upTo);
    if (const Birthplace* birth = birthplace();
        birth && !birth->layer.empty() && birth->role == tensor.role) {
        loss.isBirthplace = isOfVariable(tensor.role) ? tensor.path.starts_with(birth->layer + '/')
                && birth->tensor.starts_with(tensor.path.substr(birth->layer.size() + 1))
                                                      : tensor.path == birth->layer;
        loss.sawNonFinite = loss.sawNonFinite || loss.isBirthplace;
        if (loss.isBirthplace && std::isnan(birth->value))
            loss.isNan = true;
    }
    return loss;
}

std::optional<double> GraphLosses::lossScale() const
{
    if (!m_run || m_run->records().empty())
        return std::nullopt;
    const StepRecord* record = m_upTo ? m_run->recordAt(*m_upTo) : &m_run->last();
    return record ? record->lossScale : std::nullopt;
}

std::string GraphLosses::birthLayer() const
{
    const Birthplace* birth = birthplace();
    return birth ? birth->layer : std::string();
}

bool GraphLosses::isLossBirthplace() const
{
    const Birthplace* birth = birthplace();
    return birth && birth->layer.empty();
}

bool GraphLosses::isLossFinite() const
{
    if (!m_run || m_run->records().empty())
        return true;
    const StepRecord* record = m_upTo ? m_run->recordAt(*m_upTo) : &m_run->last();
    return !record || std::isfinite(record->loss);
}

} // namespace ulpscope::ui
