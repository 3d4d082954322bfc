// SPDX-License-Identifier: GPL-3.0-or-later
// Computes a graph: chains of elementwise operations in one loop each, or every operation by itself where a watch looks for the first
// NaN or follows an element.
#pragma once

#include "engine/dtype/block_quantize.h"
#include "engine/graph/lowering.h"
#include "engine/tensor/tensor_pool.h"

#include <array>
#include <map>
#include <span>

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
    /// Computes the nodes of that part of the step; what they need of other parts was computed before. pool: where large values that
    /// nothing reads any more give their storage; null: they keep it.
    void run(Arithmetic& arithmetic, Pass pass, TensorPool* pool = nullptr);
    /// The tensor of an output of the graph, or what was given.
    const Tensor& value(ValueId value) const { return *m_values[value.index()]; }

    /// The scale of the whole tensor with which an operand was last quantized; null for one that has none.
    const TensorScale* scaleOf(ValueId quantized) const;

    /// Moves value() into `out`, or copies it where another has it too. What is run later reads it there.
    void take(Arithmetic& arithmetic, ValueId value, Tensor& out, TensorPool* pool = nullptr);

    /// Size of what the forward pass leaves for the backward one, beside what was given and what is taken.
    std::size_t keptBytes() const;
    /// Gives it to the pool: the forward pass must be run again before the backward one.
    void giveUpKept(TensorPool& pool);

private:
    struct Scheduled
    {
        Launch launch;
        std::vector<ValueId> made; ///< large values that are not kept, and outputs
        std::vector<ValueId> read; ///< such values that nothing reads after it
    };
    void findViews();
    void schedule(LoweredTo to);
    void compute(Arithmetic& arithmetic, ValueId value);
    void compute(Arithmetic& arithmetic, const Chain& chain);
    void evaluate(Arithmetic& arithmetic, ValueId value);
    /// Operation by operation, and tells the watch of each; of a function of elements as of one.
    void runWatched(Arithmetic& arithmetic, Pass pass);
    void computeWithin(Arithmetic& arithmetic, ValueId value, const Group& softmax);
    void addRowTo(Arithmetic& arithmetic, ValueId value);
    std::vector<const Tensor*> operandsOf(const Node& node) const;
    /// Tells a watch where the elements of a move's operands lie now.
    void tellMoved(const Arithmetic& arithmetic, ValueId value);
    void multiply(Arithmetic& arithmetic, ValueId value);
    void multiply(Arithmetic& arithmetic, ValueId value, const Tensor& left, Tensor& out);
    void multiplyUnfolded(Arithmetic& arithmetic, ValueId value);
    void findUnfolded();
    /// A reshape can take the storage of its operand, if nothing else reads that.
    bool takesOperand(ValueId value) const;
    /// Shapes what nothing else reads without copying it.
    void reshape(Arithmetic& arithmetic, ValueId value);
    /// Divides by a scale where a pass has made a reciprocal of it, so that what is not finite is told of as that division.
    bool dividesByScale(Arithmetic& arithmetic, ValueId value);
    void quantizeIntegers(Arithmetic& arithmetic, ValueId value);
    void compute(Arithmetic& arithmetic, const NormalizationCall& call);

    Graph m_graph;
    std::array<std::vector<Scheduled>, 4> m_launches; ///< in the order of Pass
    std::vector<FunctionLoop> m_functions; ///< made when a watch first asks
    std::uint64_t m_step = 0;
    std::vector<Tensor> m_tensors;
    std::vector<const Tensor*> m_values; ///< what was given, or the tensor of the same index
    std::vector<bool> m_isCastInProduct; ///< castsInProducts() of the graph
    std::vector<ValueId> m_kept; ///< from the forward pass to the backward one
    std::vector<bool>
        m_isUnfoldedInProduct; ///< images that a product alone reads, which unfolds some at a time
    std::vector<std::vector<ValueId>> m_views; ///< by leaf: reshapes of it, which show its elements
    std::vector<bool> m_isView;
    std::vector<bool> m_isTaken; ///< its storage leaves with take()
    std::vector<std::uint32_t> m_uses; ///< how often each value is read; an output once more
    std::map<ValueId, TensorScale> m_scales;
    std::map<ValueId, Tensor>
        m_quantizedFrom; ///< what integers were made of: a kernel that does not train is quantized once
    std::vector<bool> m_isFixed; ///< what constants alone make is computed once
    std::vector<bool> m_isComputed;
    std::array<Tensor, 4> m_own; ///< of operations, of what they compute on their way, without a pool
    std::span<Tensor, 4> m_storage = m_own; ///< or the pool's
    std::vector<const Tensor*> m_read; ///< kept, so that a step allocates nothing
    std::vector<Tensor*> m_written;
    std::map<GroupId, NormalizationKernel> m_normalizations; ///< by function
};

} // namespace ulpscope::graph
