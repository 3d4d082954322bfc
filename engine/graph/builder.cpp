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
    const bool isLeaf = node.operation == Operation::Input || node.operation == Operation::Variable;
    if (m_leavesFormatsOpen && !isLeaf)
        node.format = nullptr;
    return {*this, m_graph->add(std::move(node))};
}

Value Builder::input(const std::string& name, const Shape& shape, const Format* format)
{
    return add({.operation = Operation::Input, .shape = shape, .format = format, .name = name});
}

Value Builder::variable(const std::string& name, const Shape& shape, const Format* format)
{
    return add({.operation = Operation::Variable, .shape = shape, .format = format, .name = name});
}

Value Builder::constant(double number, const Format* format)
{
    return add({.operation = Operation::Constant, .attributes = {.number = number}, .format = format});
}

Value Builder::apply(Operation operation, std::initializer_list<Value> operands)
{
    Node node{.operation = operation};
    const Value* widest = operands.begin();
    for (const Value& operand : operands)
        if (operand.shape().rank() > widest->shape().rank()
            || operand.shape().elements() > widest->shape().elements())
            widest = &operand;
    node.shape = widest->shape();
    for (const Value& operand : operands)
        node.operands.push_back(
            operand.shape() == node.shape ? operand.id() : broadcast(operand, node.shape).id());
    node.format = operands.begin()[operands.size() == 3 ? 1 : 0].format();
    return add(std::move(node));
}

Value Builder::cast(const Value& x, const Format& format)
{
    if (x.format() != nullptr && *x.format() == format)
        return x;
    return add({.operation = Operation::Cast, .operands = {x.id()}, .shape = x.shape(), .format = &format});
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
    Shape shape;
    for (int axis = 0; axis < x.shape().rank(); ++axis)
        if ((axes >> axis & 1) == 0)
            shape.append(x.shape()[axis]);
    return add({.operation = Operation::Sum,
        .operands = {x.id()},
        .attributes = {.axes = axes, .sumOrder = order, .rounding = rounding},
        .shape = shape,
        .format = x.format()});
}

Value Builder::iota(const Shape& shape, const Format* format)
{
    return add({.operation = Operation::Iota, .shape = shape, .format = format});
}

Value Builder::permute(const Value& x, std::span<const int> permutation)
{
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

Value Builder::group(const std::string& name, std::initializer_list<Value> operands,
    const std::function<Value()>& function, GroupGradient gradient)
{
    const std::optional<GroupId> around = m_group;
    Group group{.name = name, .owner = m_owner, .around = around, .gradient = std::move(gradient)};
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
