// SPDX-License-Identifier: GPL-3.0-or-later
// Records the user's work in the window as actions of a lesson: values of controls, trainings, tabs, layers, steps.
#pragma once

#include "app/lesson/lesson.h"
#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "ui/lessons/models/lesson_hands.h"
#include "ui/training/models/run_controller.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <optional>
#include <vector>

namespace ulpscope::ui {

class LessonRecorder : public QObject
{
    Q_OBJECT
public:
    /// All must outlive it.
    LessonRecorder(const Document& document, const RunController& controller, const ShownRun& shown,
        LessonHands& hands, QObject* parent = nullptr);

    /// From now on.
    void start();
    void stop();
    bool isRecording() const { return m_isRecording; }
    const std::vector<LessonAction>& actions() const { return m_actions; }
    /// Value of a view's control when recording began; empty: it had none, or is no such control.
    std::optional<ControlValue> viewBefore(const std::string& place) const;
    /// Changes of the session that no control of lessons names, and that are not written down.
    int unnamed() const { return m_unnamed; }

signals:
    void recorded();

public slots:
    /// Something may have changed.
    void look();

private:
    /// The state that is compared to record actions.
    struct Snapshot
    {
        std::shared_ptr<const SessionSpec> session;
        std::map<std::string, std::optional<ControlValue>> views;
        std::string tab;
        std::string layer;
        std::optional<std::int64_t> step;
        std::weak_ptr<const RunHistory> run;
        std::int64_t stepsDone = 0;
    };
    Snapshot snapshot() const;
    void compareSession(const SessionSpec& before, const SessionSpec& now);
    void compareRun(const Snapshot& now);
    void add(const LessonAction& action);

    const Document& m_document;
    const RunController& m_controller;
    const ShownRun& m_shown;
    LessonHands& m_hands;
    QTimer m_later; ///< looks at typed values and trained steps now and then
    bool m_isRecording = false;
    Snapshot m_first;
    Snapshot m_last;
    std::vector<LessonAction> m_actions;
    int m_unnamed = 0;
};

} // namespace ulpscope::ui
