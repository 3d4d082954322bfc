// SPDX-License-Identifier: GPL-3.0-or-later
// Train, pause, step, stop, reset, and what an edit does to a run: a cheap one is trained again by itself,
// the result of a long one stays on the screen and is marked as out of date.
#pragma once

#include "app/session/document.h"
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"

#include <QStringList>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <optional>

namespace ulpscope::ui {

/// Behaviour of a run after the step at which it diverges.
enum class AtDivergence : std::uint8_t {
    GoOn, ///< the run goes on to its end, with NaN
    Stop, ///< pauses
    Ask, ///< pauses, and the window asks what is to become of it
};

/// Names in the enum's order: "go-on", "stop", "ask".
const QStringList& atDivergenceNames();

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
    /// Whether no run is running or about to start.
    bool isIdle() const;
    /// The run on the screen is not of the session as it is now.
    bool isStale() const;
    /// Whether the run on the screen is another scene's or file's, while the session's own loads.
    bool isOfAnother() const;
    /// The run on the screen is a kept one, and not the one that was trained last.
    bool showsKeptRun() const { return m_shown.run() && m_shown.run() != m_runner.history(); }
    /// train() goes on with the run: it is paused, and of the session as it is now.
    bool canGoOn() const;
    /// Steps that goTo() reaches at once; empty where there is no way back.
    const std::vector<std::int64_t>& keptSteps() const { return m_runner.keptSteps(); }

    /// The run on the screen is at the end of the session as it is now, and can be trained on.
    bool canTrainMore() const;
    /// The run paused where it diverged, and the user has not yet decided what becomes of it.
    bool asksAboutDivergence() const;
    /// How long training the session would take, if the run on the screen tells.
    std::optional<double> expectedSeconds() const;

    AtDivergence atDivergence() const { return m_atDivergence; }
    void setAtDivergence(AtDivergence choice);

    bool retrainsAfterEdits() const { return m_retrainsAfterEdits; }
    void setRetrainsAfterEdits(bool isOn) { m_retrainsAfterEdits = isOn; }
    /// While it holds, no edit trains by itself, whatever is chosen: a lesson asks before it shows.
    void holdRetraining(bool isHeld);

public slots:
    /// Trains from the start if the run is stale or at its end, otherwise goes on where it paused. A run whose session
    /// differs only by more steps goes on too, which gives the same bits.
    void train();
    /// The session gets so many steps more than the run has, which can be undone, and the run goes on.
    void trainMore(std::int64_t steps);
    /// The run that diverged stays as it is: nothing is asked about it any more.
    void leaveDiverged();
    void trainOrPause();
    void step();
    /// Trains as train() does, and pauses after the first step at which the condition holds.
    void trainUntil(const ulpscope::StopRule& condition);
    /// Trains as train() does, and pauses after `step`; does nothing if that step is done already.
    void trainUntilStep(std::int64_t step);
    /// Back to where so many steps are done, with their weights and tensors; a stale run stays where it is.
    void goTo(std::int64_t stepsDone);
    void stop();
    /// The session as it is now, from its initial weights.
    void restart() { start(-1); }
    /// Back to the initial weights.
    void reset();

signals:
    /// isTraining, isIdle or isStale have changed.
    void stateChanged();
    /// Why the session cannot be trained; the run on the screen stays.
    void refused(const QString& message);
    /// Something that should not go unnoticed, such as why a run paused.
    void noticed(const QString& message);

private:
    bool runsTheSession() const;
    bool canExtend() const;
    void noticeScheduleEnd(std::int64_t from);
    void noticeDuration();
    void onSessionChanged();
    void start(std::int64_t steps, const StopRule& until = {});
    /// The run that stands still goes on, with the session's watches as they are now.
    void resume(std::int64_t steps = -1, const StopRule& until = {});

    Document& m_document;
    SessionRunner& m_runner;
    const ShownRun& m_shown;
    std::weak_ptr<const RunHistory> m_left; ///< the diverged run that the user chose to leave as it is
    std::weak_ptr<const RunHistory> m_timed; ///< the run whose duration was said
    AtDivergence m_atDivergence = AtDivergence::GoOn;
    QTimer m_retrain; ///< a burst of edits trains once
    bool m_retrainsAfterEdits = true;
    bool m_hasToldOfPause = false; ///< whether a pause was told, and the run still pauses
    bool m_isHeld = false;
};

} // namespace ulpscope::ui
