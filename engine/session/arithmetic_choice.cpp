// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/arithmetic_choice.h"

#include "engine/session/checked_session.h"
#include "engine/session/proved_components.h"

namespace ulpscope {

namespace {

/// Names the part of the session that is not proved under the row; empty if all is. Each row needs a line here to compile.
Message unprovedUnder(ArithmeticKind kind, const TrainingSpec& training, const ModelPlan& plan)
{
    switch (kind) {
    case ArithmeticKind::Written:
        break;
    case ArithmeticKind::KerasJax:
        return unprovedUnderKerasJax(training, plan);
    case ArithmeticKind::Torch:
        return unprovedUnderTorch(training, plan);
    case ArithmeticKind::TorchHopper:
        return unprovedUnderTorchHopper(training, plan);
    case ArithmeticKind::KerasTorchHopper:
        return unprovedUnderKerasTorchHopper(training, plan);
    case ArithmeticKind::KerasJaxHopper:
        return unprovedUnderKerasJaxHopper(training, plan);
    }
    return {};
}

} // namespace

Message ArithmeticChoice::sentence() const
{
    return message("%1: %2").with(verbatim(rulesOf(kind).name)).with(reason);
}

ArithmeticChoice arithmeticChoice(const TrainingSpec& training, const ModelPlan& plan)
{
    const ArithmeticKind wanted = training.arithmetic.value_or(ArithmeticKind::KerasJax);
    if (wanted == ArithmeticKind::Written)
        return {wanted, message("asked for")};
    if (Message what = unprovedUnder(wanted, training, plan); !what.empty())
        return {ArithmeticKind::Written,
            message("not %1: %2").with(rulesOf(wanted).name).with(std::move(what)), false};
    return {wanted, message("proved for every layer, the loss and the optimizer")};
}

ArithmeticKind chosenArithmetic(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    return checked ? checked->arithmetic.kind : ArithmeticKind::Written;
}

} // namespace ulpscope
