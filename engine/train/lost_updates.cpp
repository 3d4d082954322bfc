// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/lost_updates.h"

#include "engine/tensor/element_marks.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// Half of float64's unit beside 1: a bias that begins at zero and moves by less than this share of the largest weight changes no
/// output.
constexpr double kUnseen = 0x1p-53;

double distance(const Tensor& before, const Tensor& after, Index i)
{
    return std::fabs(after.at(i) - (before.isEmpty() ? 0 : before.at(i)));
}

} // namespace

void keepWeights(const Lane& lane, WeightsBefore& weights)
{
    std::size_t slot = 0;
    for (const Node& node : lane.model().nodes()) {
        for (const Variable& variable : node.layer->variables()) {
            if (!variable.trainable)
                continue;
            if (weights.size() <= slot)
                weights.emplace_back();
            weights[slot++].assign(variable.value);
        }
    }
}

void LostUpdates::keep(const Lane& candidate)
{
    keepWeights(candidate, m_before);
    m_compensationsBefore.resize(m_before.size());
    for (std::size_t slot = 0; slot < m_before.size(); ++slot)
        if (const Tensor* compensation = candidate.optimizer().compensation(slot))
            m_compensationsBefore[slot].assign(*compensation);
}

void LostUpdates::count(const Lane& candidate, const Lane* reference, const WeightsBefore& referenceBefore)
{
    m_losses.assign(m_before.size(), {});
    if (candidate.outcome().updates.empty())
        return;
    if (reference != nullptr && m_referenceSlots.empty())
        m_referenceSlots = slotsIn(*reference, m_tensors);
    const Arithmetic& arithmetic = candidate.arithmetic();
    double largestWeight = 0;
    for (const Tensor& before : m_before)
        largestWeight = std::max(largestWeight, finiteRange(arithmetic, before).amax);
    for (const TensorRef& ref : m_tensors.refs()) {
        if (ref.role != TensorRole::Update)
            continue;
        const std::size_t slot = ref.slot.index();
        const Variable& variable = variableOf(candidate, ref);
        const auto elements = static_cast<std::size_t>(variable.value.size());
        m_expected.assign(elements, 0);
        m_moved.assign(elements, 0);
        if (reference == nullptr)
            markNonZero(arithmetic, variable.gradient, m_expected);
        else if (const Tensor& exact = variableOf(*reference, ref).value;
                 exact.size() == variable.value.size())
            markChanged(
                arithmetic, referenceBefore[referenceSlot(slot)], exact, ChangedTo::FiniteNumber, m_expected);
        markChanged(arithmetic, m_before[slot], variable.value, ChangedTo::AnyNumber, m_moved);
        const Tensor* compensation = candidate.optimizer().compensation(slot);
        if (compensation != nullptr) {
            if (m_compensationsBefore[slot].isEmpty()) // it began with this step
                markNonZero(arithmetic, *compensation, m_moved);
            else
                markChanged(
                    arithmetic, m_compensationsBefore[slot], *compensation, ChangedTo::AnyNumber, m_moved);
        }
        const MarkCounts counts = countMarks(m_expected, m_moved);
        bool isSeen = false; // nearly always of the first element
        for (std::size_t i = 0; i < elements && !isSeen; ++i) {
            const auto at = static_cast<Index>(i);
            const double kept
                = compensation != nullptr ? distance(m_compensationsBefore[slot], *compensation, at) : 0;
            // A NaN is seen.
            isSeen = m_moved[i] != 0
                && !(distance(m_before[slot], variable.value, at) + kept <= kUnseen * largestWeight);
        }
        m_losses[slot] = {counts.marked, counts.unlessOthers, isSeen};
    }
}

UpdateLoss LostUpdates::ofAll() const
{
    UpdateLoss all;
    for (const UpdateLoss& loss : m_losses) {
        all.expected += loss.expected;
        all.lost += loss.lost;
        all.hasMoved = all.hasMoved || loss.hasMoved;
    }
    return all;
}

} // namespace ulpscope
