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
    /// Records of all steps, without exponents, because no metric reads these.
    std::vector<StepRecord> records;
};

class MeasuredRuns
{
public:
    static constexpr std::size_t kMaxBytes = std::size_t{512} << 20;

    /// stop: ends of(), with stoppedError(). mostBytes: what one run's records may take, and all that are kept together.
    explicit MeasuredRuns(
        const Kernels& kernels, std::stop_token stop = {}, std::size_t mostBytes = kMaxBytes);

    /// The whole run of the session, seed included. Sessions that train alike are one. The error of a run whose records do not
    /// fit is at "training.steps".
    Result<std::shared_ptr<const MeasuredRun>> of(const SessionSpec& session);
    /// Forgets them: a run of thousands of steps is megabytes.
    void clear();
    std::size_t trained() const { return m_trained; } ///< since it was made
    std::size_t bytes() const { return m_bytes; } ///< bytes of the records that are kept

private:
    const Kernels& m_kernels;
    std::stop_token m_stop;
    std::size_t m_mostBytes = kMaxBytes;
    std::size_t m_bytes = 0;
    std::map<std::string, std::shared_ptr<const MeasuredRun>> m_runs; ///< runs, by the session's text
    std::size_t m_trained = 0;
};

} // namespace ulpscope
