// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that expectations ask about, each trained once however many ask.
#pragma once

#include "engine/kernels/kernels.h"
#include "engine/session/session_spec.h"
#include "engine/session/watch.h"
#include "engine/train/run_summary.h"

#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

struct MeasuredRun
{
    RunSummary summary;
    std::vector<std::string> paths;
    std::vector<RecordedTensor> recorded;
    std::vector<StepRecord> records; ///< of all steps
};

class MeasuredRuns
{
public:
    /// stop: ends of(), with stoppedError().
    explicit MeasuredRuns(const Kernels& kernels, std::stop_token stop = {});

    /// The whole run of the session, seed included. Sessions that train alike are one.
    Result<std::shared_ptr<const MeasuredRun>> of(const SessionSpec& session);
    /// Forgets them: a run of thousands of steps is megabytes.
    void clear();
    std::size_t trained() const { return m_trained; } ///< since it was made

private:
    const Kernels& m_kernels;
    std::stop_token m_stop;
    std::map<std::string, std::shared_ptr<const MeasuredRun>> m_runs; ///< by the session's text
    std::size_t m_trained = 0;
};

} // namespace ulpscope
