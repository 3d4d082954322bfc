// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lesson/measured_runs.h"

#include "engine/io/session/session_file.h"
#include "engine/train/training_run.h"

#include <utility>

namespace ulpscope {

MeasuredRuns::MeasuredRuns(const Kernels& kernels, std::stop_token stop)
    : m_kernels(kernels)
    , m_stop(std::move(stop))
{
}

Result<std::shared_ptr<const MeasuredRun>> MeasuredRuns::of(const SessionSpec& session)
{
    std::shared_ptr<const MeasuredRun>& kept = m_runs[writeSession(session)];
    if (kept != nullptr)
        return kept;
    Result<TrainingRun> run = TrainingRun::create(session, m_kernels, {.stop = m_stop});
    if (!run)
        return run.error();
    auto measured = std::make_shared<MeasuredRun>();
    measured->paths = run->paths();
    measured->recorded = run->recorded();
    for (std::int64_t step = 0; step < session.training.steps; ++step) {
        if (m_stop.stop_requested() || !run->step(m_stop)) // quick steps do not look at it
            return stoppedError();
        measured->records.push_back(run->record());
    }
    measured->summary = run->summarize();
    ++m_trained;
    kept = std::move(measured);
    return kept;
}

void MeasuredRuns::clear()
{
    m_runs.clear();
}

} // namespace ulpscope
