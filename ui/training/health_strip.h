// SPDX-License-Identifier: GPL-3.0-or-later
// Always visible: is the run numerically healthy? Some numbers, and one sentence with a link to what it is
// about and at most one button that repairs.
#pragma once

#include "app/shown_run.h"
#include "engine/judge/verdicts.h"
#include "ui/training/models/run_controller.h"
#include "ui/training/models/run_place.h"

#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

class QLabel;
class QToolButton;

namespace ulpscope::ui {

class AccentButton;
class LinkButton;
class MetricTile;
class TintedFrame;

class HealthStrip : public QWidget
{
    Q_OBJECT
public:
    /// Both must outlive the strip. controller: tells whether the session has changed since.
    HealthStrip(const ShownRun& shown, const RunController& controller, QWidget* parent = nullptr);

    /// What is offered below a verdict's explanation, as a link: its address and its text; empty: nothing.
    using MoreAbout = std::function<std::pair<QString, QString>(const QString& ruleId)>;
    void setMoreAbout(MoreAbout more) { m_moreAbout = std::move(more); }

    const Verdict& verdict() const { return m_verdict; }
    QList<MetricTile*> tiles() const;

signals:
    /// The verdict's button was pressed.
    void repairRequested(const ulpscope::Verdict& verdict);
    void trainRequested();
    /// The link below an explanation was followed.
    void moreRequested(const QString& address);
    /// The link to what the verdict is about was followed.
    void placeRequested(const ulpscope::ui::RunPlace& place);

protected:
    void changeEvent(QEvent* event) override;

private:
    /// What can be done with the verdict goes below it where it would leave it a column of words.
    int leastVerdictWidth() const;
    void showRun();
    void refreshStale();
    void showVerdict();
    bool isUntrained() const;
    QString staleText() const;
    void explain();

    const ShownRun& m_shown;
    const RunController& m_controller;
    std::vector<MetricTile*> m_tiles;
    TintedFrame* m_verdictFrame;
    QLabel* m_sign;
    QLabel* m_sentence;
    LinkButton* m_link;
    QToolButton* m_why;
    AccentButton* m_action;
    MoreAbout m_moreAbout;
    Verdict m_verdict;
    RunPlace m_place; ///< what the verdict is about
    bool m_isStale
        = false; ///< the session has changed since the run, and nothing trains it: the verdict asks to
};

} // namespace ulpscope::ui
