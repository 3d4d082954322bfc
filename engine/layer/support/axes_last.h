// SPDX-License-Identifier: GPL-3.0-or-later
// Moves some axes of a tensor to its end, where they count as one, and back: layers that work along other axes than the
// last then are layers along the last. Moving rounds nothing.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/tensor.h"

#include <array>
#include <cstdint>
#include <span>

namespace ulpscope {

class AxesLast
{
public:
    /// axes: as Keras counts them, 0 is the batch and -1 the last. input: of one example, without the batch. An error,
    /// at "axis", for an axis that is not there, is named twice, or is the batch and may not be.
    static Result<AxesLast> find(std::span<const std::int64_t> axes, const Shape& input, bool mayBeBatch);

    /// Whether there is nothing to move: the last axis alone.
    bool isLastAlone() const { return m_count == 1 && m_order[m_rank - 1] == static_cast<int>(m_rank) - 1; }
    /// Whether the axes are several.
    bool areSeveral() const { return m_count > 1; }

    /// moved: [other axes..., product of the axes]
    void toLast(const Tensor& x, Tensor& moved) const;
    /// moved: [product of the axes, product of the others]
    void toFirst(const Tensor& x, Tensor& moved) const;
    /// Shape after toFirst(): [each of the axes..., product of the others].
    Shape extentsFirst(const Shape& shape) const;
    /// The inverse of either, of this shape.
    void fromLast(const Tensor& moved, const Shape& shape, Tensor& x) const;
    void fromFirst(const Tensor& moved, const Shape& shape, Tensor& x) const;

private:
    using Order = std::array<int, Shape::kMaxRank>;
    /// The axes first, then the others.
    Order axesFirst() const;
    void permute(const Tensor& x, const Order& order, Tensor& moved) const;
    void permuteBack(const Tensor& moved, const Order& order, const Shape& shape, Tensor& x) const;

    std::size_t m_rank = 0; ///< with the batch
    std::size_t m_count = 0; ///< how many axes are moved
    Order m_order{}; ///< the others first, then the axes, each in the input's order
};

} // namespace ulpscope
