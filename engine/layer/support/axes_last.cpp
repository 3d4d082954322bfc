// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/axes_last.h"

#include "engine/tensor/layout_ops.h"

#include <algorithm>

namespace ulpscope {

Result<AxesLast> AxesLast::find(std::span<const std::int64_t> axes, const Shape& input, bool mayBeBatch)
{
    const int rank = input.rank() + 1;
    std::array<bool, Shape::kMaxRank> isMoved{};
    for (const std::int64_t axis : axes) {
        const std::int64_t counted = axis < 0 ? axis + rank : axis;
        const std::string received
            = "for an input of shape " + input.text() + " and its batch axis, got " + std::to_string(axis);
        if (counted < 0 || counted >= rank)
            return Error{"axis",
                "expected an axis in [" + std::to_string(-rank) + ", " + std::to_string(rank - 1) + "] "
                    + received};
        if (counted == 0 && !mayBeBatch)
            return Error{"axis", "expected another axis than the batch " + received};
        bool& isNamed = isMoved[static_cast<std::size_t>(counted)];
        if (isNamed)
            return Error{"axis", "expected each axis once " + received};
        isNamed = true;
    }
    if (axes.empty())
        return Error{"axis", "expected at least one axis"};
    AxesLast result;
    result.m_rank = static_cast<std::size_t>(rank);
    result.m_count = axes.size();
    std::size_t next = 0;
    for (const bool wanted : {false, true})
        for (int axis = 0; axis < rank; ++axis)
            if (isMoved[static_cast<std::size_t>(axis)] == wanted)
                result.m_order[next++] = axis;
    return result;
}

AxesLast::Order AxesLast::axesFirst() const
{
    Order order = m_order;
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(m_rank - m_count),
        order.begin() + static_cast<std::ptrdiff_t>(m_rank));
    return order;
}

void AxesLast::permute(const Tensor& x, const Order& order, Tensor& moved) const
{
    permuteAxes(x, x.shape(), std::span(order).first(m_rank), moved);
}

void AxesLast::permuteBack(const Tensor& moved, const Order& order, const Shape& shape, Tensor& x) const
{
    Shape ordered;
    Order inverse{};
    for (std::size_t i = 0; i < m_rank; ++i) {
        ordered.append(shape[order[i]]);
        inverse[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    }
    permuteAxes(moved, ordered, std::span(inverse).first(m_rank), x);
}

void AxesLast::toLast(const Tensor& x, Tensor& moved) const
{
    permute(x, m_order, moved);
    Shape shape;
    Index extent = 1;
    for (std::size_t i = 0; i < m_rank; ++i)
        if (i < m_rank - m_count)
            shape.append(x.shape()[m_order[i]]);
        else
            extent *= x.shape()[m_order[i]];
    shape.append(extent);
    moved.reshape(shape);
}

void AxesLast::toFirst(const Tensor& x, Tensor& moved) const
{
    permute(x, axesFirst(), moved);
    Index extent = 1;
    for (std::size_t i = m_rank - m_count; i < m_rank; ++i)
        extent *= x.shape()[m_order[i]];
    moved.reshape(Shape{extent, extent == 0 ? 0 : x.size() / extent});
}

Shape AxesLast::extentsFirst(const Shape& shape) const
{
    Shape result;
    for (std::size_t i = m_rank - m_count; i < m_rank; ++i)
        result.append(shape[m_order[i]]);
    const Index extent = result.elements();
    result.append(extent == 0 ? 0 : shape.elements() / extent);
    return result;
}

void AxesLast::fromLast(const Tensor& moved, const Shape& shape, Tensor& x) const
{
    permuteBack(moved, m_order, shape, x);
}

void AxesLast::fromFirst(const Tensor& moved, const Shape& shape, Tensor& x) const
{
    permuteBack(moved, axesFirst(), shape, x);
}

} // namespace ulpscope
