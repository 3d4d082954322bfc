// SPDX-License-Identifier: GPL-3.0-or-later
// Computes a graph operation by operation: the plain meaning of its nodes, which faster ways are held against. Products, sums of rows,
// casts and the four basic operations are those of tensor/ops.h; other elements go one after the other.
#pragma once

#include "engine/graph/graph.h"
#include "engine/tensor/tensor.h"

namespace ulpscope::graph {

/// A number as a constant of that format: as a value of its carrier, rounded to it.
double constantIn(const Format& format, double number);

class GraphRun
{
public:
    /// Every node has its dtype.
    explicit GraphRun(Graph graph);

    const Graph& graph() const { return m_graph; }
    /// The tensor of an input or a variable, in its node's shape and dtype; it must live while anything is run.
    void give(ValueId leaf, const Tensor& tensor);
    /// Which step it is, for what is drawn.
    void setStep(std::int64_t step) { m_step = static_cast<std::uint64_t>(step); }
    /// Computes the nodes of that part of the step; what they need of other parts was computed before.
    void run(Arithmetic& arithmetic, Pass pass);
    const Tensor& value(ValueId value) const { return *m_values[value.index()]; }

private:
    void compute(Arithmetic& arithmetic, std::size_t index);

    Graph m_graph;
    std::uint64_t m_step = 0;
    std::vector<Tensor> m_tensors;
    std::vector<const Tensor*> m_values; ///< what was given, or the tensor of the same index
};

} // namespace ulpscope::graph
