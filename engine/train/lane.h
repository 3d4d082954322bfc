// SPDX-License-Identifier: GPL-3.0-or-later
// A lane: one model with its loss, optimizer and loss scale, that trains by itself. The float64 reference and every
// candidate are lanes; what they compute does not depend on each other.
#pragma once

#include "engine/data/dataset.h"
#include "engine/file/npz.h"
#include "engine/loss/loss.h"
#include "engine/model/model.h"
#include "engine/optimizer/optimizer.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/checked_session.h"
#include "engine/train/evaluation.h"

#include <memory>
#include <span>
#include <vector>

namespace ulpscope {

/// What a lane's last step came to; its tensors are in the model.
struct LaneOutcome
{
    double loss = 0; ///< mean over the batch, before the loss weight and the loss scale, and all penalties
    double lossScale = 1; ///< the loss scale at the step
    double scale = 1; ///< what gradients are multiplied by: the loss scale, or 1 where the loop forgets it
    bool skipped = false;
    bool diverged = false; ///< a weight is not finite, or the loss is not although the step was applied
    RoundingCounts counts; ///< of the whole step
    /// By trainable variable, in model order; empty when skipped, or when gradients were only accumulated.
    std::vector<UpdateSize> updates;
};

/// What a lane keeps from step to step.
struct LaneState
{
    std::vector<Tensor> variables; ///< in model order, also those that are not trained
    OptimizerState optimizer;
    LossScale lossScale;
    std::vector<std::vector<TensorScaling>> scalings; ///< by node

    std::size_t bytes() const;
};

/// Whether the lane will be updated: else it keeps nothing for an optimizer, and its weights are lent to it.
enum class LaneUse : std::uint8_t { Training, Gradients };

class Lane
{
public:
    /// training: checked. arithmetic: the row that it computes by. lossFormat: the dtype of the loss, floatx. A lane that was asked
    /// to stop while it was made is of no use.
    Lane(const ModelPlan& plan, const TrainingSpec& training, ArithmeticKind arithmetic,
        const LossScale& lossScale, const Format& lossFormat, const Kernels& kernels,
        const std::stop_token& stop = {}, LaneUse use = LaneUse::Training);

    /// Forward and backward on the examples with these indices; the weights stay as they are. False if it was stopped
    /// half way.
    bool computeGradients(const Dataset& data, const std::vector<std::int64_t>& batch, std::int64_t stepIndex,
        const std::stop_token* stop = nullptr, const LayerVisitor* visitor = nullptr);
    /// Takes back what computeGradients() changed: variables that are not trained, such as moving means.
    void undoGradients();
    /// Applies or skips the step whose gradients were computed, and moves the loss scale on.
    void update();
    /// What Keras' fit() does after its last step: weights become their moving averages, where the optimizer keeps such. Nothing in
    /// a loop of one's own, and where it was done already.
    void endFit();
    /// Takes endFit() back: a longer run goes on from the weights themselves.
    void undoEndFit();

    /// All that the following steps depend on, into storage that is reused; and back. Weights are saved as undoEndFit() leaves
    /// them. The last step's tensors stay.
    void save(LaneState& state) const;
    void restore(const LaneState& state);

    const LaneOutcome& outcome() const { return m_outcome; }
    const LossScale& lossScale() const { return m_lossScale; }
    const Model& model() const { return m_model; }
    Model& model() { return m_model; }
    const Optimizer& optimizer() const { return *m_optimizer; }
    /// Targets of the last batch.
    std::span<const double> targets() const { return m_targets; }
    const Arithmetic& arithmetic() const { return m_arithmetic; }
    Arithmetic& arithmetic() { return m_arithmetic; }

    /// All of the model's variables, moving means too, rounded to their dtypes; weights: of loadWeights().
    void assignWeights(std::span<const NamedArray> weights);

    /// What metrics are made of, on all the examples; nothing if it was stopped half way.
    std::optional<Score> evaluate(
        const Dataset& data, const Examples& examples, const std::stop_token* stop = nullptr);
    /// Outputs and losses of each of the examples, which may have no targets, in inference mode; nothing if it was stopped half
    /// way. The lane is left as it was.
    std::optional<LaneEvaluation> evaluateEach(
        const Dataset& data, const Examples& examples, const std::stop_token* stop = nullptr);
    std::optional<DecisionRule> decisionRule() const { return m_loss.decisionRule(); }

private:
    /// Takes the examples through the model in inference mode, some at once, and calls partDone(arithmetic, first, count); false
    /// if it was stopped half way. No part has examples of two evaluationBatch(). The last step's tensors, targets and counts stay.
    template <class PartDone>
    bool forwardEach(
        const Dataset& data, const Examples& examples, const std::stop_token* stop, PartDone partDone);
    void loadBatch(const Dataset& data, const Examples& examples, const std::vector<std::int64_t>& batch);
    bool gradientsAreFinite();
    /// The gradient as it would be without the scale, where that has to be looked at; else nullptr.
    const Tensor* unscaled(const Variable& variable);
    /// How the loop takes the scale off the gradients.
    GradientScale gradientScale() const;
    /// The trainable variables with their gradients, in model order.
    std::span<const VariableUpdate> variableUpdates();

    /// Variables that are not trained, as they were before the step.
    void saveUntrained();

    Arithmetic m_arithmetic;
    Model m_model;
    Loss m_loss;
    std::unique_ptr<Optimizer> m_optimizer;
    LossScale m_lossScale;
    TrainingLoop m_loop;
    const Format* m_lossFormat;
    double m_lossWeight;
    std::int64_t m_evaluationBatch;
    std::int64_t m_evaluationPart;

    LaneOutcome m_outcome;
    std::vector<Tensor> m_beforeAverages; ///< the trainable variables before endFit(); empty without it
    std::vector<Tensor> m_untrainedBefore;
    std::vector<double> m_targets;
    std::vector<float> m_example; ///< one on its way from codes to numbers
    Tensor m_batch; ///< the examples as they are, on their way to a narrower floatx
    Tensor m_prediction; ///< the output in the loss dtype
    Tensor m_lossGradient;
    Tensor m_unscaled;
    std::vector<VariableUpdate> m_variables;
};

/// The float64 lane beside a session's candidate: the same formulas, with no rounding left out. It scales nothing, so its loop has
/// nothing to forget.
Lane referenceLane(const CheckedSession& checked, const Kernels& kernels, const std::stop_token& stop = {},
    LaneUse use = LaneUse::Training);

} // namespace ulpscope
