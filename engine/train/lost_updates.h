// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the weights that a step's update should have moved and did not: by underflow of the gradient, by constants that
// round to nothing, or because the weight's last digit is too coarse.
#pragma once

#include "engine/train/lane_tensors.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ulpscope {

/// Elements of a variable.
struct UpdateLoss
{
    std::int64_t expected = 0; ///< weights that should have moved
    std::int64_t lost = 0; ///< of these, unchanged
    bool hasMoved
        = false; ///< whether any element did, expected to or not, by as much as float64 sees beside the largest weight
};

/// A lane's trainable weights as they were before its update, in the order in which it updates them.
using WeightsBefore = std::vector<Tensor>;
void keepWeights(const Lane& lane, WeightsBefore& weights);

/// Counts for one candidate.
class LostUpdates
{
public:
    explicit LostUpdates(const LaneTensors& tensors)
        : m_tensors(tensors)
    {
    }

    /// Before the candidate's update.
    void keep(const Lane& candidate);
    /// After it, and after the reference's. Expected to move is what the reference's update moved to another finite number; without
    /// a reference (null) what has a gradient here. Nothing is expected of a step that was skipped, or only accumulated.
    void count(const Lane& candidate, const Lane* reference, const WeightsBefore& referenceBefore);

    /// The weights as they were kept.
    const WeightsBefore& before() const { return m_before; }

    /// By trainable variable of the candidate, in model order.
    std::span<const UpdateLoss> bySlot() const { return m_losses; }
    UpdateLoss ofAll() const;
    /// Where the reference has the candidate's trainable variable among its own; of a count with a reference.
    std::size_t referenceSlot(std::size_t slot) const { return m_referenceSlots[slot].index(); }

private:
    const LaneTensors& m_tensors;
    WeightsBefore m_before;
    /// By slot, empty where there is none: what Kahan's summation keeps is not lost.
    std::vector<Tensor> m_compensationsBefore;
    std::vector<SlotId> m_referenceSlots; ///< by slot, from the first count with a reference on
    std::vector<UpdateLoss> m_losses;
    std::vector<std::uint8_t> m_expected; ///< of one variable
    std::vector<std::uint8_t> m_moved;
};

} // namespace ulpscope
