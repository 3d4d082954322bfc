// SPDX-License-Identifier: GPL-3.0-or-later
// The scale of one operand of a layer, whichever recipe keeps it: what the last step used and saw, and the state that the
// next step starts from. A kept state put back continues the run with the same bits.
#pragma once

#include "engine/dtype/format.h"
#include "engine/scaling/float8_scaling.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace ulpscope {

/// Outcome of the step in which amaxes were seen. Keras' optimizer writes the float8 states, so they change only when
/// it applies a step; Transformer Engine's change after every pass.
enum class StepOutcome : std::uint8_t {
    Applied,
    Skipped, ///< the loss scale refused gradients that are not finite
    Accumulating, ///< a micro-step of gradient accumulation that only adds to the gradients
};

/// A scale of the step alone, with nothing that stays.
struct CurrentScaling
{
    float scale = 1;

    bool operator==(const CurrentScaling&) const = default;
};

enum class ScalingKind : std::uint8_t { Current, KerasFloat8, Delayed }; ///< same order as State below

/// How a layer scales its operands by the amaxes of earlier steps: one float8 format each way, one history a tensor.
struct ScalingSettings
{
    ScalingKind kind = ScalingKind::KerasFloat8; ///< KerasFloat8 or Delayed
    const Format* forward = nullptr; ///< format of input and kernel
    const Format* backward = nullptr; ///< format of the output gradient
    int historyLength = 1024;
    AmaxChoice choice = AmaxChoice::Max; ///< used by Delayed
    int margin = 0; ///< used by Delayed
};

struct TensorScaling
{
    using State = std::variant<CurrentScaling, AmaxHistory, DelayedScaling>;

    std::string slot; ///< the operand: "inputs", "kernel", "outputs_grad"
    State state;
    /// Keras', while gradients accumulate: the largest of what the micro-steps would have written, entry by entry.
    std::optional<AmaxHistory> accumulated = {};
    /// Scale of the last training step, in its stack's sense: Keras multiplies by it on dequantize, the others on
    /// quantize.
    float usedScale = 1;
    float amax = 0; ///< amax that the step saw
    float historyAmax = 0; ///< the largest of the history that it found; a NaN is
    /// The largest magnitude that usedScale maps into the format; infinity of CurrentScaling, whose scale follows the amax.
    double limit = std::numeric_limits<double>::infinity();
    std::int64_t saturated = 0; ///< elements beyond that limit, which were clipped
    std::int64_t elements = 0; ///< elements of the tensor
    bool isSeen = false; ///< a step saw `amax`, and its outcome is open

    ScalingKind kind() const { return static_cast<ScalingKind>(state.index()); }
    /// Scale of the next step; for CurrentScaling that of the last step.
    float scale() const;
    /// The amax history in the stack's own order (float8_scaling.h); empty for CurrentScaling.
    std::span<const float> history() const;

    /// A training step quantizes with scale() and sees `amax`; `saturated` of the operand's so many elements are clipped.
    void observe(float amax, std::int64_t saturated = 0, std::int64_t elements = 0);
    /// The same where the step finds its scale by itself; the state must be CurrentScaling.
    void observeCurrent(float amax, float scale);
    /// Whether what an applied step would store is finite: Keras' loss scale optimizer looks, because these values
    /// travel as gradients. True of the other kinds.
    bool nextIsFinite() const;
    /// The state after the step that was seen; nothing without one.
    void commit(StepOutcome outcome);

    bool operator==(const TensorScaling&) const = default;
};

/// Returns the state at the start of a run. `largest` is the largest finite value of the operand's format.
TensorScaling makeTensorScaling(std::string slot, const ScalingSettings& settings, double largest);

} // namespace ulpscope
