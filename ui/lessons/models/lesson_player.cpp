// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_player.h"

#include "app/lesson/lesson_check.h"
#include "app/lesson/lesson_metric.h"
#include "app/lesson/lesson_session.h"
#include "engine/session/same_training.h"
#include "ui/lessons/models/lesson_guard.h"
#include "ui/lessons/models/lesson_measure.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ulpscope::ui {

namespace {

using Kind = LessonAction::Kind;

constexpr std::chrono::milliseconds kLookInterval{60};

const LessonPlace* placeNamed(const std::string& name)
{
    const Result<const LessonPlace*> place = lessonPlaceByName(name);
    return place ? *place : nullptr;
}

/// Null: it sets none.
const LessonPlace* viewControlOf(const LessonAction& action)
{
    const LessonPlace* place = action.kind == Kind::Set ? placeNamed(action.place) : nullptr;
    return place != nullptr && place->kind == PlaceKind::ViewControl ? place : nullptr;
}

bool changesSession(const LessonAction& action)
{
    const LessonPlace* place = action.kind == Kind::Set ? placeNamed(action.place) : nullptr;
    return action.kind == Kind::Change || (place && place->kind == PlaceKind::SessionControl);
}

std::optional<Answer> asAnswer(const std::optional<ControlValue>& value)
{
    if (!value)
        return std::nullopt;
    if (const auto* number = std::get_if<double>(&*value))
        return Answer(*number);
    return Answer(toText(*value));
}

/// Where a question is answered, or its answer is seen.
PointAt pointOf(const Question& question)
{
    return question.pointAt.place.empty() ? PointAt{question.place, question.layer} : question.pointAt;
}

/// By the change, or without one by setting the control.
Result<SessionSpec> withOne(const SessionSpec& session, const LessonAction& action)
{
    return withActions(session, std::span(&action, 1));
}

} // namespace

LessonPlayer::LessonPlayer(World world, LessonHands& hands, QObject* parent)
    : QObject(parent)
    , m_world(std::move(world))
    , m_hands(hands)
{
    m_later.setSingleShot(true);
    m_later.setInterval(kLookInterval);
    const auto soon = [this] {
        if (m_lesson && !m_later.isActive())
            m_later.start();
    };
    connect(&m_later, &QTimer::timeout, this, &LessonPlayer::look);
    connect(&m_world.document, &Document::sessionChanged, this, soon);
    connect(&m_world.controller, &RunController::stateChanged, this, soon);
    connect(&m_world.shown, &ShownRun::grew, this, soon);
    connect(&m_world.shown, &ShownRun::replaced, this, soon);
    connect(&m_world.shown, &ShownRun::stepChanged, this, soon);
}

bool LessonPlayer::start(const QString& name, const Lesson& lesson, bool resumes)
{
    if (const Status whole = checkLesson(lesson, m_world.scenes); !whole) {
        emit failed(tr("The lesson cannot be played: %1").arg(engineText(whole.error())));
        return false;
    }
    const SessionSpec open = *m_world.document.session();
    const Result<std::optional<SessionSpec>> first = startingSession(lesson.session, m_world.scenes);
    const SessionSpec start = first && *first ? **first : open;
    LessonProgress progress
        = progressFrom(resumes && !name.isEmpty() ? m_world.settings.lessonProgress(name) : QByteArray(),
            lesson.steps.size() + 1);
    if (progress.isDone) {
        progress.isDone = false;
        progress.page = 0;
    }
    const Result<SessionSpec> session = sessionBefore(lesson, start, progress.page);
    if (!session) {
        emit failed(engineText(session.error()));
        return false;
    }
    m_world.controller.holdRetraining(true);
    if (*first && !m_hands.open(*session, tr("Begin the lesson"))) {
        m_world.controller.holdRetraining(false);
        if (m_lesson)
            holdRun();
        return false;
    }
    leave();
    m_world.controller.holdRetraining(true);
    m_lesson = lesson;
    m_name = name;
    m_start = start;
    m_progress = std::move(progress);
    m_world.shown.step().pin(std::nullopt);
    m_world.document.setGuard(
        [this](const SessionSpec& before, const SessionSpec& after) { return guard(before, after); });
    if (*first)
        m_world.shown.beginAfresh();
    if (*first && trainsBefore(m_progress.page))
        m_world.controller.restart();
    else if (*first)
        m_world.controller.reset();
    m_hands.beginAfresh();
    for (const LessonAction& action : lesson.view) {
        if (const LessonPlace* place = viewControlOf(action))
            m_hands.setOnly(*place, action.value);
        else if (!isDone(action))
            perform(action);
    }
    // What the pages before have set: the session has theirs already.
    for (std::size_t i = 0; i < std::min(m_progress.page, lesson.steps.size()); ++i)
        for (const LessonAction& action : lesson.steps[i].actions)
            if (const LessonPlace* place = viewControlOf(action))
                m_hands.set(*place, action.value);
    regrade();
    emit started();
    enter(m_progress.page);
    return true;
}

void LessonPlayer::reset()
{
    if (!m_lesson)
        return;
    if (!m_name.isEmpty())
        m_world.settings.setLessonProgress(m_name, {});
    const QString name = m_name;
    const Lesson lesson = *m_lesson;
    const LessonProgress before = std::exchange(m_progress, progressFrom({}, pages()));
    m_rung = -1; // the rung belonged to the page that is left here
    if (start(name, lesson, false))
        return;
    m_progress = before; // the person keeps what is open, and so the page
    keep();
    emit changed();
}

void LessonPlayer::leave()
{
    if (!m_lesson)
        return;
    keep();
    m_lesson.reset();
    m_progress = {};
    m_done = 0;
    m_stepsBefore = 0;
    m_isDoing = false;
    m_performed = kNoAction;
    m_rung = -1;
    m_later.stop();
    m_isAway = false;
    m_world.document.setGuard({});
    m_world.controller.holdRetraining(false);
    emit left();
    emit changed();
}

void LessonPlayer::revise(const Lesson& lesson)
{
    if (!m_lesson)
        return;
    const std::size_t page = std::min(m_progress.page, lesson.steps.size());
    const bool wasAsked = !step() || step()->predict;
    m_lesson = lesson;
    m_progress.pages.resize(lesson.steps.size() + 1);
    m_progress.page = page;
    m_rung = -1;
    m_done = std::min(m_done, actionCount());
    regrade();
    const bool asksNothing = phase() == LessonPhase::Ask && !isCheck() && !step()->predict;
    const bool isNoPhase = isCheck() && phase() != LessonPhase::Ask && phase() != LessonPhase::Read;
    if (isNoPhase || (!wasAsked && step() && step()->predict)) // a question that is new is asked
        current().phase = LessonPhase::Ask;
    if (asksNothing)
        enter(page);
    else
        enterPhase(phase());
}

void LessonPlayer::goTo(std::size_t page)
{
    if (m_lesson && page < pages() && page != m_progress.page)
        enter(page);
}

void LessonPlayer::keep()
{
    if (m_name.isEmpty())
        return;
    m_world.settings.setLessonProgress(m_name, progressText(m_progress));
}

/// Grades are not kept between two starts.
void LessonPlayer::regrade()
{
    for (std::size_t i = 0; i < pages(); ++i) {
        LessonPage& page = m_progress.pages[i];
        const bool isLast = i == m_lesson->steps.size();
        const Question* asked = isLast   ? &m_lesson->check
            : m_lesson->steps[i].predict ? &*m_lesson->steps[i].predict
                                         : nullptr;
        const Question* observed
            = !isLast && m_lesson->steps[i].observe ? &*m_lesson->steps[i].observe : nullptr;
        if (page.predicted && asked)
            page.predicted->grade = grade(*asked, page.predicted->answer);
        if (page.observed && observed)
            page.observed->grade = grade(*observed, page.observed->answer);
    }
}

Result<SessionSpec> LessonPlayer::sessionBefore(
    const Lesson& lesson, const SessionSpec& start, std::size_t page)
{
    SessionSpec session = start;
    for (std::size_t i = 0; i < std::min(page, lesson.steps.size()); ++i) {
        Result<SessionSpec> after = withActions(session, lesson.steps[i].actions);
        if (!after)
            return after.error();
        session = *std::move(after);
    }
    return session;
}

bool LessonPlayer::trainsBefore(std::size_t page) const
{
    const auto trains = [](const LessonAction& action) { return action.kind == Kind::Train; };
    const auto& steps = m_lesson->steps;
    return std::any_of(steps.begin(), steps.begin() + std::ptrdiff_t(std::min(page, steps.size())),
        [&](const LessonStep& step) {
            return std::any_of(step.actions.begin(), step.actions.end(), trains);
        });
}

const Question* LessonPlayer::question() const
{
    if (!m_lesson)
        return nullptr;
    if (isCheck())
        return phase() == LessonPhase::Ask ? &m_lesson->check : nullptr;
    if (phase() == LessonPhase::Ask && step()->predict)
        return &*step()->predict;
    return phase() == LessonPhase::See && step()->observe ? &*step()->observe : nullptr;
}

void LessonPlayer::answer(const Answer& answer, std::optional<double> confidence)
{
    const Question* asked = question();
    if (!asked)
        return;
    const Grade graded = grade(*asked, answer);
    const bool isObservation = phase() == LessonPhase::See;
    (isObservation ? current().observed : current().predicted) = GivenAnswer{answer, confidence, graded};
    if (isCheck())
        m_progress.isDone = m_progress.isDone || graded.isRight;
    const bool isPrediction = !isObservation && !isCheck();
    emit answered({isObservation ? AnswerPart::Observe
            : isPrediction       ? AnswerPart::Predict
                                 : AnswerPart::Check,
        std::int64_t(page()), asked->ask, answer, confidence, graded.isRight, 1, graded.isRight});
    if (isPrediction)
        enterPhase(LessonPhase::Do);
    else if (graded.isRight)
        enterPhase(LessonPhase::Read);
    else {
        keep();
        emit changed();
    }
}

std::optional<Answer> LessonPlayer::answerInWindow() const
{
    const Question* asked = question();
    if (!asked)
        return std::nullopt;
    if (asked->kind == QuestionKind::PickLayer)
        return m_hands.pickedLayer().empty() ? std::nullopt : std::optional(Answer(m_hands.pickedLayer()));
    const LessonPlace* place = asked->kind == QuestionKind::SetControl ? placeNamed(asked->place) : nullptr;
    if (!place)
        return std::nullopt;
    return asAnswer(place->kind == PlaceKind::SessionControl
            ? controlInForce(*m_world.document.session(), *place, asked->layer)
            : m_hands.valueOf(*place));
}

/// How many steps the run has when it has been trained by so many.
std::int64_t LessonPlayer::stepsWanted(std::int64_t steps) const
{
    const std::int64_t all = m_world.document.session()->training.steps;
    return steps == 0 ? all : std::min(all, m_stepsBefore + steps);
}

bool LessonPlayer::isTrained(std::int64_t steps) const
{
    const RunHistory* run = m_world.shown.run().get();
    if (!run || m_world.controller.isStale() || !m_world.controller.isIdle())
        return false; // or it is of what the session was before
    const std::int64_t done = run->stepsDone();
    const std::int64_t wanted = stepsWanted(steps);
    if (const std::optional<std::int64_t>& at = run->totals().divergedAt; at && *at < wanted)
        // What comes after is NaN, however long. A run that paused there goes on only when it is asked to, as by another action.
        return done >= wanted || (done == *at + 1 && done > m_stepsBefore);
    // What the page says is about the run after these steps, and no later.
    return steps == 0 ? done >= wanted : done == wanted;
}

std::optional<std::int64_t> LessonPlayer::pausedAt() const
{
    const RunHistory* run = m_world.shown.run().get();
    const auto trains = [](const LessonAction& action) { return action.kind == Kind::Train; };
    if (!step() || std::none_of(step()->actions.begin(), step()->actions.end(), trains) || !run
        || m_world.controller.isStale() || !m_world.controller.isIdle()
        || run->stepsDone() == run->session().training.steps
        || run->totals().divergedAt != run->stepsDone() - 1)
        return std::nullopt;
    return run->totals().divergedAt;
}

bool LessonPlayer::isTrainedTooFar() const
{
    const LessonAction* action = nextAction();
    const RunHistory* run = m_world.shown.run().get();
    return action && action->kind == Kind::Train && action->steps > 0 && run && !m_world.controller.isStale()
        && run->stepsDone() > stepsWanted(action->steps) && !isTrained(action->steps);
}

bool LessonPlayer::isMet(std::size_t action) const
{
    if (action < m_done)
        return true;
    const auto& actions = step()->actions;
    return actions[action].kind != Kind::Train && isAhead(action);
}

bool LessonPlayer::wantsRun() const
{
    const LessonPlace* place = isCheck() ? placeNamed(m_lesson->check.place) : nullptr;
    if (!place || place->kind != PlaceKind::SessionControl)
        return false;
    const auto isOfRun = [](const Expectation& expectation) {
        const auto rows = lessonMetrics();
        return std::any_of(rows.begin(), rows.end(),
            [&](const LessonMetric& row) { return row.isOfRun && row.name == expectation.metric.className; });
    };
    return std::any_of(m_lesson->checkExpect.begin(), m_lesson->checkExpect.end(), isOfRun) && !isTrained(0);
}

bool LessonPlayer::isDone(const LessonAction& action) const
{
    const SessionSpec& session = *m_world.document.session();
    switch (action.kind) {
    case Kind::Set: {
        const LessonPlace* place = placeNamed(action.place);
        if (!place)
            return true;
        return place->kind == PlaceKind::SessionControl
            ? controlInForce(session, *place, action.layer) == action.value
            : m_hands.isSetTo(*place, action.value);
    }
    case Kind::Change: {
        const Result<SessionSpec> changed = withOne(session, action);
        return changed && *changed == session;
    }
    case Kind::Train:
        return isTrained(action.steps);
    case Kind::Pick:
        return m_hands.pickedLayer() == action.layer;
    case Kind::Open: {
        const LessonPlace* place = placeNamed(action.place);
        return !place || m_hands.isTabOpen(*place);
    }
    case Kind::Step:
        return m_world.shown.step().pinned() == action.steps;
    }
    return true;
}

void LessonPlayer::edit(const QString& text, const SessionSpec& session)
{
    m_isOwnEdit = true;
    const Status done = m_world.document.edit(text, [&](SessionSpec& edited) { edited = session; });
    m_isOwnEdit = false;
    if (!done)
        emit failed(engineText(done.error()));
}

void LessonPlayer::perform(const LessonAction& action)
{
    if (changesSession(action)) {
        if (const Result<SessionSpec> changed = withOne(*m_world.document.session(), action))
            edit(tr("Lesson"), *changed);
        else
            emit failed(engineText(changed.error()));
        return;
    }
    const LessonPlace* place = placeNamed(action.place);
    switch (action.kind) {
    case Kind::Set:
        m_hands.set(*place, action.value);
        break;
    case Kind::Change:
        break;
    case Kind::Train:
        if (action.steps == 0)
            m_world.controller.train();
        else if (isTrainedTooFar())
            m_world.controller.goTo(stepsWanted(action.steps));
        else if (!m_world.controller.isTraining())
            m_world.controller.trainUntilStep(m_stepsBefore + action.steps - 1);
        break;
    case Kind::Pick:
        m_hands.pickLayer(action.layer);
        break;
    case Kind::Open:
        m_isOpening = true; // the page is as it was until the tab has given the keys back
        m_hands.openTab(*place);
        m_isOpening = false;
        break;
    case Kind::Step:
        m_world.shown.step().pin(action.steps);
        break;
    }
}

void LessonPlayer::enter(std::size_t page)
{
    m_progress.page = page;
    m_rung = -1;
    m_done = phase() > LessonPhase::Do ? actionCount() : 0;
    m_isDoing = false;
    if (phase() == LessonPhase::Ask && !isCheck() && !step()->predict)
        enterPhase(LessonPhase::Do);
    else
        enterPhase(phase());
}

/// A part that there is not is passed over.
void LessonPlayer::enterPhase(LessonPhase phase)
{
    current().phase = phase;
    if (phase == LessonPhase::Do) {
        noteSteps();
        advance();
        if (m_done == actionCount())
            current().phase = LessonPhase::See;
    }
    if (current().phase == LessonPhase::See && (!step() || !step()->observe))
        current().phase = LessonPhase::Read;
    holdRun();
    findAway();
    keep();
    emit changed();
}

/// A run that begins by itself shows what the page still asks about.
void LessonPlayer::holdRun()
{
    const bool mayTrain = isCheck()
        || (phase() != LessonPhase::Ask
            && std::any_of(step()->actions.begin(), step()->actions.end(),
                [](const LessonAction& action) { return action.kind == Kind::Train && action.steps == 0; }));
    m_world.controller.holdRetraining(!mayTrain);
}

/// The run goes on from here where it is of the session as it is now.
void LessonPlayer::noteSteps()
{
    const RunHistory* run = m_world.shown.run().get();
    const bool isOfSession = run && !m_world.controller.isStale() && !m_world.controller.isStarting();
    m_stepsBefore = isOfSession && run->stepsDone() < run->session().training.steps ? run->stepsDone() : 0;
}

/// Over what is done, in order; what is to be done in the learner's place is done.
void LessonPlayer::advance()
{
    while (m_done < actionCount()) {
        const LessonAction& action = step()->actions[m_done];
        const bool isSession = changesSession(action) || action.kind == Kind::Train;
        findAway();
        if (!isDone(action) || (action.kind == Kind::Train && m_isAway)) {
            const bool waits = action.kind == Kind::Train && m_world.controller.isTraining();
            if (!m_isDoing || m_performed == m_done || waits)
                return;
            const std::size_t now = m_done;
            m_performed = now;
            perform(action);
            if (!m_lesson || m_done != now) // what it changed was looked at already
                return;
            if (!isDone(action) || action.kind == Kind::Train)
                return; // a training takes its time
        }
        ++m_done;
        if (isSession)
            noteSteps();
    }
}

const LessonAction* LessonPlayer::nextAction() const
{
    return phase() == LessonPhase::Do && m_done < actionCount() ? &step()->actions[m_done] : nullptr;
}

void LessonPlayer::look()
{
    m_later.stop();
    if (!m_lesson || m_isOpening)
        return;
    if (phase() == LessonPhase::Do)
        advance();
    findAway();
    if (phase() == LessonPhase::Do && m_done == actionCount())
        enterPhase(LessonPhase::See);
    else
        emit progressed();
}

std::optional<SessionSpec> LessonPlayer::home() const
{
    const Result<SessionSpec> base = sessionBefore(*m_lesson, m_start, page());
    if (!base)
        return std::nullopt;
    SessionSpec session = *base;
    if (isCheck()) {
        const LessonPlace* place = placeNamed(m_lesson->check.place);
        if (!place || place->kind != PlaceKind::SessionControl)
            return session;
        const auto value = controlValue(*m_world.document.session(), *place, m_lesson->check.layer);
        const Result<SessionSpec> set
            = value ? withControl(session, *place, m_lesson->check.layer, *value) : Result(session);
        return set ? *set : session;
    }
    for (std::size_t i = 0; i < actionCount(); ++i) {
        const LessonAction& action = step()->actions[i];
        if (!changesSession(action) || (phase() < LessonPhase::See && i >= m_done && !isAhead(i)))
            continue;
        if (const Result<SessionSpec> changed = withOne(session, action))
            session = *changed;
    }
    return session;
}

/// Done before its turn, with nothing between that trains.
bool LessonPlayer::isAhead(std::size_t action) const
{
    const auto& actions = step()->actions;
    for (std::size_t i = m_done; i < action; ++i)
        if (actions[i].kind == Kind::Train)
            return false;
    return isDone(actions[action]);
}

/// What the lesson sets in so many words may come by itself: a layer that inherits the policy has it too.
bool LessonPlayer::isHome(const SessionSpec& wanted) const
{
    SessionSpec session = *m_world.document.session();
    for (std::size_t i = 0; i <= page() && i < m_lesson->steps.size(); ++i)
        for (const LessonAction& action : m_lesson->steps[i].actions) {
            const LessonPlace* place = changesSession(action) ? placeNamed(action.place) : nullptr;
            if (!place || controlValue(session, *place, action.layer)
                || controlInForce(session, *place, action.layer) != action.value)
                continue;
            if (const Result<SessionSpec> said = withControl(session, *place, action.layer, action.value))
                session = *said;
        }
    return trainsTheSame(wanted, session);
}

void LessonPlayer::findAway()
{
    const std::optional<SessionSpec> wanted = home();
    m_isAway = wanted && !isHome(*wanted);
    if (!m_isAway)
        m_homeIndex = m_world.document.undoStack().index();
}

void LessonPlayer::comeBack()
{
    const std::optional<SessionSpec> wanted = m_lesson ? home() : std::nullopt;
    if (!wanted)
        return;
    QUndoStack& stack = m_world.document.undoStack();
    const int now = stack.index();
    if (m_homeIndex >= 0 && m_homeIndex < now) {
        stack.setIndex(m_homeIndex);
        if (!isHome(*wanted))
            stack.setIndex(now); // the steps that led there are others by now
    }
    if (!isHome(*wanted))
        edit(tr("Back to the lesson"), *wanted);
    const bool isShown = !isCheck() && phase() != LessonPhase::Ask && phase() != LessonPhase::Do;
    if (m_world.controller.isStale() && trainsBefore(page() + (isShown ? 1 : 0)))
        m_world.controller.train();
    look();
}

void LessonPlayer::doIt()
{
    if (!m_lesson || phase() != LessonPhase::Do)
        return;
    if (m_isAway)
        comeBack();
    m_isDoing = true;
    m_performed = kNoAction;
    look();
}

void LessonPlayer::next()
{
    if (!m_lesson)
        return;
    switch (phase()) {
    case LessonPhase::Ask:
        if (isCheck())
            skip();
        else
            enterPhase(LessonPhase::Do);
        break;
    case LessonPhase::Do:
        doIt();
        break;
    case LessonPhase::See:
        enterPhase(LessonPhase::Read);
        break;
    case LessonPhase::Read:
        if (isCheck()) {
            m_progress.isDone = true;
            leave();
        } else {
            enter(page() + 1);
        }
        break;
    }
}

void LessonPlayer::back()
{
    if (canGoBack())
        enter(page() - 1);
}

/// The phase before, among those that ask something. What is done by now cannot be shown as still to do.
std::optional<LessonPhase> LessonPlayer::phaseBefore() const
{
    if (phase() > LessonPhase::See && step() && step()->observe)
        return LessonPhase::See;
    if (phase() > LessonPhase::Ask && (!step() || step()->predict))
        return LessonPhase::Ask;
    return std::nullopt;
}

bool LessonPlayer::canGoBackOnePart() const
{
    return m_lesson && (page() > 0 || phaseBefore());
}

void LessonPlayer::backOnePart()
{
    if (!canGoBackOnePart())
        return;
    if (const std::optional<LessonPhase> before = phaseBefore())
        enterPhase(*before);
    else
        back();
}

void LessonPlayer::skip()
{
    if (!m_lesson || phase() == LessonPhase::Read)
        return;
    current().wasSkipped = true;
    m_isDoing = false;
    // Without waiting: of several trainings the last one.
    const LessonAction* training = nullptr;
    for (std::size_t i = m_done; i < actionCount(); ++i) {
        const LessonAction& action = step()->actions[i];
        if (action.kind == Kind::Train)
            training = &action;
        else if (!isDone(action))
            perform(action);
    }
    noteSteps();
    if (training && !isDone(*training))
        perform(*training);
    m_done = actionCount();
    enterPhase(LessonPhase::Read);
}

void LessonPlayer::climb(int rung)
{
    if (!step() || rung < 0 || std::size_t(rung) >= step()->zoom.size())
        return;
    m_rung = rung;
    // A level without actions looks closer at what the level above it set, which may have been passed over.
    const auto& rungs = step()->zoom;
    auto acting = std::size_t(rung);
    while (acting > 0 && rungs[acting].actions.empty())
        --acting;
    for (const LessonAction& action : rungs[acting].actions)
        if (!isDone(action))
            perform(action);
    emit changed();
}

/// Where nothing is to be done: at what is asked about, and no longer at what the page has set or opened.
PointAt LessonPlayer::pointedAtUndone() const
{
    const Question* asked = question();
    if (!asked) // the question was answered there
        asked = step()->observe ? &*step()->observe : step()->predict ? &*step()->predict : nullptr;
    if (asked)
        if (PointAt at = pointOf(*asked); !at.place.empty())
            return at;
    const PointAt& at = step()->pointAt;
    const bool isOver = phase() >= LessonPhase::See
        && std::any_of(step()->actions.begin(), step()->actions.end(),
            [&](const LessonAction& action) { return action.place == at.place; });
    return isOver ? PointAt() : at;
}

PointAt LessonPlayer::pointedAt() const
{
    if (!m_lesson)
        return {};
    if (isCheck())
        return pointOf(m_lesson->check);
    if (m_rung >= 0)
        return step()->zoom[std::size_t(m_rung)].pointAt;
    const LessonAction* action = nextAction();
    if (!action)
        return pointedAtUndone();
    switch (action->kind) {
    case Kind::Set:
        // In a table, the row that is to be clicked.
        return {action->place, action->place == "number-lab.format" ? toText(action->value) : action->layer};
    case Kind::Open:
        return {action->place, action->layer};
    case Kind::Pick:
        return {"tree.layer", action->layer};
    case Kind::Train:
        if (m_world.controller.isTraining()) // while it trains, the button says Pause
            return step()->pointAt;
        return {isTrainedTooFar() ? "run.reset" : action->steps == 1 ? "run.step" : "run.train", {}};
    case Kind::Change:
    case Kind::Step:
        break;
    }
    return step()->pointAt;
}

std::optional<double> LessonPlayer::measured() const
{
    if (!step() || step()->expect.empty())
        return std::nullopt;
    const bool isOfSession = m_world.shown.run() && !m_world.controller.isStale();
    return measuredNow(
        step()->expect.front(), isOfSession ? m_world.shown.run().get() : nullptr, *m_world.kernels);
}

QStringList LessonPlayer::lockedNow() const
{
    return m_lesson ? notAskedFor(*m_lesson, page(), m_lesson->locked) : QStringList();
}

QStringList LessonPlayer::hiddenNow() const
{
    return m_lesson ? notAskedFor(*m_lesson, page(), m_lesson->hidden) : QStringList();
}

Result<SessionSpec> LessonPlayer::guard(const SessionSpec& before, const SessionSpec& after) const
{
    return m_isOwnEdit || !m_lesson ? Result(after)
                                    : withLocked(before, after, lockedNow(), toQt(m_lesson->title));
}

} // namespace ulpscope::ui
