// SPDX-License-Identifier: GPL-3.0-or-later
// The status bar's right end: how far the training is and how fast, with a Stop button while it runs.
#pragma once

#include "app/session/shown_run.h"
#include "ui/training/models/run_controller.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace ulpscope::ui {

class ProgressLine : public QWidget
{
    Q_OBJECT
public:
    ProgressLine(const ShownRun& shown, RunController& controller, QWidget* parent = nullptr);

    /// Line heights that lie around a message in the status bar: margins, and the grip that sizes the window.
    static constexpr int kAroundMessage = 3;

    /// The rules are left out beside a message that would be cut, then all but the steps.
    void makeRoomFor(const QString& message);

private:
    void refresh();

    const ShownRun& m_shown;
    RunController& m_controller;
    QLabel* m_rules;
    QLabel* m_text;
    bool m_isBrief = false; ///< a message has no room beside more
    QProgressBar* m_bar;
    QToolButton* m_stop;
};

} // namespace ulpscope::ui
