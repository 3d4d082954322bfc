// SPDX-License-Identifier: GPL-3.0-or-later
// The centre: the stacked plots, with the step that the cursor reads and a Fit button above them.
#pragma once

#include "ui/training/models/run_events.h"

#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QAction;
class QLabel;

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
    QAction* choosePlotsAction() const { return m_choose; }

private:
    void showStep(std::optional<std::int64_t> step, bool isOnCursor);
    void goToEvent(int direction);
    const std::vector<RunEvent>& events();
    void choosePlots();

    Document& m_document;
    const ShownRun& m_shown;
    std::vector<RunEvent> m_events; ///< of the run when it had so many steps
    std::weak_ptr<const RunHistory> m_eventsOf;
    std::int64_t m_eventsUntil = -1;
    RunPlots* m_plot;
    QLabel* m_step;
    QAction* m_choose;
};

} // namespace ulpscope::ui
