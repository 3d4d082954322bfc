// SPDX-License-Identifier: GPL-3.0-or-later
// The same session under many values of one override, trained one after the other beside whatever the window does.
#pragma once

#include "app/session/run_history.h"
#include "app/session/session_runner.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace ulpscope {

struct SweepPoint
{
    QString value; ///< value as it was typed: "2^10", "mixed_bfloat16"
    std::shared_ptr<const SessionSpec> session;
    /// The value as a number, if other values lie between it and the next; empty for names.
    std::optional<double> number = {};
    std::shared_ptr<const RunHistory> run = {}; ///< null until it is trained, and where it cannot be
    QString failure = {}; ///< why there is none
};

class Sweep : public QObject
{
    Q_OBJECT
public:
    explicit Sweep(std::shared_ptr<const Kernels> kernels, QObject* parent = nullptr);

    /// Points that are trained from now on take their memory of it.
    void shareMemory(std::shared_ptr<MemoryBudget> budget)
    {
        m_runner.shareMemory({std::move(budget), MemoryUse::Background});
    }

    /// Starts a sweep and abandons an earlier one. The points' sessions must be valid.
    void start(std::vector<SweepPoint> points);
    /// Stops the sweep; runs trained so far stay.
    void cancel();

    bool isRunning() const { return m_isRunning; }
    const std::vector<SweepPoint>& points() const { return m_points; }
    /// Points that have ended.
    std::size_t done() const { return m_done; }
    /// Steps of the point that is being trained.
    std::int64_t stepsDone() const;

signals:
    void started();
    /// The point that is being trained has more steps.
    void progressed();
    /// Emitted when a point has its run or has failed.
    void pointDone(std::size_t index);
    /// Emitted when all points are done or the sweep is cancelled.
    void ended();

private:
    void next();
    void finishPoint();

    SessionRunner m_runner;
    std::vector<SweepPoint> m_points;
    std::size_t m_done = 0;
    bool m_isRunning = false;
};

} // namespace ulpscope
