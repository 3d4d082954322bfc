// SPDX-License-Identifier: GPL-3.0-or-later
// Runs an optimizer's rule by its formula, operation by operation, where it has no kernel of its own (tensor/updates.h).
#pragma once

#include "engine/graph/graph_run.h"
#include "engine/optimizer/update_formula.h"
#include "engine/optimizer/update_rule.h"
#include "engine/tensor/updates.h"

#include <vector>

namespace ulpscope {

/// The formula for one variable. It keeps a tensor of the variable's size for each operation.
class FormulaUpdate
{
public:
    FormulaUpdate(const UpdateRule& rule, const Shape& shape, const Format& format);

    /// One step, as applyUpdate() does it by a kernel; it counts the same.
    UpdateSize apply(Arithmetic& arithmetic, const UpdateTensors& tensors, const UpdateStep& step);

private:
    struct Leaves
    {
        graph::ValueId variable;
        graph::ValueId weights;
        graph::ValueId gradient;
        graph::ValueId learningRate;
        graph::ValueId iterations;
        std::vector<graph::ValueId> state;
        std::vector<graph::ValueId> nextState;
        std::vector<std::size_t> meanSquares; ///< indices of the state tensors that are mean squares
        graph::ValueId next;
        graph::ValueId added; ///< value that the last operation adds to the variable, or subtracts
    };
    struct Formula
    {
        graph::Graph graph;
        Leaves leaves;
        std::vector<StateTensor> state;
    };
    static Formula formulaOf(
        UpdateFormula formula, const Config& config, const Shape& shape, const Format& format);
    friend UpdateRule;

    explicit FormulaUpdate(Formula formula);
    void count(RoundingCounts& counts, const UpdateTensors& tensors, const Tensor& gradient) const;

    Leaves m_leaves;
    graph::GraphRun m_run;
    Tensor m_gradient; ///< gradient in the form that the formula takes
    Tensor m_learningRate;
    Tensor m_iterations;
};

} // namespace ulpscope
