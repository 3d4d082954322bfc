// SPDX-License-Identifier: GPL-3.0-or-later
// Formulas are written with these: `y = matmul(x, kernel) + bias`. Each operator adds one node, in the order of its evaluation, with
// the shape that follows from its operands; a smaller operand is broadcast, as in NumPy. A dtype that no pass has said stays open.
#pragma once

#include "engine/graph/graph.h"

#include <functional>
#include <initializer_list>

namespace ulpscope::graph {

class Builder;

/// A value while a formula is written.
class Value
{
public:
    Value(Builder& builder, ValueId id)
        : m_builder(&builder)
        , m_id(id)
    {
    }

    Builder& builder() const { return *m_builder; }
    ValueId id() const { return m_id; }
    const Node& node() const;
    Shape shape() const { return node().shape; } // a copy: the graph grows
    const Format* format() const { return node().format; }

private:
    Builder* m_builder;
    ValueId m_id;
};

class Builder
{
public:
    explicit Builder(Graph& graph)
        : m_graph(&graph)
    {
    }

    Graph& graph() { return *m_graph; }
    const Graph& graph() const { return *m_graph; }

    /// What the nodes from now on belong to.
    void setOwner(OwnerId owner, Pass pass) { m_owner = owner, m_pass = pass; }
    OwnerId owner() const { return m_owner; }
    /// The innermost function that is being written.
    std::optional<GroupId> function() const { return m_group; }
    /// What the nodes from now on are part of, where a pass puts them into a function that is there already.
    void setFunction(std::optional<GroupId> function) { m_group = function; }
    /// From now on what operations compute in is open, whatever their operands have: a pass will say.
    void leaveFormatsOpen() { m_leavesFormatsOpen = true; }
    /// The owner's inputs are not cast to its compute dtype: Keras' Layer.autocast = False.
    void skipAutocast() { m_graph->owner(m_owner).castsInputs = false; }
    /// Whether operations of the step itself are computed in their dtype's carrier from now on, as a kernel computes them.
    void computeInCarrier(bool yes) { m_isInCarrier = yes; }
    /// Whether functions are those of CUDA's library from now on.
    void useCudaFunctions(bool yes) { m_isCuda = yes; }
    /// From now on nodes are this pass's.
    void setAddedBy(std::string_view pass) { m_addedBy = pass; }

    /// format null: a later pass says.
    Value input(const std::string& name, const Shape& shape, const Format* format);
    Value variable(const std::string& name, const Shape& shape, const Format* format, bool isAutocast = true);
    /// One number, of no axes.
    Value constant(double number, const Format* format);
    Value constantLike(double number, const Value& other) { return constant(number, other.format()); }
    /// number, or `fallback` in a dtype that does not hold it
    Value constantThatFits(double number, double fallback);
    Value triangle(Index rows, Index columns);
    /// The result has the first operand's dtype, or the second's of a selection.
    Value apply(Operation operation, std::initializer_list<Value> operands);
    Value cast(const Value& x, const Format& format);
    /// To a dtype that autocast says.
    Value cast(const Value& x, CastTo to);
    Value broadcast(const Value& x, const Shape& shape);
    Value reshape(const Value& x, const Shape& shape);
    /// axes: bit i for axis i, which goes.
    Value sum(
        const Value& x, std::uint8_t axes, SumOrder order, SumRounding rounding = SumRounding::EachAddition);
    /// 0, 1, 2 and so on along the last axis.
    Value iota(const Shape& shape, const Format* format);
    Value reduceMax(const Value& x, std::uint8_t axes);
    /// Axis i of the result is axis permutation[i] of x.
    Value permute(const Value& x, std::span<const int> permutation);
    Value product(const Value& a, const Value& b, Transpose transpose);
    /// As batchedMatmul() of tensor/layout_ops.h.
    Value batchedProduct(const Value& a, const Value& b, Transpose transpose);
    Value concatenate(const Value& a, const Value& b, int axis);
    Value slice(const Value& x, int axis, Index first, Index extent);
    Value pad(const Value& x, int axis, Index first, Index extent);
    Value reverse(const Value& x, int axis);
    /// table: [rows, columns]   result: [shape of ids..., columns]
    Value gather(const Value& table, const Value& ids);
    Value scatterAdd(const Value& x, const Value& ids, const Shape& table);
    /// Random numbers of a layer that a step draws; rate: of zeros among those of Bernoulli.
    Value draw(
        Distribution distribution, double rate, std::uint64_t seed, std::uint32_t stream, const Shape& shape);
    /// x: [batch, height, width, channels]   Unfold: [outputs, taps channels], else an image of outputs
    Value windows(Operation operation, const Value& x, const Window2D& window);
    Value windowMaxGradient(const Value& x, const Value& gradient, const Window2D& window);
    Value spread(const Value& x, const Window2D& window);

    /// A function whose operations belong together; what it computes is its last value.
    Value group(const std::string& name, std::span<const Value> operands,
        const std::function<Value()>& function, GroupGradient gradient = {}, const GroupKind& kind = {});
    Value group(const std::string& name, std::initializer_list<Value> operands,
        const std::function<Value()>& function, GroupGradient gradient = {})
    {
        return group(name, std::span(operands), function, std::move(gradient));
    }

    Value add(Node node);

private:
    Graph* m_graph;
    OwnerId m_owner;
    Pass m_pass = Pass::Forward;
    std::optional<GroupId> m_group; ///< the innermost
    std::string_view m_addedBy;
    bool m_leavesFormatsOpen = false;
    bool m_isInCarrier = false;
    bool m_isCuda = false;
};

Value operator-(const Value& x);
Value operator+(const Value& a, const Value& b);
Value operator-(const Value& a, const Value& b);
Value operator*(const Value& a, const Value& b);
Value operator/(const Value& a, const Value& b);
Value operator+(const Value& a, double b);
Value operator+(double a, const Value& b);
Value operator-(double a, const Value& b);
Value operator*(const Value& a, double b);
Value operator*(double a, const Value& b);
Value operator/(const Value& a, double b);
Value operator/(double a, const Value& b);
Value operator>(const Value& a, double b);
Value operator>(double a, const Value& b);
Value operator>=(const Value& a, double b);

Value abs(const Value& x);
Value sign(const Value& x);
Value exp(const Value& x);
Value expm1(const Value& x);
Value log(const Value& x);
Value log1p(const Value& x);
Value tanh(const Value& x);
Value erf(const Value& x);
Value erfc(const Value& x);
Value sqrt(const Value& x);
Value rsqrt(const Value& x);
Value pow(const Value& a, const Value& b);
Value maximum(const Value& a, const Value& b);
Value maximum(const Value& a, double b);
Value minimum(const Value& a, const Value& b);
Value minimum(const Value& a, double b);
Value select(const Value& condition, const Value& a, const Value& b);
Value select(const Value& condition, const Value& a, double b);
Value select(const Value& condition, double a, const Value& b);
Value matmul(const Value& a, const Value& b);

} // namespace ulpscope::graph
