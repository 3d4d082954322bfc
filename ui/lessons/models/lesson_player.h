// SPDX-License-Identifier: GPL-3.0-or-later
// One lesson being played: which page is shown and how much of it, what the learner has answered, which of its actions are done,
// and whether the session is still the lesson's. It edits through the document and looks at the run as the other views do; what only a
// window has it asks its hands for.
#pragma once

#include "app/desktop/settings.h"
#include "app/lesson/answers/answers.h"
#include "app/lesson/lesson.h"
#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "engine/kernels/kernels.h"
#include "ui/lessons/models/lesson_hands.h"
#include "ui/lessons/models/lesson_progress.h"
#include "ui/training/models/run_controller.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <memory>

namespace ulpscope::ui {

class LessonPlayer : public QObject
{
    Q_OBJECT
public:
    struct World
    {
        Document& document;
        RunController& controller;
        ShownRun& shown;
        std::shared_ptr<const Kernels> kernels;
        Settings& settings;
        std::filesystem::path scenes;
    };

    /// `hands` and the members of `world` must outlive the player.
    LessonPlayer(World world, LessonHands& hands, QObject* parent = nullptr);

    /// name: under which progress and answers are kept; empty: they are not.
    /// Opens its session and shows its first page, or the one that was left; leaves another one first. False: the user wants to
    /// keep what is open, or failed() says why not.
    bool start(const QString& name, const Lesson& lesson, bool resumes);
    /// The lesson that is played is another now, as while it is written; the session stays as it is.
    void revise(const Lesson& lesson);
    /// Goes to the page, with all that was there.
    void goTo(std::size_t page);
    /// Begins again at the first page, with nothing answered.
    void reset();
    /// Ends the lesson: keeps the progress and the session, and unlocks everything.
    void leave();

    /// Returns null while none is played.
    const Lesson* lesson() const { return m_lesson ? &*m_lesson : nullptr; }
    const QString& name() const { return m_name; }
    /// Steps, and the check after them.
    std::size_t pages() const { return m_progress.pages.size(); }
    std::size_t page() const { return m_progress.page; }
    bool isCheck() const { return m_lesson && page() == m_lesson->steps.size(); }
    /// The step of this page; null on the page of the check.
    const LessonStep* step() const { return m_lesson && !isCheck() ? &m_lesson->steps[page()] : nullptr; }
    const LessonPage& state() const { return m_progress.pages[page()]; }
    LessonPhase phase() const { return state().phase; }
    bool isDone() const { return m_progress.isDone; }

    /// The question that waits for an answer; null where none does.
    const Question* question() const;
    /// Takes the learner's answer. A prediction goes on whatever it is; an observation and the check only when they are right.
    void answer(const Answer& answer, std::optional<double> confidence);
    /// The present answer to a question that is answered in the window: the value of its control, or the picked layer.
    /// Empty if there is no such value.
    std::optional<Answer> answerInWindow() const;

    /// Number of this page's actions that are done. Their order counts, because an action may overwrite an earlier one.
    /// After the last action the page goes on by itself.
    std::size_t actionsDone() const { return m_done; }
    /// Whether the action's goal already holds. It can hold before its turn, if no training comes in between.
    bool isMet(std::size_t action) const;
    /// More steps were trained than the next action asks for: its run has to begin anew.
    bool isTrainedTooFar() const;
    /// The step at which a run that the page trains diverged and paused, before its end.
    std::optional<std::int64_t> pausedAt() const;
    /// The check is about a run of the session as it is set now, and there is none to its end yet.
    bool wantsRun() const;
    /// The action that the learner has to do next; null: none.
    const LessonAction* nextAction() const;
    /// Does the remaining actions one after the other, and waits for each training.
    void doIt();

    /// The next part of the page, or the next page.
    void next();
    /// The page before, with all that was there.
    void back();
    bool canGoBack() const { return m_lesson && page() > 0; }
    /// Goes back to the question before on this page, unanswered, otherwise to the end of the page before. Done actions
    /// stay done.
    void backOnePart();
    bool canGoBackOnePart() const;
    /// Shows the whole page at once and does its actions.
    void skip();

    /// To one rung of the page's ladder; -1 while on none.
    void climb(int rung);
    int rung() const { return m_rung; }

    /// Whether the session differs from the lesson's at this place.
    bool isAway() const { return m_isAway; }
    void comeBack();

    /// Controls that are locked on this page, without those that the page asks the learner to set.
    QStringList lockedNow() const;
    QStringList hiddenNow() const;
    /// The learner is to look at this place now.
    PointAt pointedAt() const;
    /// The measured outcome of the page's prediction.
    std::optional<double> measured() const;

signals:
    /// Another page, or more of it; none is played.
    void changed();
    /// Other actions are done, the session is away or back, or a run ended.
    void progressed();
    /// Locked and hidden controls are, or are no longer.
    void started();
    void left();
    void failed(const QString& message);
    /// By the learner, before the page goes on.
    void answered(const ulpscope::QuestionAnswer& given);

public slots:
    /// Something in the window that only the hands know of has changed.
    void look();

private:
    LessonPage& current() { return m_progress.pages[page()]; }
    static Result<SessionSpec> sessionBefore(
        const Lesson& lesson, const SessionSpec& start, std::size_t page);
    std::optional<SessionSpec> home() const;
    bool isDone(const LessonAction& action) const;
    void perform(const LessonAction& action);
    bool trainsBefore(std::size_t page) const;
    bool isTrained(std::int64_t steps) const;
    std::int64_t stepsWanted(std::int64_t steps) const;
    void enter(std::size_t page);
    void enterPhase(LessonPhase phase);
    std::size_t actionCount() const { return step() ? step()->actions.size() : 0; }
    void advance();
    bool isHome(const SessionSpec& wanted) const;
    PointAt pointedAtUndone() const;
    std::optional<LessonPhase> phaseBefore() const;
    void noteSteps();
    bool isAhead(std::size_t action) const;
    void findAway();
    void holdRun();
    void keep();
    /// What is locked stays as it was.
    Result<SessionSpec> guard(const SessionSpec& before, const SessionSpec& after) const;
    void edit(const QString& text, const SessionSpec& session);
    void regrade();

    World m_world;
    LessonHands& m_hands;
    QTimer m_later; ///< a run that grows is looked at now and then
    std::optional<Lesson> m_lesson;
    QString m_name;
    SessionSpec m_start; ///< the session before the first page
    LessonProgress m_progress;
    std::size_t m_done = 0; ///< how many of this page's actions are done
    std::int64_t m_stepsBefore = 0; ///< steps of the run when the awaited action began
    static constexpr std::size_t kNoAction = SIZE_MAX;
    bool m_isDoing = false; ///< whether the player does an action in the learner's place
    bool m_isOpening = false; ///< a tab
    std::size_t m_performed = kNoAction; ///< was done in the learner's place last
    int m_rung = -1;
    int m_homeIndex = -1; ///< index in the undo stack at which the session was the lesson's
    bool m_isAway = false;
    bool m_isOwnEdit = false;
};

} // namespace ulpscope::ui
