// SPDX-License-Identifier: GPL-3.0-or-later
// An optimizer's rule as its formula: how a variable moves, in the order of Keras' source (keras/src/optimizers). What lies around a
// rule is in gradient_formula.h.
#pragma once

#include "engine/base/config.h"
#include "engine/graph/builder.h"

#include <map>
#include <utility>

namespace ulpscope {

/// What the step itself gives to every rule, and the numbers that follow from that alone: once in each dtype.
struct UpdateStepValues
{
    graph::Value learningRate; ///< learning rate in floatx
    graph::Value iterations; ///< float64: the updates so far and this one, 1 during the first
    std::map<std::pair<const Format*, std::string>, graph::Value> numbers = {};
};

struct UpdateCall
{
    const Config& config;
    UpdateStepValues& step;
    graph::Value variable; ///< value that the step is added to, without the share that decay takes
    graph::Value weights; ///< what the variable is: the same, but where only the step is wanted
    graph::Value gradient; ///< gradient without the loss scale, in the variable's dtype

    struct Kept
    {
        graph::Value state;
        graph::Value next;
        double initial = 0;
        bool isMeanSquare = false; ///< an overflow of it hides in a step of zero
    };
    /// What is kept of the variable between steps, in the order of state().
    std::vector<Kept> kept = {};

    graph::Builder& builder() const { return variable.builder(); }
    /// What numbers are rounded to: the variable's dtype, or another in which a layer computes its updates.
    const Format* numbersIn = nullptr;
    const Format& format() const { return numbersIn != nullptr ? *numbersIn : *variable.format(); }

    /// Made in the variable's dtype; keep() its next value.
    graph::Value state(const std::string& name, const Shape& shape, double initial = 0);
    graph::Value state(const std::string& name) { return state(name, variable.shape()); }
    void keep(const graph::Value& state, const graph::Value& next, bool isMeanSquare = false);
    void keepMeanSquare(const graph::Value& state, const graph::Value& next) { keep(state, next, true); }

    /// A number of Python that is rounded to the variable's dtype.
    graph::Value number(double number) const;
    graph::Value parameter(std::string_view name) const { return number(config.number(name)); }
    /// Numbers of the step alone, which are no variable's: in float64, rounded after each operation.
    graph::Value ofStep(const std::string& name, const std::function<graph::Value()>& formula);
    graph::Value learningRate();
    /// The updates so far and this one, and `more`.
    graph::Value time(int more = 0);
};

/// The variable's next value, which its last operation makes: adding to it, or subtracting from it.
using UpdateFormula = graph::Value (*)(UpdateCall& call);

graph::Value sgdFormula(UpdateCall& call);
graph::Value adamFormula(UpdateCall& call); ///< AdamW's too
graph::Value adamaxFormula(UpdateCall& call);
graph::Value nadamFormula(UpdateCall& call);
graph::Value rmspropFormula(UpdateCall& call);
graph::Value adagradFormula(UpdateCall& call);
graph::Value lionFormula(UpdateCall& call);
graph::Value adafactorFormula(UpdateCall& call);
graph::Value lambFormula(UpdateCall& call);
graph::Value adadeltaFormula(UpdateCall& call);

/// keras.ops.sum and keras.ops.mean over axes (bit i for axis i): added in the carrier, rounded once.
graph::Value sumOnce(const graph::Value& x, std::uint8_t axes);
graph::Value meanOnce(const graph::Value& x, std::uint8_t axes);
/// x over a divisor of fewer numbers, as XLA divides (kernels/xla_rules.h): in float16 the reciprocal of a small divisor is infinite.
graph::Value dividedByFewer(const graph::Value& x, const graph::Value& divisor);
/// All of them.
std::uint8_t allAxes(const Shape& shape);

} // namespace ulpscope
