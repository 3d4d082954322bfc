// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/run_events.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace ulpscope::ui {

namespace {

struct RunEvents
{
    Q_DECLARE_TR_FUNCTIONS(RunEvents)
};

} // namespace

std::vector<RunEvent> runEvents(const RunHistory& run)
{
    const RunTotals& totals = run.totals();
    std::vector<RunEvent> events;
    const StepRecord* before = nullptr;
    bool hasFlushed = false;
    bool hasLost = false;
    for (const StepRecord& record : run.records()) {
        QStringList texts;
        if (record.skipped)
            texts += RunEvents::tr("the step was skipped");
        if (record.counts.overflows > 0 && (!before || before->counts.overflows == 0))
            texts += RunEvents::tr("numbers overflowed");
        if (!hasFlushed && record.counts.gradientsFlushed > 0) {
            hasFlushed = true;
            texts += RunEvents::tr("the first gradients became zero");
        }
        if (!hasLost && record.counts.updatesLost > 0) {
            hasLost = true;
            texts += RunEvents::tr("the first updates were lost");
        }
        if (totals.birthplace && totals.birthplace->step == record.step)
            texts += RunEvents::tr("the first number came to be that is not finite");
        if (totals.divergedAt == record.step)
            texts += RunEvents::tr("the run diverged");
        const bool isJump = before && before->gradientAmax > 0 && std::isfinite(record.gradientAmax)
            && record.gradientAmax >= kAmaxJump * before->gradientAmax;
        if (isJump)
            texts += RunEvents::tr("the largest gradient jumped");
        if (!texts.isEmpty())
            events.push_back({record.step, texts.join(QStringLiteral(", "))});
        before = &record;
    }
    return events;
}

} // namespace ulpscope::ui
