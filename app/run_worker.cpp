// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/run_worker.h"

#include "app/missing_package.h"
#include "engine/base/machine_memory.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <new>
#include <utility>

namespace ulpscope {

namespace {

using Clock = std::chrono::steady_clock;

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
    int threads, std::unique_ptr<RunWorker> predecessor)
    : m_session(std::move(session))
    , m_kernels(std::move(kernels))
    , m_threads(threads)
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

void RunWorker::train(const TrainingOrder& order)
{
    give({.training = order});
}

void RunWorker::extend(std::shared_ptr<const SessionSpec> session, const TrainingOrder& order)
{
    give({.training = order, .session = std::move(session)});
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

void RunWorker::askForTensor(const TensorName& name)
{
    {
        const std::lock_guard lock(m_mutex);
        m_question = name;
    }
    m_changed.notify_all();
}

void RunWorker::askForEvaluation(EvaluationQuestion question)
{
    {
        const std::lock_guard lock(m_mutex);
        m_evaluationQuestion = std::move(question);
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

void RunWorker::work(const std::stop_token& stop)
{
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
    Result<TrainingRun> created
        = TrainingRun::create(*m_session, *m_kernels, {.threads = m_threads, .stop = stop});
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
    run.keepStates(kStateBytes);
    const DataSample sample = run.sample();
    if (hasAccuracy(*m_session) && sample.test->count > 0) {
        m_testSample = sample.test;
        m_fewTests = run.sample(kFewTests).test;
    }
    report(RunLoaded{run.paths(), run.notes(), run.tensors(), sample});
    std::stop_token interrupt;
    while (const std::optional<Order> order = nextOrder(run, stop, interrupt)) {
        const StopCondition* met = nullptr;
        if (order->session) {
            m_session = order->session;
            extend(run, interrupt);
        }
        const std::int64_t end = m_session->training.steps;
        if (order->goTo) {
            run.goTo(*order->goTo, interrupt);
            report(RunWentTo{run.totals(), run.record()});
        } else {
            const std::int64_t steps = order->training.steps;
            met = trainUntil(
                run, steps < 0 ? end : run.stepsDone() + steps, order->training, stop, interrupt);
        }
        if (stop.stop_requested())
            return;
        if (run.stepsDone() >= end)
            report(RunEnded{run.summarize(0, stop), run.keptSteps(), met});
        else
            report(RunPaused{run.keptSteps(), met});
    }
}

std::optional<RunWorker::Order> RunWorker::nextOrder(
    TrainingRun& run, const std::stop_token& stop, std::stop_token& interrupt)
{
    for (;;) {
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_order || m_question || m_evaluationQuestion; }))
                return std::nullopt;
            if (!m_question && !m_evaluationQuestion) {
                interrupt = m_interrupt.get_token();
                return std::exchange(m_order, std::nullopt);
            }
        }
        answerQuestions(run, stop, stop);
    }
}

void RunWorker::answerQuestions(
    TrainingRun& run, const std::stop_token& stop, const std::stop_token& interrupt)
{
    std::optional<TensorName> question;
    std::optional<EvaluationQuestion> evaluationQuestion;
    {
        const std::lock_guard lock(m_mutex);
        question = std::exchange(m_question, std::nullopt);
        evaluationQuestion = std::exchange(m_evaluationQuestion, std::nullopt);
    }
    if (question)
        report(RunTensor{std::make_shared<const TensorSnapshot>(run.snapshot(*question))});
    if (!evaluationQuestion)
        return;
    if (std::optional<Evaluation> evaluation = run.evaluate(*evaluationQuestion, 0, interrupt)) {
        report(RunEvaluation{std::make_shared<const Evaluation>(*std::move(evaluation))});
    } else if (!stop.stop_requested()) {
        const std::lock_guard lock(m_mutex);
        if (!m_evaluationQuestion)
            m_evaluationQuestion = std::move(evaluationQuestion);
    }
}

void RunWorker::extend(TrainingRun& run, const std::stop_token& interrupt)
{
    const std::int64_t done = run.stepsDone();
    run.extendTo(m_session->training.steps, interrupt);
    if (run.stepsDone() < done)
        report(RunWentTo{run.totals(), run.record()});
}

const StopCondition* RunWorker::trainUntil(TrainingRun& run, std::int64_t target, const TrainingOrder& order,
    const std::stop_token& stop, const std::stop_token& interrupt)
{
    static const StopCondition* const divergence = *stopConditionByName("diverged");
    Clock::time_point begin = Clock::now();
    std::int64_t first = run.stepsDone();
    m_lastAccuracy = begin;
    while (run.stepsDone() < target && mayGoOn(stop)) {
        if (!run.step(interrupt))
            break;
        const std::chrono::duration<double> elapsed = Clock::now() - begin;
        const double stepsPerSecond = static_cast<double>(run.stepsDone() - first) / elapsed.count();
        reportStep(run, stepsPerSecond);
        if (run.stepsDone() == 1) { // it takes longer than all others, and would be in the mean for long
            begin = Clock::now();
            first = 1;
        }
        answerQuestions(run, stop, interrupt);
        reportAccuracy(run, stepsPerSecond, interrupt);
        if (order.until != nullptr && order.until->holds(run.record()))
            return order.until;
        if (order.pausesAtDivergence && run.totals().divergedAt == run.stepsDone() - 1)
            return divergence;
    }
    return nullptr;
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
    m_changed.wait(lock, stop, [this] { return m_unreadRecords < kMostUnreadRecords || m_isPauseWanted; });
    return !m_isPauseWanted && !stop.stop_requested();
}

} // namespace ulpscope
