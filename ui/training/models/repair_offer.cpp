// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/repair_offer.h"

#include <utility>

namespace ulpscope::ui {

RepairOffer::RepairOffer(const ShownRun& shown, const RunController& controller,
    std::shared_ptr<const Kernels> kernels, QObject* parent)
    : QObject(parent)
    , m_shown(shown)
    , m_controller(controller)
    , m_kernels(std::move(kernels))
{
    connect(&m_aside, &Aside::answered, this, &RepairOffer::changed);
    connect(&m_aside, &Aside::failed, this, &RepairOffer::changed); // after a failure nothing is offered
}

void RepairOffer::judged(const Verdict& verdict)
{
    const std::shared_ptr<const RunHistory> run = m_shown.run();
    const bool standsStill = run && run->stepsDone() > 0 && m_controller.isIdle() && !m_controller.isStale();
    if (standsStill && m_subject.isOf(run, verdict.ruleId))
        return;
    m_aside.cancel();
    m_trials.reset();
    m_subject = {};
    if (!standsStill || verdict.repairs.empty())
        return;
    m_subject = {run, run->stepsDone(), verdict.ruleId};
    m_aside.ask([this, session = run->session(), verdict, totals = run->totals(), last = run->last(),
                    kernels = m_kernels, memory = m_memory](const std::stop_token& stop) -> Aside::Answer {
        return
            [this, trials = tryRepairs(session, verdict, totals, last, *kernels, {.memory = memory}, stop)] {
                m_trials = trials;
            };
    });
}

} // namespace ulpscope::ui
