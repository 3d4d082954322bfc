// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/run_worker.h"

#include "app/session/missing_package.h"
#include "engine/base/machine_memory.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#if defined(__linux__)
#include <sys/resource.h>
#endif

namespace ulpscope {

namespace {

using Clock = std::chrono::steady_clock;

/// From now on the calling thread gives way to the program's other threads. Only Linux has a priority of single threads
/// (setpriority(2)); elsewhere nothing changes.
void giveWayToOtherThreads()
{
#if defined(__linux__)
    constexpr int kNiceness = 5; // a third of the weight: other programs still do not crowd out the training
    setpriority(PRIO_PROCESS, 0, kNiceness); // 0: the calling thread
#endif
}

} // namespace

std::unique_ptr<RunWorker> RunWorker::askedToStop(std::unique_ptr<RunWorker> worker)
{
    if (worker) {
        worker->m_thread.request_stop();
        worker->pause();
    }
    return worker;
}

RunWorker::RunWorker(std::shared_ptr<const SessionSpec> session, std::shared_ptr<const Kernels> kernels,
    int threads, MemoryShare memory, std::unique_ptr<RunWorker> predecessor)
    : m_session(std::move(session))
    , m_kernels(std::move(kernels))
    , m_threads(threads)
    , m_memory(std::move(memory))
    , m_predecessor(askedToStop(std::move(predecessor)))
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

RunWorker::~RunWorker()
{
    if (m_thread.joinable()) {
        m_thread.request_stop();
        pause();
        m_thread.join();
    }
}

void RunWorker::train(TrainingOrder order)
{
    give({.training = std::move(order)});
}

void RunWorker::extend(std::shared_ptr<const SessionSpec> session, TrainingOrder order)
{
    give({.training = std::move(order), .session = std::move(session)});
}

void RunWorker::goTo(std::int64_t step)
{
    give({.training = {}, .goTo = step});
}

void RunWorker::give(Order order)
{
    {
        const std::lock_guard lock(m_mutex);
        m_order = std::move(order);
        m_isPauseWanted = false;
        m_interrupt = std::stop_source();
    }
    m_changed.notify_all();
}

void RunWorker::pause()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isPauseWanted = true;
        m_interrupt.request_stop();
    }
    m_changed.notify_all();
}

void RunWorker::askForTensor(const TensorName& name, std::optional<std::int64_t> atStep)
{
    {
        const std::lock_guard lock(m_mutex);
        m_question = {name, atStep};
    }
    m_changed.notify_all();
}

void RunWorker::askForHistory(const ElementQuestion& question, std::optional<std::int64_t> atStep)
{
    {
        const std::lock_guard lock(m_mutex);
        m_historyQuestion = {question, atStep};
    }
    m_changed.notify_all();
}

void RunWorker::askForOperations(std::optional<std::int64_t> atStep)
{
    {
        const std::lock_guard lock(m_mutex);
        m_operationsQuestion = {{}, atStep};
    }
    m_changed.notify_all();
}

void RunWorker::askForEvaluation(EvaluationQuestion question, std::optional<std::int64_t> atStep)
{
    {
        const std::lock_guard lock(m_mutex);
        m_evaluationQuestion = {std::move(question), atStep};
    }
    m_changed.notify_all();
}

std::vector<RunReport> RunWorker::takeReports()
{
    std::vector<RunReport> reports;
    {
        const std::lock_guard lock(m_mutex);
        reports.swap(m_reports);
        m_unreadRecords = 0;
    }
    m_changed.notify_all();
    return reports;
}

bool RunWorker::owesReports() const
{
    const std::lock_guard lock(m_mutex);
    return isAsked() || m_isAnswering || !m_reports.empty();
}

void RunWorker::work(const std::stop_token& stop)
{
    giveWayToOtherThreads(); // a picture that follows a key is waited for
    // Nothing may leave a thread but a report.
    try {
        if (m_predecessor) {
            m_predecessor.reset();
            returnFreeMemory();
        }
        if (!stop.stop_requested())
            loadAndTrain(stop);
    } catch (const std::bad_alloc&) {
        report(RunFailed{"there is not enough memory for this session", {}, {}});
    } catch (const std::exception& exception) {
        report(RunFailed{std::string("internal error: ") + exception.what(), {}, {}});
    }
}

void RunWorker::loadAndTrain(const std::stop_token& stop)
{
    Result<TrainingRun> created = TrainingRun::create(*m_session, *m_kernels,
        {.threads = m_threads, .stop = stop, .budget = m_memory.budget, .use = m_memory.use});
    if (stop.stop_requested())
        return;
    if (!created) {
        const Error& error = created.error();
        const bool misfits = error.place == "layers[0].shape" || error.place == "training.loss";
        report(RunFailed{error.text(), missingPackage(*m_session, error),
            misfits ? repairAfterReading(*m_session, stop) : std::nullopt});
        return;
    }
    TrainingRun run = std::move(created).value();
    if (m_memory.use == MemoryUse::Run) {
        const std::uint64_t limit = m_memory.budget ? m_memory.budget->limit() / kStateShare : kStateBytes;
        run.keepStates(std::min<std::uint64_t>(kStateBytes, limit));
    }
    const DataSample sample = run.sample();
    if (hasAccuracy(*m_session) && sample.test->count > 0) {
        m_testSample = sample.test;
        m_fewTests = run.sample(kFewTests).test;
    }
    report(RunLoaded{run.paths(), run.notes(), run.tensors(), sample});
    SessionStops watches({}, {}, {}); // the weights are as the last training left them
    std::stop_token interrupt;
    while (std::optional<Order> order = nextOrder(run, stop, interrupt)) {
        std::string met;
        if (order->session) {
            m_session = order->session;
            run.extendTo(m_session->training.steps);
            watches = SessionStops({}, {}, {});
        }
        const std::int64_t end = m_session->training.steps;
        if (order->goTo) {
            run.goTo(*order->goTo, interrupt);
            watches = SessionStops({}, {}, {});
            report(RunWentTo{run.totals(), run.record()});
        } else {
            const std::int64_t steps = order->training.steps;
            SessionStops now(order->training.watches, run.paths(), run.recorded());
            now.goOnFrom(watches);
            watches = std::move(now);
            (void)order->training.until.bind(run.paths(), run.recorded()); // a missing condition never holds
            met = trainUntil(
                run, steps < 0 ? end : run.stepsDone() + steps, order->training, watches, stop, interrupt);
        }
        if (stop.stop_requested())
            return;
        if (run.stepsDone() >= end) {
            report(RunEnded{run.summarize(0, stop), run.keptSteps(), met});
            run.releaseStorage();
            returnFreeMemory(); // returns the memory of the evaluation
        } else
            report(RunPaused{run.keptSteps(), met});
    }
}

std::optional<RunWorker::Order> RunWorker::nextOrder(
    TrainingRun& run, const std::stop_token& stop, std::stop_token& interrupt)
{
    for (;;) {
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [&] { return m_order || isAsked(); }))
                return std::nullopt;
            if (!isAsked()) {
                interrupt = m_interrupt.get_token();
                return std::exchange(m_order, std::nullopt);
            }
        }
        answerQuestions(run, true, stop, stop);
    }
}

bool RunWorker::visit(TrainingRun& run, std::optional<std::int64_t> step, const std::stop_token& stop) const
{
    const std::int64_t here = run.stepsDone();
    if (!step || *step < 0 || *step + 1 >= here)
        return false;
    // From the kept states before there and before here.
    const std::vector<std::int64_t> kept = run.keptSteps();
    const auto stepsTo = [&](std::int64_t target) {
        const auto after = std::ranges::upper_bound(kept, target - 1);
        return after == kept.begin() ? here : target - *std::prev(after);
    };
    const std::int64_t redone = stepsTo(*step + 1) + stepsTo(here);
    if (static_cast<double>(redone) * m_secondsAStep > kMaxVisitSeconds)
        return false;
    return run.goTo(*step + 1, stop) || stop.stop_requested();
}

void RunWorker::answerQuestions(
    TrainingRun& run, bool standsStill, const std::stop_token& stop, const std::stop_token& interrupt)
{
    std::optional<Question<TensorName>> question;
    std::optional<Question<ElementQuestion>> historyQuestion;
    std::optional<Question<std::monostate>> operationsQuestion;
    std::optional<Question<EvaluationQuestion>> evaluationQuestion;
    const std::int64_t here = run.stepsDone();
    {
        const std::lock_guard lock(m_mutex);
        question = std::exchange(m_question, std::nullopt);
        evaluationQuestion = std::exchange(m_evaluationQuestion, std::nullopt);
        if (standsStill) { // in the middle of a run it would have to go back at every answer
            historyQuestion = std::exchange(m_historyQuestion, std::nullopt);
            operationsQuestion = std::exchange(m_operationsQuestion, std::nullopt);
        }
        m_isAnswering = question || historyQuestion || operationsQuestion || evaluationQuestion;
    }
    if (question) {
        const bool isElsewhere = standsStill && visit(run, question->atStep, stop);
        report(RunTensor{std::make_shared<const TensorSnapshot>(run.snapshot(question->subject))});
        if (isElsewhere)
            run.goTo(here, stop); // the run goes back; if it is stopped meanwhile, it is given up
    }
    if (historyQuestion) {
        const bool isElsewhere = visit(run, historyQuestion->atStep, stop);
        std::optional<ElementHistory> history = run.history(historyQuestion->subject, 0, stop);
        report(RunElementHistory{historyQuestion->subject,
            history ? std::make_shared<const ElementHistory>(*std::move(history)) : nullptr});
        if (isElsewhere)
            run.goTo(here, stop);
    }
    if (operationsQuestion) {
        const bool isElsewhere = visit(run, operationsQuestion->atStep, stop);
        std::optional<OperationCounts> counts = run.operationCounts(0, stop);
        report(RunOperationCounts{
            counts ? std::make_shared<const OperationCounts>(*std::move(counts)) : nullptr});
        if (isElsewhere)
            run.goTo(here, stop);
    }
    std::optional<Evaluation> evaluation;
    if (evaluationQuestion) {
        const bool isElsewhere = standsStill && visit(run, evaluationQuestion->atStep, stop);
        evaluation = run.evaluate(evaluationQuestion->subject, 0, interrupt);
        if (isElsewhere)
            run.goTo(here, stop);
    }
    const std::lock_guard lock(m_mutex);
    if (evaluation)
        m_reports.emplace_back(RunEvaluation{std::make_shared<const Evaluation>(*std::move(evaluation))});
    else if (evaluationQuestion && !stop.stop_requested() && !m_evaluationQuestion)
        // the evaluation was interrupted, so it is asked for again
        m_evaluationQuestion = std::move(evaluationQuestion);
    m_isAnswering = false;
}

std::string RunWorker::trainUntil(TrainingRun& run, std::int64_t target, const TrainingOrder& order,
    SessionStops& watches, const std::stop_token& stop, const std::stop_token& interrupt)
{
    static const StopCondition& divergence
        = *std::ranges::find(stopConditionCatalog(), std::string_view("diverged"), &StopCondition::name);
    Clock::time_point begin = Clock::now();
    std::int64_t first = run.stepsDone();
    m_lastAccuracy = begin;
    while (run.stepsDone() < target && mayGoOn(stop)) {
        if (!run.step(interrupt))
            break;
        const std::chrono::duration<double> elapsed = Clock::now() - begin;
        const double stepsPerSecond = static_cast<double>(run.stepsDone() - first) / elapsed.count();
        m_secondsAStep = 1 / stepsPerSecond;
        reportStep(run, stepsPerSecond);
        if (run.stepsDone() == 1) { // it takes longer than all others, and would distort the mean for long
            begin = Clock::now();
            first = 1;
        }
        answerQuestions(run, false, stop, interrupt);
        reportAccuracy(run, stepsPerSecond, interrupt);
        const std::optional<std::string> stopped = watches.met(run.record());
        if (order.until.holds(run.record()))
            return order.until.title();
        if (stopped)
            return *stopped;
        if (order.pausesAtDivergence && run.totals().divergedAt == run.stepsDone() - 1)
            return std::string(divergence.title);
    }
    return {};
}

void RunWorker::reportAccuracy(TrainingRun& run, double stepsPerSecond, const std::stop_token& interrupt)
{
    if (!m_testSample)
        return;
    // An example that is evaluated takes about as long as one that is trained on.
    const double examplesPerSecond = static_cast<double>(m_session->training.batchSize) * stepsPerSecond;
    const bool areMany = static_cast<double>(m_testSample->count) > kManyTestsSeconds * examplesPerSecond;
    const Examples& tests = areMany ? *m_fewTests : *m_testSample;
    const double expected = static_cast<double>(tests.count) / examplesPerSecond;
    const double wait = std::max(kAccuracySeconds, m_accuracySeconds.value_or(expected) / kAccuracyShare);
    const Clock::time_point begin = Clock::now();
    if (begin - m_lastAccuracy < std::chrono::duration<double>(wait))
        return;
    const std::optional<RunAccuracy> accuracy = run.accuracy(tests, 0, interrupt);
    m_lastAccuracy = Clock::now();
    if (!accuracy)
        return;
    m_accuracySeconds = std::chrono::duration<double>(m_lastAccuracy - begin).count();
    report(RunAccuracyReport{*accuracy});
}

void RunWorker::report(RunReport report)
{
    const std::lock_guard lock(m_mutex);
    m_reports.push_back(std::move(report));
}

void RunWorker::reportStep(const TrainingRun& run, double stepsPerSecond)
{
    const std::lock_guard lock(m_mutex);
    if (m_reports.empty() || !std::holds_alternative<RunBatch>(m_reports.back()))
        m_reports.emplace_back(RunBatch());
    auto& unread = std::get<RunBatch>(m_reports.back());
    unread.records.push_back(run.record());
    unread.totals = run.totals();
    unread.stepsPerSecond = stepsPerSecond;
    ++m_unreadRecords;
}

bool RunWorker::mayGoOn(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop, [this] { return m_unreadRecords < kMaxUnreadRecords || m_isPauseWanted; });
    return !m_isPauseWanted && !stop.stop_requested();
}

} // namespace ulpscope
