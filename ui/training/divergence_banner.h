// SPDX-License-Identifier: GPL-3.0-or-later
// Asks whether a run that paused because it diverged shall stay as it is or go on with NaN. It is no dialog, because a
// user who knows the mistake edits the session instead, and then the question is gone.
#pragma once

#include "ui/look/message_banner.h"
#include "ui/training/models/run_controller.h"

class QLabel;
class QPushButton;

namespace ulpscope::ui {

class DivergenceBanner : public TintedFrame
{
    Q_OBJECT
public:
    /// Both must outlive the banner.
    DivergenceBanner(const ShownRun& shown, RunController& controller, QWidget* parent = nullptr);

signals:
    /// The diagnosis is wanted.
    void whyWanted();

private:
    void refresh();
    void paintSign();

    const ShownRun& m_shown;
    RunController& m_controller;
    QLabel* m_sign;
    QLabel* m_text;
    QPushButton* m_stop;
    QPushButton* m_goOn;
};

} // namespace ulpscope::ui
