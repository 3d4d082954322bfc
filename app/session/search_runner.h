// SPDX-License-Identifier: GPL-3.0-or-later
// A search for the cheapest policies beside whatever the window does. It has a copy of its session, so that edits do not disturb it.
// Each run is kept in a folder by its name as it ends, and is not run again by a later search there, in another start of the program either.
#pragma once

#include "app/search/search.h"
#include "engine/kernels/kernels.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <map>
#include <memory>
#include <string>
#include <thread>

namespace ulpscope {

/// A question as it is typed.
struct SearchRequest
{
    std::shared_ptr<const SessionSpec> session; ///< with the steps that its runs are to have
    SearchedText text;
    std::string budget;
    std::string seeds;
    CostKind cost = CostKind::Bytes;
};

/// Errors' places: "menu", "layers", "together", "loss-scale", "seeds", "budget.column 6", or the session's own.
Result<SearchQuestion> searchQuestionOf(const SearchRequest& request, const std::stop_token& stop = {});

/// The results of an assignment with at least one finished run.
struct TriedAssignment
{
    Assignment assignment;
    double cost = 0;
    std::map<std::uint64_t, std::vector<ClauseReading>> readings; ///< keyed by seed
    double use = 0; ///< share of the budget that is used, the largest over the seeds
    std::optional<std::uint64_t> refutedBy; ///< the first seed that did
};

class SearchRunner : public QObject
{
    Q_OBJECT
public:
    enum class State { Idle, Running, Paused, Stopping };

    /// threads: how many runs at a time, at most.
    SearchRunner(std::shared_ptr<const Kernels> kernels, int threads, QObject* parent = nullptr);
    /// Asks the thread to stop and waits for it: a step of training at most.
    ~SearchRunner() override;

    /// A search that starts from now on takes its memory of it.
    void shareMemory(std::shared_ptr<MemoryBudget> budget) { m_memory = std::move(budget); }
    /// folder: empty: what is run is not kept. While one searches this does nothing.
    void start(SearchRequest request, const QString& folder);
    void pause();
    void resume();
    /// Stops the search; runs so far stay, and ended() follows.
    void cancel();

    State state() const { return m_state; }
    bool isBusy() const { return m_state != State::Idle; }

    /// Question of the newest search; null before it has begun.
    const std::shared_ptr<const SearchQuestion>& question() const { return m_question; }
    /// The answer so far, or the final one.
    const SearchAnswer& answer() const { return m_answer; }
    const std::vector<TriedAssignment>& tried() const { return m_tried; }
    const SearchProgress& progress() const { return m_progress; }
    /// Estimate of the seconds left, from the runs trained so far; nullopt before the first.
    std::optional<double> secondsLeft() const { return m_progress.secondsLeft(m_seconds); }
    /// Mean time of a trained run with all threads at work; empty before the first.
    std::optional<double> secondsPerRun() const;
    /// Runs that were kept already when it began.
    std::size_t keptBefore() const { return m_keptBefore; }

signals:
    void stateChanged();
    /// Emitted when there are more runs, another answer, or another stage.
    void grew();
    /// The state is Idle again; answer() has what it came to.
    void ended();
    /// Emitted instead of ended() when the search is invalid or a file cannot be written.
    void failed(const ulpscope::Error& error);

private:
    struct Shared;

    void setState(State state);
    void fetch();

    std::shared_ptr<const Kernels> m_kernels;
    int m_threads;
    std::shared_ptr<MemoryBudget> m_memory;
    State m_state = State::Idle;
    std::shared_ptr<const SearchQuestion> m_question;
    SearchAnswer m_answer;
    std::vector<TriedAssignment> m_tried;
    std::map<Assignment, std::size_t> m_places; ///< each assignment's place in m_tried
    SearchProgress m_progress;
    double m_seconds = 0; ///< seconds of searching, without pauses
    std::size_t m_keptBefore = 0;
    std::shared_ptr<Shared> m_shared;
    QTimer m_fetchTimer;
    std::jthread m_thread; ///< last: it is joined before the rest goes
};

} // namespace ulpscope
