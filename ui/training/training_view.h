// SPDX-License-Identifier: GPL-3.0-or-later
// The centre: the stacked plots, with the step that the cursor reads and a Fit button above them.
#pragma once

#include "ui/training/models/run_events.h"

#include <QWidget>

#include <cstdint>
#include <optional>

class QAction;
class QLabel;
class QToolButton;

namespace ulpscope {
class Document;
class ShownRun;
} // namespace ulpscope

namespace ulpscope::ui {

class RunPlots;

class TrainingView : public QWidget
{
    Q_OBJECT
public:
    /// Both must outlive the view.
    TrainingView(Document& document, const ShownRun& shown, QWidget* parent = nullptr);

    RunPlots& plot() const { return *m_plot; }
    QAction* fitAction() const { return m_fit; }
    QAction* exportAction() const { return m_export; }
    QAction* choosePlotsAction() const { return m_choose; }

private:
    void showStep(std::optional<std::int64_t> step, bool isOnCursor);
    void goToEvent(int direction);
    void exportPlots();
    void choosePlots();

    Document& m_document;
    const ShownRun& m_shown;
    RunEvents m_events;
    RunPlots* m_plot;
    QLabel* m_step;
    QToolButton* m_newest; ///< lets the pinned step go
    QAction* m_fit;
    QAction* m_export;
    QAction* m_choose;
};

} // namespace ulpscope::ui
