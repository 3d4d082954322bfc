// SPDX-License-Identifier: GPL-3.0-or-later
// An optimizer: turns gradients into updates of the stored variables, each by its own rule. By default in each variable's
// own dtype, as Keras does; where a layer stores weights or state otherwise, in a wider one, rounded once when they are stored.
#pragma once

#include "engine/optimizer/formula_update.h"
#include "engine/optimizer/gradient_pipeline.h"
#include "engine/optimizer/moving_averages.h"
#include "engine/optimizer/update_rule.h"
#include "engine/tensor/updates.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Settings that an optimizer needs besides its own config.
struct OptimizerContext
{
    const Format* floatx = &float32Format(); ///< learning rates are values of it
    std::uint64_t seed
        = 1; ///< of the draws with which weights and state are stored, where that is stochastic
    Component schedule{"constant", {}}; ///< a checked one of the schedule catalog
    UpdateFormulas formulas = UpdateFormulas::Keras;
};

// Streams of the draws with which a variable and its states are stored, in this order; layers' products have those below.
constexpr std::uint32_t kFirstStream = 0x8000'0000;
constexpr std::uint32_t kStreamsOfASlot = 4;

/// State that an optimizer keeps between steps.
struct OptimizerState
{
    std::int64_t iterations = 0;
    std::int64_t skippedInSchedule = 0;
    std::vector<std::vector<Tensor>> tensors; ///< one list for each slot
};

class Optimizer
{
public:
    /// config: checked, with the parameters that every optimizer has.
    Optimizer(UpdateRule rule, const Config& config, const OptimizerContext& context);

    /// Makes all that is kept. The variables of the model, always the same ones in this order.
    void build(std::span<const VariableUpdate> variables);
    /// One step, Keras' apply: what it did by variable, nothing where gradients were only accumulated.
    void apply(Arithmetic& arithmetic, std::span<const VariableUpdate> updates, const GradientScale& scale,
        std::vector<UpdateSize>& counts);
    /// Keras' finalize_variable_values, with which fit() ends: variables become their moving averages where such are kept.
    void finalize(Arithmetic& arithmetic, std::span<const VariableUpdate> variables) const;
    /// Whether finalize() changes any.
    bool hasAverages() const { return m_averages.areKept(); }
    /// A step without any effect but that it counts.
    void countSkippedStep() { ++m_applied; }
    /// A step without any effect but that the learning rate's schedule moves on.
    void countSkippedInSchedule() { ++m_skippedInSchedule; }

    /// Gradients taken so far: what Keras' iteration variable holds.
    std::int64_t applied() const { return m_applied; }
    /// The learning rate of the next step, in floatx.
    double learningRate() const;

    struct KeptTensor
    {
        std::string name;
        Shape shape;
        const Format* format;
    };
    /// All that build() makes for a variable, in the order of kept(): without making it.
    std::vector<KeptTensor> keeps(const VariableUpdate& variable) const;
    std::int64_t accumulationSteps() const { return m_gradients.accumulationSteps(); }

    /// The tensors that are kept of a variable between steps, none before build(): first what the rule says, then
    /// "average", "gradient_accumulator" and "compensation" where there are such.
    std::size_t keptCount(std::size_t slot) const;
    std::string_view keptName(std::size_t slot, std::size_t index) const;
    const Tensor& kept(std::size_t slot, std::size_t index) const;
    /// What the optimizer's own rule keeps of the variable (velocity; mean, variance); empty before build().
    std::span<const Tensor> state(std::size_t slot) const;

    /// What a compensated variable still owes; null for another, and before build().
    const Tensor* compensation(std::size_t slot) const;

    /// A copy of all that is kept, into storage that is reused; and back.
    void save(OptimizerState& state) const;
    void restore(const OptimizerState& state);

private:
    struct Slot
    {
        std::vector<StateTensor> names;
        std::vector<Tensor> state;
        Tensor compensation; ///< compensation of a variable that is updated by Kahan's sum
        std::unique_ptr<FormulaUpdate> formula; ///< null: the rule has a kernel
    };
    template <class Self>
    static auto& keptOf(Self& self, std::size_t slot, std::size_t index);
    UpdateSize update(Arithmetic& arithmetic, std::size_t slot, const VariableUpdate& update);
    UpdateSize updateStored(Arithmetic& arithmetic, std::size_t slot, const VariableUpdate& update);
    UpdateSize decayAndStep(Arithmetic& arithmetic, std::size_t slot, Tensor& variable, const Tensor& weights,
        std::span<Tensor> state, const Tensor& gradient);
    UpdateSize decay(
        Arithmetic& arithmetic, Tensor& variable, const Tensor& weights, double learningRate) const;
    /// One step of the rule, by its kernel or by its formula.
    UpdateSize applyRule(
        Arithmetic& arithmetic, std::size_t slot, const UpdateTensors& tensors, const UpdateStep& step) const;
    /// The same step by the same rule, with what a trace is told of.
    UpdateSize stepTraced(
        Arithmetic& arithmetic, std::size_t slot, const UpdateTensors& tensors, const UpdateStep& step) const;

    UpdateRule m_rule;
    OptimizerContext m_context;
    double m_learningRate;
    double m_weightDecay;
    GradientPipeline m_gradients;
    MovingAverages m_averages;
    std::int64_t m_applied = 0;
    std::int64_t m_skippedInSchedule = 0;
    std::vector<Slot> m_slots; ///< one for each variable
    Tensor m_wideVariable;
    std::vector<Tensor> m_wideState;
    Tensor m_stored;
    Tensor m_delta; ///< the change that a compensated update adds
};

} // namespace ulpscope
