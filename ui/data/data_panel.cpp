// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_panel.h"

#include <QEvent>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr int kMinMs = 250; ///< between two questions
constexpr double kShare = 0.1; ///< share of the run's time that questions may take

} // namespace

EvaluationFeed::EvaluationFeed(
    SessionRunner& runner, const ShownRun& shown, QWidget& viewer, Question question, QObject* parent)
    : QObject(parent)
    , m_runner(runner)
    , m_shown(shown)
    , m_viewer(viewer)
    , m_makeQuestion(std::move(question))
{
    m_viewer.installEventFilter(this);
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &EvaluationFeed::ask);
    connect(&shown, &ShownRun::replaced, this, &EvaluationFeed::follow);
    connect(&shown, &ShownRun::stepChanged, this, &EvaluationFeed::ask);
    connect(&runner, &SessionRunner::stateChanged, this, &EvaluationFeed::follow);
    connect(&runner, &SessionRunner::evaluationReady, this, &EvaluationFeed::take);
}

bool EvaluationFeed::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show)
        follow();
    return QObject::eventFilter(watched, event);
}

void EvaluationFeed::follow()
{
    if (!m_viewer.isVisible() || !m_shown.run())
        return; // asks when the panel is shown
    if (!m_runner.hasTensorsOf(m_shown.run().get())) {
        if (m_run == m_shown.run())
            return; // while another loads, and when that fails, its picture stays
        m_run.reset();
        m_question.reset();
        emit silent();
        return;
    }
    if (m_run != m_shown.run()) {
        m_run = m_shown.run();
        m_question = m_makeQuestion(m_run->sample());
        if (!m_question)
            emit silent();
    }
    ask();
}

void EvaluationFeed::ask()
{
    m_again.stop();
    if (m_viewer.isVisible() && m_question && m_run == m_shown.run())
        m_runner.askForEvaluation(m_run.get(), *m_question, m_shown.pinnedStep());
}

void EvaluationFeed::take(const std::shared_ptr<const Evaluation>& evaluation)
{
    if (!m_question || evaluation->examples != m_question->examples || m_run != m_shown.run())
        return; // the answer about a run that is no longer shown
    emit answered(evaluation, *m_run);
    if (m_runner.state() == SessionRunner::State::Running) {
        m_again.setInterval(std::max(kMinMs, int(1000 * evaluation->seconds * (1 - kShare) / kShare)));
        m_again.start();
    }
}

} // namespace ulpscope::ui
