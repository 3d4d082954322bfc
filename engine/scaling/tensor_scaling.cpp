// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/scaling/tensor_scaling.h"

#include "engine/base/check.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// NumPy's maximum: a NaN on either side is the result.
float maximum(float a, float b)
{
    return std::isnan(a) || std::isnan(b) ? a + b : std::max(a, b);
}

/// keras/src/optimizers/base_optimizer.py: the maximum of the micro-steps is written on the update step.
AmaxHistory largerOf(const AmaxHistory& a, const AmaxHistory& b)
{
    AmaxHistory larger = a;
    larger.scale = maximum(a.scale, b.scale);
    for (std::size_t i = 0; i < larger.history.size(); ++i)
        larger.history[i] = maximum(a.history[i], b.history[i]);
    return larger;
}

} // namespace

float TensorScaling::scale() const
{
    return std::visit([](const auto& s) { return s.scale; }, state);
}

std::span<const float> TensorScaling::history() const
{
    if (const auto* keras = std::get_if<AmaxHistory>(&state))
        return keras->history;
    if (const auto* delayed = std::get_if<DelayedScaling>(&state))
        return delayed->history;
    return {};
}

void TensorScaling::observe(float seen, std::int64_t clipped, std::int64_t ofElements)
{
    usedScale = scale();
    amax = seen;
    saturated = clipped;
    elements = ofElements;
    historyAmax = largestAmax(history());
    const auto used = static_cast<double>(usedScale);
    if (const auto* keras = std::get_if<AmaxHistory>(&state))
        limit = static_cast<double>(keras->dtypeMax) * used;
    else if (const auto* delayed = std::get_if<DelayedScaling>(&state))
        limit = static_cast<double>(delayed->largest) / used;
    isSeen = true;
}

void TensorScaling::observeCurrent(float seen, float currentScale)
{
    check(kind() == ScalingKind::Current, "[TensorScaling] a scale of the step alone");
    state = CurrentScaling{currentScale};
    observe(seen);
}

bool TensorScaling::nextIsFinite() const
{
    const auto* keras = std::get_if<AmaxHistory>(&state);
    if (keras == nullptr || !isSeen)
        return true;
    // The amax takes the oldest entry's place, which is at 1 and the only one of a history of one.
    const std::span<const float> history = keras->history;
    const std::size_t oldest = history.size() > 1 ? 1 : 0;
    for (std::size_t i = 0; i < history.size(); ++i)
        if (!std::isfinite(i == oldest ? amax : history[i]))
            return false;
    return std::isfinite(keras->nextScale());
}

void TensorScaling::commit(StepOutcome outcome)
{
    if (!isSeen)
        return;
    isSeen = false;
    if (auto* delayed = std::get_if<DelayedScaling>(&state)) {
        delayed->advance(amax);
        return;
    }
    auto* keras = std::get_if<AmaxHistory>(&state);
    if (keras == nullptr || outcome == StepOutcome::Skipped)
        return;
    if (outcome == StepOutcome::Applied && !accumulated) {
        keras->advance(amax);
        return;
    }
    AmaxHistory next = keras->next(amax);
    if (accumulated)
        next = largerOf(next, *accumulated);
    if (outcome == StepOutcome::Accumulating) {
        accumulated = std::move(next);
    } else {
        *keras = std::move(next);
        accumulated.reset();
    }
}

TensorScaling makeTensorScaling(std::string slot, const ScalingSettings& settings, double largest)
{
    const auto most = static_cast<float>(largest);
    if (settings.kind == ScalingKind::Delayed)
        return {std::move(slot),
            makeDelayedScaling(most, settings.historyLength, settings.choice, settings.margin)};
    check(settings.kind == ScalingKind::KerasFloat8, "[makeTensorScaling] a kind with a history");
    return {std::move(slot), makeAmaxHistory(most, settings.historyLength)};
}

} // namespace ulpscope
