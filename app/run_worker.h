// SPDX-License-Identifier: GPL-3.0-or-later
// The thread that owns one TrainingRun. It takes orders (train, pause) and hands out reports; nothing else is
// shared with it.
#pragma once

#include "app/run_history.h"
#include "engine/kernels/kernels.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace ulpscope {

struct RunLoaded
{
    std::vector<std::string> paths;
    std::vector<std::string> notes;
};
struct RunGrew
{
    std::shared_ptr<const RunBatch> batch;
};
struct RunPaused
{
};
struct RunEnded
{
    std::shared_ptr<const RunSummary> summary;
};
struct RunFailed
{
    std::string message;
    std::string missingPackage; ///< the Debian package with the data, if that is what is missing
};
using RunReport = std::variant<RunLoaded, RunGrew, RunPaused, RunEnded, RunFailed>;

class RunWorker
{
public:
    /// Orders for train(): so many steps, or up to the session's own number.
    static constexpr std::int64_t kToTheEnd = -1;
    /// Back-pressure: with this many unread batches the thread keeps its records; with that many records it
    /// waits.
    static constexpr int kMaxUnreadBatches = 2;
    static constexpr std::size_t kMaxKeptRecords = 4096;

    /// `report` is called on the thread. The predecessor is asked to stop and has ended before this one
    /// begins, so that starting again and again never piles up work, and never blocks the caller.
    RunWorker(std::shared_ptr<const SessionSpec> session, std::shared_ptr<const Kernels> kernels, int threads,
        std::function<void(RunReport)> report, std::unique_ptr<RunWorker> predecessor);
    /// Stops and waits for the end of the step, or of the loading, that is under way.
    ~RunWorker();

    void train(std::int64_t steps);
    void pause();
    /// One batch was read: the thread may send another.
    void batchRead();

private:
    static std::unique_ptr<RunWorker> askedToStop(std::unique_ptr<RunWorker> worker);
    void work(const std::stop_token& stop);
    void loadAndTrain(const std::stop_token& stop);
    void trainUntil(TrainingRun& run, std::int64_t target, const std::stop_token& stop);
    std::optional<std::int64_t> nextOrder(const std::stop_token& stop);
    bool isPauseWanted();
    bool mayPublish();
    void waitForReader(const std::stop_token& stop);
    void publish();

    std::shared_ptr<const SessionSpec> m_session;
    std::shared_ptr<const Kernels> m_kernels;
    int m_threads;
    std::function<void(RunReport)> m_report;
    std::unique_ptr<RunWorker> m_predecessor;

    // Only the thread's.
    std::vector<StepRecord> m_kept;
    std::int64_t m_trainedSteps = 0;
    double m_trainedSeconds = 0;

    std::mutex m_mutex; ///< for the four below
    std::condition_variable_any m_changed;
    std::optional<std::int64_t> m_order;
    bool m_isPauseWanted = false;
    int m_unreadBatches = 0;

    std::jthread m_thread; ///< last: begins when all the rest is there, and ends first
};

} // namespace ulpscope
