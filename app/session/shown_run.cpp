// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/shown_run.h"

#include "app/session/same_task.h"
#include "app/session/session_runner.h"
#include "engine/session/same_training.h"

#include <algorithm>
#include <utility>

namespace ulpscope {

ShownRun::ShownRun(const SessionRunner& runner, QObject* parent)
    : QObject(parent)
    , m_runner(runner)
    , m_step(new ShownStep(this))
{
    connect(m_step, &ShownStep::changed, this, &ShownRun::stepChanged);
    connect(&runner, &SessionRunner::historyReplaced, this, [this, &runner] {
        if (runner.history() == m_run) // the same run went back; a new run is shown as soon as it has a step
            emit replaced();
    });
    connect(&runner, &SessionRunner::historyGrew, this, [this, &runner] {
        if (runner.history() == m_run)
            emit grew();
        else
            show(runner.history());
    });
    connect(&runner, &SessionRunner::stateChanged, this, [this, &runner](SessionRunner::State state) {
        if (state == SessionRunner::State::Paused && runner.history() != m_run)
            show(runner.history());
        else if (runner.history() == m_run && m_run)
            emit grew();
    });
}

bool ShownRun::isGrowing() const
{
    return m_runner.state() == SessionRunner::State::Running && m_runner.history() == m_run;
}

void ShownRun::show(std::shared_ptr<const RunHistory> run)
{
    if (run == m_run)
        return;
    // One that is trained again has the same numbers, and is nothing to compare with.
    if (m_run && !m_run->records().empty() && !(run && trainsTheSame(m_run->session(), run->session()))
        && !m_isAfresh)
        m_before = m_run;
    m_isAfresh = false;
    m_run = std::move(run);
    emit replaced();
}

void ShownRun::beginAfresh()
{
    m_before.reset();
    m_isAfresh = true;
    setGhost(nullptr, {});
}

namespace {

/// The recorded step that is nearest; the run has records.
std::int64_t recordedStep(const RunHistory& run, std::int64_t step)
{
    const StepRecord* record = run.recordAt(step);
    return record != nullptr ? record->step : run.records().front().step;
}

} // namespace

std::optional<std::int64_t> ShownRun::pinnedStep() const
{
    if (!m_step->pinned() || !m_run || m_run->records().empty())
        return std::nullopt;
    return recordedStep(*m_run, *m_step->pinned());
}

std::optional<StepRange> ShownRun::pinnedSteps() const
{
    const std::optional<std::int64_t> pinned = pinnedStep();
    if (!pinned)
        return std::nullopt;
    const std::int64_t second = recordedStep(*m_run, m_step->second().value_or(*pinned));
    return StepRange{std::min(*pinned, second), std::max(*pinned, second)};
}

void ShownRun::setGhost(std::shared_ptr<const RunHistory> ghost, const QString& name)
{
    m_chosenGhost = std::move(ghost);
    m_ghostName = name;
    emit replaced();
}

std::shared_ptr<const RunHistory> ShownRun::ghost() const
{
    if (m_chosenGhost)
        return m_chosenGhost == m_run ? nullptr : m_chosenGhost;
    const bool isComparable = m_run && m_before && areOfOneTask(m_before->session(), m_run->session())
        && !trainsTheSame(m_before->session(), m_run->session());
    return isComparable ? m_before : nullptr;
}

} // namespace ulpscope
