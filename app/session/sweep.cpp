// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/sweep.h"

#include "app/session/kept/kept_runs.h"

#include <utility>

namespace ulpscope {

Sweep::Sweep(std::shared_ptr<const Kernels> kernels, QObject* parent)
    : QObject(parent)
    , m_runner(std::move(kernels), 1)
{
    connect(&m_runner, &SessionRunner::stateChanged, this, [this](SessionRunner::State state) {
        if (state == SessionRunner::State::Finished && m_isRunning)
            finishPoint();
    });
    connect(&m_runner, &SessionRunner::historyGrew, this, [this] {
        if (m_isRunning)
            emit progressed();
    });
    connect(&m_runner, &SessionRunner::failed, this, [this](const QString& message) {
        if (!m_isRunning)
            return;
        m_points[m_done].failure = message;
        finishPoint();
    });
}

std::int64_t Sweep::stepsDone() const
{
    return m_isRunning && m_runner.state() == SessionRunner::State::Running ? m_runner.history()->stepsDone()
                                                                            : 0;
}

void Sweep::start(std::vector<SweepPoint> points)
{
    cancel();
    m_points = std::move(points);
    m_done = 0;
    m_isRunning = !m_points.empty();
    emit started();
    next();
}

void Sweep::cancel()
{
    if (!std::exchange(m_isRunning, false))
        return;
    m_runner.stop();
    emit ended();
}

void Sweep::next()
{
    if (m_done < m_points.size()) {
        m_runner.start(m_points[m_done].session);
        return;
    }
    if (std::exchange(m_isRunning, false))
        emit ended();
}

void Sweep::finishPoint()
{
    SweepPoint& point = m_points[m_done];
    if (point.failure.isEmpty())
        // many kept runs then take little memory
        point.run = m_runner.history()->thinned(KeptRuns::kMaxPoints);
    emit pointDone(m_done++);
    // Later: the runner is in the middle of telling.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_isRunning)
                next();
        },
        Qt::QueuedConnection);
}

} // namespace ulpscope
