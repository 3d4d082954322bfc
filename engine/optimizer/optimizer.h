// SPDX-License-Identifier: GPL-3.0-or-later
// An optimizer: turns gradients into updates of the stored variables. By default in each variable's own dtype, as Keras
// does; where a layer stores weights or state otherwise, in a wider one, rounded once when they are stored.
#pragma once

#include "engine/policy/numerics.h"
#include "engine/tensor/ops.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ulpscope {

/// What an optimizer keeps between steps.
struct OptimizerState
{
    std::int64_t iterations = 0;
    std::vector<std::vector<Tensor>> tensors; ///< by slot
};

class Optimizer
{
public:
    /// seed: of the draws with which weights and state are stored, where that is stochastic.
    explicit Optimizer(std::uint64_t seed)
        : m_seed(seed)
    {
    }
    virtual ~Optimizer() = default;

    /// Before the updates of a step that is applied; counts iterations.
    void beginStep() { ++m_iterations; }

    /// variable: slot `slot` of the model, always the same one. gradientDivisor: the loss scale.
    UpdateCounts update(Arithmetic& arithmetic, std::size_t slot, Tensor& variable, const Tensor& gradient,
        double gradientDivisor, const std::optional<UpdateNumerics>& numerics = {});

    /// What the slot keeps between steps (velocity; mean, variance); empty before its first update.
    std::span<const Tensor> state(std::size_t slot) const;

    /// Of the tensors that a slot keeps, as Keras names them: "momentum", "velocity".
    virtual std::vector<std::string> stateNames() const = 0;

    /// A copy of what is kept, into storage that is reused; and back.
    void save(OptimizerState& state) const;
    void restore(const OptimizerState& state);

protected:
    /// How many tensors of a variable's shape the step keeps.
    virtual std::size_t stateTensors() const = 0;
    /// One step in the variable's format, which `state` has too.
    virtual UpdateCounts step(Arithmetic& arithmetic, Tensor& variable, std::span<Tensor> state,
        const Tensor& gradient, double gradientDivisor)
        = 0;

    /// Steps begun; 1 during the first.
    std::int64_t iterations() const { return m_iterations; }

private:
    UpdateCounts updateWider(Arithmetic& arithmetic, std::size_t slot, Tensor& variable,
        const Tensor& gradient, double gradientDivisor, const UpdateNumerics& numerics);

    std::uint64_t m_seed;
    std::int64_t m_iterations = 0;
    std::vector<std::vector<Tensor>> m_states; ///< by slot
    Tensor m_wideVariable;
    std::vector<Tensor> m_wideState;
    Tensor m_stored;
};

} // namespace ulpscope
