// SPDX-License-Identifier: GPL-3.0-or-later
// Computes a graph: chains of elementwise operations in one loop each, or every operation by itself where a watch looks for the first
// NaN or follows an element.
#pragma once

#include "engine/graph/lowering.h"
#include "engine/tensor/tensor.h"

#include <array>
#include <map>

namespace ulpscope::graph {

class GraphRun
{
public:
    /// Every node has its dtype. to: where nothing is watched
    explicit GraphRun(Graph graph, LoweredTo to = LoweredTo::Kernels);

    const Graph& graph() const { return m_graph; }
    /// The tensor of an input or a variable, in its node's shape and dtype; it must live while anything is run.
    void give(ValueId leaf, const Tensor& tensor);
    /// What is drawn depends on the step.
    void setStep(std::int64_t step) { m_step = static_cast<std::uint64_t>(step); }
    /// Computes the nodes of that part of the step; what they need of other parts was computed before.
    void run(Arithmetic& arithmetic, Pass pass);
    /// The tensor of an output of the graph, or what was given.
    const Tensor& value(ValueId value) const { return *m_values[value.index()]; }

    /// Moves value() into `out`, or copies it where another has it too. What is run later reads it there.
    void take(Arithmetic& arithmetic, ValueId value, Tensor& out);

private:
    void compute(Arithmetic& arithmetic, ValueId value);
    void compute(Arithmetic& arithmetic, const Chain& chain);
    void compute(Arithmetic& arithmetic, const NormalizationCall& call);

    Graph m_graph;
    std::array<std::vector<Launch>, 4> m_launches; ///< in the order of Pass
    std::uint64_t m_step = 0;
    std::vector<Tensor> m_tensors;
    std::vector<const Tensor*> m_values; ///< what was given, or the tensor of the same index
    std::vector<bool> m_isFixed; ///< what constants alone make is computed once
    std::vector<bool> m_isComputed;
    std::vector<const Tensor*> m_read; ///< kept, so that a step allocates nothing
    std::vector<Tensor*> m_written;
    std::map<GroupId, NormalizationKernel> m_normalizations; ///< by function
};

} // namespace ulpscope::graph
