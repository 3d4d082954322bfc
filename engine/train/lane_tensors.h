// SPDX-License-Identifier: GPL-3.0-or-later
// All tensors that a step leaves at a lane, in one order, so that probes, snapshots and searches for a value go
// through the same list.
#pragma once

#include "engine/probe/records.h"
#include "engine/train/lane.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ulpscope {

/// Which tensor: known before the first step, the same for the whole run.
struct TensorName
{
    std::string layer; ///< path, "sequential/dense"
    std::string name; ///< "kernel gradient"; tells apart the tensors of a layer
    TensorRole role = TensorRole::Output;

    bool operator==(const TensorName&) const = default;
};

/// Index of a variable that a lane trains, in model order.
using SlotId = Id<struct SlotTag, std::uint16_t>;

/// A tensor's place in a model: the same in every lane of a run.
struct TensorRef
{
    NodeId node;
    TensorRole role = TensorRole::Output;
    std::uint16_t index = 0; ///< of its kind: which input, variable, state
    SlotId slot; ///< for roles of trainable variables
    PathId path;
    /// Index of the ref that may be the very same tensor: an input is what a layer before puts out, and its gradient is
    /// that layer's output gradient, unless they were cast or summed on the way. Its own index where there is none.
    std::uint32_t sender = 0;
};

class LaneTensors
{
public:
    explicit LaneTensors(const Lane& lane);

    /// Layer and variable paths, then those of further inputs and optimizer states: what TensorPoint::path counts.
    const std::vector<std::string>& paths() const { return m_paths; }
    /// In the order of the layers: inputs, variables, output, gradients; and optimizer states.
    const std::vector<TensorRef>& refs() const { return m_refs; }
    TensorName name(const Lane& lane, const TensorRef& ref) const;

private:
    PathId pathId(const std::string& path);

    std::vector<std::string> m_paths;
    std::unordered_map<std::string, PathId> m_ids; ///< of m_paths
    std::vector<TensorRef> m_refs;
};

/// "[3, 5]" for an element in row-major order; empty for a scalar.
std::string indexText(const Shape& shape, Index element);

/// Where the variable is among those that the lane trains: the float64 lane trains kernels that a candidate's int8 keeps.
SlotId slotIn(const Lane& lane, const TensorRef& ref);
/// The slots of all refs whose role is Update, in their order, found in one pass over the model.
std::vector<SlotId> slotsIn(const Lane& lane, const LaneTensors& tensors);

/// The variable that a weight, gradient or update belongs to.
const Variable& variableOf(const Lane& lane, const TensorRef& ref);

/// Returns null where the lane has none yet, and where a pass does not come by. Update has no tensor.
const Tensor* tensorAt(const Lane& lane, const TensorRef& ref);

/// What a step's tensors are compared with.
struct Float64Tensors
{
    /// The reference's lane, or that of the redone step; null where this step was not redone.
    const Lane* lane = nullptr;
    bool isReference = false; ///< whether errors are accumulated or of this step alone

    /// What the candidate's tensor is compared with; null where there is none, or one of another size.
    const Tensor* of(const TensorRef& ref, const Tensor& candidates) const;
};

} // namespace ulpscope
