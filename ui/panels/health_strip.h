// SPDX-License-Identifier: GPL-3.0-or-later
// Always visible: is the run numerically healthy? Five numbers, and one sentence with at most one button that
// repairs.
#pragma once

#include "app/document.h"
#include "app/run_history.h"

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
    explicit HealthStrip(QWidget* parent = nullptr);

    /// Null or without steps: dashes.
    void showRun(const RunHistory* run);
    /// The session has changed since the run; then the verdict asks to train again.
    void setStale(bool isStale);

    const Verdict& verdict() const { return m_verdict; }
    QList<MetricTile*> tiles() const;

signals:
    /// The verdict's button was pressed.
    void repairRequested(const ulpscope::Verdict& verdict);
    void trainRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void showVerdict();
    void explain();

    std::vector<MetricTile*> m_tiles;
    TintedFrame* m_verdictFrame;
    QLabel* m_sign;
    QLabel* m_sentence;
    QToolButton* m_why;
    AccentButton* m_action;
    Verdict m_verdict;
    bool m_isStale = false;
};

} // namespace ulpscope::ui
