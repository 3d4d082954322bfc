// SPDX-License-Identifier: GPL-3.0-or-later
// Which repair is offered for the run on the screen: one that was tried on the same seed, in the background, and made the number
// better that was bad. Tried when the run stands still; an edit, another run or more steps end the trials.
#pragma once

#include "app/judge/runs/repair_trials.h"
#include "app/session/kept/aside.h"
#include "app/session/shown_run.h"
#include "engine/kernels/kernels.h"
#include "ui/training/models/run_controller.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>

namespace ulpscope::ui {

class RepairOffer : public QObject
{
    Q_OBJECT
public:
    /// All must outlive this.
    RepairOffer(const ShownRun& shown, const RunController& controller,
        std::shared_ptr<const Kernels> kernels, QObject* parent = nullptr);

    void shareMemory(std::shared_ptr<MemoryBudget> memory) { m_memory = std::move(memory); }
    /// Takes the verdict on the shown run, and has its repairs tried once when the run stands still.
    void judged(const Verdict& verdict);
    bool isTrying() const { return m_aside.isBusy(); }
    /// Returns null until the trials of judged()'s verdict have ended.
    const RepairTrials* trials() const { return m_trials ? &*m_trials : nullptr; }

signals:
    /// isTrying or trials have changed.
    void changed();

private:
    /// A run goes on, and is then tried again.
    struct Subject
    {
        std::weak_ptr<const RunHistory> run;
        std::int64_t steps = 0;
        std::string ruleId;

        bool isOf(const std::shared_ptr<const RunHistory>& shown, const std::string& rule) const
        {
            return shown && run.lock() == shown && steps == shown->stepsDone() && ruleId == rule;
        }
    };

    const ShownRun& m_shown;
    const RunController& m_controller;
    std::shared_ptr<const Kernels> m_kernels;
    std::shared_ptr<MemoryBudget> m_memory;
    Subject m_subject; ///< subject of the current or last trials
    std::optional<RepairTrials> m_trials;
    Aside m_aside; ///< last: its thread uses the members above
};

} // namespace ulpscope::ui
