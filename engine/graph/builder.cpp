// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/builder.h"

#include "engine/base/check.h"

#include <algorithm>

namespace ulpscope::graph {

const Node& Value::node() const
{
    return m_builder->graph()[m_id];
}

Value Builder::add(Node node)
{
    node.owner = m_owner;
    node.pass = m_pass;
    node.group = m_group;
    node.addedBy = m_addedBy;
    node.attributes.isInCarrier |= m_isInCarrier;
    node.attributes.isCuda |= m_isCuda;
    const bool isLeaf = node.operation == Operation::Input || node.operation == Operation::Variable;
    if (m_leavesFormatsOpen && !isLeaf)
        node.format = nullptr;
    return {*this, m_graph->add(std::move(node))};
}

Value Builder::input(const std::string& name, const Shape& shape, const Format* format)
{
    return add({.operation = Operation::Input, .shape = shape, .format = format, .name = name});
}

Value Builder::variable(const std::string& name, const Shape& shape, const Format* format, bool isAutocast)
{
    return add({.operation = Operation::Variable,
        .attributes = {.isAutocast = isAutocast},
        .shape = shape,
        .format = format,
        .name = name});
}

Value Builder::constant(double number, const Format* format)
{
    return add({.operation = Operation::Constant, .attributes = {.number = number}, .format = format});
}

namespace {

/// What both are broadcast to.
Shape joined(const Shape& a, const Shape& b)
{
    if (a.rank() < b.rank())
        return joined(b, a);
    const int more = a.rank() - b.rank();
    Shape shape;
    for (int axis = 0; axis < a.rank(); ++axis)
        shape.append(axis < more || b[axis - more] == 1 ? a[axis] : b[axis - more]);
    return shape;
}

Shape withAxis(const Shape& shape, int axis, Index extent)
{
    Shape result;
    for (int i = 0; i < shape.rank(); ++i)
        result.append(i == axis ? extent : shape[i]);
    return result;
}

Shape withoutAxes(const Shape& shape, std::uint8_t axes)
{
    Shape result;
    for (int axis = 0; axis < shape.rank(); ++axis)
        if ((axes >> axis & 1) == 0)
            result.append(shape[axis]);
    return result;
}

} // namespace

Value Builder::apply(Operation operation, std::initializer_list<Value> operands)
{
    Node node{.operation = operation};
    for (const Value& operand : operands)
        node.shape = joined(node.shape, operand.shape());
    for (const Value& operand : operands)
        node.operands.push_back(
            operand.shape() == node.shape ? operand.id() : broadcast(operand, node.shape).id());
    node.format = operands.begin()[operands.size() == 3 ? 1 : 0].format();
    return add(std::move(node));
}

Value Builder::constantThatFits(double number, double fallback)
{
    return add({.operation = Operation::Constant, .attributes = {.number = number, .fallback = fallback}});
}

Value Builder::triangle(Index rows, Index columns)
{
    return add({.operation = Operation::Triangle, .shape = {rows, columns}});
}

Value Builder::cast(const Value& x, const Format& format)
{
    if (x.format() != nullptr && *x.format() == format)
        return x;
    return add({.operation = Operation::Cast, .operands = {x.id()}, .shape = x.shape(), .format = &format});
}

Value Builder::cast(const Value& x, CastTo to)
{
    return add({.operation = Operation::Cast,
        .operands = {x.id()},
        .attributes = {.castTo = to},
        .shape = x.shape(),
        .format = nullptr});
}

Value Builder::broadcast(const Value& x, const Shape& shape)
{
    const int more = shape.rank() - x.shape().rank();
    check(more >= 0, "[Builder] a value is broadcast to as many axes or more");
    for (int axis = 0; axis < x.shape().rank(); ++axis)
        check(x.shape()[axis] == 1 || x.shape()[axis] == shape[axis + more], "[Builder] axes fit, or are 1");
    return add(
        {.operation = Operation::Broadcast, .operands = {x.id()}, .shape = shape, .format = x.format()});
}

Value Builder::reshape(const Value& x, const Shape& shape)
{
    check(x.shape().elements() == shape.elements(), "[Builder] as many elements");
    if (x.shape() == shape)
        return x;
    return add({.operation = Operation::Reshape, .operands = {x.id()}, .shape = shape, .format = x.format()});
}

Value Builder::sum(const Value& x, std::uint8_t axes, SumOrder order, SumRounding rounding)
{
    return add({.operation = Operation::Sum,
        .operands = {x.id()},
        .attributes = {.axes = axes, .sumOrder = order, .rounding = rounding},
        .shape = withoutAxes(x.shape(), axes),
        .format = x.format()});
}

Value Builder::reduceMax(const Value& x, std::uint8_t axes)
{
    return add({.operation = Operation::ReduceMax,
        .operands = {x.id()},
        .attributes = {.axes = axes},
        .shape = withoutAxes(x.shape(), axes),
        .format = x.format()});
}

Value Builder::iota(const Shape& shape, const Format* format)
{
    return add({.operation = Operation::Iota, .shape = shape, .format = format});
}

Value Builder::permute(const Value& x, std::span<const int> permutation)
{
    if (std::ranges::is_sorted(permutation))
        return x;
    Node node{.operation = Operation::Permute, .operands = {x.id()}, .format = x.format()};
    for (std::size_t axis = 0; axis < permutation.size(); ++axis) {
        node.shape.append(x.shape()[permutation[axis]]);
        node.attributes.permutation[axis] = static_cast<std::int8_t>(permutation[axis]);
    }
    return add(std::move(node));
}

Value Builder::product(const Value& a, const Value& b, Transpose transpose)
{
    const Shape& left = a.shape();
    const Shape& right = b.shape();
    const auto rows = [](const Shape& shape) { return shape.elements() / shape.last(); };
    check(transpose == Transpose::A     ? rows(left) == rows(right)
            : transpose == Transpose::B ? left.last() == right.last()
                                        : left.last() == rows(right),
        "[Builder] matrices fit");
    const Shape shape = transpose == Transpose::A
        ? Shape{left.last(), right.last()}
        : left.withLast(transpose == Transpose::B ? rows(right) : right.last());
    return add({.operation = Operation::Product,
        .operands = {a.id(), b.id()},
        .attributes = {.transpose = transpose},
        .shape = shape,
        .format = a.format()});
}

Value Builder::batchedProduct(const Value& a, const Value& b, Transpose transpose)
{
    const Shape& left = a.shape();
    const Shape& right = b.shape();
    const int rank = left.rank();
    check(rank >= 2 && rank == right.rank(), "[Builder] as many matrices");
    Shape shape = withAxis(left, rank - 2, left[transpose == Transpose::A ? rank - 1 : rank - 2]);
    shape = shape.withLast(right[transpose == Transpose::B ? rank - 2 : rank - 1]);
    return add({.operation = Operation::BatchedProduct,
        .operands = {a.id(), b.id()},
        .attributes = {.transpose = transpose},
        .shape = shape,
        .format = a.format()});
}

Value Builder::concatenate(const Value& a, const Value& b, int axis)
{
    return add({.operation = Operation::Concatenate,
        .operands = {a.id(), b.id()},
        .attributes = {.axis = axis},
        .shape = withAxis(a.shape(), axis, a.shape()[axis] + b.shape()[axis]),
        .format = a.format()});
}

Value Builder::slice(const Value& x, int axis, Index first, Index extent)
{
    check(first >= 0 && first + extent <= x.shape()[axis], "[Builder] a slice of the axis");
    if (extent == x.shape()[axis])
        return x;
    return add({.operation = Operation::Slice,
        .operands = {x.id()},
        .attributes = {.axis = axis, .first = first},
        .shape = withAxis(x.shape(), axis, extent),
        .format = x.format()});
}

Value Builder::pad(const Value& x, int axis, Index first, Index extent)
{
    check(first >= 0 && first + x.shape()[axis] <= extent, "[Builder] the operand fits");
    return add({.operation = Operation::Pad,
        .operands = {x.id()},
        .attributes = {.axis = axis, .first = first},
        .shape = withAxis(x.shape(), axis, extent),
        .format = x.format()});
}

Value Builder::reverse(const Value& x, int axis)
{
    return add({.operation = Operation::Reverse,
        .operands = {x.id()},
        .attributes = {.axis = axis},
        .shape = x.shape(),
        .format = x.format()});
}

Value Builder::gather(const Value& table, const Value& ids)
{
    Shape shape = ids.shape();
    shape.append(table.shape().last());
    return add({.operation = Operation::Gather,
        .operands = {table.id(), ids.id()},
        .shape = shape,
        .format = table.format()});
}

Value Builder::scatterAdd(const Value& x, const Value& ids, const Shape& table)
{
    return add({.operation = Operation::ScatterAdd,
        .operands = {x.id(), ids.id()},
        .shape = table,
        .format = x.format()});
}

Value Builder::draw(
    Distribution distribution, double rate, std::uint64_t seed, std::uint32_t stream, const Shape& shape)
{
    const auto& nodes = m_graph->nodes();
    const auto known = std::ranges::find(nodes, std::string("step"), &Node::name);
    const ValueId step = known != nodes.end() ? ValueId(static_cast<std::size_t>(known - nodes.begin()))
                                              : input("step", {}, &float64Format()).id();
    return add({.operation = Operation::Draw,
        .operands = {step},
        .attributes = {.number = rate, .distribution = distribution, .seed = seed, .stream = stream},
        .shape = shape});
}

Value Builder::windows(Operation operation, const Value& x, const Window2D& window)
{
    const Shape image{window.batch, window.outHeight, window.outWidth, window.channels};
    return add({.operation = operation,
        .operands = {x.id()},
        .attributes = {.window = {window}},
        .shape
        = operation == Operation::Unfold ? Shape{window.outputs(), window.taps() * window.channels} : image,
        .format = x.format()});
}

Value Builder::windowMaxGradient(const Value& x, const Value& gradient, const Window2D& window)
{
    return add({.operation = Operation::WindowMaxGradient,
        .operands = {x.id(), gradient.id()},
        .attributes = {.window = {window}},
        .shape = x.shape(),
        .format = x.format()});
}

Value Builder::spread(const Value& x, const Window2D& window)
{
    if (window.strideHeight == 1 && window.strideWidth == 1)
        return x;
    Shape shape = withAxis(x.shape(), 1, (x.shape()[1] - 1) * window.strideHeight + 1);
    shape = withAxis(shape, 2, (x.shape()[2] - 1) * window.strideWidth + 1);
    return add({.operation = Operation::Spread,
        .operands = {x.id()},
        .attributes = {.window = {window}},
        .shape = shape,
        .format = x.format()});
}

Value Builder::group(const std::string& name, std::span<const Value> operands,
    const std::function<Value()>& function, GroupGradient gradient, const GroupKind& kind)
{
    const std::optional<GroupId> around = m_group;
    Group group{
        .name = name, .owner = m_owner, .around = around, .gradient = std::move(gradient), .kind = kind};
    for (const Value& operand : operands)
        group.operands.push_back(operand.id());
    const GroupId id = m_graph->addGroup(group);
    m_group = id;
    group.result = function().id();
    m_group = around;
    const ValueId result = group.result;
    m_graph->setGroup(id, std::move(group));
    return {*this, result};
}

namespace {

Value apply(Operation operation, const Value& a, const Value& b)
{
    return a.builder().apply(operation, {a, b});
}
Value apply(Operation operation, const Value& a, double b)
{
    return apply(operation, a, a.builder().constantLike(b, a));
}
Value apply(Operation operation, double a, const Value& b)
{
    return apply(operation, b.builder().constantLike(a, b), b);
}
Value apply(Operation operation, const Value& x)
{
    return x.builder().apply(operation, {x});
}

} // namespace

Value operator-(const Value& x)
{
    return apply(Operation::Negate, x);
}
Value operator+(const Value& a, const Value& b)
{
    return apply(Operation::Add, a, b);
}
Value operator-(const Value& a, const Value& b)
{
    return apply(Operation::Subtract, a, b);
}
Value operator*(const Value& a, const Value& b)
{
    return apply(Operation::Multiply, a, b);
}
Value operator/(const Value& a, const Value& b)
{
    return apply(Operation::Divide, a, b);
}
Value operator+(const Value& a, double b)
{
    return apply(Operation::Add, a, b);
}
Value operator+(double a, const Value& b)
{
    return apply(Operation::Add, a, b);
}
Value operator-(double a, const Value& b)
{
    return apply(Operation::Subtract, a, b);
}
Value operator*(const Value& a, double b)
{
    return apply(Operation::Multiply, a, b);
}
Value operator*(double a, const Value& b)
{
    return apply(Operation::Multiply, a, b);
}
Value operator/(const Value& a, double b)
{
    return apply(Operation::Divide, a, b);
}
Value operator/(double a, const Value& b)
{
    return apply(Operation::Divide, a, b);
}
Value operator>(const Value& a, double b)
{
    return apply(Operation::Greater, a, b);
}
Value operator>(double a, const Value& b)
{
    return apply(Operation::Greater, a, b);
}
Value operator>=(const Value& a, double b)
{
    return apply(Operation::GreaterOrEqual, a, b);
}
Value abs(const Value& x)
{
    return apply(Operation::Absolute, x);
}
Value sign(const Value& x)
{
    return apply(Operation::Sign, x);
}
Value exp(const Value& x)
{
    return apply(Operation::Exp, x);
}
Value expm1(const Value& x)
{
    return apply(Operation::Expm1, x);
}
Value log(const Value& x)
{
    return apply(Operation::Log, x);
}

Value log1p(const Value& x)
{
    return apply(Operation::Log1p, x);
}
Value tanh(const Value& x)
{
    return apply(Operation::Tanh, x);
}
Value erf(const Value& x)
{
    return apply(Operation::Erf, x);
}
Value erfc(const Value& x)
{
    return apply(Operation::Erfc, x);
}
Value sqrt(const Value& x)
{
    return apply(Operation::Sqrt, x);
}

Value rsqrt(const Value& x)
{
    return apply(Operation::Rsqrt, x);
}
Value pow(const Value& a, const Value& b)
{
    return apply(Operation::Power, a, b);
}
Value maximum(const Value& a, const Value& b)
{
    return apply(Operation::Maximum, a, b);
}
Value minimum(const Value& a, const Value& b)
{
    return apply(Operation::Minimum, a, b);
}
Value minimum(const Value& a, double b)
{
    return apply(Operation::Minimum, a, b);
}
Value maximum(const Value& a, double b)
{
    return apply(Operation::Maximum, a, b);
}
Value select(const Value& condition, const Value& a, const Value& b)
{
    return condition.builder().apply(Operation::Select, {condition, a, b});
}
Value select(const Value& condition, const Value& a, double b)
{
    return select(condition, a, a.builder().constantLike(b, a));
}
Value select(const Value& condition, double a, const Value& b)
{
    return select(condition, b.builder().constantLike(a, b), b);
}
Value matmul(const Value& a, const Value& b)
{
    return a.builder().product(a, b, Transpose::None);
}

} // namespace ulpscope::graph
