// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/run_controller.h"

#include "engine/judge/severity.h"
#include "engine/session/checked_session.h"
#include "engine/session/same_training.h"
#include "ui/look/models/display_text.h"
#include "ui/tree/models/layer_node_text.h"

namespace ulpscope::ui {

namespace {

constexpr std::chrono::milliseconds kRetrainDelay{350};
constexpr double kCheapRunSeconds = 4;

/// From the speed of the run on the screen.
bool isCheap(const RunHistory* history, const SessionSpec& session)
{
    return history && history->stepsPerSecond > 0
        && double(session.training.steps) / history->stepsPerSecond < kCheapRunSeconds;
}

/// In the words of the tree, where the first layer with a policy that cannot be trained under is marked.
QString reasonText(const SessionSpec& session, const Error& error)
{
    for (const LayerNode& layer : layerNodes(session))
        if (layer.problem && layer.problem->severity == Severity::Failure)
            return RunController::tr("%1 cannot be trained: %2").arg(toQt(layer.name), problemText(layer));
    return toQt(error.text());
}

} // namespace

RunController::RunController(
    Document& document, SessionRunner& runner, const ShownRun& shown, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_runner(runner)
    , m_shown(shown)
{
    m_retrain.setSingleShot(true);
    m_retrain.setInterval(kRetrainDelay);
    connect(&m_retrain, &QTimer::timeout, this, [this] { start(-1); });
    connect(&document, &Document::sessionChanged, this, &RunController::onSessionChanged);
    connect(&runner, &SessionRunner::stateChanged, this, &RunController::stateChanged);
    connect(&shown, &ShownRun::replaced, this, &RunController::stateChanged);
    connect(&runner, &SessionRunner::conditionMet, this, [this](const QString& title) {
        const auto done = static_cast<qlonglong>(m_runner.history()->stepsDone());
        emit noticed(tr("Paused after step %1: %2.").arg(done - 1).arg(title));
    });
}

bool RunController::isTraining() const
{
    return m_runner.state() == SessionRunner::State::Running
        || m_runner.state() == SessionRunner::State::Loading;
}

bool RunController::isStarting() const
{
    return m_runner.state() == SessionRunner::State::Loading
        || (m_runner.state() == SessionRunner::State::Running && m_shown.run() != m_runner.history());
}

bool RunController::isIdle() const
{
    return !isTraining() && !m_retrain.isActive();
}

bool RunController::isStale() const
{
    return m_shown.run() && !trainsTheSame(m_shown.run()->session(), *m_document.session());
}

/// What was started last is the session as it is now.
bool RunController::runsTheSession() const
{
    return m_runner.session() && trainsTheSame(*m_runner.session(), *m_document.session());
}

bool RunController::canGoOn() const
{
    return m_runner.state() == SessionRunner::State::Paused && runsTheSession();
}

void RunController::train()
{
    if (canGoOn())
        m_runner.resume();
    else
        start(-1);
}

void RunController::trainOrPause()
{
    if (isTraining())
        stop();
    else
        train();
}

void RunController::step()
{
    const bool isAtEnd = m_runner.state() == SessionRunner::State::Finished && runsTheSession();
    if (canGoOn() || isAtEnd)
        m_runner.resume(1);
    else if (isTraining())
        stop();
    else
        start(1);
}

void RunController::trainUntil(const StopRule& condition)
{
    if (isTraining())
        return;
    if (canGoOn())
        m_runner.resume(-1, condition);
    else
        start(-1, condition);
}

void RunController::trainUntilStep(std::int64_t step)
{
    if (isTraining())
        return;
    const bool goesOn = canGoOn();
    const std::int64_t done = goesOn ? m_runner.history()->stepsDone() : 0;
    if (step < done)
        emit noticed(tr("Step %1 is done already: go back to it with Back to step.").arg(step));
    else if (goesOn)
        m_runner.resume(step + 1 - done);
    else
        start(step + 1);
}

void RunController::goTo(std::int64_t stepsDone)
{
    if (!isTraining() && runsTheSession())
        m_runner.goTo(stepsDone);
}

void RunController::stop()
{
    m_retrain.stop();
    m_runner.stop();
    emit stateChanged();
}

void RunController::reset()
{
    start(0);
}

void RunController::start(std::int64_t steps, const StopRule& until)
{
    m_retrain.stop();
    if (const Status runnable = checkRunnable(*m_document.session()); !runnable) {
        emit stateChanged();
        emit refused(reasonText(*m_document.session(), runnable.error()));
        return;
    }
    m_runner.start(m_document.session(), steps, until);
}

void RunController::onSessionChanged()
{
    // A policy that cannot be trained under is marked where it is; the run on the screen stays.
    if (m_retrainsAfterEdits && m_runner.session() && !runsTheSession()
        && isCheap(m_shown.run().get(), *m_document.session()) && checkRunnable(*m_document.session()))
        m_retrain.start();
    else
        m_retrain.stop();
    emit stateChanged();
}

} // namespace ulpscope::ui
