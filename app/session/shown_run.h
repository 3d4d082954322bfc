// SPDX-License-Identifier: GPL-3.0-or-later
// The run on the screen, the one to compare it with, and the step that is told about: what every view of a run is given, and all
// that it is given. They are the same for all views at all times, whether a view is seen or not.
#pragma once

#include "app/session/run_history.h"
#include "app/session/shown_step.h"

#include <QObject>
#include <QString>

#include <memory>

namespace ulpscope {

class SessionRunner;

/// A view asks at each signal, or keeps the pointer of run() with what it has made of it; of a run it keeps nothing else but
/// names (paths, tensors). Runs grow on the thread that owns this.
class ShownRun : public QObject
{
    Q_OBJECT
public:
    /// Shows each run of `runner`, which must outlive this, from its first step on, or from when it stands still: while one
    /// loads, and when that fails, the one before stays.
    explicit ShownRun(const SessionRunner& runner, QObject* parent = nullptr);

    /// The shown run; null before the first.
    const std::shared_ptr<const RunHistory>& run() const { return m_run; }
    /// The chosen one. Without: the run shown before that had steps and another session; null if there is none, or if it was about other
    /// data or another loss.
    std::shared_ptr<const RunHistory> ghost() const;
    /// The ghost that the user chose; null if none is chosen.
    const std::shared_ptr<const RunHistory>& chosenGhost() const { return m_chosenGhost; }
    /// Name of the chosen ghost in legends.
    const QString& ghostName() const { return m_ghostName; }

    /// Which step is told about. Any view may change it.
    ShownStep& step() const { return *m_step; }
    /// The newest step up to the pinned one of which run() has a record; nothing while the newest of all is shown.
    std::optional<std::int64_t> pinnedStep() const;
    /// The pinned step, or the range from it to its other end; nullopt for all steps.
    std::optional<StepRange> pinnedSteps() const;

    /// run() is being trained.
    bool isGrowing() const;

    /// Shows a run until the runner has a new run, or more steps of its own.
    void show(std::shared_ptr<const RunHistory> run);
    /// Drops the ghost: earlier runs would give away the answer in a lesson.
    void beginAfresh();
    /// Chooses a ghost; null restores the run before.
    void setGhost(std::shared_ptr<const RunHistory> ghost, const QString& name);

signals:
    /// run() or ghost() is another one, or run() went back to an earlier step.
    void replaced();
    /// run() has more steps, has ended, or is trained no longer.
    void grew();
    /// step() is another one.
    void stepChanged();

private:
    const SessionRunner& m_runner;
    std::shared_ptr<const RunHistory> m_run;
    std::shared_ptr<const RunHistory> m_before;
    std::shared_ptr<const RunHistory> m_chosenGhost;
    QString m_ghostName;
    bool m_isAfresh = false; ///< run() is not to be the one before
    ShownStep* m_step;
};

} // namespace ulpscope
