// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/search_runner.h"

#include "engine/session/seed_list.h"

#include <QFile>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

namespace ulpscope {

namespace {

constexpr int kFetchMs = 80;

using Clock = std::chrono::steady_clock;

} // namespace

/// State that the window's thread and the search's thread share; the mutex guards all of it.
struct SearchRunner::Shared
{
    struct Run
    {
        Assignment assignment;
        std::uint64_t seed = 0;
        double cost = 0;
        std::vector<ClauseReading> readings;
    };

    std::mutex mutex;
    std::condition_variable changed;
    bool isPaused = false;
    std::stop_source cancelled;

    std::shared_ptr<const SearchQuestion> question;
    std::size_t keptBefore = 0;
    std::vector<Run> runs; ///< since they were fetched last
    std::optional<SearchAnswer> answer; ///< set since it was fetched last
    SearchProgress progress;
    Clock::time_point began = Clock::now();
    Clock::duration paused = {}; ///< time spent in pauses that are over
    std::optional<Clock::time_point> pausedSince;
    bool isOver = false;
    std::optional<Error> error;

    /// False: it was cancelled. Waits while it is paused.
    bool mayGoOn(const SearchProgress& newProgress)
    {
        std::unique_lock lock(mutex);
        progress = newProgress;
        pausedSince = Clock::now();
        changed.wait(lock, [this] { return !isPaused || cancelled.stop_requested(); });
        paused += Clock::now() - *std::exchange(pausedSince, std::nullopt);
        return !cancelled.stop_requested();
    }

    /// Seconds of searching without pauses. The caller holds the mutex.
    double secondsOfSearching() const
    {
        return std::chrono::duration<double>(pausedSince.value_or(Clock::now()) - began - paused).count();
    }

    void setPaused(bool isWanted)
    {
        {
            const std::lock_guard lock(mutex);
            isPaused = isWanted;
        }
        changed.notify_all();
    }

    void cancel()
    {
        {
            const std::lock_guard lock(mutex);
            cancelled.request_stop();
        }
        changed.notify_all();
    }

    void end(std::optional<Error> why)
    {
        const std::lock_guard lock(mutex);
        error = std::move(why);
        isOver = true;
    }

    Status search(const SearchRequest& request, const QString& folder, const Kernels& kernels, int threads,
        std::shared_ptr<MemoryBudget> memory);
};

Result<SearchQuestion> searchQuestionOf(const SearchRequest& request, const std::stop_token& stop)
{
    Result<Budget> budget = parseBudget(request.budget, request.session->training.steps);
    if (!budget)
        return budget.error().within("budget");
    Result<std::vector<std::uint64_t>> seeds = seedsOf(request.seeds);
    if (!seeds)
        return Error{"seeds", seeds.error().sentence()};
    Result<SearchSpace> space = searchSpaceOf(*request.session, request.text, stop);
    if (!space)
        return space.error();
    return SearchQuestion{*std::move(space), *std::move(budget), *std::move(seeds), request.cost};
}

Status SearchRunner::Shared::search(const SearchRequest& request, const QString& folder,
    const Kernels& kernels, int threads, std::shared_ptr<MemoryBudget> memory)
{
    Result<SearchQuestion> made = searchQuestionOf(request, cancelled.get_token());
    if (!made)
        return made.error();
    const auto asked = std::make_shared<const SearchQuestion>(*std::move(made));
    KeptResults kept;
    if (!folder.isEmpty()) {
        Result<KeptResults> opened
            = KeptResults::open(QFile::encodeName(folder).toStdString(), resultsFileName(), asked->budget);
        if (!opened)
            return opened.error();
        kept = *std::move(opened);
    }
    {
        const std::lock_guard lock(mutex);
        question = asked;
        keptBefore = kept.size();
    }
    AssignmentCost costOf(asked->space, kernels, asked->cost); // called by one thread at a time, as `ran` is
    {
        SearchAnswer begun;
        begun.float32Cost = costOf(asked->space.reference());
        const std::lock_guard lock(mutex);
        answer = std::move(begun);
    }
    const SearchOptions options{.threads = threads,
        .progress = [this](const SearchProgress& newProgress) { return mayGoOn(newProgress); },
        .stop = cancelled.get_token(),
        .memory = std::move(memory),
        .ran =
            [&](const RunResult& result) {
                Run run{result.assignment, result.seed, costOf(result.assignment), result.readings};
                const std::lock_guard lock(mutex);
                runs.push_back(std::move(run));
            },
        .grew =
            [this](const SearchAnswer& soFar) {
                const std::lock_guard lock(mutex);
                answer = soFar;
            }};
    Result<SearchAnswer> found = ulpscope::search(*asked, kernels, kept, options);
    if (!found)
        return found.error();
    const std::lock_guard lock(mutex);
    answer = *std::move(found);
    return success();
}

SearchRunner::SearchRunner(std::shared_ptr<const Kernels> kernels, int threads, QObject* parent)
    : QObject(parent)
    , m_kernels(std::move(kernels))
    , m_threads(threads)
{
    m_fetchTimer.setInterval(kFetchMs);
    connect(&m_fetchTimer, &QTimer::timeout, this, &SearchRunner::fetch);
}

SearchRunner::~SearchRunner()
{
    if (m_shared)
        m_shared->cancel();
}

void SearchRunner::start(SearchRequest request, const QString& folder)
{
    if (isBusy())
        return;
    m_question.reset();
    m_answer = {};
    m_tried.clear();
    m_places.clear();
    m_progress = {};
    m_keptBefore = 0;
    m_shared = std::make_shared<Shared>();
    m_thread = std::jthread([shared = m_shared, request = std::move(request), folder, kernels = m_kernels,
                                threads = m_threads, memory = m_memory] {
        try {
            const Status done = shared->search(request, folder, *kernels, threads, memory);
            shared->end(done ? std::nullopt : std::optional(done.error()));
        } catch (const std::exception& exception) {
            shared->end(Error{"", exception.what()});
        }
    });
    m_fetchTimer.start();
    setState(State::Running);
}

void SearchRunner::pause()
{
    if (m_state != State::Running)
        return;
    m_shared->setPaused(true);
    setState(State::Paused);
}

void SearchRunner::resume()
{
    if (m_state != State::Paused)
        return;
    m_shared->setPaused(false);
    setState(State::Running);
}

void SearchRunner::cancel()
{
    if (m_state != State::Running && m_state != State::Paused)
        return;
    m_shared->cancel();
    setState(State::Stopping);
}

std::optional<double> SearchRunner::secondsPerRun() const
{
    if (m_progress.trained == 0)
        return std::nullopt;
    return m_seconds / double(m_progress.trained);
}

void SearchRunner::setState(State state)
{
    m_state = state;
    emit stateChanged();
}

void SearchRunner::fetch()
{
    std::vector<Shared::Run> runs;
    std::optional<SearchAnswer> answer;
    bool isOver = false;
    bool isNews = false;
    std::optional<Error> error;
    {
        const std::lock_guard lock(m_shared->mutex);
        runs = std::exchange(m_shared->runs, {});
        answer = std::exchange(m_shared->answer, std::nullopt);
        isOver = m_shared->isOver;
        error = m_shared->error;
        isNews = m_question != m_shared->question || m_progress.stage != m_shared->progress.stage
            || m_progress.done != m_shared->progress.done;
        m_question = m_shared->question;
        m_keptBefore = m_shared->keptBefore;
        m_progress = m_shared->progress;
        m_seconds = m_shared->secondsOfSearching();
    }
    for (Shared::Run& run : runs) {
        const auto [place, isNew] = m_places.try_emplace(run.assignment, m_tried.size());
        if (isNew)
            m_tried.push_back(
                {.assignment = run.assignment, .cost = run.cost, .readings = {}, .refutedBy = {}});
        TriedAssignment& tried = m_tried[place->second];
        for (const ClauseReading& reading : run.readings) {
            tried.use = std::max(tried.use, reading.use);
            if (reading.isBroken && !tried.refutedBy)
                tried.refutedBy = run.seed;
        }
        tried.readings.insert_or_assign(run.seed, std::move(run.readings));
    }
    if (answer)
        m_answer = *std::move(answer);
    if (isNews || answer || !runs.empty())
        emit grew();
    if (!isOver)
        return;
    m_fetchTimer.stop();
    m_thread.join();
    if (error)
        m_answer.wasStopped = true; // the partial result is no outcome
    setState(State::Idle);
    if (error)
        emit failed(*error);
    else
        emit ended();
}

} // namespace ulpscope
