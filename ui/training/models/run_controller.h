// SPDX-License-Identifier: GPL-3.0-or-later
// Train, pause, step, stop, reset, and what an edit does to a run: a cheap one is trained again by itself,
// the result of a long one stays on the screen and is marked as out of date.
#pragma once

#include "app/document.h"
#include "app/session_runner.h"
#include "app/shown_run.h"

#include <QTimer>

namespace ulpscope::ui {

class RunController : public QObject
{
    Q_OBJECT
public:
    /// `shown` is of the runner; all must outlive this.
    RunController(
        Document& document, SessionRunner& runner, const ShownRun& shown, QObject* parent = nullptr);

    bool isTraining() const;
    /// A run was started that is not on the screen yet: it loads, or takes its first step.
    bool isStarting() const;
    /// Nothing is running and nothing is about to.
    bool isIdle() const;
    /// The run on the screen is not of the session as it is now.
    bool isStale() const;
    /// train() goes on with the run: it is paused, and of the session as it is now.
    bool canGoOn() const;
    /// Steps that goTo() reaches at once; empty where there is no way back.
    const std::vector<std::int64_t>& keptSteps() const { return m_runner.keptSteps(); }

    bool retrainsAfterEdits() const { return m_retrainsAfterEdits; }
    void setRetrainsAfterEdits(bool isOn) { m_retrainsAfterEdits = isOn; }

public slots:
    /// From the start if the run is stale or at its end, else on from where it paused.
    void train();
    void trainOrPause();
    void step();
    /// As train(), and pauses after the first step for which the condition holds.
    void trainUntil(const ulpscope::StopRule& condition);
    /// As train(), and pauses after that step; nothing if it is done already.
    void trainUntilStep(std::int64_t step);
    /// Back to where so many steps are done, with their weights and tensors; a stale run stays where it is.
    void goTo(std::int64_t stepsDone);
    void stop();
    /// The session as it is now, from its initial weights.
    void restart() { start(-1); }
    /// Back to the initial weights.
    void reset();

signals:
    /// Of isTraining, isIdle, isStale.
    void stateChanged();
    /// Why the session cannot be trained; the run on the screen stays.
    void refused(const QString& message);
    /// Something that should not go unnoticed, such as why a run paused.
    void noticed(const QString& message);

private:
    bool runsTheSession() const;
    void onSessionChanged();
    void start(std::int64_t steps, const StopRule& until = {});

    Document& m_document;
    SessionRunner& m_runner;
    const ShownRun& m_shown;
    QTimer m_retrain; ///< a burst of edits trains once
    bool m_retrainsAfterEdits = true;
};

} // namespace ulpscope::ui
