// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/formula_update.h"

#include "engine/base/check.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

using graph::Value;

std::vector<StateTensor> UpdateRule::state(const Shape& variable) const
{
    return FormulaUpdate::formulaOf(formula, config, variable, float32Format()).state;
}

FormulaUpdate::Formula FormulaUpdate::formulaOf(
    UpdateFormula formula, const Config& config, const Shape& shape, const Format& format)
{
    Formula made;
    graph::Builder builder(made.graph);
    builder.setOwner({}, Pass::Update);
    UpdateStepValues step{
        builder.input("learning_rate", {}, &format), builder.input("iterations", {}, &float64Format())};
    // Numbers of the step are the step's own, in float64; all else is a layer's (graph/graph_run.cpp).
    builder.setOwner(made.graph.addOwner({.path = "variable", .className = {}}), Pass::Update);
    UpdateCall call{config, step, builder.variable("variable", shape, &format),
        builder.variable("weights", shape, &format), builder.input("gradient", shape, &format)};
    const Value next = formula(call);
    const graph::Node last = next.node(); // a copy: the graph grows
    const bool isFused = last.operation == graph::Operation::MultiplyAdd;
    const bool adds = last.operation == graph::Operation::Add || last.operation == graph::Operation::Subtract;
    check((adds && (last.operands[0] == call.variable.id() || last.operands[1] == call.variable.id()))
            || (isFused && last.operands[2] == call.variable.id()),
        "[FormulaUpdate] the last operation adds to the variable");
    graph::ValueId added = last.operands[last.operands[0] == call.variable.id() ? 1 : 0];
    if (isFused)
        added = (Value(builder, last.operands[0]) * Value(builder, last.operands[1])).id();
    made.leaves = {call.variable.id(), call.weights.id(), call.gradient.id(), step.learningRate.id(),
        step.iterations.id(), {}, {}, {}, next.id(), added};
    made.graph.addOutput({"next", next.id()});
    made.graph.addOutput({"added", added});
    for (const UpdateCall::Kept& kept : call.kept) {
        made.graph.addOutput({"next", kept.next.id()});
        if (kept.isMeanSquare)
            made.leaves.meanSquares.push_back(made.state.size());
        made.state.push_back({kept.state.node().name, kept.state.shape(), kept.initial});
        made.leaves.state.push_back(kept.state.id());
        made.leaves.nextState.push_back(kept.next.id());
    }
    return made;
}

FormulaUpdate::FormulaUpdate(Formula formula)
    : m_leaves(std::move(formula.leaves))
    , m_run(std::move(formula.graph))
{
}

FormulaUpdate::FormulaUpdate(const UpdateRule& rule, const Shape& shape, const Format& format)
    : FormulaUpdate(formulaOf(rule.formula, rule.config, shape, format))
{
}

UpdateSize FormulaUpdate::apply(Arithmetic& arithmetic, const UpdateTensors& tensors, const UpdateStep& step)
{
    // What becomes not finite on the way is counted below, where it reaches a weight or the state.
    Arithmetic apart = arithmetic;
    apart.setWatch(nullptr);
    const bool isReady = tensors.gradient.format() == step.format && tensors.gradientDivisor == 1;
    const Tensor& gradient = isReady ? tensors.gradient : m_gradient;
    if (!isReady)
        castOrCopy(apart, tensors.gradient, step.format, m_gradient);
    if (tensors.gradientDivisor != 1)
        scalarInPlace(apart, Binary::Divide, m_gradient, tensors.gradientDivisor);
    m_learningRate.reset(Shape(), step.format);
    m_learningRate.set(0, step.learningRate);
    m_iterations.reset(Shape(), float64Format());
    m_iterations.set(0, static_cast<double>(step.iterations));
    m_run.give(m_leaves.variable, tensors.variable);
    m_run.give(m_leaves.weights, tensors.weights);
    m_run.give(m_leaves.gradient, gradient);
    m_run.give(m_leaves.learningRate, m_learningRate);
    m_run.give(m_leaves.iterations, m_iterations);
    for (std::size_t i = 0; i < m_leaves.state.size(); ++i)
        m_run.give(m_leaves.state[i], tensors.state[i]);
    m_run.run(apart, Pass::Update);
    if (apart.counts().nonFinite != 0)
        count(arithmetic.counts(), tensors, gradient);
    const UpdateSize size{finiteRange(arithmetic, m_run.value(m_leaves.added)).amax};
    for (std::size_t i = 0; i < m_leaves.state.size(); ++i)
        m_run.take(apart, m_leaves.nextState[i], tensors.state[i]);
    m_run.take(apart, m_leaves.next, tensors.variable);
    return size;
}

/// As the kernels do (kernels/per_level/updates.cpp): an overflow is what a finite gradient makes of a finite weight, or of a finite mean
/// square, which the step would hide.
void FormulaUpdate::count(RoundingCounts& counts, const UpdateTensors& tensors, const Tensor& gradient) const
{
    const Tensor& added = m_run.value(m_leaves.added);
    const Tensor& next = m_run.value(m_leaves.next);
    for (Index i = 0; i < next.size(); ++i) {
        counts.nonFinite += std::isfinite(next.at(i)) ? 0 : 1;
        if (!std::isfinite(gradient.at(i)))
            continue;
        const bool isStep = std::isfinite(tensors.variable.at(i))
            && !(std::isfinite(added.at(i)) && std::isfinite(next.at(i)));
        counts.overflows += isStep ? 1 : 0;
        for (const std::size_t k : m_leaves.meanSquares) {
            const Tensor& after = m_run.value(m_leaves.nextState[k]);
            counts.overflows += std::isfinite(tensors.state[k].at(i)) && !std::isfinite(after.at(i)) ? 1 : 0;
        }
    }
}

} // namespace ulpscope
