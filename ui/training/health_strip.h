// SPDX-License-Identifier: GPL-3.0-or-later
// Always visible: is the run numerically healthy? Five numbers, and one sentence with at most one button that
// repairs.
#pragma once

#include "app/shown_run.h"
#include "engine/judge/verdicts.h"
#include "ui/training/models/run_controller.h"

#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;

namespace ulpscope::ui {

class AccentButton;
class MetricTile;
class TintedFrame;

class HealthStrip : public QWidget
{
    Q_OBJECT
public:
    /// Both must outlive the strip. controller: tells whether the session has changed since.
    HealthStrip(const ShownRun& shown, const RunController& controller, QWidget* parent = nullptr);

    const Verdict& verdict() const { return m_verdict; }
    QList<MetricTile*> tiles() const;

signals:
    /// The verdict's button was pressed.
    void repairRequested(const ulpscope::Verdict& verdict);
    void trainRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void showRun();
    void refreshStale();
    void showVerdict();
    void explain();

    const ShownRun& m_shown;
    const RunController& m_controller;
    std::vector<MetricTile*> m_tiles;
    TintedFrame* m_verdictFrame;
    QLabel* m_sign;
    QLabel* m_sentence;
    QToolButton* m_why;
    AccentButton* m_action;
    Verdict m_verdict;
    bool m_isStale
        = false; ///< the session has changed since the run, and nothing trains it: the verdict asks to
};

} // namespace ulpscope::ui
