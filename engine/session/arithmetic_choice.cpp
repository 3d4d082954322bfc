// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/arithmetic_choice.h"

#include "engine/session/checked_session.h"
#include "engine/session/proved_components.h"

#include <array>

namespace ulpscope {

namespace {

using Unproved = std::string (*)(const TrainingSpec& training, const ModelPlan& plan);

/// In the order of ArithmeticKind.
constexpr std::array<Unproved, 3> kUnproved{
    [](const TrainingSpec&, const ModelPlan&) { return std::string(); },
    unprovedUnderKerasJax,
    unprovedUnderTorch,
};

} // namespace

std::string ArithmeticChoice::text() const
{
    return rulesOf(kind).name + ": " + reason;
}

ArithmeticChoice arithmeticChoice(const TrainingSpec& training, const ModelPlan& plan)
{
    const ArithmeticKind wanted = training.arithmetic.value_or(ArithmeticKind::KerasJax);
    if (wanted == ArithmeticKind::Written)
        return {wanted, "asked for"};
    if (const std::string what = kUnproved[static_cast<std::size_t>(wanted)](training, plan); !what.empty())
        return {ArithmeticKind::Written, "not " + rulesOf(wanted).name + ": " + what, false};
    return {wanted, "proved for every layer, the loss and the optimizer"};
}

ArithmeticKind chosenArithmetic(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    return checked ? arithmeticChoice(checked->session.training, checked->plan).kind
                   : ArithmeticKind::Written;
}

} // namespace ulpscope
