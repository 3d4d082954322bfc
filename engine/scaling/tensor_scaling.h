// SPDX-License-Identifier: GPL-3.0-or-later
// The scale of one operand of a layer, whichever recipe keeps it: what the last step used and saw, and the state that the
// next step starts from. A kept state put back continues the run with the same bits.
#pragma once

#include "engine/scaling/amax_history.h"
#include "engine/scaling/delayed_scaling.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace ulpscope {

/// What became of the step in which amaxes were seen. Keras' float8 states are the optimizer's to write, so they change
/// when it applies a step; Transformer Engine's change after every pass, whatever the optimizer does.
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

enum class ScalingKind : std::uint8_t { Current, KerasFloat8, Delayed }; ///< in the order of State below

struct TensorScaling
{
    using State = std::variant<CurrentScaling, AmaxHistory, DelayedScaling>;

    std::string slot; ///< the operand: "inputs", "kernel", "outputs_grad"
    State state;
    /// Keras', while gradients accumulate: the largest of what the micro-steps would have written, entry by entry.
    std::optional<AmaxHistory> accumulated = {};
    /// What the last training step quantized with, in its stack's sense: Keras multiplies by it on dequantize, the others
    /// on quantize.
    float usedScale = 1;
    float amax = 0; ///< what that step saw
    bool isSeen = false; ///< a step saw `amax`, and its outcome is open

    ScalingKind kind() const { return static_cast<ScalingKind>(state.index()); }
    /// What the next step quantizes with; of CurrentScaling, what the last one did.
    float scale() const;
    /// As the stack orders it (amax_history.h, delayed_scaling.h); empty of CurrentScaling.
    std::span<const float> history() const;

    /// A training step quantizes with scale() and sees `amax`.
    void observe(float amax);
    /// The same where the step finds its scale by itself; the state must be CurrentScaling.
    void observe(float amax, float currentScale);
    /// Whether what an applied step would store is finite: Keras' loss scale optimizer looks, because these values
    /// travel as gradients. True of the other kinds.
    bool nextIsFinite() const;
    /// The state after the step that was seen; nothing without one.
    void commit(StepOutcome outcome);

    bool operator==(const TensorScaling&) const = default;
};

} // namespace ulpscope
