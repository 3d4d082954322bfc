// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_recorder.h"

#include "app/lesson/lesson_session.h"
#include "engine/session/same_training.h"

#include <algorithm>
#include <chrono>

namespace ulpscope::ui {

namespace {

using Kind = LessonAction::Kind;

constexpr std::chrono::milliseconds kRecordInterval{80};

LessonAction setting(const std::string& place, const std::string& layer, const ControlValue& value)
{
    LessonAction action;
    action.place = place;
    action.layer = layer;
    action.value = value;
    return action;
}

/// The action of going to a tab or to a layer.
LessonAction going(Kind kind, const std::string& where)
{
    LessonAction action;
    action.kind = kind;
    (kind == Kind::Open ? action.place : action.layer) = where;
    return action;
}

/// Which of them the second takes the place of.
bool isOfTheSame(const LessonAction& a, const LessonAction& b)
{
    return a.kind == b.kind && a.kind != Kind::Change
        && (a.kind != Kind::Set || (a.place == b.place && a.layer == b.layer));
}

} // namespace

LessonRecorder::LessonRecorder(const Document& document, const RunController& controller,
    const ShownRun& shown, LessonHands& hands, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_controller(controller)
    , m_shown(shown)
    , m_hands(hands)
{
    m_later.setSingleShot(true);
    m_later.setInterval(kRecordInterval);
    const auto soon = [this] {
        if (m_isRecording && !m_later.isActive())
            m_later.start();
    };
    connect(&m_later, &QTimer::timeout, this, &LessonRecorder::look);
    connect(&document, &Document::sessionChanged, this, soon);
    connect(&controller, &RunController::stateChanged, this, soon);
    connect(&shown, &ShownRun::grew, this, soon);
    connect(&shown, &ShownRun::replaced, this, soon);
    connect(&shown, &ShownRun::stepChanged, this, soon);
}

void LessonRecorder::start()
{
    m_actions.clear();
    m_unnamed = 0;
    m_first = snapshot();
    m_last = m_first;
    m_isRecording = true;
}

void LessonRecorder::stop()
{
    if (!m_isRecording)
        return;
    look();
    m_later.stop();
    m_isRecording = false;
}

std::optional<ControlValue> LessonRecorder::viewBefore(const std::string& place) const
{
    const auto found = m_first.views.find(place);
    return found != m_first.views.end() ? found->second : std::nullopt;
}

LessonRecorder::Snapshot LessonRecorder::snapshot() const
{
    Snapshot now;
    now.session = m_document.session();
    now.layer = m_hands.pickedLayer();
    now.step = m_shown.step().pinned();
    for (const LessonPlace& place : lessonPlaces()) {
        // The bits are the lab's number once more.
        if (place.kind == PlaceKind::ViewControl && place.name != "number-lab.bits")
            now.views[std::string(place.name)] = m_hands.valueOf(place);
        if (place.kind == PlaceKind::Tab && m_hands.isTabOpen(place))
            now.tab = place.name;
    }
    now.run = m_shown.run();
    now.stepsDone = m_shown.run() ? m_shown.run()->stepsDone() : 0;
    return now;
}

void LessonRecorder::compareSession(const SessionSpec& before, const SessionSpec& now)
{
    if (trainsTheSame(before, now))
        return;
    std::vector<LessonAction> set;
    for (const LessonPlace& place : lessonPlaces()) {
        if (place.kind != PlaceKind::SessionControl)
            continue;
        std::vector<std::string> layers{""};
        if (place.isOfLayer) {
            layers.clear();
            for (const LayerSpec& layer : now.model.layers)
                layers.push_back(layer.name);
        }
        for (const std::string& layer : layers) {
            const std::optional<ControlValue> value = controlValue(now, place, layer);
            if (value && value != controlValue(before, place, layer))
                set.push_back(setting(std::string(place.name), layer, *value));
        }
    }
    const Result<SessionSpec> played = withActions(before, set);
    if (!played || !trainsTheSame(*played, now))
        ++m_unnamed;
    for (const LessonAction& action : set)
        add(action);
}

/// Only a training that has ended or waits; of one that began anew all its steps.
void LessonRecorder::compareRun(const Snapshot& now)
{
    const std::shared_ptr<const RunHistory> run = now.run.lock();
    if (!run || m_controller.isStale() || !m_controller.isIdle())
        return;
    const bool isSame = m_last.run.lock() == run;
    const std::int64_t before = isSame ? m_last.stepsDone : 0;
    m_last.run = run;
    m_last.stepsDone = now.stepsDone;
    if (now.stepsDone <= before)
        return;
    LessonAction action;
    action.kind = Kind::Train;
    const bool isToTheEnd = now.stepsDone >= run->session().training.steps || run->totals().divergedAt;
    action.steps = isToTheEnd ? 0 : now.stepsDone - before;
    if (isSame && !isToTheEnd && !m_actions.empty() && m_actions.back().kind == Kind::Train)
        action.steps += m_actions.back().steps;
    add(action);
}

void LessonRecorder::add(const LessonAction& action)
{
    // A control keeps its last value before something else happens, because typing comes by single keys.
    const auto isOther = [&](const LessonAction& each) { return each.kind != Kind::Set; };
    const auto since = std::find_if(m_actions.rbegin(), m_actions.rend(), isOther).base();
    const auto same
        = std::find_if(action.kind == Kind::Set ? since : m_actions.end() - (m_actions.empty() ? 0 : 1),
            m_actions.end(), [&](const LessonAction& each) { return isOfTheSame(each, action); });
    if (same != m_actions.end())
        m_actions.erase(same);
    m_actions.push_back(action);
    emit recorded();
}

void LessonRecorder::look()
{
    if (!m_isRecording)
        return;
    const Snapshot now = snapshot();
    if (now.tab != m_last.tab && !now.tab.empty())
        add(going(Kind::Open, now.tab));
    if (now.layer != m_last.layer && !now.layer.empty())
        add(going(Kind::Pick, now.layer));
    if (now.session != m_last.session)
        compareSession(*m_last.session, *now.session);
    for (const auto& [name, value] : now.views)
        if (value && value != m_last.views[name])
            add(setting(name, {}, *value));
    compareRun(now);
    if (now.step != m_last.step && now.step) {
        LessonAction action;
        action.kind = Kind::Step;
        action.steps = *now.step;
        add(action);
    }
    const auto run = m_last.run;
    const std::int64_t stepsDone = m_last.stepsDone;
    m_last = now;
    m_last.run = run; // the run as it was when a training ended last
    m_last.stepsDone = stepsDone;
}

} // namespace ulpscope::ui
