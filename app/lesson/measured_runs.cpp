// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lesson/measured_runs.h"

#include "app/io/session/session_file.h"
#include "engine/train/training_run.h"

#include <utility>

namespace ulpscope {

MeasuredRuns::MeasuredRuns(const Kernels& kernels, std::stop_token stop, std::size_t mostBytes)
    : m_kernels(kernels)
    , m_stop(std::move(stop))
    , m_mostBytes(mostBytes)
{
}

Result<std::shared_ptr<const MeasuredRun>> MeasuredRuns::of(const SessionSpec& session)
{
    const std::string key = writeSession(session);
    if (const auto kept = m_runs.find(key); kept != m_runs.end())
        return kept->second;
    Result<TrainingRun> run = TrainingRun::create(session, m_kernels, {.stop = m_stop});
    if (!run)
        return run.error();
    auto measured = std::make_shared<MeasuredRun>();
    measured->paths = run->paths();
    measured->recorded = run->recorded();
    std::size_t bytes = 0;
    // Reuses the records' storage, because freed exponents between the records would leave holes several times as large.
    StepRecord record;
    std::vector<ExponentHistogram> exponents;
    for (std::int64_t step = 0; step < session.training.steps; ++step) {
        if (m_stop.stop_requested() || !run->step(m_stop)) // quick steps do not look at it
            return stoppedError();
        record = run->record();
        record.exponents.swap(exponents);
        bytes += sizeof(record) + record.tensors.size() * sizeof(TensorPoint);
        if (bytes > m_mostBytes)
            return Error{"training.steps",
                message(
                    "measuring keeps the figures of every step, and those of %1 steps are all that fit; expected a "
                    "shorter run, or a larger probes.tensors_every")
                    .with(std::to_string(step))};
        measured->records.push_back(record);
        record.exponents.swap(exponents);
    }
    measured->summary = run->summarize();
    ++m_trained;
    if (m_bytes + bytes > m_mostBytes)
        clear();
    m_bytes += bytes;
    m_runs.emplace(key, measured);
    return std::shared_ptr<const MeasuredRun>(std::move(measured));
}

void MeasuredRuns::clear()
{
    m_runs.clear();
    m_bytes = 0;
}

} // namespace ulpscope
