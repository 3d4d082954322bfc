// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_worker.h"

#include "app/missing_package.h"

#include <chrono>
#include <exception>
#include <new>
#include <utility>

namespace ulpscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPublishInterval = std::chrono::milliseconds(33);

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

} // namespace

std::unique_ptr<RunWorker> RunWorker::askedToStop(std::unique_ptr<RunWorker> worker)
{
    if (worker)
        worker->m_thread.request_stop();
    return worker;
}

RunWorker::RunWorker(std::shared_ptr<const SessionSpec> session, std::shared_ptr<const Kernels> kernels,
    int threads, std::function<void(RunReport)> report, std::unique_ptr<RunWorker> predecessor)
    : m_session(std::move(session))
    , m_kernels(std::move(kernels))
    , m_threads(threads)
    , m_report(std::move(report))
    , m_predecessor(askedToStop(std::move(predecessor)))
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

RunWorker::~RunWorker()
{
    if (m_thread.joinable()) {
        m_thread.request_stop();
        m_thread.join();
    }
}

void RunWorker::train(std::int64_t steps)
{
    {
        const std::lock_guard lock(m_mutex);
        m_order = steps;
        m_isPauseWanted = false;
    }
    m_changed.notify_all();
}

void RunWorker::pause()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isPauseWanted = true;
    }
    m_changed.notify_all();
}

void RunWorker::batchRead()
{
    {
        const std::lock_guard lock(m_mutex);
        --m_unreadBatches;
    }
    m_changed.notify_all();
}

void RunWorker::work(const std::stop_token& stop)
{
    // Nothing may leave a thread but a report.
    try {
        m_predecessor.reset();
        if (!stop.stop_requested())
            loadAndTrain(stop);
    } catch (const std::bad_alloc&) {
        m_report(RunFailed{"there is not enough memory for this session", {}});
    } catch (const std::exception& exception) {
        m_report(RunFailed{std::string("internal error: ") + exception.what(), {}});
    }
}

void RunWorker::loadAndTrain(const std::stop_token& stop)
{
    Result<TrainingRun> created = TrainingRun::create(*m_session, *m_kernels, {.threads = m_threads});
    if (!created) {
        m_report(RunFailed{created.error().text(), missingPackage(*m_session, created.error())});
        return;
    }
    TrainingRun run = std::move(created).value();
    m_report(RunLoaded{run.paths(), run.notes()});
    while (const std::optional<std::int64_t> order = nextOrder(stop)) {
        const std::int64_t end = m_session->training.steps;
        trainUntil(run, *order < 0 ? end : run.stepsDone() + *order, stop);
        if (stop.stop_requested())
            return;
        if (run.stepsDone() >= end)
            m_report(RunEnded{std::make_shared<const RunSummary>(run.summarize())});
        else
            m_report(RunPaused{});
    }
}

std::optional<std::int64_t> RunWorker::nextOrder(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    if (!m_changed.wait(lock, stop, [this] { return m_order.has_value(); }))
        return std::nullopt;
    return std::exchange(m_order, std::nullopt);
}

void RunWorker::trainUntil(TrainingRun& run, std::int64_t target, const std::stop_token& stop)
{
    Clock::time_point measured = Clock::now();
    Clock::time_point published = measured;
    const auto measure = [&] {
        m_trainedSeconds += secondsSince(measured);
        measured = Clock::now();
    };
    while (run.stepsDone() < target && !stop.stop_requested() && !isPauseWanted()) {
        m_kept.push_back(run.step());
        ++m_trainedSteps;
        if (Clock::now() - published >= kPublishInterval && mayPublish()) {
            measure();
            publish();
            published = Clock::now();
        }
        if (m_kept.size() >= kMaxKeptRecords) {
            measure();
            waitForReader(stop);
            measured = Clock::now();
        }
    }
    measure();
    if (!stop.stop_requested() && !m_kept.empty())
        publish();
}

bool RunWorker::isPauseWanted()
{
    const std::lock_guard lock(m_mutex);
    return m_isPauseWanted;
}

bool RunWorker::mayPublish()
{
    const std::lock_guard lock(m_mutex);
    return m_unreadBatches < kMaxUnreadBatches;
}

void RunWorker::waitForReader(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop, [this] { return m_unreadBatches < kMaxUnreadBatches || m_isPauseWanted; });
}

void RunWorker::publish()
{
    auto batch = std::make_shared<RunBatch>();
    batch->records = std::exchange(m_kept, {});
    batch->stepsPerSecond = m_trainedSeconds > 0 ? static_cast<double>(m_trainedSteps) / m_trainedSeconds : 0;
    {
        const std::lock_guard lock(m_mutex);
        ++m_unreadBatches;
    }
    m_report(RunGrew{std::move(batch)});
}

} // namespace ulpscope
