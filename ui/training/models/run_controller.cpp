// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/run_controller.h"

#include "app/judge/runs/severity.h"
#include "app/session/same_task.h"
#include "engine/dtype/formats.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/session/checked_session.h"
#include "engine/session/same_training.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/training/models/run_time.h"
#include "ui/tree/models/layer_nodes.h"

#include <utility>

namespace ulpscope::ui {

namespace {

constexpr std::chrono::milliseconds kRetrainDelay{350};
constexpr double kCheapRunSeconds = 4;

/// From the speed of the run on the screen. A run that was paused in its first steps has warmed the caches and says too much.
bool isCheap(const RunHistory* history, const SessionSpec& session)
{
    constexpr std::int64_t kFirstSteps = 50;
    constexpr double kSlowness = 4;
    if (!history || history->stepsPerSecond <= 0)
        return false;
    const double seconds = double(session.training.steps) / history->stepsPerSecond;
    return seconds < (history->stepsDone() < kFirstSteps ? kSlowness : 1) * kCheapRunSeconds;
}

/// In the words of the tree, where the first layer with a policy that cannot be trained under is marked.
QString reasonText(const SessionSpec& session, const Error& error)
{
    for (const LayerNode& layer : layerNodes(session))
        if (layer.problem && layer.problem->severity == Severity::Failure)
            return RunController::tr("%1 cannot be trained: %2").arg(toQt(layer.name), problemText(layer));
    return engineText(error);
}

/// Whether both are the same training but for its length.
bool isLongerOf(const SessionSpec& shorter, const SessionSpec& longer)
{
    if (longer.training.steps <= shorter.training.steps)
        return false;
    SessionSpec same = longer;
    same.training.steps = shorter.training.steps;
    return trainsTheSame(same, shorter);
}

} // namespace

const QStringList& atDivergenceNames()
{
    static const QStringList names{QStringLiteral("go-on"), QStringLiteral("stop"), QStringLiteral("ask")};
    return names;
}

RunController::RunController(
    Document& document, SessionRunner& runner, const ShownRun& shown, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_runner(runner)
    , m_shown(shown)
{
    m_retrain.setSingleShot(true);
    m_retrain.setInterval(kRetrainDelay);
    connect(&m_retrain, &QTimer::timeout, this, &RunController::train);
    connect(&document, &Document::sessionChanged, this, &RunController::onSessionChanged);
    connect(&runner, &SessionRunner::stateChanged, this, &RunController::stateChanged);
    connect(&shown, &ShownRun::replaced, this, &RunController::stateChanged);
    connect(&shown, &ShownRun::grew, this, &RunController::noticeDuration);
    connect(&runner, &SessionRunner::conditionMet, this, [this](const QString& title) {
        const auto done = static_cast<qlonglong>(m_runner.history()->stepsDone());
        m_hasToldOfPause = true;
        emit noticed(tr("Paused after step %1: %2.").arg(done - 1).arg(engineText(title.toStdString())));
    });
}

bool RunController::isTraining() const
{
    return m_runner.isTraining();
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

bool RunController::isOfAnother() const
{
    return m_shown.run() && isAnotherScene(m_shown.run()->session(), *m_document.session());
}

bool RunController::isStale() const
{
    return m_shown.run() && !trainsTheSame(m_shown.run()->session(), *m_document.session());
}

/// Whether the run started last is of the present session.
bool RunController::runsTheSession() const
{
    return m_runner.session() && trainsTheSame(*m_runner.session(), *m_document.session());
}

bool RunController::canGoOn() const
{
    return m_runner.state() == SessionRunner::State::Paused && runsTheSession();
}

bool RunController::canExtend() const
{
    const bool standsStill = m_runner.state() == SessionRunner::State::Paused
        || m_runner.state() == SessionRunner::State::Finished;
    const SessionSpec& session = *m_document.session();
    return standsStill && isLongerOf(*m_runner.session(), session)
        && m_runner.history()->stepsDone() <= session.training.steps;
}

bool RunController::canTrainMore() const
{
    return m_runner.state() == SessionRunner::State::Finished && runsTheSession()
        && m_shown.run() == m_runner.history();
}

bool RunController::asksAboutDivergence() const
{
    const std::shared_ptr<const RunHistory> run = m_runner.history();
    return m_atDivergence == AtDivergence::Ask && canGoOn() && run == m_shown.run() && m_left.lock() != run
        && run->totals().divergedAt == run->stepsDone() - 1;
}

std::optional<double> RunController::expectedSeconds() const
{
    const RunHistory* run = m_shown.run().get();
    return run ? secondsFor(*m_document.session(), *run) : std::nullopt;
}

void RunController::setAtDivergence(AtDivergence choice)
{
    m_atDivergence = choice;
    m_runner.setPausesAtDivergence(choice != AtDivergence::GoOn);
    emit stateChanged();
}

void RunController::leaveDiverged()
{
    m_left = m_runner.history();
    emit stateChanged();
}

void RunController::train()
{
    if (canGoOn()) {
        resume();
    } else if (canExtend()) {
        m_retrain.stop();
        m_runner.extend(m_document.session());
    } else {
        start(-1);
    }
}

void RunController::trainMore(std::int64_t steps)
{
    if (!canTrainMore())
        return;
    const std::int64_t done = m_runner.history()->stepsDone();
    const Status edited
        = m_document.edit(forCount(steps, tr("Train %1 more step"), tr("Train %1 more steps")).arg(steps),
            [&](SessionSpec& session) { session.training.steps = done + steps; });
    if (!edited) {
        emit refused(engineText(edited.error()));
        return;
    }
    train();
    noticeScheduleEnd(done);
}

/// A schedule knows its own length, not the run's: what is trained after its end is as it would have been, at its last rate.
void RunController::noticeScheduleEnd(std::int64_t from)
{
    const TrainingSpec& training = m_document.session()->training;
    const Result<Component> schedule
        = checkComponent(scheduleCatalog(), "learning-rate schedule", training.schedule);
    const ParameterValue* initial = training.optimizer.config.find("learning_rate");
    if (!schedule || schedule->className == scheduleCatalog().front().name || initial == nullptr
        || !std::holds_alternative<double>(*initial))
        return;
    const auto rateAt = [&](std::int64_t step) {
        return findRow(scheduleCatalog(), schedule->className)
            ->rate(schedule->config, float32Format(), std::get<double>(*initial), step);
    };
    if (rateAt(from) == rateAt(training.steps - 1))
        emit noticed(tr("%1 is at its end: all new steps have the learning rate %2.")
                         .arg(toQt(schedule->className), numberText(rateAt(from))));
}

/// Once a run, as soon as its first steps tell.
void RunController::noticeDuration()
{
    const std::shared_ptr<const RunHistory>& run = m_shown.run();
    if (!isTraining() || m_timed.lock() == run)
        return;
    const std::optional<double> seconds = secondsLeft(*run);
    if (!seconds)
        return;
    m_timed = run;
    if (*seconds >= kLongRunSeconds)
        emit noticed(tr("This run takes about %1.").arg(durationText(*seconds)));
}

void RunController::resume(std::int64_t steps, const StopRule& until)
{
    m_runner.replaceSession(m_document.session());
    m_runner.resume(steps, until);
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
        resume(1);
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
        resume(-1, condition);
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
        resume(step + 1 - done);
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

void RunController::holdRetraining(bool isHeld)
{
    m_isHeld = isHeld;
    if (isHeld && m_retrain.isActive()) {
        m_retrain.stop();
        emit stateChanged();
    }
}

void RunController::onSessionChanged()
{
    if (std::exchange(m_hasToldOfPause, false))
        emit noticed({}); // the message was about another session
    // A policy that cannot be trained under is marked where it is; the run on the screen stays.
    if (m_retrainsAfterEdits && !m_isHeld && m_runner.session() && !runsTheSession()
        && isCheap(m_shown.run().get(), *m_document.session()) && checkRunnable(*m_document.session()))
        m_retrain.start();
    else
        m_retrain.stop();
    emit stateChanged();
}

} // namespace ulpscope::ui
