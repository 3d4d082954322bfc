// SPDX-License-Identifier: GPL-3.0-or-later
// Is the run numerically healthy? One sentence, always visible, with a link to what it is about and at most one button, for a
// repair that was tried and helped; and some numbers, which the window places apart.
#pragma once

#include "app/judge/runs/verdicts.h"
#include "app/session/shown_run.h"
#include "ui/training/models/repair_offer.h"
#include "ui/training/models/run_controller.h"
#include "ui/training/models/run_place.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

class QLabel;
class QToolButton;

namespace ulpscope::ui {

class AccentButton;
class FlowLayout;
class LinkButton;
class MetricTile;
class TintedFrame;

class HealthStrip : public QWidget
{
    Q_OBJECT
public:
    /// Both must outlive the strip. controller: tells whether the session has changed since.
    HealthStrip(const ShownRun& shown, const RunController& controller,
        std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    /// Repairs that are tried take shares of it.
    void shareMemory(std::shared_ptr<MemoryBudget> memory) { m_offer.shareMemory(std::move(memory)); }

    /// A link below a verdict's explanation: its address and its text; empty: none.
    using MoreAbout = std::function<std::pair<QString, QString>(const QString& lesson)>;
    void setMoreAbout(MoreAbout more) { m_moreAbout = std::move(more); }

    /// False: the verdict gets no button for a repair.
    void offerRepairs(bool isWanted);

    const Verdict& verdict() const { return m_verdict; }
    /// Repairs are being tried, of which one may be offered.
    bool isTrying() const { return m_offer.isTrying(); }
    /// The row of numbers: the first layout that takes it keeps it.
    QWidget* tileBar() const { return m_tileBar; }
    QList<MetricTile*> tiles() const;
    /// Puts a control beside the verdict's own where there is room, else in another line.
    void addControl(QWidget* control);

signals:
    /// The verdict's button was pressed.
    void repairRequested(const ulpscope::Repair& repair);
    void trainRequested();
    /// The link below an explanation was followed.
    void moreRequested(const QString& address);
    /// The user followed the link to the place that the verdict is about.
    void placeRequested(const ulpscope::ui::RunPlace& place);

private:
    /// Moves the verdict's buttons below it if beside it they would leave only a narrow column for its words.
    int leastVerdictWidth() const;
    void showRun();
    void showTiles(); ///< the numbers, of the pinned steps where some are
    void refreshStale();
    void showVerdict();
    bool isUntrained() const;
    QString staleText() const;
    /// The repair that is offered; null without one.
    const Repair* offered() const;
    /// The verdict, and which repairs could not be tried.
    QString sentenceText() const;
    void explain();

    const ShownRun& m_shown;
    const RunController& m_controller;
    QWidget* m_tileBar;
    std::vector<MetricTile*> m_tiles;
    TintedFrame* m_verdictFrame;
    QLabel* m_sign;
    QLabel* m_sentence;
    LinkButton* m_link;
    QToolButton* m_why;
    AccentButton* m_action;
    QWidget* m_control = nullptr; ///< the control that was added
    FlowLayout* m_doable;
    MoreAbout m_moreAbout;
    Verdict m_verdict;
    RepairOffer m_offer;
    bool m_offersRepairs = true;
    RunPlace m_place; ///< the place that the verdict is about
    bool m_isStale
        = false; ///< the session has changed since the run, and nothing trains it: the verdict asks to
};

} // namespace ulpscope::ui
